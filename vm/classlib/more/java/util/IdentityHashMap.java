package java.util;

/** Keys and values by turns in one array, probed linearly; keys and values are compared by ==. */
public class IdentityHashMap<K, V> extends AbstractMap<K, V>
        implements Map<K, V>, Cloneable, java.io.Serializable {
    private static final Object NULL = new Object();

    private Object[] table;
    private int size;
    private int modCount;
    private transient Set<Map.Entry<K, V>> entrySet;

    public IdentityHashMap() {
        this(21);
    }

    public IdentityHashMap(int expected) {
        if (expected < 0) throw new IllegalArgumentException("expectedMaxSize is negative: " + expected);
        int pairs = 4;
        while (pairs < expected + (expected >> 1) && pairs < 1 << 28) pairs <<= 1;
        table = new Object[2 * pairs];
    }

    public IdentityHashMap(Map<? extends K, ? extends V> m) {
        this((int) ((1 + m.size()) * 1.1));
        putAll(m);
    }

    private static Object masked(Object key) {
        return key == null ? NULL : key;
    }

    private static Object unmasked(Object key) {
        return key == NULL ? null : key;
    }

    private static int start(Object key, int length) {
        int hash = System.identityHashCode(key);
        return (hash << 1) - (hash << 8) & length - 2;
    }

    /** Where the key is, or the complement of the free place where it belongs. */
    private int find(Object key) {
        Object[] array = table;
        int i = start(key, array.length);
        while (array[i] != key) {
            if (array[i] == null) return ~i;
            i = i + 2 & array.length - 1;
        }
        return i;
    }

    public int size() {
        return size;
    }

    @SuppressWarnings("unchecked")
    public V get(Object key) {
        int i = find(masked(key));
        return i < 0 ? null : (V) table[i + 1];
    }

    public boolean containsKey(Object key) {
        return find(masked(key)) >= 0;
    }

    public boolean containsValue(Object value) {
        for (int i = 0; i < table.length; i += 2)
            if (table[i] != null && table[i + 1] == value) return true;
        return false;
    }

    @SuppressWarnings("unchecked")
    public V put(K key, V value) {
        int i = find(masked(key));
        if (i >= 0) {
            V old = (V) table[i + 1];
            table[i + 1] = value;
            return old;
        }
        modCount++;
        if (3 * (size + 1) > table.length) {
            grow();
            i = find(masked(key));
        }
        table[~i] = masked(key);
        table[~i + 1] = value;
        size++;
        return null;
    }

    private void grow() {
        Object[] old = table;
        table = new Object[2 * old.length];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i] == null) continue;
            int to = ~find(old[i]);
            table[to] = old[i];
            table[to + 1] = old[i + 1];
        }
    }

    @SuppressWarnings("unchecked")
    public V remove(Object key) {
        int i = find(masked(key));
        if (i < 0) return null;
        V old = (V) table[i + 1];
        removeAt(i);
        return old;
    }

    /** Moves up what was displaced past the hole. */
    private void removeAt(int hole) {
        Object[] array = table;
        int mask = array.length - 1;
        modCount++;
        size--;
        for (int i = hole + 2 & mask; array[i] != null; i = i + 2 & mask) {
            int start = start(array[i], array.length);
            if ((i - start & mask) >= (i - hole & mask)) {
                array[hole] = array[i];
                array[hole + 1] = array[i + 1];
                hole = i;
            }
        }
        array[hole] = null;
        array[hole + 1] = null;
    }

    public void clear() {
        modCount++;
        Arrays.fill(table, null);
        size = 0;
    }

    /** Of another such map: the same keys with the same values. */
    public boolean equals(Object other) {
        if (other == this) return true;
        if (!(other instanceof Map)) return false;
        return entrySet().equals(((Map<?, ?>) other).entrySet());
    }

    public int hashCode() {
        return entrySet().hashCode();
    }

    public Object clone() {
        try {
            IdentityHashMap<?, ?> copy = (IdentityHashMap<?, ?>) super.clone();
            copy.table = Arrays.copyOf(table, table.length);
            copy.entrySet = null;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    public Set<K> keySet() {
        if (keySet == null) keySet = new KeySet();
        return keySet;
    }

    public Set<Map.Entry<K, V>> entrySet() {
        if (entrySet == null) entrySet = new EntrySet();
        return entrySet;
    }

    private final class KeySet extends AbstractSet<K> {
        public Iterator<K> iterator() {
            Each each = new Each();
            return new Iterator<K>() {
                public boolean hasNext() {
                    return each.hasNext();
                }

                public K next() {
                    return each.next().getKey();
                }

                public void remove() {
                    each.remove();
                }
            };
        }

        public int size() {
            return size;
        }

        public boolean contains(Object key) {
            return containsKey(key);
        }

        public boolean remove(Object key) {
            int i = find(masked(key));
            if (i < 0) return false;
            removeAt(i);
            return true;
        }

        public void clear() {
            IdentityHashMap.this.clear();
        }

        public int hashCode() {
            int sum = 0;
            for (K key : this) sum += System.identityHashCode(key);
            return sum;
        }
    }

    private final class EntrySet extends AbstractSet<Map.Entry<K, V>> {
        public Iterator<Map.Entry<K, V>> iterator() {
            return new Each();
        }

        public Object[] toArray() {
            return copies(this).toArray();
        }

        public <T> T[] toArray(T[] array) {
            return copies(this).toArray(array);
        }

        public int size() {
            return size;
        }

        private int place(Object other) {
            if (!(other instanceof Map.Entry)) return -1;
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
            int i = find(masked(entry.getKey()));
            return i >= 0 && table[i + 1] == entry.getValue() ? i : -1;
        }

        public boolean contains(Object other) {
            return place(other) >= 0;
        }

        public boolean remove(Object other) {
            int i = place(other);
            if (i >= 0) removeAt(i);
            return i >= 0;
        }

        public void clear() {
            IdentityHashMap.this.clear();
        }
    }

    /** Walks the keys as they were when it began: removing moves entries. */
    private final class Each implements Iterator<Map.Entry<K, V>> {
        private final Object[] keys = keysNow();
        private int next;
        private boolean removable;
        private int expected = modCount;

        public boolean hasNext() {
            return next < keys.length;
        }

        @SuppressWarnings("unchecked")
        public Map.Entry<K, V> next() {
            if (modCount != expected) throw new ConcurrentModificationException();
            if (next == keys.length) throw new NoSuchElementException();
            removable = true;
            return new Pair((K) unmasked(keys[next++]));
        }

        public void remove() {
            if (!removable) throw new IllegalStateException();
            if (modCount != expected) throw new ConcurrentModificationException();
            removeAt(find(keys[next - 1]));
            removable = false;
            expected = modCount;
        }
    }

    private Object[] keysNow() {
        Object[] keys = new Object[size];
        int count = 0;
        for (int i = 0; i < table.length; i += 2)
            if (table[i] != null) keys[count++] = table[i];
        return keys;
    }

    private final class Pair implements Map.Entry<K, V> {
        private final K key;

        Pair(K key) {
            this.key = key;
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return get(key);
        }

        public V setValue(V value) {
            return put(key, value);
        }

        public boolean equals(Object other) {
            if (!(other instanceof Map.Entry)) return false;
            Map.Entry<?, ?> that = (Map.Entry<?, ?>) other;
            return key == that.getKey() && getValue() == that.getValue();
        }

        public int hashCode() {
            return System.identityHashCode(key) ^ System.identityHashCode(getValue());
        }

        public String toString() {
            return key + "=" + getValue();
        }
    }
}
