class diamond_not_generic { Object o = new String<>(); }
