class T {
    int m(int i) {
        if (i > 0) return 1;
    }
}
