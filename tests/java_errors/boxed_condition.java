class boxed_condition { void m(Integer i) { if (i) { } } }
