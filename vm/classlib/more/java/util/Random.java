package java.util;

/** The linear congruential generator that the documentation prescribes, to the bit. */
public class Random implements java.io.Serializable {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long MASK = (1L << 48) - 1;
    private static final double DOUBLE_UNIT = 1.0 / (1L << 53);
    private static final float FLOAT_UNIT = 1.0f / (1 << 24);
    private static long uniquifier = 8682522807148012L;

    private long seed;
    private double nextGaussian;
    private boolean haveGaussian;

    public Random() {
        this(freshSeed());
    }

    public Random(long seed) {
        setSeed(seed);
    }

    private static synchronized long freshSeed() {
        uniquifier *= 1181783497276652981L;
        return uniquifier ^ System.nanoTime();
    }

    public synchronized void setSeed(long seed) {
        this.seed = (seed ^ MULTIPLIER) & MASK;
        haveGaussian = false;
    }

    protected int next(int bits) {
        long next = seed * MULTIPLIER + 0xBL & MASK;
        seed = next;
        return (int) (next >>> 48 - bits);
    }

    public void nextBytes(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            int random = nextInt();
            for (int n = Math.min(bytes.length - i, 4); n > 0; n--) {
                bytes[i++] = (byte) random;
                random >>= 8;
            }
        }
    }

    public int nextInt() {
        return next(32);
    }

    public int nextInt(int bound) {
        if (bound <= 0) throw new IllegalArgumentException("bound must be positive");
        int random = next(31);
        int mask = bound - 1;
        if ((bound & mask) == 0) return (int) ((long) bound * random >> 31);
        int result = random % bound;
        while (random - result + mask < 0) {
            random = next(31);
            result = random % bound;
        }
        return result;
    }

    public int nextInt(int origin, int bound) {
        if (origin >= bound) throw new IllegalArgumentException("bound must be greater than origin");
        int random = nextInt();
        int count = bound - origin;
        int mask = count - 1;
        if ((count & mask) == 0) return (random & mask) + origin;
        if (count < 0) {
            while (random < origin || random >= bound) random = nextInt();
            return random;
        }
        int positive = random >>> 1;
        random = positive % count;
        while (positive + mask - random < 0) {
            positive = nextInt() >>> 1;
            random = positive % count;
        }
        return random + origin;
    }

    public long nextLong() {
        return ((long) next(32) << 32) + next(32);
    }

    public long nextLong(long bound) {
        if (bound <= 0) throw new IllegalArgumentException("bound must be positive");
        return boundedLong(0, bound);
    }

    public long nextLong(long origin, long bound) {
        if (origin >= bound) throw new IllegalArgumentException("bound must be greater than origin");
        return boundedLong(origin, bound);
    }

    private long boundedLong(long origin, long bound) {
        long random = nextLong();
        long count = bound - origin;
        long mask = count - 1;
        if ((count & mask) == 0) return (random & mask) + origin;
        if (count < 0) {
            while (random < origin || random >= bound) random = nextLong();
            return random;
        }
        long positive = random >>> 1;
        random = positive % count;
        while (positive + mask - random < 0) {
            positive = nextLong() >>> 1;
            random = positive % count;
        }
        return random + origin;
    }

    public boolean nextBoolean() {
        return next(1) != 0;
    }

    public float nextFloat() {
        return next(24) * FLOAT_UNIT;
    }

    public double nextDouble() {
        return (((long) next(26) << 27) + next(27)) * DOUBLE_UNIT;
    }

    /** Two at a time, by the polar method. */
    public synchronized double nextGaussian() {
        if (haveGaussian) {
            haveGaussian = false;
            return nextGaussian;
        }
        double x;
        double y;
        double square;
        do {
            x = 2 * nextDouble() - 1;
            y = 2 * nextDouble() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        double scale = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        nextGaussian = y * scale;
        haveGaussian = true;
        return x * scale;
    }

    public double nextDouble(double bound) {
        if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) throw new IllegalArgumentException("bound must be finite and positive");
        return Math.min(nextDouble() * bound, Math.nextDown(bound));
    }

    public double nextDouble(double origin, double bound) {
        if (!(origin < bound && bound - origin < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("bound must be greater than origin");
        return Math.min(nextDouble() * (bound - origin) + origin, Math.nextDown(bound));
    }

    public float nextFloat(float bound) {
        if (!(bound > 0 && bound < Float.POSITIVE_INFINITY)) throw new IllegalArgumentException("bound must be finite and positive");
        return Math.min(nextFloat() * bound, Math.nextDown(bound));
    }

    public float nextFloat(float origin, float bound) {
        if (!(origin < bound && bound - origin < Float.POSITIVE_INFINITY))
            throw new IllegalArgumentException("bound must be greater than origin");
        return Math.min(nextFloat() * (bound - origin) + origin, Math.nextDown(bound));
    }
}
