package java.util;

/** A place for each constant, by ordinal; null values are told from missing ones by a mask. */
public class EnumMap<K extends Enum<K>, V> extends AbstractMap<K, V> implements Cloneable, java.io.Serializable {
    private static final Object NULL = new Object();

    private final Class<K> type;
    private final K[] universe;
    private Object[] places;
    private int size;
    private transient Set<Map.Entry<K, V>> entrySet;

    public EnumMap(Class<K> keyType) {
        this.type = keyType;
        universe = keyType.getEnumConstants();
        places = new Object[universe.length];
    }

    public EnumMap(EnumMap<K, ? extends V> m) {
        this(m.type);
        putAll(m);
    }

    public EnumMap(Map<K, ? extends V> m) {
        this(typeOf(m));
        putAll(m);
    }

    private static <K extends Enum<K>> Class<K> typeOf(Map<K, ?> m) {
        if (m instanceof EnumMap) return ((EnumMap<K, ?>) m).type;
        if (m.isEmpty()) throw new IllegalArgumentException("Specified map is empty");
        return m.keySet().iterator().next().getDeclaringClass();
    }

    private boolean isOurs(Object key) {
        return key instanceof Enum && ((Enum<?>) key).getDeclaringClass() == type;
    }

    private Object place(Object key) {
        return isOurs(key) ? places[((Enum<?>) key).ordinal()] : null;
    }

    @SuppressWarnings("unchecked")
    private V value(Object place) {
        return place == NULL ? null : (V) place;
    }

    public int size() {
        return size;
    }

    public boolean containsValue(Object value) {
        for (Object place : places)
            if (place != null && Objects.equals(value, value(place))) return true;
        return false;
    }

    public boolean containsKey(Object key) {
        return place(key) != null;
    }

    public V get(Object key) {
        return value(place(key));
    }

    public V put(K key, V value) {
        Class<?> actual = key.getClass();
        if (actual != type && actual.getSuperclass() != type)
            throw new ClassCastException(actual + " != " + type);
        int ordinal = key.ordinal();
        Object old = places[ordinal];
        places[ordinal] = value == null ? NULL : value;
        if (old == null) size++;
        return value(old);
    }

    public V remove(Object key) {
        if (!containsKey(key)) return null;
        int ordinal = ((Enum<?>) key).ordinal();
        V old = value(places[ordinal]);
        places[ordinal] = null;
        size--;
        return old;
    }

    public void clear() {
        Arrays.fill(places, null);
        size = 0;
    }

    @SuppressWarnings("unchecked")
    public EnumMap<K, V> clone() {
        try {
            EnumMap<K, V> copy = (EnumMap<K, V>) super.clone();
            copy.places = Arrays.copyOf(places, places.length);
            copy.entrySet = null;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public Set<Map.Entry<K, V>> entrySet() {
        if (entrySet == null) entrySet = new EntrySet();
        return entrySet;
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

        public void clear() {
            EnumMap.this.clear();
        }
    }

    private final class Each implements Iterator<Map.Entry<K, V>> {
        private int next;
        private int last = -1;

        public boolean hasNext() {
            while (next < places.length && places[next] == null) next++;
            return next < places.length;
        }

        public Map.Entry<K, V> next() {
            if (!hasNext()) throw new NoSuchElementException();
            last = next++;
            return new Place(universe[last]);
        }

        public void remove() {
            if (last < 0) throw new IllegalStateException();
            EnumMap.this.remove(universe[last]);
            last = -1;
        }
    }

    private final class Place implements Map.Entry<K, V> {
        private final K key;

        Place(K key) {
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
            return entriesEqual(this, other);
        }

        public int hashCode() {
            return key.hashCode() ^ Objects.hashCode(getValue());
        }

        public String toString() {
            return key + "=" + getValue();
        }
    }
}
