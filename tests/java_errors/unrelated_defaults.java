interface A1 { default void m() { } } interface B1 { default void m() { } } class unrelated_defaults implements A1, B1 { }
