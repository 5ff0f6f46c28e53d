import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** The functions of Math: those whose every bit is defined as sums over their bits, the others beside StrictMath's. */
public class Functions {
    private static final double[] SPECIAL = {0.0, -0.0, 1, -1, 0.5, -0.5, Double.NaN, 1 / 0.0, -1 / 0.0, Double.MIN_VALUE, Double.MAX_VALUE, 1e-300,
        1e300, 1e-20, 1e-9, 709, 710, -745, -746, -708, 0.34657, 0.3466, 1.0397, 22, 22.5, -22, 0.4375, 0.6875, 1.1875, 2.4375, 0.975, 0.9750001, 56, 38.9, -40,
        13.86, 2.5, 27, 8, 64, 3, -3, 4};

    /** Plain numbers around 0, to +-[scale]; some of any size. */
    private static double[] arguments(double scale) {
        Random random = new Random(17);
        double[] arguments = new double[3000];
        for (int i = 0; i < arguments.length; i++) {
            double x = (random.nextDouble() * 2 - 1) * scale;
            if (i % 7 == 3) x = Double.longBitsToDouble(random.nextLong());
            arguments[i] = i < SPECIAL.length ? SPECIAL[i] : Math.abs(x) < Double.MIN_NORMAL ? 0 : x;
        }
        return arguments;
    }

    private static void show(String name, double scale, DoubleUnaryOperator function) {
        long sum = 0;
        double[] arguments = arguments(scale);
        for (double x : arguments) sum = 31 * sum + Double.doubleToLongBits(function.applyAsDouble(x));
        System.out.print(name + " " + Long.toHexString(sum));
        for (int i = 0; i < 100; i += 9) System.out.print(" " + function.applyAsDouble(arguments[i]));
        System.out.println();
    }

    private static void show(String name, DoubleBinaryOperator function) {
        double[] arguments = arguments(3);
        show(name, 5, x -> function.applyAsDouble(x, 1.25));
        show(name, 5, x -> function.applyAsDouble(-0.75, x));
        long sum = 0;
        for (double x : SPECIAL)
            for (double y : SPECIAL) sum = 31 * sum + Double.doubleToLongBits(function.applyAsDouble(x, y));
        for (int i = 1; i < arguments.length; i++) sum = 31 * sum + Double.doubleToLongBits(function.applyAsDouble(arguments[i], arguments[i - 1]));
        System.out.println(Long.toHexString(sum));
    }

    /** Both may be wrong by a unit in the last place. */
    private static boolean isNear(double own, double strict) {
        return Double.doubleToLongBits(own) == Double.doubleToLongBits(strict) || Math.abs(own - strict) <= 2 * Math.ulp(strict);
    }

    private static void beside(String name, double scale, DoubleUnaryOperator own, DoubleUnaryOperator strict) {
        int far = 0;
        for (double x : arguments(scale)) far += isNear(own.applyAsDouble(x), strict.applyAsDouble(x)) ? 0 : 1;
        System.out.print(name + " " + far);
        for (double x : SPECIAL) {
            double result = own.applyAsDouble(x);
            if (Double.isNaN(result) || Double.isInfinite(result) || Math.rint(result) == result && Math.abs(result) < 1000) System.out.print(" " + x + ":" + result);
        }
        System.out.println();
    }

    private static void powers() {
        int far = 0;
        for (double x : SPECIAL)
            for (double y : SPECIAL) far += isNear(Math.pow(x, y), StrictMath.pow(x, y)) ? 0 : 1;
        double[] arguments = arguments(30);
        for (int i = 1; i < arguments.length; i++) far += isNear(Math.pow(arguments[i - 1], arguments[i]), StrictMath.pow(arguments[i - 1], arguments[i])) ? 0 : 1;
        System.out.println("pow " + far);
    }

    public static void main(String[] arguments) {
        show("cbrt", 1000, Math::cbrt);
        show("asin", 1, Math::asin);
        show("acos", 1, Math::acos);
        show("atan", 5, Math::atan);
        show("sinh", 5, Math::sinh);
        show("cosh", 5, Math::cosh);
        show("tanh", 3, Math::tanh);
        show("expm1", 3, Math::expm1);
        show("sqrt", 100, Math::sqrt);
        show("StrictMath.exp", 20, StrictMath::exp);
        show("StrictMath.log", 20, StrictMath::log);
        show("StrictMath.cbrt", 50, StrictMath::cbrt);
        show("atan2", Math::atan2);
        show("hypot", Math::hypot);
        beside("sin", 100, Math::sin, StrictMath::sin);
        beside("cos", 100, Math::cos, StrictMath::cos);
        beside("tan", 100, Math::tan, StrictMath::tan);
        beside("exp", 100, Math::exp, StrictMath::exp);
        beside("log", 100, Math::log, StrictMath::log);
        beside("log10", 100, Math::log10, StrictMath::log10);
        powers();
        for (int i = 1; i <= 12; i++) System.out.print(Math.cbrt(i * i * i) + " " + Math.log10(Math.pow(10, i)) + " ");
        System.out.println();
    }
}
