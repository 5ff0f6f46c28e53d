abstract class A { abstract int f(int i); }
class T extends A { }
