package java.util;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What List.of, Set.of and Map.of give: they refuse null, even in questions, and keep the order in which they were told. */
final class ImmutableCollections {
    private static final FixedList<Object> EMPTY = new FixedList<Object>(new Object[0], 0, 0, false);

    private ImmutableCollections() {
    }

    @SafeVarargs
    @SuppressWarnings("unchecked")
    static <E> List<E> listOf(E... elements) {
        if (elements.length == 0) return (List<E>) EMPTY;
        Object[] copy = new Object[elements.length];
        for (int i = 0; i < copy.length; i++) copy[i] = Objects.requireNonNull(elements[i]);
        return (List<E>) new FixedList<Object>(copy, 0, copy.length, false);
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> listCopy(Collection<? extends E> coll) {
        if (coll instanceof FixedList && !((FixedList<?>) coll).isPart) return (List<E>) coll;
        return (List<E>) listOf(coll.toArray());
    }

    @SafeVarargs
    static <E> Set<E> setOf(E... elements) {
        LinkedHashSet<E> set = new LinkedHashSet<E>();
        for (E element : elements)
            if (!set.add(Objects.requireNonNull(element)))
                throw new IllegalArgumentException("duplicate element: " + element);
        return new FixedSet<E>(set);
    }

    @SuppressWarnings("unchecked")
    static <E> Set<E> setCopy(Collection<? extends E> coll) {
        if (coll instanceof FixedSet) return (Set<E>) coll;
        LinkedHashSet<E> set = new LinkedHashSet<E>(coll);
        if (set.contains(null)) throw new NullPointerException();
        return new FixedSet<E>(set);
    }

    /** Keys and values by turns. */
    @SuppressWarnings("unchecked")
    static <K, V> Map<K, V> mapOf(Object... pairs) {
        LinkedHashMap<K, V> map = new LinkedHashMap<K, V>();
        for (int i = 0; i < pairs.length; i += 2) putNew(map, (K) pairs[i], (V) pairs[i + 1]);
        return new FixedMap<K, V>(map);
    }

    static <K, V> Map<K, V> mapOfEntries(Map.Entry<? extends K, ? extends V>[] entries) {
        LinkedHashMap<K, V> map = new LinkedHashMap<K, V>();
        for (Map.Entry<? extends K, ? extends V> entry : entries)
            putNew(map, entry.getKey(), entry.getValue());
        return new FixedMap<K, V>(map);
    }

    private static <K, V> void putNew(Map<K, V> map, K key, V value) {
        Objects.requireNonNull(key);
        if (map.put(key, Objects.requireNonNull(value)) != null)
            throw new IllegalArgumentException("duplicate key: " + key);
    }

    @SuppressWarnings("unchecked")
    static <K, V> Map<K, V> mapCopy(Map<? extends K, ? extends V> map) {
        if (map instanceof FixedMap) return (Map<K, V>) map;
        LinkedHashMap<K, V> copy = new LinkedHashMap<K, V>();
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet())
            putNew(copy, entry.getKey(), entry.getValue());
        return new FixedMap<K, V>(copy);
    }

    @SuppressWarnings("unchecked")
    static <E> Iterator<E> each(E element) {
        return (Iterator<E>) new FixedEach<Object>(new Object[] {element}, 0, 1);
    }

    private static final class FixedEach<E> extends Arrays.Walk<E> {
        FixedEach(E[] elements, int from, int to) {
            super(elements, from, to);
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }
    }

    static final class FixedEntry<K, V> extends AbstractMap.SimpleImmutableEntry<K, V> {
        FixedEntry(K key, V value) {
            super(Objects.requireNonNull(key), Objects.requireNonNull(value));
        }

        public V setValue(V value) {
            throw new UnsupportedOperationException("not supported");
        }
    }

    private static final class FixedList<E> extends AbstractList<E>
            implements RandomAccess, java.io.Serializable {
        private final E[] elements;
        private final int offset;
        private final int size;
        private final boolean isPart;

        FixedList(E[] elements, int offset, int size, boolean isPart) {
            this.elements = elements;
            this.offset = offset;
            this.size = size;
            this.isPart = isPart;
        }

        public int size() {
            return size;
        }

        /** Java's exception tells how long the list is: by its class, too. */
        public E get(int index) {
            if (isPart) Objects.checkIndex(index, size);
            if (index >= 0 && index < size) return elements[offset + index];
            if (size == 1 || size == 2) throw outOfBounds(index);
            throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + size);
        }

        private IndexOutOfBoundsException outOfBounds(int index) {
            return new IndexOutOfBoundsException("Index: " + index + " Size: " + size);
        }

        NoSuchElementException noMore(IndexOutOfBoundsException end) {
            return new NoSuchElementException();
        }

        public ListIterator<E> listIterator(int index) {
            if (index < 0 || index > size) throw outOfBounds(index);
            return new Unmodifiable.Both<E>(super.listIterator(index));
        }

        public int indexOf(Object element) {
            Objects.requireNonNull(element);
            for (int i = 0; i < size; i++)
                if (element.equals(elements[offset + i])) return i;
            return -1;
        }

        public int lastIndexOf(Object element) {
            Objects.requireNonNull(element);
            for (int i = size - 1; i >= 0; i--)
                if (element.equals(elements[offset + i])) return i;
            return -1;
        }

        public boolean contains(Object element) {
            return indexOf(element) >= 0;
        }

        public Object[] toArray() {
            return Arrays.copyOfRange(elements, offset, offset + size, Object[].class);
        }

        public Iterator<E> iterator() {
            return new FixedEach<E>(elements, offset, offset + size);
        }

        public List<E> subList(int from, int to) {
            checkRange(from, to, size);
            return new FixedList<E>(elements, offset + from, to - from, true);
        }

        public boolean add(E element) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(Collection<? extends E> added) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(int index, Collection<? extends E> added) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object element) {
            throw new UnsupportedOperationException();
        }

        public boolean removeAll(Collection<?> removed) {
            throw new UnsupportedOperationException();
        }

        public boolean retainAll(Collection<?> kept) {
            throw new UnsupportedOperationException();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> comparator) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }
    }

    private static final class FixedSet<E> extends Unmodifiable.OfSet<E> {
        FixedSet(Set<E> set) {
            super(set);
        }

        public boolean contains(Object element) {
            return super.contains(Objects.requireNonNull(element));
        }
    }

    private static final class FixedMap<K, V> extends Unmodifiable.OfMap<K, V> {
        FixedMap(Map<K, V> map) {
            super(map);
        }

        public V get(Object key) {
            return super.get(Objects.requireNonNull(key));
        }

        public V getOrDefault(Object key, V fallback) {
            return super.getOrDefault(Objects.requireNonNull(key), fallback);
        }

        public boolean containsKey(Object key) {
            return super.containsKey(Objects.requireNonNull(key));
        }

        public boolean containsValue(Object value) {
            return super.containsValue(Objects.requireNonNull(value));
        }
    }
}
