class missing_return_lambda { java.util.function.Supplier<String> r = () -> { if (true) return "x"; }; }
