class varargs_last { void f(int... x, int y) { } }
