// Not under stress --evict-always: the code generator takes 20 ms for each of thousands of compilations, and each poll looks through all of a full stack.
// Not under stress --evict-always --deoptimize-always: likewise.
/* Methods that become hot and then meet what they have not seen: other classes, null, zero, handlers, locks. */
public class HotMethods {
    static int depth;
    static int recurse(int n) {
        depth = n;
        return recurse(n + 1) + 1;
    }
    static int so() {
        try {
            return recurse(0);
        } catch (StackOverflowError e) {
            return depth > 500 ? 1 : 0;
        }
    }
    static abstract class B {
        int x;
        abstract int f(int a);
        int g(int a) {
            return f(a) + x;
        }
        B(int x) {
            this.x = x;
        }
    }
    static class C extends B {
        C(int x) {
            super(x);
        }
        int f(int a) {
            return a * x;
        }
    }
    static class D extends B {
        long q = 3;
        D(int x) {
            super(x);
        }
        int f(int a) {
            return (int) (a - q);
        }
        int g(int a) {
            return super.g(a) * 2;
        }
    }
    static class N {
        N next;
        int v;
        N(int v, N n) {
            this.v = v;
            next = n;
        }
    }
    static class Wide {
        int a, b, c, d, e = 7;
    }
    static class Held {
        Object o;
    }
    /** Only the compiler finds out that the cast always fails. */
    static int falseCast(int n) {
        Held held = new Held();
        held.o = new N(n, null);
        if (n < 10) return new Wide().e;
        try {
            Wide wide = (Wide) held.o;
            wide.d = n;
            return wide.e;
        } catch (ClassCastException e) {
            return -n;
        }
    }
    static int arrayTypes(int n) {
        Object[] all = { new int[2], new String[0], new int[1][1], new Object() };
        int h = 0;
        for (Object o : all) {
            h = h * 2 + (o instanceof java.io.Serializable ? 1 : 0);
            h = h * 2 + (o instanceof Cloneable ? 1 : 0);
            h = h * 2 + (o instanceof java.io.Serializable[] ? 1 : 0);
        }
        Object ints = new int[n & 3];
        return h * 2 + (ints instanceof java.io.Serializable ? 1 : 0);
    }
    static N walked;
    static int walk(int n) {
        N first = new N(n, null);
        if (n % 4 == 0) return first.v;
        walked = first;
        for (N at = first; at != null; at = at.next) {
            at.v += n;
            first.v ^= 3;
        }
        return first.v;
    }
    static int list(int n) {
        N h = null;
        for (int i = 0; i < n; i++) h = new N(i, h);
        int s = 0;
        while (h != null) {
            s += h.v;
            h = h.next;
        }
        return s;
    }
    static int partial(boolean b, int i) {
        N n = new N(i, null);
        if (b) keep = n;
        return n.v + 1;
    }
    static N keep;
    static int div(int a, int b) {
        try {
            return a / b + a % b;
        } catch (ArithmeticException e) {
            return e.getMessage().length();
        }
    }
    static long ldiv(long a, long b) {
        try {
            return a / b + a % b;
        } catch (ArithmeticException e) {
            return -7;
        }
    }
    static int npe(N n) {
        try {
            return n.v;
        } catch (NullPointerException e) {
            return -2;
        }
    }
    static int cast(Object o) {
        try {
            return ((N) o).v;
        } catch (ClassCastException e) {
            return -3;
        }
    }
    static int store(Object[] a, Object o) {
        try {
            a[0] = o;
            return 1;
        } catch (ArrayStoreException e) {
            return -4;
        }
    }
    static int neg(int n) {
        try {
            return new int[n].length;
        } catch (NegativeArraySizeException e) {
            return -5;
        }
    }
    static int fin(int i) {
        int r = 0;
        try {
            if (i % 3 == 0) throw new RuntimeException("x" + i);
            r = 1;
        } catch (RuntimeException e) {
            r = e.getMessage().length();
        } finally {
            r += 10;
        }
        return r;
    }
    static int nested(int i) {
        int r = 0;
        for (int k = 0; k < 3; k++) {
            try {
                try {
                    if ((i + k) % 2 == 0) throw new IllegalStateException();
                    r += 1;
                } finally {
                    r += 100;
                }
            } catch (IllegalStateException e) {
                r += 10000;
                continue;
            }
            r += 5;
        }
        return r;
    }
    static synchronized int sy(int i) {
        if (i % 5 == 0) throw new IllegalArgumentException();
        return i;
    }
    static int callsy(int i) {
        try {
            return sy(i);
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }
    static int lock(int i) {
        N n = new N(i, null);
        synchronized (n) {
            if (i % 7 == 0) return -i;
            n.v++;
            synchronized (n) {
                n.v++;
            }
        }
        return n.v;
    }
    static int sw(int i) {
        switch (i) {
            case 1:
            return 10;
            case 2:
            case 3:
            return 20;
            case 1000:
            return 30;
            case -5:
            return 40;
            default:
            return 50;
        }
    }
    static double fl(float a, double b) {
        double r = a * b + a / b - a % b;
        if (a < b) r += 1;
        if (!(a >= b)) r += 2;
        if (a != a) r += 4;
        return r;
    }
    static int conv(double d, float f, long l) {
        return (int) d + (int) f + (int) l + (byte) l + (short) l + (char) l + (int) (long) d + (int) (float) d;
    }
    static int arr(int n) {
        byte[] b = new byte[n];
        char[] c = new char[n];
        short[] s = new short[n];
        boolean[] z = new boolean[n];
        long[] l = new long[n];
        float[] f = new float[n];
        double[] d = new double[n];
        int r = 0;
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (i * 37);
            c[i] = (char) (i * 3777);
            s[i] = (short) (i * 3777);
            z[i] = i % 3 == 0;
            l[i] = (long) i << 33;
            f[i] = i / 3f;
            d[i] = i / 7.0;
        }
        for (int i = 0; i < n; i++) r += b[i] + c[i] + s[i] + (z[i] ? 1 : 0) + (int) (l[i] >>> 31) + (int) f[i] + (int) (d[i] * 100);
        return r;
    }
    static int multi(int n) {
        int[][] m = new int[n][n + 1];
        for (int i = 0; i < n; i++) for (int k = 0; k <= n; k++) m[i][k] = i * k;
        int s = 0;
        for (int[] row : m) for (int v : row) s += v;
        return s;
    }
    static int inst(Object o) {
        int r = 0;
        if (o instanceof N) r |= 1;
        if (o instanceof Comparable) r |= 2;
        if (o instanceof Object[]) r |= 4;
        if (o instanceof int[]) r |= 8;
        if (o instanceof String[]) r |= 16;
        if (o instanceof B) r |= 32;
        return r;
    }
    static long lsh(long a, int b, int c) {
        return (a << b) ^ (a >> c) ^ (a >>> b) ^ ((int) a << c) ^ ((int) a >>> b);
    }
    static int unwind(int i) {
        return deeper(i) + 1;
    }
    static int deeper(int i) {
        if (i % 4 == 0) throw new IllegalStateException("d" + i);
        return i;
    }
    static int catchdeep(int i) {
        try {
            return unwind(i);
        } catch (RuntimeException e) {
            return e.getMessage().length() * 1000;
        }
    }
    static class Init {
        static int v = compute();
        static int compute() {
            System.out.println("init");
            return 42;
        }
    }
    static int lazy(int i) {
        return i > 1500 ? Init.v : i;
    }
    static Object poly(int i) {
        return i % 4 == 0 ? (Object) new N(i, null) : i % 4 == 1 ? (Object) "s" : i % 4 == 2 ? (Object) new String[1] : (Object) new C(1);
    }
    interface I {
        int m();
    }
    static class I1 implements I {
        public int m() {
            return 2;
        }
    }
    static class I2 implements I {
        public int m() {
            return 3;
        }
    }
    static int im(I i) {
        return i.m();
    }
    static int strsw(String s) {
        int h = s.hashCode();
        return h * 31 + s.length() + s.charAt(s.length() - 1);
    }
    public static void main(String[] args) {
        int h = 0;
        long lh = 0;
        double dh = 0;
        Object[] strs = new String[2];
        I i1 = new I1(), i2 = new I2();
        B[] bs = { new C(3), new D(4), new C(5) };
        int[] edge = { 0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 7, -7 };
        double[] de = { 0.0, -0.0, 1.5, -1e20, 1e20, Double.NaN, 1.0 / 0, 123456789012.5 };
        for (int i = 0; i < 2000; i++) {
            h = h * 31 + bs[i % 3].g(i);
            h = h * 31 + list(i % 20);
            h = h * 31 + walk(i);
            h = h * 31 + falseCast(i);
            h = h * 31 + arrayTypes(i);
            h = h * 31 + partial(i % 5 == 0, i);
            h = h * 31 + div(edge[i % 7], edge[(i / 7) % 7]);
            lh = lh * 31 + ldiv(edge[i % 7] * 4294967296L, edge[(i / 7) % 7]);
            h = h * 31 + npe(i % 9 == 0 ? null : keep);
            h = h * 31 + cast(poly(i));
            h = h * 31 + store(strs, i % 6 == 0 ? (Object) "a" : keep);
            h = h * 31 + neg(i % 10 - 2);
            h = h * 31 + fin(i);
            h = h * 31 + nested(i);
            h = h * 31 + callsy(i);
            h = h * 31 + lock(i);
            h = h * 31 + sw(i % 5);
            h = h * 31 + sw(i - 5);
            dh = dh / 3 + fl(i / 7f - 100, de[i % 8] == de[i % 8] && de[i % 8] - de[i % 8] == 0 && de[i%8] != 0 ? de[i % 8] : i - 1000.5);
            h = h * 31 + conv(de[i % 8], (float) de[(i + 3) % 8], lh);
            h = h * 31 + arr(i % 40);
            h = h * 31 + multi(i % 10);
            h = h * 31 + inst(poly(i));
            lh ^= lsh(lh + i, i, i / 3);
            h = h * 31 + catchdeep(i);
            h = h * 31 + lazy(i);
            h = h * 31 + im(i < 1000 ? i1 : i % 2 == 0 ? i1 : i2);
            h = h * 31 + strsw("abc" + i);
            if (i % 200 == 0) System.out.println(i + " " + h + " " + lh + " " + (long) (dh * 1000));
        }
        System.out.println(h + " " + lh + " " + (long) (dh * 1000));
        System.out.println(so() + " " + so() + " " + so());
        System.out.println(keep.v);
    }
}
