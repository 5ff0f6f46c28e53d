class A { private A() { } }
class T { Object f() { return new A(); } }
