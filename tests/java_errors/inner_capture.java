class inner_capture { void m() { int x = 1; x++; new Object() { int y = x; }; } }
