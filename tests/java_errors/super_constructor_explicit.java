class A { A(int i) { } }
class T extends A { T() { } }
