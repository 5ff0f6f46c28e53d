class var_none { void m() { var x; } }
