/* float and double: comparisons with NaN, signed zeros, remainders, conversions at the edges. */
class Floating {
    static final double[] doubles = {0.0, -0.0, 1.0, -1.5, 1e300, -1e300, Double.NaN,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2147483647.0, 2147483648.0,
            -2147483649.0, 9.3e18, -9.3e18, 0.1, 65535.7, -129.2, 4.9E-324};
    static final float[] floats = {0.0f, -0.0f, 1.0f, -1.5f, 3e38f, Float.NaN,
            Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 16777217, 0.1f, -70000.9f, 1.4e-45f};

    static int compare(double a, double b) {
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2;
        if (a > b) r |= 4;
        if (a >= b) r |= 8;
        if (a == b) r |= 16;
        if (a != b) r |= 32;
        if (!(a < b)) r |= 64;
        if (!(a >= b)) r |= 128;
        boolean less = a < b, more = !(a > b);
        return r + (less ? 256 : 0) + (more ? 512 : 0);
    }

    static int compare(float a, float b) {
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2;
        if (a > b) r |= 4;
        if (a >= b) r |= 8;
        if (a == b) r |= 16;
        if (a != b) r |= 32;
        if (!(a < b)) r |= 64;
        if (!(a >= b)) r |= 128;
        return r;
    }

    static long bits(double d) {
        return d != d ? 42 : Double.doubleToLongBits(d);
    }

    static int bits(float f) {
        return f != f ? 42 : Float.floatToIntBits(f);
    }

    static void arithmetic() {
        for (double a : doubles) {
            long h = 0;
            int c = 0;
            for (double b : doubles) {
                h = h * 31 + bits(a + b);
                h = h * 31 + bits(a - b);
                h = h * 31 + bits(a * b);
                h = h * 31 + bits(a / b);
                h = h * 31 + bits(a % b);
                h = h * 31 + bits(-b);
                c = c * 31 + compare(a, b);
            }
            System.out.println(h + " " + c);
        }
        for (float a : floats) {
            int h = 0, c = 0;
            for (float b : floats) {
                h = h * 31 + bits(a + b);
                h = h * 31 + bits(a - b);
                h = h * 31 + bits(a * b);
                h = h * 31 + bits(a / b);
                h = h * 31 + bits(a % b);
                h = h * 31 + bits(-b);
                c = c * 31 + compare(a, b);
            }
            System.out.println(h + " " + c);
        }
    }

    static void conversions() {
        for (double d : doubles) {
            System.out.println((byte) d + " " + (short) d + " " + (int) (char) d + " " + (int) d + " "
                    + (long) d + " " + bits((float) d));
        }
        for (float f : floats) {
            System.out.println((byte) f + " " + (short) f + " " + (int) (char) f + " " + (int) f + " "
                    + (long) f + " " + bits((double) f));
        }
        long l = Long.MAX_VALUE;
        int i = 16777217;
        System.out.println(bits((float) l));
        System.out.println(bits((double) l));
        System.out.println(bits((float) i));
        System.out.println((int) (float) i);
    }

    static void constants() {
        System.out.println((int) Double.NaN);
        System.out.println((long) 1e30);
        System.out.println((int) -1e30f);
        System.out.println((byte) 300.7);
        System.out.println((char) 65.9);
        System.out.println(1.0 / 0.0 > 1e308);
        System.out.println(0.0 == -0.0);
        System.out.println(0.0 / 0.0 == 0.0 / 0.0);
        System.out.println(0.0 / 0.0 != 0.0 / 0.0);
        System.out.println(5.5 % 2.25);
        System.out.println(-5.5 % 2.0);
        System.out.println((float) 0.1 == 0.1);
        System.out.println(0x1.8p1 + .5e1 + 1e0f);
        System.out.println(1.0f * 3 / 2);
        System.out.println(bits(1.0 / -0.0));
    }

    static void updates() {
        double d = 1;
        d++;
        d += 2;
        d -= 0.5f;
        d *= 4;
        d /= 3;
        d %= 2;
        System.out.println(bits(d));
        float f = 10;
        f--;
        --f;
        f *= 1.1;
        f += 1;
        System.out.println(bits(f));
        int i = 10;
        i *= 2.55;
        System.out.println(i);
        i += 1e10;
        System.out.println(i);
        long l = 5;
        l -= 0.5;
        System.out.println(l);
        char c = 'x';
        c += 1.9f;
        System.out.println(c);
    }

    public static void main(String[] args) {
        arithmetic();
        conversions();
        constants();
        updates();
    }
}
