package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Views whose every operation holds a lock, the outermost view unless given; walking them is the caller's to guard. */
final class Synchronized {
    private Synchronized() {
    }

    static class OfCollection<E> implements Collection<E>, java.io.Serializable {
        private final Collection<E> inner;
        final Object mutex;

        OfCollection(Collection<E> inner, Object mutex) {
            this.inner = Objects.requireNonNull(inner);
            this.mutex = mutex == null ? this : mutex;
        }

        public Iterator<E> iterator() {
            return inner.iterator();
        }

        public int size() {
            synchronized (mutex) {
                return inner.size();
            }
        }

        public boolean isEmpty() {
            synchronized (mutex) {
                return inner.isEmpty();
            }
        }

        public boolean contains(Object element) {
            synchronized (mutex) {
                return inner.contains(element);
            }
        }

        public Object[] toArray() {
            synchronized (mutex) {
                return inner.toArray();
            }
        }

        public <T> T[] toArray(T[] target) {
            synchronized (mutex) {
                return inner.toArray(target);
            }
        }

        public boolean add(E element) {
            synchronized (mutex) {
                return inner.add(element);
            }
        }

        public boolean remove(Object element) {
            synchronized (mutex) {
                return inner.remove(element);
            }
        }

        public boolean containsAll(Collection<?> elements) {
            synchronized (mutex) {
                return inner.containsAll(elements);
            }
        }

        public boolean addAll(Collection<? extends E> elements) {
            synchronized (mutex) {
                return inner.addAll(elements);
            }
        }

        public boolean removeAll(Collection<?> elements) {
            synchronized (mutex) {
                return inner.removeAll(elements);
            }
        }

        public boolean retainAll(Collection<?> elements) {
            synchronized (mutex) {
                return inner.retainAll(elements);
            }
        }

        public boolean removeIf(Predicate<? super E> filter) {
            synchronized (mutex) {
                return inner.removeIf(filter);
            }
        }

        public void forEach(Consumer<? super E> action) {
            synchronized (mutex) {
                inner.forEach(action);
            }
        }

        public void clear() {
            synchronized (mutex) {
                inner.clear();
            }
        }

        public String toString() {
            synchronized (mutex) {
                return inner.toString();
            }
        }
    }

    static final class OfSet<E> extends OfCollection<E> implements Set<E> {
        private final Set<E> inner;

        OfSet(Set<E> inner, Object mutex) {
            super(inner, mutex);
            this.inner = inner;
        }

        public boolean equals(Object other) {
            if (other == this) return true;
            synchronized (mutex) {
                return inner.equals(other);
            }
        }

        public int hashCode() {
            synchronized (mutex) {
                return inner.hashCode();
            }
        }
    }

    static class OfList<E> extends OfCollection<E> implements List<E> {
        private final List<E> inner;

        OfList(List<E> inner, Object mutex) {
            super(inner, mutex);
            this.inner = inner;
        }

        public boolean equals(Object other) {
            if (other == this) return true;
            synchronized (mutex) {
                return inner.equals(other);
            }
        }

        public int hashCode() {
            synchronized (mutex) {
                return inner.hashCode();
            }
        }

        public E get(int index) {
            synchronized (mutex) {
                return inner.get(index);
            }
        }

        public E set(int index, E element) {
            synchronized (mutex) {
                return inner.set(index, element);
            }
        }

        public void add(int index, E element) {
            synchronized (mutex) {
                inner.add(index, element);
            }
        }

        public E remove(int index) {
            synchronized (mutex) {
                return inner.remove(index);
            }
        }

        public int indexOf(Object element) {
            synchronized (mutex) {
                return inner.indexOf(element);
            }
        }

        public int lastIndexOf(Object element) {
            synchronized (mutex) {
                return inner.lastIndexOf(element);
            }
        }

        public boolean addAll(int index, Collection<? extends E> elements) {
            synchronized (mutex) {
                return inner.addAll(index, elements);
            }
        }

        public void replaceAll(UnaryOperator<E> operator) {
            synchronized (mutex) {
                inner.replaceAll(operator);
            }
        }

