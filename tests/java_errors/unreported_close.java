class unreported_close { void m(AutoCloseable a) { try (AutoCloseable b = a) { } } }
