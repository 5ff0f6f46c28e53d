class T {
    public private int x;
}
