class T {
    String s = "a";
    static String t = s;
}
