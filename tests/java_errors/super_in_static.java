class T {
    static int m() { return super.hashCode(); }
}
