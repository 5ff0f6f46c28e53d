interface A { int X = 1; }
interface B { int X = 2; }
class T implements A, B { int m() { return X; } }
