import java.util.*;

/** The boxes of numbers, Math and StrictMath. */
public class Numbers {
    interface Answer {
        Object get() throws Throwable;
    }

    static void tell(String what, Answer answer) {
        try {
            System.out.println(what + ": " + answer.get());
        } catch (NullPointerException told) {
            System.out.println(what + ": NullPointerException");
        } catch (Throwable told) {
            System.out.println(what + ": " + told);
        }
    }

    static void errors() {
        tell("pi null", () -> Integer.parseInt(null));
        tell("pi empty", () -> Integer.parseInt(""));
        tell("pi -", () -> Integer.parseInt("-"));
        tell("pi + r16", () -> Integer.parseInt("+", 16));
        tell("pi x", () -> Integer.parseInt("12x"));
        tell("pi x16", () -> Integer.parseInt("12x",16));
        tell("pi r1", () -> Integer.parseInt("1",1));
        tell("pi r40", () -> Integer.parseInt("1",40));
        tell("pi big", () -> Integer.parseInt("2147483648"));
        tell("pi cs", () -> Integer.parseInt("abc12x", 3, 6, 10));
        tell("pi cs2", () -> Integer.parseInt("abc12x", 3, 9, 10));
        tell("pi cs3", () -> Integer.parseInt("abc12x", 3, 3, 10));
        tell("pi cs4", () -> Integer.parseInt(null, -1, 0, 10));
        tell("pi cs5", () -> Integer.parseUnsignedInt(null, 0, 1, 10));
        tell("pi cs6", () -> Long.parseLong(null, 2, 1, 10));
        tell("pi cs7", () -> Long.parseUnsignedLong(null, 0, 0, 99));
        tell("pui", () -> Integer.parseUnsignedInt("4294967296"));
        tell("pui-", () -> Integer.parseUnsignedInt("-1"));
        tell("pui e", () -> Integer.parseUnsignedInt(""));
        tell("pui null", () -> Integer.parseUnsignedInt(null));
        tell("pui x", () -> Integer.parseUnsignedInt("zz", 16));
        tell("pul", () -> Long.parseUnsignedLong("18446744073709551616"));
        tell("pul-", () -> Long.parseUnsignedLong("-1"));
        tell("pul x", () -> Long.parseUnsignedLong("zz", 16));
        tell("pul L", () -> Long.parseUnsignedLong("zzzzzzzzzzzzzzzzzzzzz", 16));
        tell("pul L", () -> Long.parseUnsignedLong("111111111111111111111111111zzzzz", 10));
        tell("pl null", () -> Long.parseLong(null));
        tell("pl r", () -> Long.parseLong("1", 99));
        tell("pl r", () -> Long.parseLong("1", 1));
        tell("dec", () -> Integer.decode(""));
        tell("dec0x", () -> Integer.decode("0x"));
        tell("dec--", () -> Integer.decode("0x-1"));
        tell("dec+-", () -> Integer.decode("+-1"));
        tell("dec#", () -> Integer.decode("-#ff"));
        tell("dec010", () -> Integer.decode("010"));
        tell("decbig", () -> Integer.decode("0x80000000"));
        tell("decmin", () -> Integer.decode("-0x80000000"));
        tell("decmin", () -> Integer.decode("-2147483648"));
        tell("decx", () -> Integer.decode("0xzz"));
        tell("dec L", () -> Long.decode("-0x8000000000000000"));
        tell("dec null", () -> Integer.decode(null));
        tell("Byte", () -> Byte.parseByte("200"));
        tell("Byte d", () -> Byte.decode("200"));
        tell("Short d", () -> Short.decode("0x12345"));
        tell("Double null", () -> Double.parseDouble(null));
        tell("Double e", () -> Double.parseDouble(""));
        tell("Double e", () -> Double.parseDouble("  "));
        tell("Double e", () -> Double.parseDouble(" x "));
        for (String text : new String[] {"\0o5\0-1", "1 \0 ", "1\0002", "1..2", "+1.2.3", ".5.", "1.2e3.4", ".", "1e", "0x1", "1dd", "+-1", "\u0661", "1\ud83d\ude00", "\ud800"}) {
            tell(text, () -> Double.parseDouble(text));
            tell(text, () -> Float.parseFloat(text));
        }
        tell("Float null", () -> Float.parseFloat(null));
        tell("Double.valueOf null", () -> Double.valueOf(null));
        tell("addExactL", () -> Math.addExact(Long.MAX_VALUE, 1L));
        tell("mulExactL", () -> Math.multiplyExact(Long.MAX_VALUE, 2L));
        tell("neg", () -> Math.negateExact(Integer.MIN_VALUE));
        tell("inc", () -> Math.incrementExact(Integer.MAX_VALUE));
        tell("abs", () -> Math.absExact(Integer.MIN_VALUE));
        tell("absL", () -> Math.absExact(Long.MIN_VALUE));
        tell("negL", () -> Math.negateExact(Long.MIN_VALUE));
        tell("floorMod", () -> Math.floorMod(1,0));
        tell("toUnsignedString", () -> Long.toUnsignedString(-1, 99)+Integer.toUnsignedString(-1,3));
        tell("parseLong", () -> Long.parseLong("xyz", 0,2, 10));
        tell("parseLong", () -> Long.parseLong(null, 0,2, 10));
        tell("Float hex", () -> Float.toHexString(1.1f)+Double.toHexString(-4.9e-324)+Double.toHexString(Double.MAX_VALUE)+Float.toHexString(1.4e-45f)+Double.toHexString(0.0)+Double.toHexString(1));
    }

