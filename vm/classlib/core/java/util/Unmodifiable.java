package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Views that read through to a collection and refuse to change it. */
final class Unmodifiable {
    private Unmodifiable() {
    }

    static final class Each<E> implements Iterator<E> {
        private final Iterator<? extends E> inner;

        Each(Iterator<? extends E> inner) {
            this.inner = inner;
        }

        public boolean hasNext() {
            return inner.hasNext();
        }

        public E next() {
            return inner.next();
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }
    }

    static class OfCollection<E> implements Collection<E>, java.io.Serializable {
        private final Collection<E> inner;

        @SuppressWarnings("unchecked")
        OfCollection(Collection<? extends E> inner) {
            this.inner = (Collection<E>) Objects.requireNonNull(inner);
        }

        public int size() {
            return inner.size();
        }

        public boolean isEmpty() {
            return inner.isEmpty();
        }

        public boolean contains(Object element) {
            return inner.contains(element);
        }

        public boolean containsAll(Collection<?> elements) {
            return inner.containsAll(elements);
        }

        public Object[] toArray() {
            return inner.toArray();
        }

        public <T> T[] toArray(T[] target) {
            return inner.toArray(target);
        }

        public String toString() {
            return inner.toString();
        }

        public void forEach(Consumer<? super E> action) {
            inner.forEach(action);
        }

        public Iterator<E> iterator() {
            return new Each<E>(inner.iterator());
        }

        public boolean add(E element) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object element) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(Collection<? extends E> elements) {
            throw new UnsupportedOperationException();
        }

        public boolean removeAll(Collection<?> elements) {
            throw new UnsupportedOperationException();
        }

