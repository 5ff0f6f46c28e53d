/* Concatenation of every type, constants, escapes, interning of constants. */
class Strings {
    static final String CONSTANT = "con" + "stant" + 1 + 2L + 'c' + true + (byte) 3 + (short) -4;
    static final String FLOATS = "" + 1.0 + 0.5f + 1e10 + 1e-5 + 100f + 1.0e7 + 0.001 + 123456.789;
    static final String SPECIAL = "" + (0.0 / 0) + (1 / 0.0) + (-1 / 0f) + -0.0;
    static String nothing;
    int count;

    public String toString() {
        return "S" + count++;
    }

    static String name() {
        return "x";
    }

    public static void main(String[] args) {
        boolean z = true;
        byte b = -1;
        short s = 300;
        char c = 'c';
        int i = 42;
        long l = 1L << 40;
        String str = "str";
        Object o = new Strings();
        Object none = null;
        System.out.println("" + z + b + s + c + i + l + str + o + none + nothing);
        System.out.println(i + l + "mid" + i + l);
        System.out.println(c + i + "");
        System.out.println("" + c + i);
        System.out.println("(" + (i + 1) + ")" + ("n" + ("e" + o) + "sted"));
        System.out.println(str + null);
        System.out.println(null + str);
        System.out.println(CONSTANT);
        System.out.println(FLOATS);
        System.out.println(SPECIAL);
        System.out.println(CONSTANT == "constant12ctrue3-4");
        System.out.println("ab" == "a" + "b");
        String a = "a";
        System.out.println("ab" == a + "b");
        final String fa = "a";
        System.out.println("ab" == fa + "b");
        System.out.println(("ab" == "a" + name()) + " " + "ax".equals("a" + name()));
        str += 1;
        str += 'x';
        str += 2.5;
        str += null;
        str += o;
        System.out.println(str);
        System.out.println("tab\tquote\"back\\slash\101\60\u0041'\'end");
        System.out.println("\u00e9\u4e2d\ud83d\ude00\0".length());
        System.out.println('\'' + "" + '"' + '\\' + '\n' + (int) '\377');
        char[] chars = {'x', 'y'};
        System.out.println(String.valueOf(chars) + chars.length);
        System.out.println(1 + 2 + "3" + 4 * 5);
        System.out.println("" + 1.5f + ' ' + 2.25 + ' ' + 1e21 + ' ' + 1e-7f);
        StringBuilder sb = new StringBuilder();
        sb.append(1).append('c').append("s").append(2L).append(true).append((Object) null);
        System.out.println(sb);
        String eval = "" + i++ + i + ++i;
        System.out.println(eval + i);
        final int five = 5;
        System.out.println("five" + five == "five5");
        long sum = 0;
        for (int k = 0; k < 5; k++) sum += ("k" + k).length() + ("k" + k).charAt(1);
        System.out.println(sum);
    }
}
