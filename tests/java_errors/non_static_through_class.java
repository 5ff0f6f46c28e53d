class T {
    int f;
    static int m() { return T.f; }
}
