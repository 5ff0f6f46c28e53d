class A { void m() { } }
class T extends A { static void m() { } }
