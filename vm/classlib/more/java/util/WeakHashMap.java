package java.util;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Chained, in tables of a power of two. Programs see the order: what is new goes to the front of its chain, growing turns chains
 * round, and the table is walked from its end. Entries whose keys are gone leave when the map is next asked for anything.
 */
public class WeakHashMap<K, V> extends AbstractMap<K, V> implements Map<K, V> {
    private static final int DEFAULT_CAPACITY = 16;
    private static final int MAXIMUM_CAPACITY = 1 << 30;
    private static final float DEFAULT_LOAD = 0.75f;
    private static final Object NULL = new Object();

    private Entry<K, V>[] table;
    private int size;
    private int limit;
    private final float load;
    private int modCount;
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    private static final class Entry<K, V> extends WeakReference<Object> implements Map.Entry<K, V> {
        final int hash;
        V value;
        Entry<K, V> next;

        Entry(Object key, int hash, V value, Entry<K, V> next, ReferenceQueue<Object> queue) {
            super(key, queue);
            this.hash = hash;
            this.value = value;
            this.next = next;
        }

        @SuppressWarnings("unchecked")
        public K getKey() {
            Object key = get();
            return key == NULL ? null : (K) key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        public boolean equals(Object other) {
            return entriesEqual(this, other);
        }

        public int hashCode() {
            return Objects.hashCode(getKey()) ^ Objects.hashCode(value);
        }

        public String toString() {
            return getKey() + "=" + value;
        }
    }

    public WeakHashMap() {
        this(DEFAULT_CAPACITY, DEFAULT_LOAD);
    }

    public WeakHashMap(int capacity) {
        this(capacity, DEFAULT_LOAD);
    }

    public WeakHashMap(int capacity, float load) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal Initial Capacity: " + capacity);
        if (!(load > 0)) throw new IllegalArgumentException("Illegal Load factor: " + load);
        this.load = load;
        int length = 1;
        while (length < Math.min(capacity, MAXIMUM_CAPACITY)) length <<= 1;
        makeTable(length);
    }

    public WeakHashMap(Map<? extends K, ? extends V> m) {
        this(Math.max((int) (m.size() / DEFAULT_LOAD) + 1, DEFAULT_CAPACITY), DEFAULT_LOAD);
        putAll(m);
    }

    @SuppressWarnings("unchecked")
    private void makeTable(int length) {
        table = (Entry<K, V>[]) new Entry[length];
        limit = (int) (length * load);
    }

    private static int spread(Object key) {
        int h = key.hashCode();
        h ^= h >>> 20 ^ h >>> 12;
        return h ^ h >>> 7 ^ h >>> 4;
    }

    private static Object masked(Object key) {
        return key == null ? NULL : key;
    }

    private void forgetGone() {
        for (Object entry; (entry = gone.poll()) != null;) unlink((Entry<?, ?>) entry);
    }

    /** False when the entry has left before. */
    private boolean unlink(Entry<?, ?> entry) {
        int place = entry.hash & table.length - 1;
        Entry<K, V> before = null;
        for (Entry<K, V> at = table[place]; at != null; before = at, at = at.next) {
            if (at != entry) continue;
            if (before == null) table[place] = at.next;
            else before.next = at.next;
            entry.value = null;
            size--;
            return true;
        }
        return false;
    }

    private Entry<K, V> find(Object given) {
        forgetGone();
        Object key = masked(given);
        int hash = spread(key);
        Entry<K, V> entry = table[hash & table.length - 1];
        while (entry != null && !is(entry, hash, key)) entry = entry.next;
        return entry;
    }

    private static boolean is(Entry<?, ?> entry, int hash, Object key) {
        if (entry.hash != hash) return false;
        Object own = entry.get();
        return own == key || key.equals(own);
    }

    private void grow(int length) {
        Entry<K, V>[] old = table;
        if (old.length == MAXIMUM_CAPACITY) return;
        makeTable(length);
        for (Entry<K, V> chain : old) {
            for (Entry<K, V> entry = chain, next; entry != null; entry = next) {
                next = entry.next;
                int place = entry.hash & length - 1;
                entry.next = table[place];
                table[place] = entry;
            }
        }
    }

    public int size() {
        if (size > 0) forgetGone();
        return size;
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public V get(Object key) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.value;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public V put(K key, V value) {
        Entry<K, V> entry = find(key);
        if (entry != null) return entry.setValue(value);
        modCount++;
        Object masked = masked(key);
        int hash = spread(masked), place = hash & table.length - 1;
        table[place] = new Entry<>(masked, hash, value, table[place], gone);
        if (++size >= limit) grow(table.length * 2);
        return null;
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        if (m.size() > limit) {
            int least = Math.min((int) (m.size() / load + 1), MAXIMUM_CAPACITY), length = table.length;
            while (length < least) length <<= 1;
            if (length > table.length) grow(length);
        }
        for (Map.Entry<? extends K, ? extends V> entry : m.entrySet()) put(entry.getKey(), entry.getValue());
    }

    public V remove(Object key) {
        Entry<K, V> entry = find(key);
        if (entry == null) return null;
        V value = entry.value;
        unlink(entry);
        modCount++;
        return value;
    }

    public void clear() {
        while (gone.poll() != null) continue;
        modCount++;
        Arrays.fill(table, null);
        size = 0;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        visit((key, entry) -> action.accept(key, entry.value));
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        visit((key, entry) -> entry.value = function.apply(key, entry.value));
    }

    /** From the table's start, other than the iterators. */
    @SuppressWarnings("unchecked")
    private void visit(BiConsumer<K, Entry<K, V>> visitor) {
        forgetGone();
        int expected = modCount;
        for (Entry<K, V> chain : table) {
            for (Entry<K, V> entry = chain; entry != null; entry = entry.next) {
                Object key = entry.get();
                if (key != null) visitor.accept(key == NULL ? null : (K) key, entry);
                if (modCount != expected) throw new ConcurrentModificationException();
            }
        }
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Walk();
            }

            public int size() {
                return WeakHashMap.this.size();
            }

            public void clear() {
                WeakHashMap.this.clear();
            }
        };
    }

    /** Holds the key of the entry that it has told and of the next, so that they stay. */
    private final class Walk implements Iterator<Map.Entry<K, V>> {
        private int place = size() == 0 ? 0 : table.length;
        private int expected = modCount;
        private Entry<K, V> next, last;
        private Object nextKey, lastKey;

        public boolean hasNext() {
            while (nextKey == null) {
                while (next == null && place > 0) next = table[--place];
                if (next == null) return false;
                nextKey = next.get();
                if (nextKey == null) next = next.next;
            }
            return true;
        }

        public Map.Entry<K, V> next() {
            if (modCount != expected) throw new ConcurrentModificationException();
            if (!hasNext()) throw new NoSuchElementException();
            last = next;
            lastKey = nextKey;
            next = next.next;
            nextKey = null;
            return last;
        }

        public void remove() {
            if (last == null) throw new IllegalStateException();
            if (modCount != expected) throw new ConcurrentModificationException();
            unlink(last);
            expected = ++modCount;
            last = null;
            lastKey = null;
        }
    }
}
