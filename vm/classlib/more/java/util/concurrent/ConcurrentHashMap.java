package java.util.concurrent;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Chained, in tables of a power of two. Who reads takes no lock: a chain changes by one reference at a time, and a node found
 * through a table's element, which cannot be volatile, has final fields and volatile ones. Who writes takes [lock]; functions that
 * the program gives run under it. Programs see the order of the chains: what is new goes to the end, growing turns round the part
 * of a chain that it must copy.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
    private static final int DEFAULT_CAPACITY = 16;
    private static final int MAXIMUM_CAPACITY = 1 << 30;
    private static final int LONG_CHAIN = 8;
    private static final int SMALL_TABLE = 64;
    /** The hash of the node that stands in an empty place while the program computes what comes there. */
    private static final int RESERVED = -1;

    private final Object lock = new Object();
    private volatile Node<K, V>[] table;
    private volatile int size;
    /** Of the table, while there is none. */
    private int firstCapacity = DEFAULT_CAPACITY;

    private static final class Node<K, V> {
        final int hash;
        final K key;
        volatile V value;
        volatile Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.next = next;
        }

        boolean is(int hash, Object key) {
            return this.hash == hash && (this.key == key || key.equals(this.key));
        }
    }

    public ConcurrentHashMap() {
    }

    public ConcurrentHashMap(int initialCapacity) {
        this(initialCapacity, 0.75f, 1);
    }

    public ConcurrentHashMap(int initialCapacity, float loadFactor) {
        this(initialCapacity, loadFactor, 1);
    }

    public ConcurrentHashMap(int initialCapacity, float loadFactor, int concurrencyLevel) {
        if (!(loadFactor > 0) || initialCapacity < 0 || concurrencyLevel <= 0) throw new IllegalArgumentException();
        firstCapacity = capacityFor((long) (1.0 + (long) Math.max(initialCapacity, concurrencyLevel) / loadFactor));
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> map) {
        putAll(map);
    }

    private static int capacityFor(long least) {
        if (least >= MAXIMUM_CAPACITY) return MAXIMUM_CAPACITY;
        return least <= 1 ? 1 : Integer.highestOneBit((int) least - 1) << 1;
    }

    private static int spread(Object key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & Integer.MAX_VALUE;
    }

    /* --- finding */

    private Node<K, V> chain(int hash) {
        Node<K, V>[] table = this.table;
        return table == null ? null : table[hash & table.length - 1];
    }

    private Node<K, V> find(Object key) {
        int hash = spread(key);
        Node<K, V> node = chain(hash);
        while (node != null && !node.is(hash, key)) node = node.next;
        return node;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public V getOrDefault(Object key, V other) {
        V value = get(key);
        return value == null ? other : value;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        if (value == null) throw new NullPointerException();
        for (Walk<V> walk = new Walk<>(false, true); walk.hasNext();)
            if (value.equals(walk.next())) return true;
        return false;
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    public int size() {
        return size;
    }

    public long mappingCount() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /* --- changing, with the lock */

    private static IllegalStateException recursion() {
        return new IllegalStateException("Recursive update");
    }

    private static boolean isReserved(Node<?, ?> chain) {
        return chain != null && chain.hash == RESERVED;
    }

    private V current(Object key) {
        if (isReserved(chain(spread(key)))) throw recursion();
        return get(key);
    }

    /** Adds what the function gives for an absent key, unless it has itself added to the chain. */
    private V computeAbsent(K key, Function<? super K, ? extends V> function) {
        if (table == null) makeTable(firstCapacity);
        Node<K, V>[] table = this.table;
        int place = spread(key) & table.length - 1;
        Node<K, V> last = table[place];
        V value;
        if (last == null) {
            table[place] = new Node<>(RESERVED, null, null, null);
            try {
                value = function.apply(key);
            } finally {
                table[place] = null;
            }
        } else {
            while (last.next != null) last = last.next;
            value = function.apply(key);
            if (value != null && last.next != null) throw recursion();
        }
        return settle(key, null, value);
    }

    @SuppressWarnings("unchecked")
    private void makeTable(int capacity) {
        table = (Node<K, V>[]) new Node[capacity];
    }

    private static int limit(int capacity) {
        return capacity - (capacity >>> 2);
    }

    @SuppressWarnings("unchecked")
    private void grow() {
        Node<K, V>[] old = table;
        Node<K, V>[] grown = (Node<K, V>[]) new Node[old.length * 2];
        for (int i = 0; i < old.length; i++) split(old[i], grown, old.length);
        table = grown;
    }

    /** The end of the chain that goes to one place goes there as it is, copies of the others before it. */
    private static <K, V> void split(Node<K, V> chain, Node<K, V>[] to, int bit) {
        if (chain == null) return;
        if (isReserved(chain)) throw recursion();
        Node<K, V> end = chain;
        for (Node<K, V> node = chain.next; node != null; node = node.next)
            if ((node.hash & bit) != (end.hash & bit)) end = node;
        to[end.hash & to.length - 1] = end;
        for (Node<K, V> node = chain; node != end; node = node.next) {
            int place = node.hash & to.length - 1;
            to[place] = new Node<>(node.hash, node.key, node.value, to[place]);
        }
    }

    private void reserve(int capacity) {
        while (table.length < MAXIMUM_CAPACITY && limit(table.length) < capacity) grow();
    }

    private void growLongChain(int chain) {
        if (chain >= LONG_CHAIN && table.length < SMALL_TABLE) reserve(table.length * 4);
    }

    /** Sets the value, or adds the key. */
    private void store(K key, V value) {
        if (table == null) makeTable(firstCapacity);
        int hash = spread(key), place = hash & table.length - 1, chain = 0;
        Node<K, V> last = null;
        for (Node<K, V> node = table[place]; node != null; last = node, node = node.next) {
            chain++;
            if (node.is(hash, key)) {
                node.value = value;
                growLongChain(chain);
                return;
            }
        }
        Node<K, V> added = new Node<>(hash, key, value, null);
        if (last == null) table[place] = added;
        else last.next = added;
        growLongChain(chain);
        size++;
        while (size >= limit(table.length) && table.length < MAXIMUM_CAPACITY) grow();
    }

    private void drop(Object key) {
        int hash = spread(key), place = hash & table.length - 1;
        Node<K, V> before = null;
        for (Node<K, V> node = table[place]; node != null; before = node, node = node.next) {
            if (!node.is(hash, key)) continue;
            if (before == null) table[place] = node.next;
            else before.next = node.next;
            size--;
            return;
        }
    }

    /** A null value: without the key. Returns the value. */
    private V settle(K key, V old, V value) {
        if (value != null) store(key, value);
        else if (old != null) drop(key);
        return value;
    }

    private static void requireNonNull(Object one, Object other) {
        if (one == null || other == null) throw new NullPointerException();
    }

    public V put(K key, V value) {
        requireNonNull(key, value);
        synchronized (lock) {
            V old = current(key);
            store(key, value);
            return old;
        }
    }

    public V putIfAbsent(K key, V value) {
        requireNonNull(key, value);
        V found = get(key);
        if (found != null) return found;
        synchronized (lock) {
            V old = current(key);
            if (old == null) store(key, value);
            return old;
        }
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        synchronized (lock) {
            int capacity = capacityFor(m.size() + (m.size() >>> 1) + 1L);
            if (table == null) makeTable(Math.max(capacity, firstCapacity));
            reserve(capacity);
            for (Map.Entry<? extends K, ? extends V> entry : m.entrySet()) put(entry.getKey(), entry.getValue());
        }
    }

    public V remove(Object key) {
        synchronized (lock) {
            V old = current(key);
            if (old != null) drop(key);
            return old;
        }
    }

    public boolean remove(Object key, Object value) {
        if (key == null) throw new NullPointerException();
        synchronized (lock) {
            V old = current(key);
            boolean isSame = value != null && old != null && value.equals(old);
            if (isSame) drop(key);
            return isSame;
        }
    }

    public boolean replace(K key, V expected, V value) {
        requireNonNull(key, value);
        if (expected == null) throw new NullPointerException();
        synchronized (lock) {
            V old = current(key);
            boolean isSame = old != null && expected.equals(old);
            if (isSame) store(key, value);
            return isSame;
        }
    }

    public V replace(K key, V value) {
        requireNonNull(key, value);
        synchronized (lock) {
            V old = current(key);
            if (old != null) store(key, value);
            return old;
        }
    }

    public void clear() {
        synchronized (lock) {
            if (table != null) makeTable(table.length);
            size = 0;
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        requireNonNull(key, mappingFunction);
        V found = get(key);
        if (found != null) return found;
        synchronized (lock) {
            V old = current(key);
            return old != null ? old : computeAbsent(key, mappingFunction);
        }
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        requireNonNull(key, remappingFunction);
        synchronized (lock) {
            V old = current(key);
            return old == null ? null : settle(key, old, remappingFunction.apply(key, old));
        }
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        requireNonNull(key, remappingFunction);
        synchronized (lock) {
            V old = current(key);
            if (old == null) return computeAbsent(key, absent -> remappingFunction.apply(absent, null));
            return settle(key, old, remappingFunction.apply(key, old));
        }
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        requireNonNull(key, value);
        if (function == null) throw new NullPointerException();
        synchronized (lock) {
            V old = current(key);
            return settle(key, old, old == null ? value : function.apply(old, value));
        }
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) throw new NullPointerException();
        for (Walk<Map.Entry<K, V>> walk = new Walk<>(true, true); walk.hasNext();) {
            Map.Entry<K, V> entry = walk.next();
            action.accept(entry.getKey(), entry.getValue());
        }
    }

    public void forEach(long parallelism, BiConsumer<? super K, ? super V> action) {
        forEach(action);
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) throw new NullPointerException();
        for (Map.Entry<K, V> entry : entrySet()) {
            V value = function.apply(entry.getKey(), entry.getValue());
            if (value == null) throw new NullPointerException();
            computeIfPresent(entry.getKey(), (key, old) -> value);
        }
    }

    /* --- walking */

    /** The nodes that follow what a walk of the table of the beginning has reached. */
    private final class Walk<T> implements Iterator<T>, Enumeration<T> {
        private final boolean isOfKeys, isOfValues;
        private final int length;
        private int place = -1, part, parts = 1;
        private Node<K, V> next;
        private K last;

        Walk(boolean isOfKeys, boolean isOfValues) {
            this.isOfKeys = isOfKeys;
            this.isOfValues = isOfValues;
            Node<K, V>[] now = table;
            length = now == null ? 0 : now.length;
            part = 1;
            advance();
        }

        /** In a table that has grown, a place has become several, halved again and again. */
        private void advance() {
            if (next != null) next = next.next;
            while (next == null) {
                if (part == parts) {
                    if (place + 1 >= length) return;
                    place++;
                    part = 0;
                    parts = table.length / length;
                }
                int turned = parts == 1 ? 0 : Integer.reverse(part) >>> 32 - Integer.numberOfTrailingZeros(parts);
                next = table[place + turned * length];
                if (isReserved(next)) next = null;
                part++;
            }
        }

        public boolean hasNext() {
            return next != null;
        }

        public boolean hasMoreElements() {
            return hasNext();
        }

        @SuppressWarnings("unchecked")
        public T next() {
            Node<K, V> node = next;
            if (node == null) throw new NoSuchElementException();
            last = node.key;
            Object result = !isOfValues ? node.key : !isOfKeys ? node.value : new Entry(node.key, node.value);
            advance();
            return (T) result;
        }

        public T nextElement() {
            return next();
        }

        public void remove() {
            if (last == null) throw new IllegalStateException();
            ConcurrentHashMap.this.remove(last);
            last = null;
        }
    }

    /** Setting its value sets that of the map. */
    private final class Entry extends AbstractMap.SimpleEntry<K, V> {
        Entry(K key, V value) {
            super(key, value);
        }

        public V setValue(V value) {
            if (value == null) throw new NullPointerException();
            ConcurrentHashMap.this.put(getKey(), value);
            return super.setValue(value);
        }
    }

    public Enumeration<K> keys() {
        return new Walk<K>(true, false);
    }

    public Enumeration<V> elements() {
        return new Walk<V>(false, true);
    }

    public KeySetView<K, V> keySet() {
        return new KeySetView<K, V>(this, null);
    }

    public KeySetView<K, V> keySet(V added) {
        if (added == null) throw new NullPointerException();
        return new KeySetView<K, V>(this, added);
    }

    public static <T> KeySetView<T, Boolean> newKeySet() {
        return new ConcurrentHashMap<T, Boolean>().keySet(Boolean.TRUE);
    }

    public static <T> KeySetView<T, Boolean> newKeySet(int initialCapacity) {
        return new ConcurrentHashMap<T, Boolean>(initialCapacity).keySet(Boolean.TRUE);
    }

    /** The keys; with a value for those that are added. */
    public static class KeySetView<K, V> extends AbstractSet<K> implements Set<K>, java.io.Serializable {
        private final ConcurrentHashMap<K, V> map;
        private final V added;

        KeySetView(ConcurrentHashMap<K, V> map, V added) {
            this.map = map;
            this.added = added;
        }

        public ConcurrentHashMap<K, V> getMap() {
            return map;
        }

        public V getMappedValue() {
            return added;
        }

        public Iterator<K> iterator() {
            return map.keyWalk();
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        public boolean add(K key) {
            if (added == null) throw new UnsupportedOperationException();
            return map.putIfAbsent(key, added) == null;
        }

        public boolean remove(Object key) {
            return map.remove(key) != null;
        }

        public void clear() {
            map.clear();
        }
    }

    private Iterator<K> keyWalk() {
        return new Walk<K>(true, false);
    }

    public Collection<V> values() {
        return new AbstractCollection<V>() {
            public Iterator<V> iterator() {
                return new Walk<V>(false, true);
            }

            public int size() {
                return ConcurrentHashMap.this.size();
            }

            public boolean contains(Object value) {
                return containsValue(value);
            }

            public void clear() {
                ConcurrentHashMap.this.clear();
            }
        };
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Walk<Map.Entry<K, V>>(true, true);
            }

            public int size() {
                return ConcurrentHashMap.this.size();
            }

            public boolean contains(Object object) {
                if (!(object instanceof Map.Entry)) return false;
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) object;
                Object value = entry.getKey() == null ? null : get(entry.getKey());
                return value != null && value.equals(entry.getValue());
            }

            public boolean add(Map.Entry<K, V> e) {
                return put(e.getKey(), e.getValue()) == null;
            }

            public boolean remove(Object object) {
                if (!(object instanceof Map.Entry)) return false;
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) object;
                return entry.getKey() != null && ConcurrentHashMap.this.remove(entry.getKey(), entry.getValue());
            }

            public void clear() {
                ConcurrentHashMap.this.clear();
            }
        };
    }
}
