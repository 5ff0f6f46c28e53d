class lambda_capture { void m() { int x = 1; x = 2; Runnable r = () -> System.out.println(x); } }
