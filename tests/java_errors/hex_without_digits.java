class T { int x = 0x; }
