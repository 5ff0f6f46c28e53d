class A { private int x; private void m() { } }
class T { int f(A a) { return a.x; } }
