class lambda_result { java.util.function.Function<String, Integer> f = a -> a; }
