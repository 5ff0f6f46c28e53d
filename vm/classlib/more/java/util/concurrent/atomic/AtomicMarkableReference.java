package java.util.concurrent.atomic;

public class AtomicMarkableReference<V> {
    private static final class Pair<V> {
        final V reference;
        final boolean mark;

        Pair(V reference, boolean mark) {
            this.reference = reference;
            this.mark = mark;
        }
    }

    private final AtomicReference<Pair<V>> pair;

    public AtomicMarkableReference(V reference, boolean mark) {
        pair = new AtomicReference<Pair<V>>(new Pair<V>(reference, mark));
    }

    public V getReference() {
        return pair.get().reference;
    }

    public boolean isMarked() {
        return pair.get().mark;
    }

    public V get(boolean[] markHolder) {
        Pair<V> now = pair.get();
        markHolder[0] = now.mark;
        return now.reference;
    }

    public boolean compareAndSet(V expectedReference, V newReference, boolean expectedMark, boolean newMark) {
        Pair<V> now = pair.get();
        if (now.reference != expectedReference || now.mark != expectedMark) return false;
        if (newReference == now.reference && newMark == now.mark) return true;
        return pair.compareAndSet(now, new Pair<V>(newReference, newMark));
    }

    public boolean weakCompareAndSet(V expectedReference, V newReference, boolean expectedMark, boolean newMark) {
        return compareAndSet(expectedReference, newReference, expectedMark, newMark);
    }

    public void set(V newReference, boolean newMark) {
        pair.set(new Pair<V>(newReference, newMark));
    }

    public boolean attemptMark(V expectedReference, boolean newMark) {
        Pair<V> now = pair.get();
        if (now.reference != expectedReference) return false;
        return newMark == now.mark || pair.compareAndSet(now, new Pair<V>(expectedReference, newMark));
    }
}
