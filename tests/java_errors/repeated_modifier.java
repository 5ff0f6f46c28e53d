class T {
    static static int x;
}
