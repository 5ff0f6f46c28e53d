/* Statements: loops, labels, switches, conditions. */
class Control {
    static int trace;

    static boolean is(boolean value, int mark) {
        trace = trace * 10 + mark;
        return value;
    }

    static void logic() {
        boolean[] both = {false, true};
        for (boolean a : both)
            for (boolean b : both)
                for (boolean c : both) {
                    trace = 0;
                    boolean r = is(a, 1) && is(b, 2) || !is(c, 3);
                    boolean s = (is(a, 4) || is(b, 5)) && (is(c, 6) ? is(a, 7) : !is(b, 8));
                    boolean t = is(a, 9) & is(b, 1) | is(c, 2) ^ is(a, 3);
                    if (!(is(a, 1) ? is(b, 2) : is(c, 3)) == (a && b)) trace++;
                    System.out.println(r + " " + s + " " + t + " " + trace);
                }
    }

    static void loops() {
        int sum = 0;
        for (int i = 0, j = 10; i < j; i++, j--) sum += i * j;
        System.out.println(sum);
        int n = 0;
        while (n < 100) {
            n++;
            if (n % 3 == 0) continue;
            if (n > 50) break;
            sum += n;
        }
        System.out.println(sum + " " + n);
        do {
            n -= 7;
            if (n % 2 == 0) continue;
            sum ^= n;
        } while (n > 0);
        System.out.println(sum + " " + n);
        for (;;) {
            if (++n > 5) break;
        }
        outer:
        for (int i = 0; i < 10; i++) {
            inner:
            for (int j = 0; ; j++) {
                if (j == i) continue outer;
                if (i * j == 42) break outer;
                if (j > 6) break inner;
                sum += i ^ j;
            }
            sum += 1000;
        }
        System.out.println(sum);
        block: {
            if (sum > 0) break block;
            System.out.println("not reached");
        }
        int k = 0;
        do k++; while (k < 3);
        System.out.println(k);
        for (int[] row : new int[][] {{1, 2}, {}, {3}})
            for (long cell : row) sum += cell;
        System.out.println(sum);
        for (char c : "hello".toCharArray()) System.out.print(c + 1 + " ");
        System.out.println();
        loop:
        while (true) {
            switch (k++) {
            case 5:
                break loop;
            case 4:
                continue loop;
            default:
                break;
            }
            System.out.println("k " + k);
        }
        if (false) System.out.println("never");
        while (false != true) {
            if (true) break;
        }
        for (int i = 0; i < 2; i++);
        ;
    }

    static String table(int i) {
        String r = "";
        switch (i) {
        case 1:
            r += "one ";
        case 2:
            r += "two ";
            break;
        case 5:
        case 3:
            r += "three-or-five ";
        default:
            r += "default ";
        case 4:
            r += "four";
        }
        return r;
    }

    static int lookup(int i) {
        switch (i) {
        case Integer.MIN_VALUE: return 1;
        case -1: return 2;
        case 0: return 3;
        case 1000000: return 4;
        case Integer.MAX_VALUE: return 5;
        }
        return 0;
    }

    static int ofChar(char c) {
        switch (c) {
        case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
        case '\uffff': return 3;
        default: return 2;
        }
    }

    static int ofByte(byte b) {
        switch (b) {
        case -128: return 1;
        case 127: return 2;
        }
        return 3;
    }

    static int ofShort(short s) {
        int r = 0;
        switch (s) {
        default: r = 9;
        }
        switch (s) {
        }
        return r + s;
    }

    static String ofString(String s) {
        switch (s) {
        case "Aa": return "first";
        case "BB": return "same hash";
        case "": return "empty";
        case "\u00e9t\u00e9": return "summer";
        default: return "none";
        case "x" + 1: return "constant";
        }
    }

    static int nested(int a, int b) {
        switch (a) {
        case 0:
            switch (b) {
            case 0: return 0;
            case 1: break;
            default: return 2;
            }
            b += 10;
        case 1:
            int local = b * 2;
            return local;
        case 2:
            local = 5;
            return local + b;
        }
        return -1;
    }

    static void switches() {
        for (int i = 0; i < 7; i++) System.out.println(table(i));
        int[] keys = {Integer.MIN_VALUE, -1, 0, 1, 1000000, Integer.MAX_VALUE};
        for (int key : keys) System.out.print(lookup(key));
        System.out.println();
        System.out.println(ofChar('e') + " " + ofChar('z') + " " + ofChar('\uffff'));
        System.out.println(ofByte((byte) 128) + " " + ofByte((byte) 127) + " " + ofByte((byte) 0));
        System.out.println(ofShort((short) 4));
        String[] strings = {"Aa", "BB", "C#", "", "\u00e9t\u00e9", "x1", "AaAa"};
        for (String s : strings) System.out.print(ofString(s) + ",");
        System.out.println();
        try {
            ofString(null);
        } catch (NullPointerException e) {
            System.out.println("null string");
        }
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 3; b++) System.out.print(nested(a, b) + " ");
        System.out.println();
    }

    static void conditionals() {
        Object o = trace >= 0 ? "string" : new int[0];
        System.out.println(o instanceof String);
        int i = 5;
        long l = 6;
        System.out.println((i > 3 ? i : l) + 1);
        System.out.println(i > 3 ? 'a' : 0);
        System.out.println(i > 3 ? 'a' : i);
        byte b = 3;
        short s = 4;
        char c = 'c';
        System.out.println(i < 3 ? b : s);
        System.out.println(i < 3 ? b : 'd');
        System.out.println(false ? 1.0f : 2);
        System.out.println(i > 3 ? null : "x");
        System.out.println(i > 9 ? 1 : i > 7 ? 2 : i > 4 ? 3 : 4);
        String t = i == 5 ? l == 6 ? "both" : "i" : "none";
        System.out.println(t);
        Object mixed = i > 5 ? (Object) "a" : new StringBuilder("sb");
        System.out.println(mixed);
    }

    public static void main(String[] args) {
        logic();
        loops();
        switches();
        conditionals();
    }
}
