class wrong_varargs { void f(int... x) { } void m() { f("a"); } }
