package p;
public class Open {
    public Open() { }
    protected Open(int i) { }
    int nowPackage() { return 1; }
    protected int nowProtected() { return 2; }
    private int nowPrivate() { return 3; }
    protected int field = 4;
    static int staticField = 5;
    protected int above() { return 60; }
    protected static int aboveStatic() { return 70; }
    protected int aboveField = 80;
    int packageOnly() { return 90; }
    public static int callPackage(Open o) { return o.packageOnly(); }
}
