interface T { int X; }
