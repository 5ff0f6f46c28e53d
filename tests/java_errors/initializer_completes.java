class T {
    static { throw new RuntimeException(); }
}
