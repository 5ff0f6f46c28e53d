class var_lambda { void m() { var x = () -> 1; } }
