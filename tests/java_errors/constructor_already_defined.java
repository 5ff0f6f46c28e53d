class T {
    T(int i) { }
    T(int j) { }
}
