interface default_missing { default void m(); }
