package p;
public class NowPackage { public static int call() { return 1; } }
