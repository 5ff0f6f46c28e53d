class A { int m() { return 1; } }
class T extends A { long m() { return 1; } }
