class MethodsAbove { int movedUp() { return 70; } }
abstract class MethodsBetween extends MethodsAbove { abstract String emptied(); }
class Methods extends MethodsAbove {
    Methods() { }
    static int nowStatic() { return 30; }
    int nowInstance() { return 40; }
    private int nowPrivate() { return 50; }
    long otherResult() { return 60; }
    static native int nowNative();
    String changed() { return "new"; }
    public String toString() { return "overridden"; }
}
abstract class AbstractMethods {
    static AbstractMethods make() { return new AbstractMethodsBelow(); }
    abstract String nowAbstract();
    abstract String implemented();
}
class AbstractMethodsBelow extends AbstractMethods {
    String nowAbstract() { return "only here"; }
    String implemented() { return "and here"; }
}
