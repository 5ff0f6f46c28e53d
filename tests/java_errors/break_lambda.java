class break_lambda { void m() { for (;;) { Runnable r = () -> { break; }; } } }
