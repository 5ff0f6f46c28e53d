class T {
    int x = m();
    static int m() throws Exception { return 1; }
}
