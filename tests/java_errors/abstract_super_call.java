abstract class A { abstract void m(); }
class T extends A { void m() { super.m(); } }
