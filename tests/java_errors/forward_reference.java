class T {
    int a = b + 1;
    int b = 2;
}
