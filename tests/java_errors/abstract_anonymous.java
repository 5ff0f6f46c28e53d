class abstract_anonymous { Object o = new Runnable() { }; }
