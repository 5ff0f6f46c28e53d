class T { String s = "\u00g0"; }
