class A { private void m() { } }
class T { void f(A a) { a.m(); } }
