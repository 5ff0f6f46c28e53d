class T {
    int f;
    static class U { int m() { return f; } }
}
