import java.util.Random;

/**
 * Every method of StrictMath on arguments of all kinds, told as sums over the results' bits. With arguments: how many times each, and
 * the function whose results are told one by one.
 */
public class StrictFunctions {
    interface Unary {
        double of(double x);
    }

    interface Binary {
        double of(double x, double y);
    }

    private static final double[] SPECIAL = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, Double.NaN, 1 / 0.0, -1 / 0.0, Double.MIN_VALUE, -Double.MIN_VALUE,
        Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_NORMAL, -Double.MIN_NORMAL, 1e-300, 1e300, 1e-20, -1e-9, 709.782712893384, 709.7827128933841, -745.13321910194,
        -745.1332191019412, 1.5, 1024, -1075, -1074, 0x1p31, 0x1.00000ffffffffp31, 0x1.00001p31, -0x1p32, 0x1p53, 0x1p64, -0x1.fffffffffffffp63, 0x1.fffffffffffffp-1,
        0x1.0000000000001p0, 0x1.fffffp-1, 0x1.00000ffffffffp0, -0x1.fffffffffffffp-1, 0x1p52, 4503599627370497.5, 9007199254740993.0, 0.41421356, -0.29289321, Math.PI / 2, Math.PI,
        0x1.921fb54442d17p0, 0x1.921fb54442d19p0, -0x1.921fb54442d1ap0, Math.PI / 4, 3 * Math.PI / 4, 823549.6645, 823550.0};

    private static int count = 300;
    private static String detail = "";

    private static double small(Random random) {
        return (random.nextDouble() * 2 - 1) * 10;
    }

    private static double anyExponent(Random random) {
        return Math.scalb(random.nextDouble() + 1, random.nextInt(2100) - 1070) * (random.nextBoolean() ? 1 : -1);
    }

    private static double nearOne(Random random) {
        return (1 + Math.scalb(random.nextDouble() - 0.5, -random.nextInt(54))) * (random.nextInt(4) > 0 ? 1 : -1);
    }

    /** Whole numbers and halves of them, and what is beside them. */
    private static double nearWhole(Random random) {
        double x = (random.nextInt() >> random.nextInt(32)) * (random.nextBoolean() ? 1 : 0.5);
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) + random.nextInt(5) / 2 - 1);
    }

    /** Multiples of pi/4 to within some units in the last place, of a size that every reduction meets. */
    private static double nearQuarters(Random random) {
        double x = ((random.nextLong() >>> 1 + random.nextInt(63)) + 1) * (Math.PI / 4);
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) + (random.nextInt(64) >> random.nextInt(6)) - 2) * (random.nextBoolean() ? 1 : -1);
    }

    /** The upper words between which the algorithms choose. */
    private static final int[] BORDERS = {0x3c600000, 0x3c800000, 0x3c900000, 0x3e200000, 0x3e300000, 0x3e400000, 0x3fd2bec3, 0x3fd33333, 0x3fd62e42, 0x3fd62e43,
        0x3fda827a, 0x3fdc0000, 0x3fe00000, 0x3fe59428, 0x3fe60000, 0x3fe90000, 0x3fe921fb, 0x3fef3333, 0x3fefffff, 0x3ff00000, 0x3ff00002, 0x3ff0a2b2, 0x3ff30000,
        0x3ff3988e, 0x3ff6147a, 0x3ff6a09c, 0x3ff6a09e, 0x3ff6b851, 0x3ff921fb, 0x3ffbb67a, 0x3ffffffd, 0x4002d97c, 0x40038000, 0x40360000, 0x4043687a, 0x4049021f,
        0x40862e42, 0x41300000, 0x413921fb, 0x41b00000, 0x41c00000, 0x41e00000, 0x41f00000, 0x43400000, 0x43f00000, 0x44100000};

    private static double nearBorder(Random random) {
        int high = BORDERS[random.nextInt(BORDERS.length)] + random.nextInt(5) - 2;
        long low = random.nextInt() >> random.nextInt(32) & 0xffffffffL;
        return Double.longBitsToDouble((long) high << 32 | low) * (random.nextBoolean() ? 1 : -1);
    }

    private static double argument(int kind, int i, Random random) {
        switch (kind) {
            case 0:
                return SPECIAL[i % SPECIAL.length];
            case 1:
                return small(random);
            case 2:
                return Double.longBitsToDouble(random.nextLong());
            case 3:
                return anyExponent(random);
            case 4:
                return nearOne(random);
            case 5:
                return nearWhole(random);
            case 6:
                return nearQuarters(random);
            case 7:
                return small(random) * 100;
            case 8:
                return nearBorder(random);
            default:
                return Double.longBitsToDouble(random.nextLong() & 0x801fffffffffffffL);
        }
    }

    private static final int KINDS = 10;

    private static void tell(String name, double x, double y, double result) {
        System.out.println(name + " " + Double.toHexString(x) + " " + Double.toHexString(y) + " " + Double.toHexString(result));
    }

    private static void unary(String name, Unary function) {
        StringBuilder sums = new StringBuilder(name);
        Random random = new Random(17);
        for (int kind = 0; kind < KINDS; kind++) {
            long sum = 0;
            for (int i = 0; i < count; i++) {
                double x = argument(kind, i, random);
                double result = function.of(x);
                sum = 31 * sum + Double.doubleToLongBits(result);
                if (name.equals(detail)) tell(name, x, 0, result);
            }
            sums.append(' ').append(Long.toHexString(sum));
        }
        System.out.println(sums);
    }

    private static void binary(String name, Binary function) {
        StringBuilder sums = new StringBuilder(name);
        Random random = new Random(19);
        for (int kinds = 0; kinds < KINDS * KINDS; kinds++) {
            long sum = 0;
            int first = kinds / KINDS;
            int second = kinds % KINDS;
            int times = kinds == 0 ? SPECIAL.length * SPECIAL.length : count / 8;
            for (int i = 0; i < times; i++) {
                double x = argument(first, kinds == 0 ? i / SPECIAL.length : i, random);
                double y = argument(second, i, random);
                double result = function.of(x, y);
                sum = 31 * sum + Double.doubleToLongBits(result);
                if (name.equals(detail)) tell(name, x, y, result);
            }
            sums.append(' ').append(Long.toHexString(sum));
        }
        System.out.println(sums);
    }

    /** An exponent that takes x to where powers overflow, become subnormal or vanish. */
    private static double exponentToTheEdge(double x, double where) {
        double edge = where % 3 < 1 ? 1024 : where % 3 < 2 ? -1022 : -1075;
        return edge / (StrictMath.log(Math.abs(x)) * (1 / StrictMath.log(2))) * (1 + Math.scalb(where, -52));
    }

    private static void transcendental() {
        unary("sin", StrictMath::sin);
        unary("cos", StrictMath::cos);
        unary("tan", StrictMath::tan);
        unary("asin", StrictMath::asin);
        unary("acos", StrictMath::acos);
        unary("atan", StrictMath::atan);
        unary("exp", StrictMath::exp);
        unary("expm1", StrictMath::expm1);
        unary("log", StrictMath::log);
        unary("log10", StrictMath::log10);
        unary("log1p", StrictMath::log1p);
        unary("sinh", StrictMath::sinh);
        unary("cosh", StrictMath::cosh);
        unary("tanh", StrictMath::tanh);
        unary("cbrt", StrictMath::cbrt);
        unary("sqrt", StrictMath::sqrt);
        unary("Math.log1p", Math::log1p);
        binary("pow", StrictMath::pow);
        binary("pow at the edge", (x, y) -> StrictMath.pow(x, exponentToTheEdge(x, y)));
        binary("atan2", StrictMath::atan2);
        binary("hypot", StrictMath::hypot);
        binary("IEEEremainder", StrictMath::IEEEremainder);
    }

    private static void exact() {
        unary("rint", StrictMath::rint);
        unary("floor", StrictMath::floor);
        unary("ceil", StrictMath::ceil);
        unary("round", StrictMath::round);
        unary("round float", x -> StrictMath.round((float) x));
        unary("abs", StrictMath::abs);
        unary("signum", StrictMath::signum);
        unary("ulp", StrictMath::ulp);
        unary("ulp float", x -> StrictMath.ulp((float) x));
        unary("nextUp", StrictMath::nextUp);
        unary("nextDown", StrictMath::nextDown);
        unary("nextUp float", x -> StrictMath.nextUp((float) x));
        unary("nextDown float", x -> StrictMath.nextDown((float) x));
        unary("getExponent", StrictMath::getExponent);
        unary("getExponent float", x -> StrictMath.getExponent((float) x));
        unary("toRadians", StrictMath::toRadians);
        unary("toDegrees", StrictMath::toDegrees);
        binary("nextAfter", StrictMath::nextAfter);
        binary("nextAfter float", (x, y) -> StrictMath.nextAfter((float) x, y));
        binary("copySign", StrictMath::copySign);
        binary("copySign float", (x, y) -> StrictMath.copySign((float) x, (float) y));
        binary("max", StrictMath::max);
        binary("min", StrictMath::min);
        binary("max float", (x, y) -> StrictMath.max((float) x, (float) y));
        binary("min float", (x, y) -> StrictMath.min((float) x, (float) y));
        binary("scalb", (x, y) -> StrictMath.scalb(x, (int) y));
        binary("scalb float", (x, y) -> StrictMath.scalb((float) x, (int) y));
        binary("fma", (x, y) -> StrictMath.fma(x, y, -x * y));
        binary("fma a sum", (x, y) -> StrictMath.fma(x, x, y));
        binary("fma float", (x, y) -> StrictMath.fma((float) x, (float) y, (float) (x - y)));
    }

    public static void main(String[] arguments) {
        if (arguments.length > 0) count = Integer.parseInt(arguments[0]);
        if (arguments.length > 1) detail = arguments[1];
        transcendental();
        exact();
    }
}
