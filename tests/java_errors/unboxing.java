class unboxing { int m(String s) { return s; } long n(Integer i) { return i; } Long l = 1; }
