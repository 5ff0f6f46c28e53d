class not_closeable { void m() { try (String s = "x") { } } }
