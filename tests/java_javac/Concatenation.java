/* String concatenation through StringConcatFactory: every type, literals, nulls, marks in literals. */
class Concatenation {
    static class Loud {
        final String name;
        Loud(String name) { this.name = name; }
        public String toString() { System.out.println("asked " + name); return name; }
    }

    static class Silent {
        public String toString() { return null; }
    }

    static String all(boolean z, byte b, char c, short s, int i, long l, float f, double d, Object o, String t) {
        return "z=" + z + ",b=" + b + ",c=" + c + ",s=" + s + ",i=" + i + ",l=" + l + ",f=" + f + ",d=" + d + ",o=" + o
                + ",t=" + t + ".";
    }

    static String marks(int i, String t) { return "\1" + i + "\2" + t + "\1\2\u0000é€😀"; }

    static int calls;
    static int call() { return ++calls; }

    public static void main(String[] args) {
        System.out.println(all(true, (byte) -1, 'x', (short) -300, 1 << 30, 1L << 60, 1.5f, 0.1, null, null));
        System.out.println(all(false, (byte) 127, '\u20ac', (short) 300, -7, Long.MIN_VALUE, Float.NaN, -0.0, new int[0].length, ""));
        System.out.println(all(false, (byte) 0, '0', (short) 0, Integer.MIN_VALUE, 0, 1e10f, 1e21, "object", "text"));
        System.out.println("" + Float.MIN_VALUE + Float.MAX_VALUE + Double.MIN_VALUE + Double.MAX_VALUE);
        System.out.println("" + Double.POSITIVE_INFINITY + Float.NEGATIVE_INFINITY + 100.0 + 1e7 + 1.0e-3 + 1.0e-4f);
        String text = marks(42, "t");
        System.out.println(text.length());
        for (int i = 0; i < text.length(); i++) System.out.print((int) text.charAt(i) + " ");
        System.out.println();
        System.out.println(new Loud("a") + "-" + new Loud("b") + new Silent());
        Object object = "x";
        object += "y";
        CharSequence joined = "x";
        joined += "y" + object;
        Comparable<String> comparable = "x";
        comparable += "z";
        java.io.Serializable serializable = "q";
        serializable += "" + comparable;
        System.out.println(joined + " " + serializable);
        String s = null;
        s += null;
        System.out.println(s);
        s = "";
        for (int i = 0; i < 10; i++) s += i + ",";
        System.out.println(s);
        System.out.println("calls " + call() + call() + call());
        char[] chars = {'a', 'b'};
        System.out.println(("" + chars).startsWith("[C@"));
        StringBuilder builder = new StringBuilder("built");
        CharSequence sequence = builder;
        System.out.println("x" + builder + sequence);
        char c = 'a';
        c += 1;
        System.out.println("" + c + (char) (c + 1) + (c + 1));
        final String constant = "con" + "stant" + 1 + 2L + 'c' + true + 1.5f + 2.5;
        System.out.println(constant == ("con" + "stant12" + "ctrue1.52.5"));
        for (int i = 0; i < 30; i++) {
            String t = "i" + i + ':' + (i * 1.5) + (i % 2 == 0);
            if (i > 26) System.out.println(t);
        }
        long l = 5;
        System.out.println(l + "" + l + s + l);
    }
}
