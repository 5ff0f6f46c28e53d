class this_in_static_lambda { int x; static Runnable r = () -> System.out.println(x); }
