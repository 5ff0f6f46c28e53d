class T {
    static int a = a + 1;
}
