class unreported_lambda { Runnable r = () -> { throw new Exception(); }; }
