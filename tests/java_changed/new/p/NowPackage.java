package p;
class NowPackage { public NowPackage() { } public static int call() { return 1; } }
