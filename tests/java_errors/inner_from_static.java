class inner_from_static { class I { } static void m() { new I(); } }
