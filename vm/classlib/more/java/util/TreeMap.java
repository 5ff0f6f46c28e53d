package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A red-black tree. A node keeps its key for life: deleting relinks nodes and never copies from one to another. */
public class TreeMap<K, V> extends AbstractMap<K, V>
        implements NavigableMap<K, V>, Cloneable, java.io.Serializable {
    static final class Node<K, V> implements Map.Entry<K, V> {
        final K key;
        V value;
        Node<K, V> left;
        Node<K, V> right;
        Node<K, V> parent;
        boolean red;

        Node(K key, V value, Node<K, V> parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
        }

        public K getKey() {
            return key;
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
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        public String toString() {
            return key + "=" + value;
        }
    }

    private final Comparator<? super K> comparator;
    Node<K, V> root;
    private int size;
    int modCount;
    private transient Set<Map.Entry<K, V>> entrySet;
    private transient NavigableSet<K> navigableKeySet;
    private transient NavigableMap<K, V> descendingMap;

    public TreeMap() {
        comparator = null;
    }

    public TreeMap(Comparator<? super K> comparator) {
        this.comparator = comparator;
    }

    public TreeMap(Map<? extends K, ? extends V> map) {
        comparator = null;
        putAll(map);
    }

    public TreeMap(SortedMap<K, ? extends V> m) {
        comparator = m.comparator();
        putAll(m);
    }

    @SuppressWarnings("unchecked")
    final int compare(Object k1, Object b) {
        return comparator == null ? ((Comparable<Object>) k1).compareTo(b)
                                  : comparator.compare((K) k1, (K) b);
    }

    final Node<K, V> find(Object key) {
        if (comparator != null) return findByComparator(key);
        @SuppressWarnings("unchecked")
        Comparable<Object> sought = (Comparable<Object>) Objects.requireNonNull(key);
        Node<K, V> node = root;
        while (node != null) {
            int order = sought.compareTo(node.key);
            if (order == 0) return node;
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    private Node<K, V> findByComparator(Object key) {
        Node<K, V> node = root;
        while (node != null) {
            int order = comparator.compare((K) key, node.key);
            if (order == 0) return node;
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    /** The last node before the key, or at it. */
    final Node<K, V> atMost(K key, boolean inclusive) {
        Node<K, V> best = null;
        Node<K, V> node = root;
        while (node != null) {
            int order = compare(key, node.key);
            if (order == 0 && inclusive) return node;
            if (order > 0) {
                best = node;
                node = node.right;
            } else {
                node = node.left;
            }
        }
        return best;
    }

    /** The first node after the key, or at it. */
    final Node<K, V> atLeast(K key, boolean inclusive) {
        Node<K, V> best = null;
        Node<K, V> node = root;
        while (node != null) {
            int order = compare(key, node.key);
            if (order == 0 && inclusive) return node;
            if (order < 0) {
                best = node;
                node = node.left;
            } else {
                node = node.right;
            }
        }
        return best;
    }

    final Node<K, V> first() {
        Node<K, V> node = root;
        if (node != null)
            while (node.left != null) node = node.left;
        return node;
    }

    final Node<K, V> last() {
        Node<K, V> node = root;
        if (node != null)
            while (node.right != null) node = node.right;
        return node;
    }

    static <K, V> Node<K, V> after(Node<K, V> node) {
        if (node.right != null) {
            node = node.right;
            while (node.left != null) node = node.left;
            return node;
        }
        Node<K, V> parent = node.parent;
        while (parent != null && node == parent.right) {
            node = parent;
            parent = node.parent;
        }
        return parent;
    }

    static <K, V> Node<K, V> before(Node<K, V> node) {
        if (node.left != null) {
            node = node.left;
            while (node.right != null) node = node.right;
            return node;
        }
        Node<K, V> parent = node.parent;
        while (parent != null && node == parent.left) {
            node = parent;
            parent = node.parent;
        }
        return parent;
    }

    static <K, V> Map.Entry<K, V> snapshot(Node<K, V> node) {
        return node == null ? null : new SimpleImmutableEntry<K, V>(node.key, node.value);
    }

    static <K, V> K keyOrNull(Node<K, V> node) {
        return node == null ? null : node.key;
    }

    static <K, V> K keyOrThrow(Node<K, V> node) {
        if (node == null) throw new NoSuchElementException();
        return node.key;
    }

    public int size() {
        return size;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> node = first(); node != null; node = after(node))
            if (Objects.equals(value, node.value)) return true;
        return false;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public V getOrDefault(Object key, V fallback) {
        Node<K, V> node = find(key);
        return node == null ? fallback : node.value;
    }

    public Comparator<? super K> comparator() {
        return comparator;
    }

    public V put(K key, V value) {
        return put(key, value, true);
    }

    public V putIfAbsent(K key, V value) {
        return put(key, value, false);
    }

    private V put(K key, V value, boolean overwrite) {
        Node<K, V> parent = null;
        Node<K, V> node = root;
        int order = 0;
        if (node == null) compare(key, key);
        else if (comparator == null) Objects.requireNonNull(key);
        while (node != null) {
            order = compare(key, node.key);
            if (order == 0) {
                V old = node.value;
                if (overwrite || old == null) node.value = value;
                return old;
            }
            parent = node;
            node = order < 0 ? node.left : node.right;
        }
        insert(key, value, parent, order < 0);
        return null;
    }

    final void insert(K key, V value, Node<K, V> parent, boolean left) {
        Node<K, V> node = new Node<K, V>(key, value, parent);
        if (parent == null) root = node;
        else if (left) parent.left = node;
        else parent.right = node;
        size++;
        modCount++;
        balanceAfterInsert(node);
    }

    private void balanceAfterInsert(Node<K, V> node) {
        node.red = true;
        while (node != root && node.parent.red) {
            Node<K, V> parent = node.parent;
            Node<K, V> grand = parent.parent;
            boolean left = parent == grand.left;
            Node<K, V> uncle = left ? grand.right : grand.left;
            if (uncle != null && uncle.red) {
                parent.red = false;
                uncle.red = false;
                grand.red = true;
                node = grand;
            } else {
                if (node == (left ? parent.right : parent.left)) {
                    rotate(parent, left);
                    node = parent;
                    parent = node.parent;
                }
                parent.red = false;
                grand.red = true;
                rotate(grand, !left);
            }
        }
        root.red = false;
    }

    private void rotate(Node<K, V> node, boolean left) {
        Node<K, V> up = left ? node.right : node.left;
        Node<K, V> inner = left ? up.left : up.right;
        if (left) {
            node.right = inner;
            up.left = node;
        } else {
            node.left = inner;
            up.right = node;
        }
        if (inner != null) inner.parent = node;
        replace(node, up);
        node.parent = up;
    }

    /** Hangs the subtree under node's parent, in node's place. */
    private void replace(Node<K, V> node, Node<K, V> subtree) {
        Node<K, V> parent = node.parent;
        if (parent == null) root = subtree;
        else if (parent.left == node) parent.left = subtree;
        else parent.right = subtree;
        if (subtree != null) subtree.parent = parent;
    }

    final void delete(Node<K, V> node) {
        modCount++;
        size--;
        boolean red = node.red;
        Node<K, V> moved;
        Node<K, V> parent = node.parent;
        if (node.left == null) {
            moved = node.right;
            replace(node, moved);
        } else if (node.right == null) {
            moved = node.left;
            replace(node, moved);
        } else {
            Node<K, V> heir = node.right;
            while (heir.left != null) heir = heir.left;
            red = heir.red;
            moved = heir.right;
            parent = heir.parent;
            if (parent == node) {
                parent = heir;
            } else {
                replace(heir, moved);
                heir.right = node.right;
                heir.right.parent = heir;
            }
            replace(node, heir);
            heir.left = node.left;
            heir.left.parent = heir;
            heir.red = node.red;
        }
        if (!red) balanceAfterDelete(moved, parent);
    }

    private static boolean isRed(Node<?, ?> node) {
        return node != null && node.red;
    }

    private void balanceAfterDelete(Node<K, V> node, Node<K, V> parent) {
        while (node != root && !isRed(node)) {
            boolean left = node == parent.left;
            Node<K, V> sibling = left ? parent.right : parent.left;
            if (sibling.red) {
                sibling.red = false;
                parent.red = true;
                rotate(parent, left);
                sibling = left ? parent.right : parent.left;
            }
            if (!isRed(sibling.left) && !isRed(sibling.right)) {
                sibling.red = true;
                node = parent;
                parent = node.parent;
                continue;
            }
            if (!isRed(left ? sibling.right : sibling.left)) {
                (left ? sibling.left : sibling.right).red = false;
                sibling.red = true;
                rotate(sibling, !left);
                sibling = left ? parent.right : parent.left;
            }
            sibling.red = parent.red;
            parent.red = false;
            (left ? sibling.right : sibling.left).red = false;
            rotate(parent, left);
            return;
        }
        if (node != null) node.red = false;
    }

    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) return null;
        delete(node);
        return node.value;
    }

    public void clear() {
        modCount++;
        size = 0;
        root = null;
    }

    final void checkUnchanged(int expected) {
        if (modCount != expected) throw new ConcurrentModificationException();
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        Objects.requireNonNull(mappingFunction);
        Node<K, V> node = findUnlessEmpty(key);
        if (node != null && node.value != null) return node.value;
        int expected = modCount;
        V value = mappingFunction.apply(key);
        checkUnchanged(expected);
        if (value != null) put(key, value);
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
        Node<K, V> node = findUnlessEmpty(key);
        int expected = modCount;
        V value = remappingFunction.apply(key, node == null ? null : node.value);
        checkUnchanged(expected);
        if (node != null) return settle(node, value);
        if (value != null) put(key, value);
        return value;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Objects.requireNonNull(value);
        Node<K, V> node = findUnlessEmpty(key);
        if (node == null) {
            put(key, value);
            return value;
        }
        if (node.value == null) return settle(node, value);
        int expected = modCount;
        V merged = remappingFunction.apply(node.value, value);
        checkUnchanged(expected);
        return settle(node, merged);
    }

    /** An empty map does not look at the key. */
    private Node<K, V> findUnlessEmpty(K key) {
        return root == null ? null : find(key);
    }

    private V settle(Node<K, V> node, V value) {
        if (value == null) delete(node);
        else node.value = value;
        return value;
    }

    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        return node == null ? null : node.setValue(value);
    }

    public boolean replace(K key, V expected, V value) {
        Node<K, V> node = find(key);
        if (node == null || !Objects.equals(expected, node.value)) return false;
        node.value = value;
        return true;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            action.accept(node.key, node.value);
            checkUnchanged(expected);
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int expected = modCount;
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            node.value = function.apply(node.key, node.value);
            checkUnchanged(expected);
        }
    }

    public Object clone() {
        try {
            @SuppressWarnings("unchecked")
            TreeMap<K, V> copy = (TreeMap<K, V>) super.clone();
            copy.root = null;
            copy.size = 0;
            copy.modCount = 0;
            copy.entrySet = null;
            copy.navigableKeySet = null;
            copy.descendingMap = null;
            copy.putAll(this);
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    public void putAll(Map<? extends K, ? extends V> map) {
        if (map.size() > 0) super.putAll(map);
    }

    public K firstKey() {
        return keyOrThrow(first());
    }

    public K lastKey() {
        return keyOrThrow(last());
    }

    public Map.Entry<K, V> firstEntry() {
        return snapshot(first());
    }

    public Map.Entry<K, V> lastEntry() {
        return snapshot(last());
    }

    final Map.Entry<K, V> poll(Node<K, V> node) {
        Map.Entry<K, V> entry = snapshot(node);
        if (node != null) delete(node);
        return entry;
    }

    public Map.Entry<K, V> pollFirstEntry() {
        return poll(first());
    }

    public Map.Entry<K, V> pollLastEntry() {
        return poll(last());
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return snapshot(atMost(key, false));
    }

    public K lowerKey(K key) {
        return keyOrNull(atMost(key, false));
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return snapshot(atMost(key, true));
    }

    public K floorKey(K key) {
        return keyOrNull(atMost(key, true));
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return snapshot(atLeast(key, true));
    }

    public K ceilingKey(K key) {
        return keyOrNull(atLeast(key, true));
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return snapshot(atLeast(key, false));
    }

    public K higherKey(K key) {
        return keyOrNull(atLeast(key, false));
    }

    public Set<K> keySet() {
        return navigableKeySet();
    }

    public NavigableSet<K> navigableKeySet() {
        if (navigableKeySet == null) navigableKeySet = new TreeKeySet<K, V>(this);
        return navigableKeySet;
    }

    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    public Set<Map.Entry<K, V>> entrySet() {
        if (entrySet == null) entrySet = new EntrySet();
        return entrySet;
    }

    public Collection<V> values() {
        if (values == null) values = new Values();
        return values;
    }

    public NavigableMap<K, V> descendingMap() {
        if (descendingMap == null)
            descendingMap = new TreeSubMap<K, V>(this, true, true, null, true, true, null, true);
        return descendingMap;
    }

    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return new TreeSubMap<K, V>(this, false, false, from, fromInclusive, false, to, toInclusive);
    }

    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return new TreeSubMap<K, V>(this, false, true, null, true, false, to, inclusive);
    }

    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return new TreeSubMap<K, V>(this, false, false, from, inclusive, true, null, true);
    }

    public SortedMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    public SortedMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    public SortedMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }

    private final class EntrySet extends AbstractSet<Map.Entry<K, V>> {
        public Iterator<Map.Entry<K, V>> iterator() {
            return new EntryIterator<K, V>(TreeMap.this, first(), null, false);
        }

        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry)) return false;
            Node<K, V> node = find(((Map.Entry<?, ?>) o).getKey());
            return node != null && node.equals(o);
        }

        public boolean remove(Object o) {
            if (!(o instanceof Map.Entry)) return false;
            Node<K, V> node = find(((Map.Entry<?, ?>) o).getKey());
            if (node == null || !node.equals(o)) return false;
            delete(node);
            return true;
        }

        public int size() {
            return size;
        }

        public void clear() {
            TreeMap.this.clear();
        }
    }

    private final class Values extends AbstractCollection<V> {
        public Iterator<V> iterator() {
            return new ValueIterator<K, V>(TreeMap.this, first());
        }

        public boolean contains(Object value) {
            return containsValue(value);
        }

        public boolean remove(Object value) {
            for (Node<K, V> node = first(); node != null; node = after(node)) {
                if (Objects.equals(value, node.value)) {
                    delete(node);
                    return true;
                }
            }
            return false;
        }

        public int size() {
            return size;
        }

        public void clear() {
            TreeMap.this.clear();
        }
    }

    /** Walks from a node to a fence that it does not reach, up or down. */
    abstract static class NodeIterator<K, V> {
        private final TreeMap<K, V> map;
        private final Node<K, V> fence;
        private final boolean descending;
        private Node<K, V> next;
        private Node<K, V> last;
        private int expected;

        NodeIterator(TreeMap<K, V> map, Node<K, V> first, Node<K, V> fence, boolean descending) {
            this.map = map;
            this.next = first;
            this.fence = fence;
            this.descending = descending;
            this.expected = map.modCount;
        }

        public final boolean hasNext() {
            return next != null && next != fence;
        }

        final Node<K, V> nextNode() {
            Node<K, V> node = next;
            if (node == null || node == fence) throw new NoSuchElementException();
            map.checkUnchanged(expected);
            next = descending ? before(node) : after(node);
            last = node;
            return node;
        }

        public final void remove() {
            if (last == null) throw new IllegalStateException();
            map.checkUnchanged(expected);
            map.delete(last);
            last = null;
            expected = map.modCount;
        }
    }

    static final class KeyIterator<K, V> extends NodeIterator<K, V> implements Iterator<K> {
        KeyIterator(TreeMap<K, V> map, Node<K, V> first, Node<K, V> fence, boolean descending) {
            super(map, first, fence, descending);
        }

        public K next() {
            return nextNode().key;
        }
    }

    private static final class ValueIterator<K, V> extends NodeIterator<K, V> implements Iterator<V> {
        ValueIterator(TreeMap<K, V> map, Node<K, V> first) {
            super(map, first, null, false);
        }

        public V next() {
            return nextNode().value;
        }
    }

    static final class EntryIterator<K, V> extends NodeIterator<K, V> implements Iterator<Map.Entry<K, V>> {
        EntryIterator(TreeMap<K, V> map, Node<K, V> first, Node<K, V> fence, boolean descending) {
            super(map, first, fence, descending);
        }

        public Map.Entry<K, V> next() {
            return nextNode();
        }
    }

    final Iterator<K> keyIterator(boolean descending) {
        return new KeyIterator<K, V>(this, descending ? last() : first(), null, descending);
    }
}
