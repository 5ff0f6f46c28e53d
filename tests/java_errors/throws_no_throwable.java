class T {
    void m() throws String { }
}
