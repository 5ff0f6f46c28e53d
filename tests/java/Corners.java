/* Corner cases of statements and expressions, side by side. */
class Corners {
    interface I {
        Object get(int i);
    }
    static abstract class A implements I {
        abstract void foo();
        public abstract String get(int i);
    }
    static class B extends A {
        void foo() {
            System.out.println("foo");
        }
        public String get(int i) {
            return "b" + i;
        }
    }
    static class P {
        protected Object v() {
            return "P";
        }
        Number n() {
            return 1 > 0 ? null : null;
        }
    }
    static class Q extends P {
        public String v() {
            return "Q" + super.v();
        }
    }
    static class R extends Q {
        public String v() {
            return "R" + super.v();
        }
    }
    interface J extends I {
        String get(int i);
    }
    static class K implements J {
        public String get(int i) {
            return "k";
        }
    }
    static int f(int x) {
        while (true) {
            try {
                if (x > 3)
                    return x;
                x++;
            } finally {
                if (x == 2)
                    continue;
            }
        }
    }
    static int g(int n) {
        int r = 0;
    l:
        do {
            switch (n) {
                case 0:
                    break l;
                case 1:
                    n = 0;
                    continue l;
                default:
                    n--;
                    r += n;
            }
        } while (r < 100);
        return r;
    }
    static boolean h(boolean a, boolean b) {
        return a ? b ? true : false : !b;
    }
    static void deadcode(boolean b) {
        for (;;) {
            if (b)
                break;
            else
                return;
        }
    }
    static int emptySwitch(int i) {
        switch (i++) { default: }
        return i;
    }
    static String tern(Object o) {
        return o == null ? null : o instanceof String ? (String) o : o.toString();
    }
    static long cmp(long a, float b, double c) {
        return (a > b ? 1 : 0) + (b <= c ? 2 : 0) + (a != c ? 4 : 0) + (a == 0 ? 8 : 0) + (b != 0 ? 16 : 0);
    }
    static int sw(String s) {
        final String K = "k";
        switch (s) {
            case K:
                return 1;
            case K + "2":
                return 2;
        }
        return 0;
    }
    static int tryInLoop() {
        int s = 0;
        for (int i = 0; i < 5; i++) {
            try {
                if (i % 2 == 0)
                    throw new Exception();
                s += i;
            } catch (Exception e) {
                if (i == 4)
                    break;
                s += 10;
                continue;
            } finally {
                s += 100;
            }
            s += 1000;
        }
        return s;
    }
    static int syncRet(Object o, int i) {
        synchronized (o) {
            if (i == 0)
                return 1;
            synchronized (o) {
                while (i-- > 0)
                    if (i == 3)
                        return i;
            }
        }
        return -1;
    }
    static int nestedFinally(int i) {
        try {
            try {
                return i / 0;
            } finally {
                try {
                    i += 5;
                    if (i > 5)
                        throw new RuntimeException("x");
                } finally {
                    i *= 2;
                }
            }
        } catch (ArithmeticException e) {
            return -i;
        } catch (RuntimeException e) {
            return i;
        }
    }
    public static void main(String[] a) {
        I b = new B();
        System.out.println(b.get(3));
        ((A) b).foo();
        System.out.println(((A) b).get(1).length());
        P p = new R();
        System.out.println(p.v());
        I k = new K();
        J j = (J) k;
        System.out.println("" + k.get(0) + j.get(1).charAt(0));
        System.out.println(f(0) + " " + g(20) + h(true, false) + h(false, false));
        deadcode(true);
        System.out.println(emptySwitch(4) + tern(null) + tern("x") + tern(5L == 5 ? new StringBuilder("sb") : "z"));
        System.out.println(cmp(3, 3.5f, 2.0) + " " + cmp(0, Float.NaN, 1));
        System.out.println(sw("k") + sw("k2") * 10 + sw("z"));
        System.out.println(tryInLoop() + " " + syncRet(a, 9) + syncRet(a, 0) + syncRet(a, 2) + " " + nestedFinally(0)
                + " " + nestedFinally(3));
        int i = 3, q = i++ + i-- * --i;
        System.out.println(i + " " + q);
        int[] arr = {1, 2, 3};
        int z = 0;
        arr[z++] += z;
        arr[z] = z = 2;
        System.out.println(arr[0] + "," + arr[1] + "," + arr[2] + z);
        byte bb = 10;
        bb += bb++ + ++bb;
        System.out.println(bb);
        char c = 'a';
        c *= 1;
        c++;
        System.out.println(c + (char) 1 + "" + c);
        long L = 5;
        int sh = 1;
        sh <<= L;
        System.out.println(sh);
        L >>>= 1;
        L = -L;
        System.out.println(L >>> 60);
        System.out.println((byte) 0x80 >>> 4);
        System.out.println(((byte) 0x80 & 0xff) >>> 4);
        System.out.println((short) (char) -1 + (int) (char) -1);
        System.out.println(
                1.0f / 3 + " " + 2 / 3.0 + " " + (float) 1e10 + " " + 100.0 + " " + 1e-3 + " " + (double) 1.1f);
        Object o = new int[][] {{1}, {2, 3}};
        System.out.println(((int[][]) o)[1][1] + ((Object[]) o).length);
    label : {
        if (i > 0)
            break label;
        System.out.println("no");
    }
        if (!(a.length > 0 || i < 0) && (z == 2 ? true : i > 5))
            System.out.println("yes");
        boolean x = i > 0 ^ z > 0 | a == null & o != null;
        System.out.println(x);
        final boolean T = true;
        if (T && !false)
            System.out.println("T");
        while (T) {
            break;
        }
        for (int m = 0, n = 5; m < n; m++, --n) System.out.print(m * n + " ");
        System.out.println();
        do {
            if (i > 1)
                continue;
            i = 9;
        } while (i++ < 5);
        System.out.println(i);
        StringBuilder sb = new StringBuilder();
        for (char ch = 'a'; ch <= 'e'; ch++) sb.append(ch).append((int) ch);
        System.out.println(sb);
        System.out.println('a' + 'b' + "c" + 'd' + 1 + 2L + 3f + 4d + true + null);
    }
}
