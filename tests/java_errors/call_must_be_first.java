class T {
    T() { int i = 1; this(i); }
    T(int i) { }
}
