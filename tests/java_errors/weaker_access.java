class A { public void m() { } }
class T extends A { void m() { } }
