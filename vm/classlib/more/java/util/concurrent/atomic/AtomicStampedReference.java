package java.util.concurrent.atomic;

public class AtomicStampedReference<V> {
    private static final class Pair<V> {
        final V reference;
        final int stamp;

        Pair(V reference, int stamp) {
            this.reference = reference;
            this.stamp = stamp;
        }
    }

    private final AtomicReference<Pair<V>> pair;

    public AtomicStampedReference(V reference, int stamp) {
        pair = new AtomicReference<Pair<V>>(new Pair<V>(reference, stamp));
    }

    public V getReference() {
        return pair.get().reference;
    }

    public int getStamp() {
        return pair.get().stamp;
    }

    public V get(int[] stampHolder) {
        Pair<V> now = pair.get();
        stampHolder[0] = now.stamp;
        return now.reference;
    }

    public boolean compareAndSet(V expectedReference, V newReference, int expectedStamp, int newStamp) {
        Pair<V> now = pair.get();
        if (now.reference != expectedReference || now.stamp != expectedStamp) return false;
        if (newReference == now.reference && newStamp == now.stamp) return true;
        return pair.compareAndSet(now, new Pair<V>(newReference, newStamp));
    }

    public boolean weakCompareAndSet(V expectedReference, V newReference, int expectedStamp, int newStamp) {
        return compareAndSet(expectedReference, newReference, expectedStamp, newStamp);
    }

    public void set(V newReference, int newStamp) {
        pair.set(new Pair<V>(newReference, newStamp));
    }

    public boolean attemptStamp(V expectedReference, int newStamp) {
        Pair<V> now = pair.get();
        if (now.reference != expectedReference) return false;
        return newStamp == now.stamp || pair.compareAndSet(now, new Pair<V>(expectedReference, newStamp));
    }
}
