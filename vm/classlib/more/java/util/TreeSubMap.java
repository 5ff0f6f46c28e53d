package java.util;

/** A range of a TreeMap's keys, seen upwards or downwards; low and high are the map's own order. */
final class TreeSubMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V>, java.io.Serializable {
    private final TreeMap<K, V> map;
    private final boolean descending;
    private final boolean fromStart;
    private final K low;
    private final boolean lowInclusive;
    private final boolean toEnd;
    private final K high;
    private final boolean highInclusive;

    TreeSubMap(TreeMap<K, V> map, boolean descending, boolean fromStart, K low, boolean lowInclusive,
            boolean toEnd, K high, boolean highInclusive) {
        if (!fromStart && !toEnd) {
            if (map.compare(low, high) > 0) throw new IllegalArgumentException("fromKey > toKey");
        } else {
            if (!fromStart) map.compare(low, low);
            if (!toEnd) map.compare(high, high);
        }
        this.map = map;
        this.descending = descending;
        this.fromStart = fromStart;
        this.low = low;
        this.lowInclusive = lowInclusive;
        this.toEnd = toEnd;
        this.high = high;
        this.highInclusive = highInclusive;
    }

    private boolean tooLow(Object key) {
        if (fromStart) return false;
        int order = map.compare(key, low);
        return order < 0 || order == 0 && !lowInclusive;
    }

    private boolean tooHigh(Object key) {
        if (toEnd) return false;
        int order = map.compare(key, high);
        return order > 0 || order == 0 && !highInclusive;
    }

    private boolean inRange(Object key) {
        return !tooLow(key) && !tooHigh(key);
    }

    /** An end that is not included itself may lie on an end of this range that is not either. */
    private boolean canBound(K key, boolean inclusive) {
        if (inclusive) return inRange(key);
        return (fromStart || map.compare(key, low) >= 0) && (toEnd || map.compare(high, key) >= 0);
    }

    private TreeMap.Node<K, V> inRangeOrNull(TreeMap.Node<K, V> node) {
        return node == null || !inRange(node.key) ? null : node;
    }

    private TreeMap.Node<K, V> lowest() {
        return inRangeOrNull(fromStart ? map.first() : map.atLeast(low, lowInclusive));
    }

    private TreeMap.Node<K, V> highest() {
        return inRangeOrNull(toEnd ? map.last() : map.atMost(high, highInclusive));
    }

    private TreeMap.Node<K, V> atLeast(K key, boolean inclusive) {
        return tooLow(key) ? lowest() : inRangeOrNull(map.atLeast(key, inclusive));
    }

    private TreeMap.Node<K, V> atMost(K key, boolean inclusive) {
        return tooHigh(key) ? highest() : inRangeOrNull(map.atMost(key, inclusive));
    }

    private TreeMap.Node<K, V> firstNode() {
        return descending ? highest() : lowest();
    }

    private TreeMap.Node<K, V> lastNode() {
        return descending ? lowest() : highest();
    }

    private TreeMap.Node<K, V> nodeAfter(K key, boolean inclusive) {
        return descending ? atMost(key, inclusive) : atLeast(key, inclusive);
    }

    private TreeMap.Node<K, V> nodeBefore(K key, boolean inclusive) {
        return descending ? atLeast(key, inclusive) : atMost(key, inclusive);
    }

    /** The node at which a walk in the direction ends. */
    private TreeMap.Node<K, V> fence(boolean downwards) {
        if (downwards) return fromStart ? null : map.atMost(low, !lowInclusive);
        return toEnd ? null : map.atLeast(high, !highInclusive);
    }

    public int size() {
        return fromStart && toEnd ? map.size() : entrySet().size();
    }

    public boolean isEmpty() {
        return lowest() == null;
    }

