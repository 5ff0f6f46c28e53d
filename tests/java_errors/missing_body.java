class T {
    void m();
}
