/* Every binary and unary operator on int and long, at the edges of their ranges. */
class Arithmetic {
    static int[] ints = {0, 1, -1, 2, 7, -7, 31, 32, 33, 63, 64, 255, -256, 65535, 65536,
            Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};
    static long[] longs = {0, 1, -1, 5, -5, 31, 63, 64, 65, 4294967296L, -4294967297L,
            Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};

    static int intHash(int a, int b) {
        int h = 17;
        h = h * 31 + (a + b);
        h = h * 31 + (a - b);
        h = h * 31 + a * b;
        h = h * 31 + (b == 0 ? -12 : a / b);
        h = h * 31 + (b == 0 ? -13 : a % b);
        h = h * 31 + (a & b);
        h = h * 31 + (a | b);
        h = h * 31 + (a ^ b);
        h = h * 31 + (a << b);
        h = h * 31 + (a >> b);
        h = h * 31 + (a >>> b);
        h = h * 31 + -a;
        h = h * 31 + ~b;
        h = h * 31 + +a;
        h = h * 31 + (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0)
                + (a == b ? 16 : 0) + (a != b ? 32 : 0);
        return h;
    }

    static long longHash(long a, long b) {
        long h = 17;
        h = h * 31 + (a + b);
        h = h * 31 + (a - b);
        h = h * 31 + a * b;
        h = h * 31 + (b == 0 ? -12 : a / b);
        h = h * 31 + (b == 0 ? -13 : a % b);
        h = h * 31 + (a & b);
        h = h * 31 + (a | b);
        h = h * 31 + (a ^ b);
        h = h * 31 + (a << b);
        h = h * 31 + (a >> b);
        h = h * 31 + (a >>> b);
        h = h * 31 + (a << (int) b);
        h = h * 31 + -a + ~b;
        h = h * 31 + (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0)
                + (a == b ? 16 : 0) + (a != b ? 32 : 0);
        return h;
    }

    static void divideByZero() {
        int zero = ints[0];
        try {
            System.out.println(1 / zero);
        } catch (ArithmeticException e) {
            System.out.println("int / " + e.getMessage());
        }
        try {
            System.out.println(1 % zero);
        } catch (ArithmeticException e) {
            System.out.println("int % " + e.getMessage());
        }
        try {
            System.out.println(1L / longs[0]);
        } catch (ArithmeticException e) {
            System.out.println("long / " + e.getMessage());
        }
        try {
            System.out.println(1L % longs[0]);
        } catch (ArithmeticException e) {
            System.out.println("long % " + e.getMessage());
        }
    }

    static void constants() {
        final int big = Integer.MAX_VALUE;
        System.out.println(big + 1);
        System.out.println(Integer.MIN_VALUE / -1);
        System.out.println(Integer.MIN_VALUE % -1);
        System.out.println(Long.MIN_VALUE / -1);
        System.out.println(-2147483648);
        System.out.println(-9223372036854775808L);
        System.out.println(0x7fffffff + 0x80000000 + 0xffffffff);
        System.out.println(0b1010 + 017 + 1_000_000);
        System.out.println(1 << 33);
        System.out.println(1L << 33);
        System.out.println(1 << 33L);
        System.out.println(-17 >> 2);
        System.out.println(-17 >>> 28);
        System.out.println(-17L >>> 60);
        System.out.println('a' + 1);
        System.out.println((char) ('a' + 1));
        System.out.println(~0 ^ 5 & 3 | 8);
        System.out.println(7 / 2 * 2 + 7 % 2 == 7);
        System.out.println(5 - 3 - 1);
        System.out.println(100 / 10 / 5);
        System.out.println(1 + 2 * 3 - 4 / 2 % 3);
    }

    static void mixed() {
        byte b = (byte) 200;
        short s = (short) 40000;
        char c = '\uffff';
        int i = 123456789;
        long l = 1234567890123L;
        System.out.println(b + s);
        System.out.println(b * c);
        System.out.println(c + l);
        System.out.println(i * i);
        System.out.println(i * l);
        System.out.println(b >> 1);
        System.out.println(b >>> 1);
        System.out.println(c << 4);
        System.out.println(s / b);
        System.out.println(-c);
        System.out.println(~b);
        System.out.println(b << l);
        System.out.println(l >> b);
        System.out.println(b < c == s < i);
    }

    public static void main(String[] args) {
        for (int a : ints) {
            int h = 0;
            for (int b : ints) h = h * 7 + intHash(a, b);
            System.out.println("int " + a + " " + h);
        }
        for (long a : longs) {
            long h = 0;
            for (long b : longs) h = h * 7 + longHash(a, b);
            System.out.println("long " + a + " " + h);
        }
        divideByZero();
        constants();
        mixed();
    }
}
