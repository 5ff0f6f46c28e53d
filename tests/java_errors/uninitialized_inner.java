class uninitialized_inner { void m() { int x; new Object() { int y = x; }; } }
