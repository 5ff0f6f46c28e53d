class A { void m() { } }
class T extends A { void m() throws Exception { } }
