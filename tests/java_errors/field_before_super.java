class T {
    int f;
    T() { this(f); }
    T(int i) { }
}