    static final int[] INTS = {0, 1, -1, 2, 7, -8, 127, 128, -128, -129, 255, 256, 65535, 0x12345678, 0x80000000, 0x7fffffff, 1000000007};
    static final long[] LONGS = {0, 1, -1, 10, -10, 127, 128, -128, -129, 0xffffffffL, 0x123456789abcdefL, Long.MIN_VALUE, Long.MAX_VALUE, -1000000007L * 97};
    static final double[] DOUBLES = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 1e10, 1e-10, 4503599627370495.5, 4294967297.0, 1e300, -1e300, 4.9e-324, 2.2250738585072014E-308, 1.7976931348623157e308, 1.0 / 0, -1.0 / 0, 0.0 / 0, 0.49999999999999994, 3000000000.5, 123456.789};

    static void ints() {
        for (int i : INTS) {
            System.out.println(i + " " + Integer.toString(i, 7) + " " + Integer.toHexString(i) + " " + Integer.toOctalString(i) + " " + Integer.toBinaryString(i) + " " + Integer.toUnsignedString(i) + " " + Integer.toUnsignedString(i, 36) + " " + Integer.toString(i, 99));
            System.out.println(Integer.bitCount(i) + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " " + Integer.highestOneBit(i) + " " + Integer.lowestOneBit(i) + " " + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " " + Integer.signum(i) + " " + Integer.rotateLeft(i, 5) + " " + Integer.rotateRight(i, 37) + " " + Integer.hashCode(i) + " " + Integer.toUnsignedLong(i));
            System.out.println(Short.reverseBytes((short) i) + " " + Character.reverseBytes((char) i) + " " + Byte.toUnsignedInt((byte) i) + " " + Short.toUnsignedInt((short) i) + " " + Byte.toUnsignedLong((byte) i) + (Integer.valueOf(i) == Integer.valueOf(i)) + (Short.valueOf((short) i) == Short.valueOf((short) i)) + (Byte.valueOf((byte) i) == Byte.valueOf((byte) i)) + (Long.valueOf(i) == Long.valueOf(i)) + (Character.valueOf((char) i) == Character.valueOf((char) i)));
            for (int j : INTS) {
                System.out.println(Integer.compare(i, j) + " " + Integer.compareUnsigned(i, j) + " " + Integer.max(i, j) + Integer.min(i, j) + Integer.sum(i, j) + " " + Byte.compareUnsigned((byte) i, (byte) j) + Short.compareUnsigned((short) i, (short) j) + Byte.compare((byte) i, (byte) j));
                tell("division", () -> Integer.divideUnsigned(i, j) + " " + Integer.remainderUnsigned(i, j) + " " + Math.floorDiv(i, j) + " " + Math.floorMod(i, j));
                tell("exact", () -> Math.addExact(i, j));
                tell("exact", () -> Math.subtractExact(i, j));
                tell("exact", () -> Math.multiplyExact(i, j));
                tell("exact", () -> Math.multiplyFull(i, j) + " " + Math.negateExact(i) + Math.absExact(j) + Math.incrementExact(i) + Math.decrementExact(j));
            }
        }
        System.out.println(Integer.valueOf("12").equals(12) + " " + Integer.valueOf("zz", 36) + Integer.decode("-0x1f") + Integer.parseUnsignedInt("4294967295") + Long.parseUnsignedLong("18446744073709551615") + Short.decode("#ff") + Byte.decode("-012") + Long.decode("0777") + Integer.parseInt("x+12y", 1, 4, 10));
        System.out.println(Integer.valueOf(5).compareTo(7) + " " + Integer.valueOf(300).doubleValue() + Integer.valueOf(300).byteValue() + Long.valueOf(70000).shortValue() + Double.valueOf(3.99).intValue() + Float.valueOf(2.5f).longValue() + Integer.TYPE + Long.SIZE + Double.BYTES + Character.TYPE);
    }

    static void longs() {
        for (long i : LONGS) {
            System.out.println(i + " " + Long.toString(i, 36) + " " + Long.toHexString(i) + " " + Long.toOctalString(i) + " " + Long.toBinaryString(i) + " " + Long.toUnsignedString(i) + " " + Long.toUnsignedString(i, 3) + " " + Long.bitCount(i) + " " + Long.reverse(i) + " " + Long.reverseBytes(i) + " " + Long.highestOneBit(i) + " " + Long.lowestOneBit(i) + " " + Long.numberOfLeadingZeros(i) + " " + Long.numberOfTrailingZeros(i) + " " + Long.signum(i) + " " + Long.rotateLeft(i, 13) + Long.rotateRight(i, 70) + " " + Long.hashCode(i) + (Long.valueOf(i) == Long.valueOf(i)));
            for (long j : LONGS) {
                System.out.println(Long.compare(i, j) + " " + Long.compareUnsigned(i, j) + " " + Math.multiplyHigh(i, j));
                tell("division", () -> Long.divideUnsigned(i, j) + " " + Long.remainderUnsigned(i, j) + " " + Math.floorDiv(i, j) + " " + Math.floorMod(i, j) + Math.floorDiv(i, (int) j) + Math.floorMod(i, (int) j));
                tell("exact", () -> Math.addExact(i, j));
                tell("exact", () -> Math.subtractExact(i, j));
                tell("exact", () -> Math.multiplyExact(i, j));
                tell("exact", () -> Math.multiplyExact(i, (int) j) + " " + Math.toIntExact(i));
                tell("exact", () -> Math.negateExact(i) + Math.absExact(j) + Math.incrementExact(i) + Math.decrementExact(j));
            }
        }
    }

    static void doubles() {
        for (double d : DOUBLES) {
            float f = (float) d;
            System.out.println(d + " " + f + " " + Double.toHexString(d) + " " + Float.toHexString(f) + " " + Double.doubleToLongBits(d) + " " + Float.floatToIntBits(f) + " " + Double.hashCode(d) + Float.hashCode(f) + Double.isNaN(d) + Double.isInfinite(d) + Double.isFinite(d) + Float.isFinite(f));
            System.out.println(Math.abs(d) + " " + Math.abs(f) + " " + Math.round(d) + " " + Math.round(f) + " " + Math.rint(d) + " " + Math.floor(d) + " " + Math.ceil(d) + " " + Math.signum(d) + Math.signum(f) + " " + Double.doubleToLongBits(Math.ulp(d)) + " " + Float.floatToIntBits(Math.ulp(f)) + " " + Double.doubleToLongBits(Math.nextUp(d)) + " " + Double.doubleToLongBits(Math.nextDown(d)) + " " + Float.floatToIntBits(Math.nextUp(f)) + " " + Float.floatToIntBits(Math.nextDown(f)) + " " + Math.getExponent(d) + " " + Math.getExponent(f) + " " + Math.sqrt(d));
            System.out.println(Double.doubleToLongBits(Math.scalb(d, 3)) + " " + Float.floatToIntBits(Math.scalb(f, -3)) + " " + Double.doubleToLongBits(Math.scalb(d, -1100)) + " " + Float.floatToIntBits(Math.scalb(f, 200)) + " " + StrictMath.log(d) + " " + Double.doubleToLongBits(Math.toRadians(d)) + " " + Double.doubleToLongBits(Math.toDegrees(d)) + " " + (int) d + " " + (long) d);
            for (double e : DOUBLES) {
                System.out.println(Double.compare(d, e) + " " + Math.max(d, e) + " " + Math.min(d, e) + " " + Math.max(f, (float) e) + " " + Math.min(f, (float) e) + " " + Math.copySign(d, e) + " " + Double.doubleToLongBits(Math.nextAfter(d, e)) + " " + Float.floatToIntBits(Math.nextAfter(f, e)) + " " + Math.IEEEremainder(d, e) + " " + Double.doubleToLongBits(Math.fma(d, e, 0.1)) + " " + Float.floatToIntBits(Math.fma(f, (float) e, 0.1f)) + " " + d % e + " " + Double.valueOf(d).equals(e) + Float.compare(f, (float) e) + Double.doubleToLongBits(Double.sum(d, e)));
            }
        }
        System.out.println(Double.parseDouble("0x1.8p1") + Double.parseDouble(" 1e3f ") + Float.parseFloat("-.5") + Double.valueOf("1.d") + Double.parseDouble("-Infinity") + Double.parseDouble("NaN") + Double.parseDouble("4.9e-324") + Double.parseDouble("1e400"));
        System.out.println(Math.sinh(0) + Math.cosh(0) + Math.tanh(0) + Math.expm1(0) + Math.log1p(0) + Math.hypot(3, 4) + Math.cbrt(27) + Math.pow(2, 10) + Math.log10(1000) + Math.atan2(0, 1));
    }

    public static void main(String[] arguments) {
        errors();
        ints();
        longs();
        doubles();
    }
}