    private TreeMap.Node<K, V> find(Object key) {
        return inRange(key) ? map.find(key) : null;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public V get(Object key) {
        TreeMap.Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public V put(K key, V value) {
        if (!inRange(key)) throw new IllegalArgumentException("key out of range");
        return map.put(key, value);
    }

    public V remove(Object key) {
        return inRange(key) ? map.remove(key) : null;
    }

    @SuppressWarnings("unchecked")
    public Comparator<? super K> comparator() {
        Comparator<K> order = (Comparator<K>) map.comparator();
        return descending ? Collections.reverseOrder(order) : order;
    }

    public K firstKey() {
        return TreeMap.keyOrThrow(firstNode());
    }

    public K lastKey() {
        return TreeMap.keyOrThrow(lastNode());
    }

    public Map.Entry<K, V> firstEntry() {
        return TreeMap.snapshot(firstNode());
    }

    public Map.Entry<K, V> lastEntry() {
        return TreeMap.snapshot(lastNode());
    }

    public Map.Entry<K, V> pollFirstEntry() {
        return map.poll(firstNode());
    }

    public Map.Entry<K, V> pollLastEntry() {
        return map.poll(lastNode());
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return TreeMap.snapshot(nodeBefore(key, false));
    }

    public K lowerKey(K key) {
        return TreeMap.keyOrNull(nodeBefore(key, false));
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return TreeMap.snapshot(nodeBefore(key, true));
    }

    public K floorKey(K key) {
        return TreeMap.keyOrNull(nodeBefore(key, true));
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return TreeMap.snapshot(nodeAfter(key, true));
    }

    public K ceilingKey(K key) {
        return TreeMap.keyOrNull(nodeAfter(key, true));
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return TreeMap.snapshot(nodeAfter(key, false));
    }

    public K higherKey(K key) {
        return TreeMap.keyOrNull(nodeAfter(key, false));
    }

    public NavigableMap<K, V> descendingMap() {
        return new TreeSubMap<K, V>(
                map, !descending, fromStart, low, lowInclusive, toEnd, high, highInclusive);
    }

    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        checkBound("fromKey", from, fromInclusive);
        checkBound("toKey", to, toInclusive);
        return descending
                ? new TreeSubMap<K, V>(map, true, false, to, toInclusive, false, from, fromInclusive)
                : new TreeSubMap<K, V>(map, false, false, from, fromInclusive, false, to, toInclusive);
    }

    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        checkBound("toKey", to, inclusive);
        return descending ? withLow(to, inclusive) : withHigh(to, inclusive);
    }

    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        checkBound("fromKey", from, inclusive);
        return descending ? withHigh(from, inclusive) : withLow(from, inclusive);
    }

    private void checkBound(String name, K key, boolean inclusive) {
        if (!canBound(key, inclusive)) throw new IllegalArgumentException(name + " out of range");
    }

    private TreeSubMap<K, V> withLow(K key, boolean inclusive) {
        return new TreeSubMap<K, V>(map, descending, false, key, inclusive, toEnd, high, highInclusive);
    }

    private TreeSubMap<K, V> withHigh(K key, boolean inclusive) {
        return new TreeSubMap<K, V>(
                map, descending, fromStart, low, lowInclusive, false, key, inclusive);
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

    public Set<K> keySet() {
        return navigableKeySet();
    }

    public NavigableSet<K> navigableKeySet() {
        return new TreeKeySet<K, V>(this);
    }

    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    Iterator<K> keyIterator(boolean reversed) {
        boolean downwards = descending != reversed;
        return new TreeMap.KeyIterator<K, V>(
                map, downwards ? highest() : lowest(), fence(downwards), downwards);
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySet();
    }

    private final class EntrySet extends AbstractSet<Map.Entry<K, V>> {
        public Iterator<Map.Entry<K, V>> iterator() {
            return new TreeMap.EntryIterator<K, V>(map, firstNode(), fence(descending), descending);
        }

        public int size() {
            if (fromStart && toEnd) return map.size();
            int count = 0;
            TreeMap.Node<K, V> end = fence(false);
            for (TreeMap.Node<K, V> node = lowest(); node != null && node != end; node = TreeMap.after(node))
                count++;
            return count;
        }

        public boolean isEmpty() {
            return lowest() == null;
        }

        public boolean contains(Object other) {
            if (!(other instanceof Map.Entry)) return false;
            TreeMap.Node<K, V> node = find(((Map.Entry<?, ?>) other).getKey());
            return node != null && node.equals(other);
        }

        public boolean remove(Object other) {
            if (!(other instanceof Map.Entry)) return false;
            TreeMap.Node<K, V> node = find(((Map.Entry<?, ?>) other).getKey());
            if (node == null || !node.equals(other)) return false;
            map.delete(node);
            return true;
        }
    }
}
