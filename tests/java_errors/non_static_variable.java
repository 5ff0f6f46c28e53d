class T {
    int f;
    static int m() { return f; }
}
