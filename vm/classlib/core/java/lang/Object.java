package java.lang;

public class Object {
    public Object() {
    }

    public final native Class<?> getClass();

    public native int hashCode();

    public boolean equals(Object other) {
        return this == other;
    }

    protected native Object clone() throws CloneNotSupportedException;

    public final native void notify();

    public final native void notifyAll();

    private native void waitNanoseconds(long nanoseconds) throws InterruptedException;

    public final void wait() throws InterruptedException {
        waitNanoseconds(0);
    }

    public final void wait(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException("timeout value is negative");
        wait(milliseconds, 0);
    }

    public final void wait(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException("timeoutMillis value is negative");
        if (nanoseconds < 0 || nanoseconds > 999999)
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        waitNanoseconds(milliseconds > Long.MAX_VALUE / 1000000 - 1
                        ? Long.MAX_VALUE : milliseconds * 1000000 + nanoseconds);
    }

    /** Nothing calls it: there are no finalizers. */
    protected void finalize() throws Throwable {
    }

    public String toString() {
        return getClass().getName() + "@" + Integer.toHexString(hashCode());
    }
}
