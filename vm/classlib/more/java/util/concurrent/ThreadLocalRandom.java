package java.util.concurrent;

import java.util.Random;

public final class ThreadLocalRandom extends Random {
    private static final ThreadLocal<ThreadLocalRandom> OF_THREAD = new ThreadLocal<ThreadLocalRandom>() {
        protected ThreadLocalRandom initialValue() {
            return new ThreadLocalRandom();
        }
    };

    private final boolean isMade;

    private ThreadLocalRandom() {
        isMade = true;
    }

    public static ThreadLocalRandom current() {
        return OF_THREAD.get();
    }

    public void setSeed(long seed) {
        if (isMade) throw new UnsupportedOperationException();
        super.setSeed(seed);
    }
}
