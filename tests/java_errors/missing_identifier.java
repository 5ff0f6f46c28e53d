class T {
    int = 5;
}
