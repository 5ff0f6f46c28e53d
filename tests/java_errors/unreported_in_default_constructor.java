class A { A() throws Exception { } }
class T extends A { }
