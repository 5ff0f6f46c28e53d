class Tools {
    static String removed(Object o) { return "removed " + o; }
    static String nowPrivate(Object o) { return "private " + o; }
    String nowStatic(Object o) { return "static " + o; }
}
