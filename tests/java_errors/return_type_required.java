class T {
    m() { }
}
