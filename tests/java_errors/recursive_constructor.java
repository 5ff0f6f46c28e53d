class T {
    T() { this(1); }
    T(int i) { this(); }
}