        public boolean retainAll(Collection<?> elements) {
            throw new UnsupportedOperationException();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }
    }

    static class OfSet<E> extends OfCollection<E> implements Set<E> {
        private final Set<? extends E> inner;

        OfSet(Set<? extends E> inner) {
            super(inner);
            this.inner = inner;
        }

        public boolean equals(Object other) {
            return other == this || inner.equals(other);
        }

        public int hashCode() {
            return inner.hashCode();
        }
    }

    static class OfSortedSet<E> extends OfSet<E> implements SortedSet<E> {
        private final SortedSet<E> inner;

        OfSortedSet(SortedSet<E> inner) {
            super(inner);
            this.inner = inner;
        }

        public Comparator<? super E> comparator() {
            return inner.comparator();
        }

        public E first() {
            return inner.first();
        }

        public E last() {
            return inner.last();
        }

        public SortedSet<E> subSet(E from, E to) {
            return new OfSortedSet<E>(inner.subSet(from, to));
        }

        public SortedSet<E> headSet(E to) {
            return new OfSortedSet<E>(inner.headSet(to));
        }

        public SortedSet<E> tailSet(E from) {
            return new OfSortedSet<E>(inner.tailSet(from));
        }
    }

    static final class OfNavigableSet<E> extends OfSortedSet<E> implements NavigableSet<E> {
        private final NavigableSet<E> inner;

        OfNavigableSet(NavigableSet<E> inner) {
            super(inner);
            this.inner = inner;
        }

        public E lower(E element) {
            return inner.lower(element);
        }

        public E floor(E element) {
            return inner.floor(element);
        }

        public E ceiling(E element) {
            return inner.ceiling(element);
        }

        public E higher(E element) {
            return inner.higher(element);
        }

        public E pollFirst() {
            throw new UnsupportedOperationException();
        }

        public E pollLast() {
            throw new UnsupportedOperationException();
        }

        public Iterator<E> descendingIterator() {
            return new Each<E>(inner.descendingIterator());
        }

        public NavigableSet<E> descendingSet() {
            return new OfNavigableSet<E>(inner.descendingSet());
        }

        public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
            return new OfNavigableSet<E>(inner.subSet(from, fromInclusive, to, toInclusive));
        }

        public NavigableSet<E> headSet(E to, boolean inclusive) {
            return new OfNavigableSet<E>(inner.headSet(to, inclusive));
        }

        public NavigableSet<E> tailSet(E from, boolean inclusive) {
            return new OfNavigableSet<E>(inner.tailSet(from, inclusive));
        }
    }

    static class OfList<E> extends OfCollection<E> implements List<E> {
        private final List<E> inner;

        @SuppressWarnings("unchecked")
        OfList(List<? extends E> inner) {
            super(inner);
            this.inner = (List<E>) inner;
        }

        public boolean equals(Object other) {
            return other == this || inner.equals(other);
        }

        public int hashCode() {
            return inner.hashCode();
        }

        public E get(int index) {
            return inner.get(index);
        }

        public int indexOf(Object element) {
            return inner.indexOf(element);
        }

        public int lastIndexOf(Object element) {
            return inner.lastIndexOf(element);
        }

        public E set(int index, E element) {
            throw new UnsupportedOperationException();
        }

        public void add(int index, E element) {
            throw new UnsupportedOperationException();
        }

        public E remove(int index) {
            throw new UnsupportedOperationException();
        }

        public boolean addAll(int index, Collection<? extends E> elements) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> comparator) {
            throw new UnsupportedOperationException();
        }

        public ListIterator<E> listIterator() {
            return listIterator(0);
        }

        public ListIterator<E> listIterator(int index) {
            return new Both<E>(inner.listIterator(index));
        }

        public List<E> subList(int from, int to) {
            return Collections.unmodifiableList(inner.subList(from, to));
        }
    }

    static final class OfRandomAccessList<E> extends OfList<E> implements RandomAccess {
        OfRandomAccessList(List<? extends E> inner) {
            super(inner);
        }
    }

    static final class Both<E> implements ListIterator<E> {
        private final ListIterator<E> inner;

        Both(ListIterator<E> inner) {
            this.inner = inner;
        }

        public boolean hasNext() {
            return inner.hasNext();
        }

        public E next() {
            return inner.next();
        }

        public boolean hasPrevious() {
            return inner.hasPrevious();
        }

        public E previous() {
            return inner.previous();
        }

        public int nextIndex() {
            return inner.nextIndex();
        }

        public int previousIndex() {
            return inner.previousIndex();
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }

        public void set(E element) {
            throw new UnsupportedOperationException();
        }

        public void add(E element) {
            throw new UnsupportedOperationException();
        }
    }

    static class OfMap<K, V> implements Map<K, V>, java.io.Serializable {
        private final Map<K, V> inner;

        @SuppressWarnings("unchecked")
        OfMap(Map<? extends K, ? extends V> inner) {
            this.inner = (Map<K, V>) Objects.requireNonNull(inner);
        }

        public int size() {
            return inner.size();
        }

        public boolean isEmpty() {
            return inner.isEmpty();
        }

        public boolean containsKey(Object key) {
            return inner.containsKey(key);
        }

        public boolean containsValue(Object value) {
            return inner.containsValue(value);
        }

        public V get(Object key) {
            return inner.get(key);
        }

        public V getOrDefault(Object key, V fallback) {
            return inner.getOrDefault(key, fallback);
        }

        public void forEach(BiConsumer<? super K, ? super V> action) {
            inner.forEach(action);
        }

        public Set<K> keySet() {
            return new OfSet<K>(inner.keySet());
        }

        public Collection<V> values() {
            return new OfCollection<V>(inner.values());
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return new OfEntrySet<K, V>(inner.entrySet());
        }

        public boolean equals(Object other) {
            return other == this || inner.equals(other);
        }

        public int hashCode() {
            return inner.hashCode();
        }

        public String toString() {
            return inner.toString();
        }

        public V put(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V remove(Object key) {
            throw new UnsupportedOperationException();
        }

        public void putAll(Map<? extends K, ? extends V> entries) {
            throw new UnsupportedOperationException();
        }

        public void clear() {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V putIfAbsent(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public boolean remove(Object key, Object value) {
            throw new UnsupportedOperationException();
        }

        public boolean replace(K key, V expected, V value) {
            throw new UnsupportedOperationException();
        }

        public V replace(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }
    }

    /** Entries handed out refuse setValue, too. */
    private static final class OfEntrySet<K, V> extends OfSet<Map.Entry<K, V>> {
        OfEntrySet(Set<Map.Entry<K, V>> inner) {
            super(inner);
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            Iterator<Map.Entry<K, V>> entries = super.iterator();
            return new Iterator<Map.Entry<K, V>>() {
                public boolean hasNext() {
                    return entries.hasNext();
                }

                public Map.Entry<K, V> next() {
                    return new OfEntry<K, V>(entries.next());
                }

                public void remove() {
                    throw new UnsupportedOperationException();
                }
            };
        }

        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            Iterator<Map.Entry<K, V>> entries = iterator();
            while (entries.hasNext()) action.accept(entries.next());
        }

        public Object[] toArray() {
            Object[] entries = super.toArray();
            return guard(entries);
        }

        public <T> T[] toArray(T[] target) {
            T[] entries = super.toArray(target);
            guard(entries);
            return entries;
        }

        @SuppressWarnings("unchecked")
        private static Object[] guard(Object[] entries) {
            for (int i = 0; i < entries.length; i++)
                if (entries[i] instanceof Map.Entry)
                    entries[i] = new OfEntry<Object, Object>((Map.Entry<Object, Object>) entries[i]);
            return entries;
        }
    }

    private static final class OfEntry<K, V> implements Map.Entry<K, V> {
        private final Map.Entry<K, V> inner;

        OfEntry(Map.Entry<K, V> inner) {
            this.inner = inner;
        }

        public K getKey() {
            return inner.getKey();
        }

        public V getValue() {
            return inner.getValue();
        }

        public V setValue(V value) {
            throw new UnsupportedOperationException();
        }

        public int hashCode() {
            return inner.hashCode();
        }

        public String toString() {
            return inner.toString();
        }

        public boolean equals(Object other) {
            return AbstractMap.entriesEqual(this, other);
        }
    }

    static class OfSortedMap<K, V> extends OfMap<K, V> implements SortedMap<K, V> {
        private final SortedMap<K, V> inner;

        @SuppressWarnings("unchecked")
        OfSortedMap(SortedMap<K, ? extends V> inner) {
            super(inner);
            this.inner = (SortedMap<K, V>) inner;
        }

        public Comparator<? super K> comparator() {
            return inner.comparator();
        }

        public K firstKey() {
            return inner.firstKey();
        }

        public K lastKey() {
            return inner.lastKey();
        }

        public SortedMap<K, V> subMap(K from, K to) {
            return new OfSortedMap<K, V>(inner.subMap(from, to));
        }

        public SortedMap<K, V> headMap(K to) {
            return new OfSortedMap<K, V>(inner.headMap(to));
        }

        public SortedMap<K, V> tailMap(K from) {
            return new OfSortedMap<K, V>(inner.tailMap(from));
        }
    }

    static final class OfNavigableMap<K, V> extends OfSortedMap<K, V> implements NavigableMap<K, V> {
        private final NavigableMap<K, V> inner;

        @SuppressWarnings("unchecked")
        OfNavigableMap(NavigableMap<K, ? extends V> inner) {
            super(inner);
            this.inner = (NavigableMap<K, V>) inner;
        }

        private static <K, V> Map.Entry<K, V> guarded(Map.Entry<K, V> entry) {
            return entry == null ? null : new OfEntry<K, V>(entry);
        }

        public K lowerKey(K key) {
            return inner.lowerKey(key);
        }

        public Map.Entry<K, V> lowerEntry(K key) {
            return guarded(inner.lowerEntry(key));
        }

        public K floorKey(K key) {
            return inner.floorKey(key);
        }

        public Map.Entry<K, V> floorEntry(K key) {
            return guarded(inner.floorEntry(key));
        }

        public K ceilingKey(K key) {
            return inner.ceilingKey(key);
        }

        public Map.Entry<K, V> ceilingEntry(K key) {
            return guarded(inner.ceilingEntry(key));
        }

        public K higherKey(K key) {
            return inner.higherKey(key);
        }

        public Map.Entry<K, V> higherEntry(K key) {
            return guarded(inner.higherEntry(key));
        }

        public Map.Entry<K, V> firstEntry() {
            return guarded(inner.firstEntry());
        }

        public Map.Entry<K, V> lastEntry() {
            return guarded(inner.lastEntry());
        }

        public Map.Entry<K, V> pollFirstEntry() {
            throw new UnsupportedOperationException();
        }

        public Map.Entry<K, V> pollLastEntry() {
            throw new UnsupportedOperationException();
        }

        public NavigableSet<K> navigableKeySet() {
            return new OfNavigableSet<K>(inner.navigableKeySet());
        }

        public NavigableSet<K> descendingKeySet() {
            return new OfNavigableSet<K>(inner.descendingKeySet());
        }

        public NavigableMap<K, V> descendingMap() {
            return new OfNavigableMap<K, V>(inner.descendingMap());
        }

        public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
            return new OfNavigableMap<K, V>(inner.subMap(from, fromInclusive, to, toInclusive));
        }

        public NavigableMap<K, V> headMap(K to, boolean inclusive) {
            return new OfNavigableMap<K, V>(inner.headMap(to, inclusive));
        }

        public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
            return new OfNavigableMap<K, V>(inner.tailMap(from, inclusive));
        }
    }
}
