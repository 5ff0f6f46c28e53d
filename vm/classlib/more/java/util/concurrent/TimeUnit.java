package java.util.concurrent;

public enum TimeUnit {
    NANOSECONDS(1L), MICROSECONDS(1000L), MILLISECONDS(1000000L), SECONDS(1000000000L),
    MINUTES(60000000000L), HOURS(3600000000000L), DAYS(86400000000000L);

    private final long nanoseconds;

    TimeUnit(long nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    /** Rounds towards zero; what is too large is the largest. */
    public long convert(long duration, TimeUnit sourceUnit) {
        if (sourceUnit.nanoseconds <= nanoseconds) return duration / (nanoseconds / sourceUnit.nanoseconds);
        long factor = sourceUnit.nanoseconds / nanoseconds;
        if (duration > Long.MAX_VALUE / factor) return Long.MAX_VALUE;
        if (duration < -(Long.MAX_VALUE / factor)) return Long.MIN_VALUE;
        return duration * factor;
    }

    public long toNanos(long duration) {
        return NANOSECONDS.convert(duration, this);
    }

    public long toMicros(long duration) {
        return MICROSECONDS.convert(duration, this);
    }

    public long toMillis(long duration) {
        return MILLISECONDS.convert(duration, this);
    }

    public long toSeconds(long duration) {
        return SECONDS.convert(duration, this);
    }

    public long toMinutes(long duration) {
        return MINUTES.convert(duration, this);
    }

    public long toHours(long duration) {
        return HOURS.convert(duration, this);
    }

    public long toDays(long duration) {
        return DAYS.convert(duration, this);
    }

    public void sleep(long duration) throws InterruptedException {
        long nanos = toNanos(duration);
        if (nanos > 0) Thread.sleep(nanos / 1000000, (int) (nanos % 1000000));
    }

    public void timedWait(Object obj, long duration) throws InterruptedException {
        long nanos = toNanos(duration);
        if (nanos > 0) obj.wait(nanos / 1000000, (int) (nanos % 1000000));
    }

    /** When a wait of [duration] that begins now is over, in the time of System.nanoTime. */
    long endOf(long duration) {
        return System.nanoTime() + Math.max(0, toNanos(duration));
    }

    /** Waits in [object]'s monitor for what may have changed; false: [end] is past. */
    static boolean awaitChange(Object object, long end) throws InterruptedException {
        long rest = end - System.nanoTime();
        NANOSECONDS.timedWait(object, rest);
        return rest > 0;
    }

    public void timedJoin(Thread thread, long duration) throws InterruptedException {
        long nanos = toNanos(duration);
        if (nanos > 0) thread.join(nanos / 1000000, (int) (nanos % 1000000));
    }
}
