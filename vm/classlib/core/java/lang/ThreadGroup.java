package java.lang;

/** A name for some threads, and what becomes of the exceptions that they do not catch. It does not know its threads. */
public class ThreadGroup implements Thread.UncaughtExceptionHandler {
    private final ThreadGroup parent;
    private final String name;
    private int maxPriority;

    /** The group of the thread that the VM started in. */
    ThreadGroup() {
        this.parent = null;
        this.name = "main";
        this.maxPriority = Thread.MAX_PRIORITY;
    }

    public ThreadGroup(String name) {
        this(Thread.currentThread().getThreadGroup(), name);
    }

    public ThreadGroup(ThreadGroup parent, String name) {
        this.parent = parent;
        this.name = name;
        this.maxPriority = parent.maxPriority;
    }

    public final String getName() {
        return name;
    }

    public final ThreadGroup getParent() {
        return parent;
    }

    public final int getMaxPriority() {
        return maxPriority;
    }

    public final void setMaxPriority(int priority) {
        if (priority < Thread.MIN_PRIORITY || priority > Thread.MAX_PRIORITY) return;
        maxPriority = parent == null ? priority : Math.min(priority, parent.maxPriority);
    }

    public final boolean parentOf(ThreadGroup group) {
        while (group != null && group != this) group = group.parent;
        return group == this;
    }

    public void uncaughtException(Thread t, Throwable e) {
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        if (parent != null) {
            parent.uncaughtException(t, e);
        } else if (handler != null) {
            handler.uncaughtException(t, e);
        } else if (!(e instanceof ThreadDeath)) {
            System.err.print("Exception in thread \"" + t.getName() + "\" ");
            e.printStackTrace(System.err);
        }
    }

    public String toString() {
        return getClass().getName() + "[name=" + name + ",maxpri=" + maxPriority + "]";
    }
}
