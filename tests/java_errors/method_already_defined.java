class T {
    void m(int i) { }
    int m(int j) { return 0; }
}
