class A { final void m() { } }
class T extends A { void m() { } }
