package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Chained, walked from the last chain to the first; a new entry leads its chain. */
public class Hashtable<K, V> extends Dictionary<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    private static final class Node<K, V> implements Map.Entry<K, V> {
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

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V old = this.value;
            this.value = Objects.requireNonNull(value);
            return old;
        }

        public boolean equals(Object other) {
            return AbstractMap.entriesEqual(this, other);
        }

        public int hashCode() {
            return hash ^ Objects.hashCode(value);
        }

        public String toString() {
            return key + "=" + value;
        }
    }

    private Node<K, V>[] table;
    private int size;
    private int threshold;
    private final float load;
    private int modCount;
    private View view = new View();

    public Hashtable(int capacity, float load) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        if (!(load > 0)) throw new IllegalArgumentException("Illegal Load: " + load);
        this.load = load;
        allocate(Math.max(capacity, 1));
    }

    public Hashtable(int capacity) {
        this(capacity, 0.75f);
    }

    public Hashtable() {
        this(11, 0.75f);
    }

    public Hashtable(Map<? extends K, ? extends V> t) {
        this(Math.max(2 * t.size(), 11), 0.75f);
        putAll(t);
    }

    @SuppressWarnings("unchecked")
    private void allocate(int capacity) {
        table = (Node<K, V>[]) new Node<?, ?>[capacity];
        threshold = (int) (capacity * load);
    }

    private int chain(int hash) {
        return (hash & 0x7fffffff) % table.length;
    }

    private Node<K, V> find(Object key) {
        int hash = key.hashCode();
        for (Node<K, V> node = table[chain(hash)]; node != null; node = node.next)
            if (node.hash == hash && node.key.equals(key)) return node;
        return null;
    }

    protected void rehash() {
        Node<K, V>[] old = table;
        allocate((old.length << 1) + 1);
        modCount++;
        for (int i = old.length - 1; i >= 0; i--) {
            Node<K, V> node = old[i];
            while (node != null) {
                Node<K, V> next = node.next;
                int chain = chain(node.hash);
                node.next = table[chain];
                table[chain] = node;
                node = next;
            }
        }
    }

    private void insert(K key, V value) {
        modCount++;
        if (size >= threshold) rehash();
        int hash = key.hashCode();
        int chain = chain(hash);
        table[chain] = new Node<K, V>(hash, key, value, table[chain]);
        size++;
    }

    private void unlink(Node<K, V> node) {
        int chain = chain(node.hash);
        if (table[chain] == node) {
            table[chain] = node.next;
        } else {
            Node<K, V> before = table[chain];
            while (before.next != node) before = before.next;
            before.next = node.next;
        }
        modCount++;
        size--;
    }

    public synchronized int size() {
        return size;
    }

    public synchronized boolean isEmpty() {
        return size == 0;
    }

    public synchronized V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public synchronized V getOrDefault(Object key, V fallback) {
        Node<K, V> node = find(key);
        return node == null ? fallback : node.value;
    }

    public synchronized boolean containsKey(Object key) {
        return find(key) != null;
    }

    public synchronized boolean contains(Object value) {
        Objects.requireNonNull(value);
        for (Node<K, V> chain : table)
            for (Node<K, V> node = chain; node != null; node = node.next)
                if (node.value.equals(value)) return true;
        return false;
    }

    public boolean containsValue(Object value) {
        return contains(value);
    }

    public synchronized V put(K key, V value) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        if (node != null) return node.setValue(value);
        insert(key, value);
        return null;
    }

    public synchronized V putIfAbsent(K key, V value) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        if (node != null) return node.value;
        insert(key, value);
        return null;
    }

    public synchronized V replace(K key, V value) {
        Objects.requireNonNull(value);
        return containsKey(key) ? put(key, value) : null;
    }

    public synchronized boolean replace(K key, V oldValue, V value) {
        Objects.requireNonNull(oldValue);
        Objects.requireNonNull(value);
        if (!oldValue.equals(get(key))) return false;
        put(key, value);
        return true;
    }

    public synchronized V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) return null;
        unlink(node);
        return node.value;
    }

    public synchronized boolean remove(Object key, Object value) {
        Objects.requireNonNull(value);
        Node<K, V> node = find(key);
        if (node == null || !node.value.equals(value)) return false;
        unlink(node);
        return true;
    }

    public synchronized void putAll(Map<? extends K, ? extends V> t) {
        for (Map.Entry<? extends K, ? extends V> entry : t.entrySet())
            put(entry.getKey(), entry.getValue());
    }

    public synchronized void clear() {
        modCount++;
        Arrays.fill(table, null);
        size = 0;
    }

    /** Unlike every other walk, these two begin at the first chain. */
    public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (Node<K, V> chain : table) {
            for (Node<K, V> node = chain; node != null; node = node.next) {
                action.accept(node.key, node.value);
                checkUnchanged(expected);
            }
        }
    }

    public synchronized void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int expected = modCount;
        for (Node<K, V> chain : table) {
            for (Node<K, V> node = chain; node != null; node = node.next) {
                V value = function.apply(node.key, node.value);
                node.value = Objects.requireNonNull(value);
                checkUnchanged(expected);
            }
        }
    }

    public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        Objects.requireNonNull(mappingFunction);
        Node<K, V> node = find(key);
        if (node != null) return node.value;
        int expected = modCount;
        V value = mappingFunction.apply(key);
        checkUnchanged(expected);
        return settle(key, null, value);
    }

    public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return find(key) == null ? null : compute(key, function);
    }

    public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Node<K, V> node = find(key);
        int expected = modCount;
        V value = remappingFunction.apply(key, node == null ? null : node.value);
        checkUnchanged(expected);
        return settle(key, node, value);
    }

    public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Node<K, V> node = find(key);
        if (node == null) return settle(key, null, value);
        int expected = modCount;
        V merged = remappingFunction.apply(node.value, value);
        checkUnchanged(expected);
        return settle(key, node, merged);
    }

    private V settle(K key, Node<K, V> node, V value) {
        if (node == null) {
            if (value != null) insert(key, value);
        } else if (value == null) {
            unlink(node);
        } else {
            node.value = value;
        }
        return value;
    }

    private void checkUnchanged(int expected) {
        if (modCount != expected) throw new ConcurrentModificationException();
    }

    public synchronized Object clone() {
        try {
            @SuppressWarnings("unchecked")
            Hashtable<K, V> copy = (Hashtable<K, V>) super.clone();
            copy.allocate(table.length);
            copy.renewView();
            copy.modCount = 0;
            for (int i = 0; i < table.length; i++) {
                Node<K, V> last = null;
                for (Node<K, V> node = table[i]; node != null; node = node.next) {
                    Node<K, V> twin = new Node<K, V>(node.hash, node.key, node.value, null);
                    if (last == null) copy.table[i] = twin;
                    else last.next = twin;
                    last = twin;
                }
            }
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    private void renewView() {
        view = new View();
    }

    public synchronized String toString() {
        return AbstractMap.toString(this);
    }

    public synchronized boolean equals(Object other) {
        return other == this || view.equals(other);
    }

    public synchronized int hashCode() {
        return view.hashCode();
    }

    public synchronized Enumeration<K> keys() {
        if (size == 0) return Collections.emptyEnumeration();
        Each each = new Each();
        return new Enumeration<K>() {
            public boolean hasMoreElements() {
                return each.hasNext();
            }

            public K nextElement() {
                return each.nextNode().key;
            }
        };
    }

    public synchronized Enumeration<V> elements() {
        if (size == 0) return Collections.emptyEnumeration();
        Each each = new Each();
        return new Enumeration<V>() {
            public boolean hasMoreElements() {
                return each.hasNext();
            }

            public V nextElement() {
                return each.nextNode().value;
            }
        };
    }

    public Set<K> keySet() {
        return new Synchronized.OfSet<K>(view.keySet(), this);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new Synchronized.OfSet<Map.Entry<K, V>>(view.entrySet(), this);
    }

    public Collection<V> values() {
        return new Synchronized.OfCollection<V>(view.values(), this);
    }

    /** This map as AbstractMap sees it, which derives the rest from the walk over its entries. */
    private final class View extends AbstractMap<K, V> {
        public Set<Map.Entry<K, V>> entrySet() {
            return new AbstractSet<Map.Entry<K, V>>() {
                public Iterator<Map.Entry<K, V>> iterator() {
                    return size == 0 ? Collections.<Map.Entry<K, V>>emptyIterator() : new Each();
                }

                public int size() {
                    return size;
                }

                public void clear() {
                    Hashtable.this.clear();
                }
            };
        }

        public boolean containsKey(Object key) {
            return Hashtable.this.find(key) != null;
        }

        public V remove(Object key) {
            return Hashtable.this.remove(key);
        }
    }

    private final class Each implements Iterator<Map.Entry<K, V>> {
        private final Node<K, V>[] nodes = table;
        private int chain = table.length;
        private Node<K, V> next;
        private Node<K, V> last;
        private int expected = modCount;

        public boolean hasNext() {
            while (next == null && chain > 0) next = nodes[--chain];
            return next != null;
        }

        Node<K, V> nextNode() {
            if (!hasNext()) throw new NoSuchElementException("Hashtable Enumerator");
            last = next;
            next = next.next;
            return last;
        }

        public Map.Entry<K, V> next() {
            checkUnchanged(expected);
            return nextNode();
        }

        public void remove() {
            if (last == null) throw new IllegalStateException("Hashtable Enumerator");
            checkUnchanged(expected);
            unlink(last);
            last = null;
            expected = modCount;
        }
    }
}
