package java.util;

/** The keys of a TreeMap or of a range of one. */
final class TreeKeySet<K, V> extends AbstractSet<K> implements NavigableSet<K> {
    private final NavigableMap<K, V> map;

    TreeKeySet(NavigableMap<K, V> map) {
        this.map = map;
    }

    @SuppressWarnings("unchecked")
    static <K> Iterator<K> keyIterator(NavigableMap<K, ?> map, boolean reversed) {
        if (map instanceof TreeMap) return ((TreeMap<K, ?>) map).keyIterator(reversed);
        if (map instanceof TreeSubMap) return ((TreeSubMap<K, ?>) map).keyIterator(reversed);
        return reversed ? map.descendingKeySet().iterator() : map.navigableKeySet().iterator();
    }

    public Iterator<K> iterator() {
        return keyIterator(map, false);
    }

    public Iterator<K> descendingIterator() {
        return keyIterator(map, true);
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(Object key) {
        return map.containsKey(key);
    }

    public boolean remove(Object key) {
        int size = map.size();
        map.remove(key);
        return map.size() != size;
    }

    public void clear() {
        map.clear();
    }

    public K lower(K key) {
        return map.lowerKey(key);
    }

    public K floor(K key) {
        return map.floorKey(key);
    }

    public K ceiling(K key) {
        return map.ceilingKey(key);
    }

    public K higher(K key) {
        return map.higherKey(key);
    }

    public K first() {
        return map.firstKey();
    }

    public K last() {
        return map.lastKey();
    }

    public Comparator<? super K> comparator() {
        return map.comparator();
    }

    public K pollFirst() {
        Map.Entry<K, V> entry = map.pollFirstEntry();
        return entry == null ? null : entry.getKey();
    }

    public K pollLast() {
        Map.Entry<K, V> entry = map.pollLastEntry();
        return entry == null ? null : entry.getKey();
    }

    public NavigableSet<K> descendingSet() {
        return new TreeKeySet<K, V>(map.descendingMap());
    }

    public NavigableSet<K> subSet(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return new TreeKeySet<K, V>(map.subMap(from, fromInclusive, to, toInclusive));
    }

    public NavigableSet<K> headSet(K to, boolean inclusive) {
        return new TreeKeySet<K, V>(map.headMap(to, inclusive));
    }

    public NavigableSet<K> tailSet(K from, boolean inclusive) {
        return new TreeKeySet<K, V>(map.tailMap(from, inclusive));
    }

    public SortedSet<K> subSet(K from, K to) {
        return subSet(from, true, to, false);
    }

    public SortedSet<K> headSet(K to) {
        return headSet(to, false);
    }

    public SortedSet<K> tailSet(K from) {
        return tailSet(from, true);
    }
}
