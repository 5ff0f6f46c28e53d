package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Chained, in tables of a power of two. Programs see the order of the chains: put appends, compute and its kin insert in
 * front, growing keeps the order within each half; a chain that grows long makes a small table grow, and in a large one a
 * tree then rules its order.
 */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    static final int DEFAULT_CAPACITY = 16;
    static final float DEFAULT_LOAD = 0.75f;
    private static final int MAXIMUM_CAPACITY = 1 << 30;
    private static final int LONG_CHAIN = 8;
    private static final int SHORT_CHAIN = 6;
    private static final int SMALL_TABLE = 64;

    static class Node<K, V> implements Map.Entry<K, V> {
        final int hash;
        final K key;
        V value;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.next = next;
        }

        public final K getKey() {
            return key;
        }

        public final V getValue() {
            return value;
        }

        public final V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        public final boolean equals(Object other) {
            return entriesEqual(this, other);
        }

        public final int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        public final String toString() {
            return key + "=" + value;
        }
    }

    Node<K, V>[] table;
    /** By bin, like the table; null as long as no chain is long. */
    private BinTree<K, V>[] trees;
    int size;
    int modCount;
    /** The size beyond which the table grows; without a table, its capacity to be (0: the default). */
    private int threshold;
    private final float load;
    private transient Set<Map.Entry<K, V>> entrySet;

    public HashMap(int capacity, float load) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        if (!(load > 0)) throw new IllegalArgumentException("Illegal load factor: " + load);
        this.load = load;
        this.threshold = powerOfTwo(capacity);
    }

    public HashMap(int capacity) {
        this(capacity, DEFAULT_LOAD);
    }

    public HashMap() {
        load = DEFAULT_LOAD;
    }

    public HashMap(Map<? extends K, ? extends V> entries) {
        load = DEFAULT_LOAD;
        putEntries(entries, false);
    }

    static int hash(Object key) {
        if (key == null) return 0;
        int h = key.hashCode();
        return h ^ h >>> 16;
    }

    private static int powerOfTwo(int capacity) {
        if (capacity <= 1) return 1;
        return capacity >= MAXIMUM_CAPACITY ? MAXIMUM_CAPACITY
                                            : 1 << 32 - Integer.numberOfLeadingZeros(capacity - 1);
    }

    Node<K, V> newNode(int hash, K key, V value, Node<K, V> next) {
        return new Node<K, V>(hash, key, value, next);
    }

    void accessed(Node<K, V> node) {
    }

    void inserted(boolean mayEvict) {
    }

    void removed(Node<K, V> node) {
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    final Node<K, V> find(Object key) {
        Node<K, V>[] nodes = table;
        return nodes == null ? null : find(nodes, hash(key), key);
    }

    private static <K, V> Node<K, V> find(Node<K, V>[] nodes, int hash, Object key) {
        Node<K, V> node = nodes[nodes.length - 1 & hash];
        while (node != null) {
            if (node.hash == hash) {
                K candidate = node.key;
                if (candidate == key || key != null && key.equals(candidate)) return node;
            }
            node = node.next;
        }
        return null;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public V getOrDefault(Object key, V fallback) {
        Node<K, V> node = find(key);
        return node == null ? fallback : node.value;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        Node<K, V>[] nodes = table;
        if (nodes == null) return false;
        for (int i = 0; i < nodes.length; i++)
            for (Node<K, V> node = nodes[i]; node != null; node = node.next)
                if (node.value == value || value != null && value.equals(node.value)) return true;
        return false;
    }

    public V put(K key, V value) {
        return put(key, value, true, true);
    }

    public V putIfAbsent(K key, V value) {
        return put(key, value, false, true);
    }

    private V put(K key, V value, boolean overwrite, boolean mayEvict) {
        int hash = hash(key);
        Node<K, V>[] nodes = table;
        if (nodes == null) nodes = grow();
        int bin = nodes.length - 1 & hash;
        Node<K, V> node = nodes[bin];
        if (node == null) {
            nodes[bin] = newNode(hash, key, value, null);
        } else {
            int length = 1;
            while (true) {
                if (node.hash == hash) {
                    K candidate = node.key;
                    if (candidate == key || key != null && key.equals(candidate))
                        return replaceValue(node, value, overwrite);
                }
                if (node.next == null) break;
                node = node.next;
                length++;
            }
            Node<K, V> added = newNode(hash, key, value, null);
            if (trees != null && trees[bin] != null) {
                insertByTree(bin, added);
            } else {
                node.next = added;
                if (length >= LONG_CHAIN) growOrPlant(bin);
            }
        }
        modCount++;
        if (++size > threshold) grow();
        inserted(mayEvict);
        return null;
    }

    private V replaceValue(Node<K, V> node, V value, boolean overwrite) {
        V old = node.value;
        if (overwrite || old == null) node.value = value;
        accessed(node);
        return old;
    }

    @SuppressWarnings("unchecked")
    private void growOrPlant(int bin) {
        if (table.length < SMALL_TABLE) {
            grow();
            return;
        }
        if (trees == null) trees = (BinTree<K, V>[]) new BinTree<?, ?>[table.length];
        plant(bin);
    }

    private void plant(int bin) {
        trees[bin] = new BinTree<K, V>(table[bin]);
        moveToFront(bin, trees[bin].root());
    }

    private void insertByTree(int bin, Node<K, V> node) {
        Node<K, V> before = trees[bin].insert(node);
        node.next = before.next;
        before.next = node;
        moveToFront(bin, trees[bin].root());
    }

    private void moveToFront(int bin, Node<K, V> node) {
        Node<K, V> first = table[bin];
        if (first == node) return;
        Node<K, V> before = first;
        while (before.next != node) before = before.next;
        before.next = node.next;
        node.next = first;
        table[bin] = node;
    }

    /** The node has left its chain; a walk in progress does not want the rest moved. */
    private void removeFromTree(int bin, Node<K, V> node, boolean mayMove) {
        BinTree<K, V> tree = trees[bin];
        if (table[bin] == null || mayMove && tree.isSmall()) {
            trees[bin] = null;
            return;
        }
        tree.remove(node);
        if (mayMove) moveToFront(bin, tree.root());
    }

    @SuppressWarnings("unchecked")
    private Node<K, V>[] grow() {
        Node<K, V>[] old = table;
        int capacity;
        if (old == null) capacity = threshold > 0 ? threshold : DEFAULT_CAPACITY;
        else if (old.length < MAXIMUM_CAPACITY) capacity = old.length * 2;
        else {
            threshold = Integer.MAX_VALUE;
            return old;
        }
        threshold = capacity < MAXIMUM_CAPACITY && capacity * load < MAXIMUM_CAPACITY
                ? (int) (capacity * load) : Integer.MAX_VALUE;
        Node<K, V>[] larger = (Node<K, V>[]) new Node<?, ?>[capacity];
        table = larger;
        if (old != null) {
            for (int i = 0; i < old.length; i++)
                if (old[i] != null) split(old[i], larger, i, old.length);
            if (trees != null) replant(old.length);
        }
        return larger;
    }

    private static <K, V> void split(Node<K, V> node, Node<K, V>[] larger, int bin, int bit) {
        Node<K, V> lowTail = null;
        Node<K, V> highTail = null;
        while (node != null) {
            if ((node.hash & bit) == 0) {
                if (lowTail == null) larger[bin] = node;
                else lowTail.next = node;
                lowTail = node;
            } else {
                if (highTail == null) larger[bin + bit] = node;
                else highTail.next = node;
                highTail = node;
            }
            node = node.next;
        }
        if (lowTail != null) lowTail.next = null;
        if (highTail != null) highTail.next = null;
    }

    /** After growing by as many bins as there were: halves that are short have no tree, whole chains keep theirs. */
    @SuppressWarnings("unchecked")
    private void replant(int bit) {
        BinTree<K, V>[] old = trees;
        trees = (BinTree<K, V>[]) new BinTree<?, ?>[table.length];
        for (int i = 0; i < bit; i++) {
            if (old[i] == null) continue;
            replant(i, table[i + bit] == null ? old[i] : null);
            replant(i + bit, table[i] == null ? old[i] : null);
        }
    }

    private void replant(int bin, BinTree<K, V> whole) {
        int length = 0;
        for (Node<K, V> node = table[bin]; node != null; node = node.next) length++;
        if (length <= SHORT_CHAIN) return;
        if (whole != null) trees[bin] = whole;
        else plant(bin);
    }

    public void putAll(Map<? extends K, ? extends V> entries) {
        putEntries(entries, true);
    }

    final void putEntries(Map<? extends K, ? extends V> m, boolean mayEvict) {
        int count = m.size();
        if (count == 0) return;
        if (table == null) {
            float needed = count / load + 1.0f;
            int capacity = needed < MAXIMUM_CAPACITY ? (int) needed : MAXIMUM_CAPACITY;
            if (capacity > threshold) threshold = powerOfTwo(capacity);
        } else {
            while (count > threshold && table.length < MAXIMUM_CAPACITY) grow();
        }
        for (Map.Entry<? extends K, ? extends V> entry : m.entrySet())
            put(entry.getKey(), entry.getValue(), true, mayEvict);
    }

    public V remove(Object key) {
        Node<K, V> node = removeNode(key, null, false, true);
        return node == null ? null : node.value;
    }

    public boolean remove(Object key, Object value) {
        return removeNode(key, value, true, true) != null;
    }

    final Node<K, V> removeNode(Object key, Object value, boolean matchValue, boolean mayMove) {
        return removeNode(hash(key), key, value, matchValue, mayMove);
    }

    private Node<K, V> removeNode(int hash, Object key, Object value, boolean matchValue, boolean mayMove) {
        Node<K, V>[] nodes = table;
        if (nodes == null) return null;
        int bin = nodes.length - 1 & hash;
        Node<K, V> before = null;
        Node<K, V> node = nodes[bin];
        while (node != null) {
            if (node.hash == hash && (node.key == key || key != null && key.equals(node.key))) break;
            before = node;
            node = node.next;
        }
        if (node == null || matchValue && !Objects.equals(value, node.value)) return null;
        if (before == null) nodes[bin] = node.next;
        else before.next = node.next;
        if (trees != null && trees[bin] != null) removeFromTree(bin, node, mayMove);
        modCount++;
        size--;
        removed(node);
        return node;
    }

    public void clear() {
        modCount++;
        if (table != null && size > 0) {
            size = 0;
            trees = null;
            Arrays.fill(table, null);
        }
    }

    public boolean replace(K key, V expected, V value) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(node.value, expected)) return false;
        node.value = value;
        accessed(node);
        return true;
    }

    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        return node == null ? null : replaceValue(node, value, true);
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        Objects.requireNonNull(mappingFunction);
        roomForOneMore();
        int hash = hash(key);
        Node<K, V> node = find(table, hash, key);
        if (node != null && node.value != null) {
            accessed(node);
            return node.value;
        }
        int expected = modCount;
        V value = mappingFunction.apply(key);
        checkUnchanged(expected);
        if (value == null) return null;
        if (node != null) {
            node.value = value;
            accessed(node);
        } else {
            insertInFront(hash, key, value);
        }
        return value;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Node<K, V> node = find(key);
        if (node == null || node.value == null) return null;
        int expected = modCount;
        V value = remappingFunction.apply(key, node.value);
        checkUnchanged(expected);
        return settle(node, value);
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        roomForOneMore();
        int hash = hash(key);
        Node<K, V> node = find(table, hash, key);
        int expected = modCount;
        V value = remappingFunction.apply(key, node == null ? null : node.value);
        checkUnchanged(expected);
        if (node != null) return settle(node, value);
        if (value != null) insertInFront(hash, key, value);
        return value;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (value == null || function == null) throw new NullPointerException();
        roomForOneMore();
        int hash = hash(key);
        Node<K, V> node = find(table, hash, key);
        if (node == null) {
            insertInFront(hash, key, value);
            return value;
        }
        if (node.value == null) return settle(node, value);
        int expected = modCount;
        V merged = function.apply(node.value, value);
        checkUnchanged(expected);
        return settle(node, merged);
    }

    private void roomForOneMore() {
        if (table == null || size > threshold) grow();
    }

    private V settle(Node<K, V> node, V value) {
        if (value == null) {
            removeNode(node.key, null, false, true);
        } else {
            node.value = value;
            accessed(node);
        }
        return value;
    }

    private void insertInFront(int hash, K key, V value) {
        Node<K, V>[] nodes = table;
        int bin = nodes.length - 1 & hash;
        Node<K, V> first = nodes[bin];
        int length = 0;
        for (Node<K, V> node = first; node != null; node = node.next) length++;
        if (trees != null && trees[bin] != null) {
            insertByTree(bin, newNode(hash, key, value, null));
        } else {
            nodes[bin] = newNode(hash, key, value, first);
            if (length >= LONG_CHAIN - 1) growOrPlant(bin);
        }
        modCount++;
        size++;
        inserted(true);
    }

    final void checkUnchanged(int expected) {
        if (modCount != expected) throw new ConcurrentModificationException();
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        forEachNode(node -> action.accept(node.key, node.value));
    }

    /** Changes are noticed at the end. */
    void forEachNode(Consumer<? super Node<K, V>> action) {
        Node<K, V>[] nodes = table;
        if (size == 0 || nodes == null) return;
        int expected = modCount;
        for (int i = 0; i < nodes.length; i++)
            for (Node<K, V> node = nodes[i]; node != null; node = node.next) action.accept(node);
        checkUnchanged(expected);
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Node<K, V>[] nodes = table;
        if (size == 0 || nodes == null) return;
        int expected = modCount;
        for (int i = 0; i < nodes.length; i++)
            for (Node<K, V> node = nodes[i]; node != null; node = node.next)
                node.value = function.apply(node.key, node.value);
        checkUnchanged(expected);
    }

    public Object clone() {
        try {
            @SuppressWarnings("unchecked")
            HashMap<K, V> copy = (HashMap<K, V>) super.clone();
            copy.reset();
            copy.putEntries(this, false);
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    void reset() {
        table = null;
        trees = null;
        entrySet = null;
        size = 0;
        modCount = 0;
        threshold = 0;
    }

    public Set<K> keySet() {
        if (keySet == null) keySet = new KeySet();
        return keySet;
    }

    public Collection<V> values() {
        if (values == null) values = new Values();
        return values;
    }

    public Set<Map.Entry<K, V>> entrySet() {
        if (entrySet == null) entrySet = new EntrySet();
        return entrySet;
    }

    Iterator<K> keyIterator() {
        return new KeyIterator<K, V>(this);
    }

    Iterator<V> valueIterator() {
        return new ValueIterator<K, V>(this);
    }

    Iterator<Map.Entry<K, V>> entryIterator() {
        return new EntryIterator<K, V>(this);
    }

    private final class KeySet extends AbstractSet<K> {
        public void forEach(Consumer<? super K> action) {
            Objects.requireNonNull(action);
            forEachNode(node -> action.accept(node.key));
        }

        public int size() {
            return size;
        }

        public void clear() {
            HashMap.this.clear();
        }

        public Iterator<K> iterator() {
            return keyIterator();
        }

        public boolean contains(Object key) {
            return containsKey(key);
        }

        public boolean remove(Object key) {
            return removeNode(key, null, false, true) != null;
        }
    }

    private final class Values extends AbstractCollection<V> {
        public void forEach(Consumer<? super V> action) {
            Objects.requireNonNull(action);
            forEachNode(node -> action.accept(node.value));
        }

        public int size() {
            return size;
        }

        public void clear() {
            HashMap.this.clear();
        }

        public Iterator<V> iterator() {
            return valueIterator();
        }

        public boolean contains(Object value) {
            return containsValue(value);
        }
    }

    private final class EntrySet extends AbstractSet<Map.Entry<K, V>> {
        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            Objects.requireNonNull(action);
            forEachNode(node -> action.accept(node));
        }

        public int size() {
            return size;
        }

        public void clear() {
            HashMap.this.clear();
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return entryIterator();
        }

        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry)) return false;
            Node<K, V> node = find(((Map.Entry<?, ?>) o).getKey());
            return node != null && node.equals(o);
        }

        public boolean remove(Object other) {
            if (!(other instanceof Map.Entry)) return false;
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
            return removeNode(entry.getKey(), entry.getValue(), true, true) != null;
        }
    }

    private abstract static class HashIterator<K, V> {
        private final HashMap<K, V> map;
        private Node<K, V> next;
        private Node<K, V> current;
        private int expected;
        private int bin;

        HashIterator(HashMap<K, V> map) {
            this.map = map;
            expected = map.modCount;
            if (map.size > 0) advance();
        }

        private void advance() {
            Node<K, V>[] nodes = map.table;
            int i = bin;
            Node<K, V> node = null;
            while (i < nodes.length && node == null) node = nodes[i++];
            bin = i;
            next = node;
        }

        public final boolean hasNext() {
            return next != null;
        }

        final Node<K, V> nextNode() {
            Node<K, V> node = next;
            map.checkUnchanged(expected);
            if (node == null) throw new NoSuchElementException();
            current = node;
            next = node.next;
            if (next == null) advance();
            return node;
        }

        public final void remove() {
            if (current == null) throw new IllegalStateException();
            map.checkUnchanged(expected);
            map.removeNode(current.hash, current.key, null, false, false);
            current = null;
            expected = map.modCount;
        }
    }

    private static final class KeyIterator<K, V> extends HashIterator<K, V> implements Iterator<K> {
        KeyIterator(HashMap<K, V> map) {
            super(map);
        }

        public K next() {
            return nextNode().key;
        }
    }

    private static final class ValueIterator<K, V> extends HashIterator<K, V> implements Iterator<V> {
        ValueIterator(HashMap<K, V> map) {
            super(map);
        }

        public V next() {
            return nextNode().value;
        }
    }

    private static final class EntryIterator<K, V> extends HashIterator<K, V>
            implements Iterator<Map.Entry<K, V>> {
        EntryIterator(HashMap<K, V> map) {
            super(map);
        }

        public Map.Entry<K, V> next() {
            return nextNode();
        }
    }
}
