class Tools {
    private static String nowPrivate(Object o) { return "private " + o; }
    static String nowStatic(Object o) { return "static " + o; }
}
