package java.lang;

public class Throwable implements java.io.Serializable {
    private String message;
    private Throwable cause;
    private boolean isCauseSet;
    /** The frames as the VM tells them, one a word, innermost first; null when there are none. */
    private long[] backtrace;
    /** The frames as setStackTrace gave them; null: as the VM tells them. */
    private StackTraceElement[] frames;
    private boolean isTraceFixed;
    private boolean isFilledAgain;
    private boolean isSuppressionOff;
    private Throwable[] suppressed;

    public Throwable() {
        fillInStackTrace();
    }

    public Throwable(String message) {
        fillInStackTrace();
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        fillInStackTrace();
        this.message = message;
        setCause(cause);
    }

    public Throwable(Throwable cause) {
        fillInStackTrace();
        this.message = cause == null ? null : cause.toString();
        setCause(cause);
    }

    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        if (writableStackTrace) fillInStackTrace();
        else isTraceFixed = true;
        this.message = message;
        setCause(cause);
        isSuppressionOff = !enableSuppression;
    }

    private void setCause(Throwable cause) {
        this.cause = cause;
        isCauseSet = true;
    }

    public String getMessage() {
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        return cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (isCauseSet)
            throw new IllegalStateException("Can't overwrite cause with " + (cause == null ? "a null" : cause.toString()), this);
        if (cause == this) throw new IllegalArgumentException("Self-causation not permitted", this);
        setCause(cause);
        return this;
    }

    public synchronized Throwable fillInStackTrace() {
        if (!isTraceFixed) {
            isFilledAgain = backtrace != null;
            backtrace = walkStack();
            frames = null;
        }
        return this;
    }

    /** The frames of this thread. */
    private static native long[] walkStack();

    /** How many frames of its backtrace are those of fillInStackTrace and of this exception's constructors. */
    private native int makers(long[] backtrace);

    /** What the instruction that threw this found to be null; null when it was not thrown by one. */
    final String describeNull() {
        if (backtrace == null || isFilledAgain) return null;
        int makers = makers(backtrace);
        return makers < backtrace.length ? describeNull(backtrace[makers]) : null;
    }

    private static native String describeNull(long frame);

    private synchronized StackTraceElement[] frames() {
        if (frames == null && backtrace != null) {
            int makers = makers(backtrace);
            StackTraceElement[] made = new StackTraceElement[backtrace.length - makers];
            for (int i = 0; i < made.length; i++) made[i] = StackTraceElement.ofFrame(backtrace[makers + i]);
            frames = made;
        }
        return frames == null ? new StackTraceElement[0] : frames;
    }

    public StackTraceElement[] getStackTrace() {
        return frames().clone();
    }

    public void setStackTrace(StackTraceElement[] stackTrace) {
        StackTraceElement[] copy = stackTrace.clone();
        for (int i = 0; i < copy.length; i++)
            if (copy[i] == null) throw new NullPointerException("stackTrace[" + i + "]");
        synchronized (this) {
            if (!isTraceFixed) frames = copy;
        }
    }

    public final synchronized void addSuppressed(Throwable exception) {
        if (exception == this) throw new IllegalArgumentException("Self-suppression not permitted", exception);
        if (exception == null) throw new NullPointerException("Cannot suppress a null exception.");
        if (isSuppressionOff) return;
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] more = new Throwable[count + 1];
        if (count > 0) System.arraycopy(suppressed, 0, more, 0, count);
        more[count] = exception;
        suppressed = more;
    }

    public final synchronized Throwable[] getSuppressed() {
        return suppressed == null ? new Throwable[0] : suppressed.clone();
    }

    public void printStackTrace() {
        printStackTrace(System.err);
    }

    public void printStackTrace(java.io.PrintStream s) {
        synchronized (s) {
            describe("", "", new StackTraceElement[0], new Trace() {
                void add(Object line) {
                    s.println(line);
                }
            });
        }
    }

    public void printStackTrace(java.io.PrintWriter s) {
        synchronized (s) {
            describe("", "", new StackTraceElement[0], new Trace() {
                void add(Object line) {
                    s.println(line);
                }
            });
        }
    }

    /** Where the lines go, and whom they told of. */
    private abstract static class Trace {
        final java.util.IdentityHashMap<Throwable, Boolean> told = new java.util.IdentityHashMap<>();

        abstract void add(Object line);
    }

    /** Tells this, its frames but those it shares at the end with the enclosing trace, and what it carries. */
    private void describe(String indent, String caption, StackTraceElement[] enclosing, Trace trace) {
        String start = indent + caption;
        if (trace.told.put(this, true) != null) {
            trace.add(start + "[CIRCULAR REFERENCE: " + this + "]");
            return;
        }
        trace.add(start.isEmpty() ? this : start + this);
        StackTraceElement[] own = frames();
        int shown = own.length;
        int outer = enclosing.length;
        while (shown > 0 && outer > 0 && own[shown - 1].equals(enclosing[outer - 1])) {
            shown--;
            outer--;
        }
        for (int i = 0; i < shown; i++) trace.add(indent + "\tat " + own[i]);
        if (shown < own.length) trace.add(indent + "\t... " + (own.length - shown) + " more");
        for (Throwable carried : getSuppressed()) carried.describe(indent + "\t", "Suppressed: ", own, trace);
        Throwable reason = getCause();
        if (reason != null) reason.describe(indent, "Caused by: ", own, trace);
    }

    public String toString() {
        String text = getLocalizedMessage();
        String name = getClass().getName();
        return text == null ? name : name + ": " + text;
    }
}
