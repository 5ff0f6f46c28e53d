class MethodsAbove { }
class Methods extends MethodsAbove {
    Methods() { }
    Methods(int i) { }
    int removed(int i, String s) { return 1; }
    static long staticRemoved(long l, int[] a) { return 2; }
    int nowStatic() { return 3; }
    static int nowInstance() { return 4; }
    int nowPrivate() { return 5; }
    int otherResult() { return 6; }
    int movedUp() { return 7; }
    static int nowNative() { return 8; }
    String changed() { return "old"; }
    String gone() { return "gone"; }
    String emptied() { return "not"; }
}
abstract class AbstractMethods {
    static AbstractMethods make() { return new AbstractMethods() { String implemented() { return "yes"; } }; }
    String nowAbstract() { return "concrete"; }
    abstract String implemented();
}
class MethodsBelow extends Methods {
    String changed() { return "below"; }
    String callSuper() { return super.changed(); }
    String callRemoved() { return super.gone(); }
    String callAbstract() { return super.emptied(); }
    String emptied() { return "full"; }
}
