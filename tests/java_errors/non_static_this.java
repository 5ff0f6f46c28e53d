class T {
    static Object m() { return this; }
}
