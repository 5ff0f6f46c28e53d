import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

/* Weak, soft and phantom references: what is cleared, when, and what the queue says of it. */
class Weak {
    static class Node {
        Object[] payload = new Object[4];
        Node next;
    }

    static Node kept = new Node();
    static Object sink;

    /* So deep that nothing of it is left where the collector looks. */
    static Reference[] make(int depth, ReferenceQueue queue) {
        if (depth > 0) return make(depth - 1, queue);
        Reference[] made = new Reference[20];
        for (int i = 0; i < made.length; i += 4) {
            made[i] = new WeakReference(new Node(), queue);
            made[i + 1] = new WeakReference(kept, queue);
            made[i + 2] = new PhantomReference(new Node(), queue);
            made[i + 3] = new SoftReference(new Node(), queue);
        }
        return made;
    }

    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += new int[100].length;
        return sum;
    }

    static boolean isGone(Reference reference) {
        return reference.get() == null;
    }

    public static void main(String[] arguments) throws Exception {
        ReferenceQueue queue = new ReferenceQueue();
        Reference[] made = make(50, queue);
        for (int round = 0; round < 20; round++) {
            System.gc();
            work(1000);
            Thread.sleep(1);
        }
        int gone = 0, queued = 0, foreign = 0, soft = 0, strong = 0;
        for (int i = 0; i < made.length; i += 4) {
            if (isGone(made[i])) gone++;
            if (!isGone(made[i + 1])) strong++;
            if (!isGone(made[i + 3])) soft++;
        }
        for (Reference r = queue.poll(); r != null; r = queue.poll()) {
            queued++;
            boolean found = false;
            for (int i = 0; i < made.length; i += 2) found |= made[i] == r;
            if (!found) foreign++;
        }
        // one word on the stack may keep one of them
        System.out.println(gone >= 4);
        System.out.println(queued >= 8);
        System.out.println(foreign);
        System.out.println(strong);
        System.out.println(soft);

        WeakReference mine = new WeakReference("text", queue);
        System.out.println(mine.get());
        System.out.println(mine.enqueue());
        System.out.println(mine.enqueue());
        System.out.println(mine.get());
        System.out.println(queue.poll() == mine);
        System.out.println(queue.remove(5));
        mine = new WeakReference(kept);
        System.out.println(mine.enqueue());
        System.out.println(mine.refersTo(null));
        mine.clear();
        System.out.println(new PhantomReference(kept, queue).get());

        Runtime runtime = Runtime.getRuntime();
        System.out.println(runtime.totalMemory() <= runtime.maxMemory());
        System.out.println(runtime.freeMemory() <= runtime.totalMemory());
        System.out.println(runtime.availableProcessors() > 0);
        System.out.println(runtime == Runtime.getRuntime());
    }
}
