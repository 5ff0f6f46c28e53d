class T {
    void m(i) { }
}
