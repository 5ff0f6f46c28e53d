class lambda_arity { java.util.function.Function<String, String> f = (a, b) -> a; }
