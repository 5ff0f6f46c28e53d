class T {
    void m() {
        int x = 1;
    }
