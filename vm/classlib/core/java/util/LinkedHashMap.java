package java.util;

import java.util.function.BiFunction;
import java.util.function.Consumer;

/** A HashMap whose nodes also form a list, in the order of insertion or of last access. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private static final class Link<K, V> extends HashMap.Node<K, V> {
        Link<K, V> before;
        Link<K, V> after;

        Link(int hash, K key, V value, Node<K, V> next) {
            super(hash, key, value, next);
        }
    }

    private Link<K, V> head;
    private Link<K, V> tail;
    private final boolean byAccess;

    public LinkedHashMap(int capacity, float load) {
        super(capacity, load);
        byAccess = false;
    }

    public LinkedHashMap(int capacity) {
        super(capacity);
        byAccess = false;
    }

    public LinkedHashMap() {
        byAccess = false;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> entries) {
        byAccess = false;
        putEntries(entries, false);
    }

    public LinkedHashMap(int capacity, float load, boolean accessOrder) {
        super(capacity, load);
        byAccess = accessOrder;
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    Node<K, V> newNode(int hash, K key, V value, Node<K, V> next) {
        Link<K, V> link = new Link<K, V>(hash, key, value, next);
        append(link);
        return link;
    }

    private void append(Link<K, V> link) {
        link.before = tail;
        link.after = null;
        if (tail == null) head = link;
        else tail.after = link;
        tail = link;
    }

    private void unlink(Link<K, V> link) {
        if (link.before == null) head = link.after;
        else link.before.after = link.after;
        if (link.after == null) tail = link.before;
        else link.after.before = link.before;
    }

    void accessed(Node<K, V> node) {
        if (!byAccess || node == tail) return;
        Link<K, V> link = (Link<K, V>) node;
        unlink(link);
        append(link);
        modCount++;
    }

    void inserted(boolean mayEvict) {
        if (mayEvict && head != null && removeEldestEntry(head)) removeNode(head.key, null, false, true);
    }

    void removed(Node<K, V> node) {
        unlink((Link<K, V>) node);
    }

    void reset() {
        super.reset();
        head = null;
        tail = null;
    }

    public void clear() {
        super.clear();
        head = null;
        tail = null;
    }

    public V get(Object key) {
        Node<K, V> node = find(key);
        if (node == null) return null;
        accessed(node);
        return node.value;
    }

    public V getOrDefault(Object key, V fallback) {
        Node<K, V> node = find(key);
        if (node == null) return fallback;
        accessed(node);
        return node.value;
    }

    public boolean containsValue(Object value) {
        for (Link<K, V> link = head; link != null; link = link.after)
            if (Objects.equals(value, link.value)) return true;
        return false;
    }

    void forEachNode(Consumer<? super Node<K, V>> action) {
        int expected = modCount;
        for (Link<K, V> link = head; link != null; link = link.after) action.accept(link);
        checkUnchanged(expected);
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int expected = modCount;
        for (Link<K, V> link = head; link != null; link = link.after)
            link.value = function.apply(link.key, link.value);
        checkUnchanged(expected);
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

    private abstract static class LinkIterator<K, V> {
        private final LinkedHashMap<K, V> map;
        private Link<K, V> next;
        private Link<K, V> current;
        private int expected;

        LinkIterator(LinkedHashMap<K, V> map) {
            this.map = map;
            next = map.head;
            expected = map.modCount;
        }

        public final boolean hasNext() {
            return next != null;
        }

        final Link<K, V> nextLink() {
            Link<K, V> link = next;
            map.checkUnchanged(expected);
            if (link == null) throw new NoSuchElementException();
            current = link;
            next = link.after;
            return link;
        }

        public final void remove() {
            if (current == null) throw new IllegalStateException();
            map.checkUnchanged(expected);
            map.removeNode(current.key, null, false, false);
            current = null;
            expected = map.modCount;
        }
    }

    private static final class KeyIterator<K, V> extends LinkIterator<K, V> implements Iterator<K> {
        KeyIterator(LinkedHashMap<K, V> map) {
            super(map);
        }

        public K next() {
            return nextLink().key;
        }
    }

    private static final class ValueIterator<K, V> extends LinkIterator<K, V> implements Iterator<V> {
        ValueIterator(LinkedHashMap<K, V> map) {
            super(map);
        }

        public V next() {
            return nextLink().value;
        }
    }

    private static final class EntryIterator<K, V> extends LinkIterator<K, V>
            implements Iterator<Map.Entry<K, V>> {
        EntryIterator(LinkedHashMap<K, V> map) {
            super(map);
        }

        public Map.Entry<K, V> next() {
            return nextLink();
        }
    }
}
