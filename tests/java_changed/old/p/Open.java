package p;
public class Open {
    public Open() { }
    public Open(int i) { }
    public int nowPackage() { return 1; }
    public int nowProtected() { return 2; }
    public int nowPrivate() { return 3; }
    public int field = 4;
    public static int staticField = 5;
    protected int above() { return 6; }
    protected static int aboveStatic() { return 7; }
    protected int aboveField = 8;
    int packageOnly() { return 9; }
    public static int callPackage(Open o) { return o.packageOnly(); }
}
