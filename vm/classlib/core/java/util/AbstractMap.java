package java.util;

public abstract class AbstractMap<K, V> implements Map<K, V> {
    transient Set<K> keySet;
    transient Collection<V> values;

    protected AbstractMap() {
    }

    public int size() {
        return entrySet().size();
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    private Map.Entry<K, V> find(Object key) {
        for (Map.Entry<K, V> entry : entrySet())
            if (key == null ? entry.getKey() == null : key.equals(entry.getKey())) return entry;
        return null;
    }

    public boolean containsValue(Object value) {
        for (Map.Entry<K, V> entry : entrySet())
            if (Objects.equals(value, entry.getValue())) return true;
        return false;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public V get(Object key) {
        Map.Entry<K, V> entry = find(key);
        return entry == null ? null : entry.getValue();
    }

    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    public V remove(Object key) {
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<K, V> entry = each.next();
            if (Objects.equals(key, entry.getKey())) {
                V old = entry.getValue();
                each.remove();
                return old;
            }
        }
        return null;
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        for (Map.Entry<? extends K, ? extends V> entry : m.entrySet())
            put(entry.getKey(), entry.getValue());
    }

    public void clear() {
        entrySet().clear();
    }

    public Set<K> keySet() {
        if (keySet == null) keySet = new Keys();
        return keySet;
    }

    public Collection<V> values() {
        if (values == null) values = new Values();
        return values;
    }

    public abstract Set<Map.Entry<K, V>> entrySet();

    public boolean equals(Object other) {
        if (other == this) return true;
        if (!(other instanceof Map)) return false;
        Map<?, ?> map = (Map<?, ?>) other;
        if (map.size() != size()) return false;
        try {
            for (Map.Entry<K, V> entry : entrySet()) {
                K key = entry.getKey();
                V value = entry.getValue();
                if (value == null ? map.get(key) != null || !map.containsKey(key)
                                  : !value.equals(map.get(key)))
                    return false;
            }
        } catch (ClassCastException incomparable) {
            return false;
        } catch (NullPointerException nullRefused) {
            return false;
        }
        return true;
    }

    public int hashCode() {
        int sum = 0;
        for (Map.Entry<K, V> entry : entrySet()) sum += entry.hashCode();
        return sum;
    }

    public String toString() {
        return toString(this);
    }

    static <K, V> String toString(Map<K, V> map) {
        Iterator<Map.Entry<K, V>> each = map.entrySet().iterator();
        if (!each.hasNext()) return "{}";
        StringBuilder text = new StringBuilder();
        text.append('{');
        while (true) {
            Map.Entry<K, V> entry = each.next();
            K key = entry.getKey();
            V value = entry.getValue();
            if (key == map) text.append("(this Map)");
            else text.append(key);
            text.append('=');
            if (value == map) text.append("(this Map)");
            else text.append(value);
            if (!each.hasNext()) return text.append('}').toString();
            text.append(", ");
        }
    }

    protected Object clone() throws CloneNotSupportedException {
        AbstractMap<?, ?> copy = (AbstractMap<?, ?>) super.clone();
        copy.keySet = null;
        copy.values = null;
        return copy;
    }

    private final class Keys extends AbstractSet<K> {
        public Iterator<K> iterator() {
            Iterator<Map.Entry<K, V>> entries = entrySet().iterator();
            return new Iterator<K>() {
                public boolean hasNext() {
                    return entries.hasNext();
                }

                public K next() {
                    return entries.next().getKey();
                }

                public void remove() {
                    entries.remove();
                }
            };
        }

        public int size() {
            return AbstractMap.this.size();
        }

        public void clear() {
            AbstractMap.this.clear();
        }

        public boolean contains(Object key) {
            return containsKey(key);
        }
    }

    private final class Values extends AbstractCollection<V> {
        public Iterator<V> iterator() {
            Iterator<Map.Entry<K, V>> entries = entrySet().iterator();
            return new Iterator<V>() {
                public boolean hasNext() {
                    return entries.hasNext();
                }

                public V next() {
                    return entries.next().getValue();
                }

                public void remove() {
                    entries.remove();
                }
            };
        }

        public int size() {
            return AbstractMap.this.size();
        }

        public void clear() {
            AbstractMap.this.clear();
        }

        public boolean contains(Object value) {
            return containsValue(value);
        }
    }

    /** Of entries that tell what the map has now: those in an array stay as they are. */
    static <K, V> List<Map.Entry<K, V>> copies(Set<Map.Entry<K, V>> entries) {
        List<Map.Entry<K, V>> copies = new ArrayList<Map.Entry<K, V>>(entries.size());
        for (Map.Entry<K, V> entry : entries) copies.add(new SimpleEntry<K, V>(entry));
        return copies;
    }

    static boolean entriesEqual(Map.Entry<?, ?> entry, Object other) {
        if (entry == other) return true;
        if (!(other instanceof Map.Entry)) return false;
        Map.Entry<?, ?> that = (Map.Entry<?, ?>) other;
        return Objects.equals(entry.getKey(), that.getKey())
                && Objects.equals(entry.getValue(), that.getValue());
    }

    public static class SimpleEntry<K, V> implements Map.Entry<K, V>, java.io.Serializable {
        private final K key;
        private V value;

        public SimpleEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleEntry(Map.Entry<? extends K, ? extends V> entry) {
            this.key = entry.getKey();
            this.value = entry.getValue();
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

    public static class SimpleImmutableEntry<K, V> implements Map.Entry<K, V>, java.io.Serializable {
        private final K key;
        private final V value;

        public SimpleImmutableEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleImmutableEntry(Map.Entry<? extends K, ? extends V> entry) {
            this.key = entry.getKey();
            this.value = entry.getValue();
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V replacement) {
            throw new UnsupportedOperationException();
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
}
