class T {
    @Override
    void foo() { }
}