        public void sort(Comparator<? super E> comparator) {
            synchronized (mutex) {
                inner.sort(comparator);
            }
        }

        public ListIterator<E> listIterator() {
            return inner.listIterator();
        }

        public ListIterator<E> listIterator(int index) {
            return inner.listIterator(index);
        }

        public List<E> subList(int from, int to) {
            synchronized (mutex) {
                return new OfList<E>(inner.subList(from, to), mutex);
            }
        }
    }

    static final class OfRandomAccessList<E> extends OfList<E> implements RandomAccess {
        OfRandomAccessList(List<E> inner, Object mutex) {
            super(inner, mutex);
        }

        public List<E> subList(int from, int to) {
            List<E> part = super.subList(from, to);
            return new OfRandomAccessList<E>(part, mutex);
        }
    }

    static final class OfMap<K, V> implements Map<K, V>, java.io.Serializable {
        private final Map<K, V> inner;
        private final Object mutex;

        OfMap(Map<K, V> inner) {
            this.inner = Objects.requireNonNull(inner);
            this.mutex = this;
        }

        public Set<K> keySet() {
            synchronized (mutex) {
                return new OfSet<K>(inner.keySet(), mutex);
            }
        }

        public Collection<V> values() {
            synchronized (mutex) {
                return new OfCollection<V>(inner.values(), mutex);
            }
        }

        public Set<Map.Entry<K, V>> entrySet() {
            synchronized (mutex) {
                return new OfSet<Map.Entry<K, V>>(inner.entrySet(), mutex);
            }
        }

        public boolean equals(Object other) {
            if (other == this) return true;
            synchronized (mutex) {
                return inner.equals(other);
            }
        }

        public int hashCode() {
            synchronized (mutex) {
                return inner.hashCode();
            }
        }

        public int size() {
            synchronized (mutex) {
                return inner.size();
            }
        }

        public boolean isEmpty() {
            synchronized (mutex) {
                return inner.isEmpty();
            }
        }

        public boolean containsKey(Object key) {
            synchronized (mutex) {
                return inner.containsKey(key);
            }
        }

        public boolean containsValue(Object value) {
            synchronized (mutex) {
                return inner.containsValue(value);
            }
        }

        public V get(Object key) {
            synchronized (mutex) {
                return inner.get(key);
            }
        }

        public V put(K key, V value) {
            synchronized (mutex) {
                return inner.put(key, value);
            }
        }

        public V remove(Object key) {
            synchronized (mutex) {
                return inner.remove(key);
            }
        }

        public void putAll(Map<? extends K, ? extends V> entries) {
            synchronized (mutex) {
                inner.putAll(entries);
            }
        }

        public void clear() {
            synchronized (mutex) {
                inner.clear();
            }
        }

        public String toString() {
            synchronized (mutex) {
                return inner.toString();
            }
        }

        public V getOrDefault(Object key, V fallback) {
            synchronized (mutex) {
                return inner.getOrDefault(key, fallback);
            }
        }

        public void forEach(BiConsumer<? super K, ? super V> action) {
            synchronized (mutex) {
                inner.forEach(action);
            }
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (mutex) {
                inner.replaceAll(function);
            }
        }

        public V putIfAbsent(K key, V value) {
            synchronized (mutex) {
                return inner.putIfAbsent(key, value);
            }
        }

        public boolean remove(Object key, Object value) {
            synchronized (mutex) {
                return inner.remove(key, value);
            }
        }

        public boolean replace(K key, V expected, V value) {
            synchronized (mutex) {
                return inner.replace(key, expected, value);
            }
        }

        public V replace(K key, V value) {
            synchronized (mutex) {
                return inner.replace(key, value);
            }
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            synchronized (mutex) {
                return inner.computeIfAbsent(key, function);
            }
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (mutex) {
                return inner.computeIfPresent(key, function);
            }
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            synchronized (mutex) {
                return inner.compute(key, function);
            }
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            synchronized (mutex) {
                return inner.merge(key, value, function);
            }
        }
    }
}
