class T {
    int m(int i) {
        while (i > 0) return 1;
    }
}
