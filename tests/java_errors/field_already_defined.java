class T {
    int x;
    String x;
}
