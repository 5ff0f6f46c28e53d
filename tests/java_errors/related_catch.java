class related_catch { void m() { try { } catch (RuntimeException | Error | IllegalStateException e) { } } }
