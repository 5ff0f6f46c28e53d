class A { private int x; }
class T extends A { int f() { return x; } }
