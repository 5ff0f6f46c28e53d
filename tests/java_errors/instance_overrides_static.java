class A { static void m() { } }
class T extends A { void m() { } }
