class T {
    void x;
}
