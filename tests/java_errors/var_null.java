class var_null { void m() { var x = null; } }
