class generic_array<T> { T[] a = new T[3]; }
