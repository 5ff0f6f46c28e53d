abstract class T {
    abstract void m() { }
}
