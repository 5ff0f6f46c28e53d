class lambda_shadow { void m(int x) { Runnable r = () -> { int x = 1; }; } }
