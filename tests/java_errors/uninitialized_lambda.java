class uninitialized_lambda { void m() { int x; Runnable r = () -> System.out.println(x); } }
