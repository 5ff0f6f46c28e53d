class local_class_twice { void m() { class A { } class A { } } }
