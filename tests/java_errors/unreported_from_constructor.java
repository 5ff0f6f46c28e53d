class A { A() throws Exception { } }
class T { Object o() { return new A(); } }
