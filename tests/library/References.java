import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

/* When references of each kind are cleared and queued, and what they say before and afterwards. Objects are made so deep that
 * nothing of them is left where a collector looks. */
public class References {
    static final int COUNT = 40, DEEP = 50;
    static Object sink;

    /* Weak, but its payload keeps the referent. */
    static class Keeper extends WeakReference<Object> {
        Object payload;

        Keeper(Object referent, ReferenceQueue<Object> queue) {
            super(referent, queue);
            payload = referent;
        }
    }

    interface Maker {
        Reference<?> make(Object referent, ReferenceQueue<Object> queue);
    }

    static void fill(int depth, Reference<?>[] out, ReferenceQueue<Object> queue, Maker maker) {
        if (depth > 0) {
            fill(depth - 1, out, queue, maker);
            return;
        }
        for (int i = 0; i < out.length; i++) out[i] = maker.make(new int[10], queue);
    }

    static void overwrite(int depth) {
        if (depth > 0) {
            overwrite(depth - 1);
            return;
        }
        for (int i = 0; i < 100; i++) sink = new byte[1000];
        sink = null;
    }

    static void collect() throws InterruptedException {
        overwrite(DEEP + 10);
        System.gc();
        Thread.sleep(50);
        System.gc();
        Thread.sleep(20);
    }

    /** How many come; [expected] ones are waited for: java queues them in a thread of its own. */
    static int taken(ReferenceQueue<Object> queue, int expected) throws InterruptedException {
        int count = 0;
        while (count < expected && queue.remove(10000) != null) count++;
        while (queue.poll() != null) count++;
        return count;
    }

    static void tell(String kind, Maker maker) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Reference<?>[] references = new Reference<?>[COUNT];
        fill(DEEP, references, queue, maker);
        collect();
        int cleared = 0;
        for (Reference<?> reference : references)
            if (reference.refersTo(null)) cleared++;
        boolean isSame = cleared == taken(queue, cleared);
        System.out.println(kind + ": " + (cleared == 0 ? "none" : cleared > COUNT - 3 ? "most" : "some") + " cleared, as queued "
                + isSame + ", then " + references[3].enqueue() + " " + (references[3].get() == null) + " " + references[3].isEnqueued());
    }

    static void chain(int depth, Reference<?>[] out, ReferenceQueue<Object> queue) {
        if (depth > 0) {
            chain(depth - 1, out, queue);
            return;
        }
        Object referent = new int[5];
        out[0] = new WeakReference<>(referent, queue);
        out[1] = new SoftReference<>(referent, queue);
        out[2] = new PhantomReference<>(referent, queue);
        WeakReference<Object> inner = new WeakReference<>(new int[3], queue);
        out[3] = new WeakReference<>(inner, queue);
        out[4] = new SoftReference<>(inner);
    }

    static void strengths() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Reference<?>[] all = new Reference<?>[5];
        chain(DEEP, all, queue);
        collect();
        System.out.println("softly reachable: " + all[0].refersTo(null) + all[1].refersTo(null) + all[2].refersTo(null));
        all[1].clear();
        collect();
        System.out.println("no more: " + all[0].refersTo(null) + all[2].refersTo(null) + all[2].get());
        System.out.println("behind another: " + (all[4].get() != null) + all[3].refersTo(null) + taken(queue, 3));
    }

    static void enqueued() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object live = new Object();
        WeakReference<Object> weak = new WeakReference<>(live, queue);
        System.out.println(weak.isEnqueued() + " " + weak.enqueue() + " " + weak.isEnqueued() + " " + weak.get());
        System.out.println((queue.poll() == weak) + " " + weak.isEnqueued() + " " + weak.enqueue() + " " + queue.poll());
        System.out.println(queue.remove(10));
        try {
            queue.remove(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        PhantomReference<Object> phantom = new PhantomReference<>(live, null);
        System.out.println(phantom.get() + " " + phantom.refersTo(live) + " " + phantom.enqueue());
        WeakReference<Object> nothing = new WeakReference<>(null);
        System.out.println(nothing.get() + " " + nothing.refersTo(null) + " " + nothing.enqueue());
        Reference.reachabilityFence(live);
    }

    public static void main(String[] args) throws InterruptedException {
        tell("weak", (referent, queue) -> new WeakReference<>(referent, queue));
        tell("soft", (referent, queue) -> new SoftReference<>(referent, queue));
        tell("phantom", (referent, queue) -> new PhantomReference<>(referent, queue));
        tell("keeper", Keeper::new);
        strengths();
        enqueued();
        WeakReference<String> literal = new WeakReference<>("literal");
        collect();
        System.out.println(literal.get());
    }
}
