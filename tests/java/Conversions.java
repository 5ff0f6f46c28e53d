/* Widening, narrowing, compound assignment and increments of every primitive type. */
class Conversions {
    byte byteField = 127;
    static short shortField = -32768;
    char charField = '\0';
    static long longField = Long.MAX_VALUE;
    boolean booleanField;

    static void narrowing() {
        int[] values = {0, 127, 128, 255, 256, -129, 32767, 32768, 65535, 65536, -32769, 0x12345678};
        for (int v : values)
            System.out.println((byte) v + " " + (short) v + " " + (int) (char) v + " " + (long) v
                    + " " + (byte) (char) v + " " + (short) (byte) v + " " + (int) (char) (byte) v);
        long l = 0x123456789abcdef0L;
        System.out.println((byte) l + " " + (short) l + " " + (int) (char) l + " " + (int) l);
    }

    static void compound() {
        byte b = 100;
        b += 100;
        System.out.println(b);
        b *= 3;
        System.out.println(b);
        b >>= 1;
        System.out.println(b);
        b >>>= 1;
        System.out.println(b);
        b = -1;
        b >>>= 1;
        System.out.println(b);
        b <<= 7;
        System.out.println(b);
        b ^= 0x55;
        System.out.println(b);
        b /= -3;
        System.out.println(b);
        b %= 5;
        System.out.println(b);
        short s = 32767;
        s++;
        System.out.println(s);
        s -= 40000;
        System.out.println(s);
        s |= 0x10000;
        System.out.println(s);
        char c = 'z';
        c++;
        System.out.println(c);
        c += 5;
        System.out.println((int) c);
        c -= 200;
        System.out.println((int) c);
        int i = 5;
        i += 3.7;
        System.out.println(i);
        i <<= 33;
        System.out.println(i);
        i <<= 33L;
        System.out.println(i);
        i += 40000;
        i -= 100000;
        System.out.println(i);
        long l = 1;
        l <<= 40;
        l |= 5;
        l >>>= 1;
        System.out.println(l);
        int x = 10;
        x += x++ + ++x;
        System.out.println(x);
        x = x++ * 2 + x;
        System.out.println(x);
        int y = x-- - --x;
        System.out.println(x + " " + y);
        boolean t = true;
        t &= false;
        t |= true;
        t ^= true;
        System.out.println(t);
    }

    static int calls;

    static int index() {
        calls++;
        return 1;
    }

    Conversions self() {
        calls++;
        return this;
    }

    void lvalues() {
        System.out.println(byteField++ + " " + byteField);
        System.out.println(++byteField + " " + byteField--);
        System.out.println(shortField-- + " " + shortField);
        System.out.println((int) charField-- + " " + (int) charField);
        System.out.println(longField++ + " " + --longField);
        System.out.println(self().byteField++ + " " + (self().byteField += 5) + " " + calls);
        byte[] bytes = {126, 127, -128};
        System.out.println(bytes[index()]++ + " " + bytes[1] + " " + calls);
        System.out.println(--bytes[2] + " " + (bytes[0] <<= 1));
        short[] shorts = {-32768};
        System.out.println(shorts[0]-- + " " + shorts[0]);
        char[] chars = {'a', '\0'};
        System.out.println(chars[0]++ + " " + chars[0] + " " + (int) --chars[1]);
        int[] ints = new int[3];
        int i = 0;
        ints[i] = i = 2;
        System.out.println(ints[0] + " " + ints[2] + " " + i);
        ints[--i] += i++ + 10;
        System.out.println(ints[1] + " " + i);
        long[] longs = {5};
        System.out.println((longs[0] *= 3) + longs[0]++ + " " + longs[0]);
        double[] doubles = {1.5};
        System.out.println(doubles[0]++ + doubles[0]);
        float[] floats = {2.5f};
        System.out.println(-floats[0]-- + floats[0]);
        boolean[] booleans = {true, false};
        booleans[1] |= booleans[0];
        System.out.println(booleans[1] & !booleanField);
        String[] strings = {"a", null};
        strings[0] += 1 + 2;
        strings[1] += 'x';
        System.out.println(strings[0] + strings[1]);
        int a, b, c;
        a = b = c = 7;
        System.out.println(a + b + c);
        Object o = "o";
        o += "p";
        System.out.println(o);
    }

    static long widen(long l) {
        return l;
    }

    static double toDouble(float f) {
        return f;
    }

    public static void main(String[] args) {
        narrowing();
        compound();
        new Conversions().lvalues();
        System.out.println(widen('a') + toDouble(3) + widen((byte) -1));
        final byte small = 10;
        byte sum = small + 20;
        char letter = 97;
        short[] initial = {1, 'b', (byte) 3};
        System.out.println(sum + " " + letter + " " + initial[1]);
        switch (sum) {
        case small + 20:
            System.out.println("constant");
            break;
        default:
            System.out.println("other");
        }
    }
}
