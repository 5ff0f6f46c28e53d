class T {
    int m() {
        return;
    }
}
