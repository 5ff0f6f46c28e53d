package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

public class Collections {
    @SuppressWarnings("rawtypes")
    public static final List EMPTY_LIST = new EmptyList<Object>();
    @SuppressWarnings("rawtypes")
    public static final Set EMPTY_SET = new EmptySet<Object>();
    @SuppressWarnings("rawtypes")
    public static final Map EMPTY_MAP = new EmptyMap<Object, Object>();

    private Collections() {
    }

    public static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    public static <T> void sort(List<T> list, Comparator<? super T> comparator) {
        list.sort(comparator);
    }

    @SuppressWarnings("unchecked")
    private static Comparator<Object> orNatural(Comparator<?> comparator) {
        return comparator == null ? Comparators.NATURAL : (Comparator<Object>) comparator;
    }

    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) {
        return search(list, key, Comparators.NATURAL);
    }

    public static <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> comparator) {
        return search(list, key, orNatural(comparator));
    }

    private static int search(List<?> list, Object key, Comparator<Object> order) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int sign = order.compare(list.get(middle), key);
            if (sign < 0) low = middle + 1;
            else if (sign > 0) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    @SuppressWarnings("unchecked")
    public static void reverse(List<?> list) {
        int size = list.size();
        if (list instanceof RandomAccess) {
            for (int i = size >> 1; i > 0; i--) swap(list, i - 1, size - i);
            return;
        }
        ListIterator<Object> front = ((List<Object>) list).listIterator();
        ListIterator<Object> back = ((List<Object>) list).listIterator(size);
        for (int i = size >> 1; i > 0; i--) {
            Object first = front.next();
            front.set(back.previous());
            back.set(first);
        }
    }

    /** Replaces the first elements; by index where access is random, as iterators of such a list need not be able to. */
    private static <T> void setFirst(List<? super T> list, List<? extends T> values) {
        if (list instanceof RandomAccess) {
            int index = 0;
            for (T value : values) list.set(index++, value);
            return;
        }
        ListIterator<? super T> each = list.listIterator();
        for (T value : values) {
            each.next();
            each.set(value);
        }
    }

    public static void shuffle(List<?> list) {
        shuffle(list, new Random());
    }

    @SuppressWarnings("unchecked")
    public static void shuffle(List<?> list, Random rnd) {
        if (list.size() < 2) return;
        Object[] elements = list.toArray();
        for (int i = elements.length; i > 1; i--) {
            int j = rnd.nextInt(i);
            Object swapped = elements[i - 1];
            elements[i - 1] = elements[j];
            elements[j] = swapped;
        }
        setFirst((List<Object>) list, Arrays.asList(elements));
    }

    @SuppressWarnings("unchecked")
    public static void swap(List<?> list, int i, int j) {
        ((List<Object>) list).set(i, ((List<Object>) list).set(j, list.get(i)));
    }

    public static <T> void fill(List<? super T> list, T value) {
        setFirst(list, nCopies(list.size(), value));
    }

    public static <T> void copy(List<? super T> dest, List<? extends T> src) {
        if (src.size() > dest.size()) throw new IndexOutOfBoundsException("Source does not fit in dest");
        setFirst(dest, src);
    }

    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> elements) {
        return Collections.<T>min(elements, null);
    }

    public static <T> T min(Collection<? extends T> coll, Comparator<? super T> comparator) {
        Comparator<Object> order = orNatural(comparator);
        Iterator<? extends T> each = coll.iterator();
        T least = each.next();
        while (each.hasNext()) {
            T element = each.next();
            if (order.compare(element, least) < 0) least = element;
        }
        return least;
    }

    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> elements) {
        return Collections.<T>max(elements, null);
    }

    public static <T> T max(Collection<? extends T> coll, Comparator<? super T> comparator) {
        Comparator<Object> order = orNatural(comparator);
        Iterator<? extends T> each = coll.iterator();
        T greatest = each.next();
        while (each.hasNext()) {
            T element = each.next();
            if (order.compare(element, greatest) > 0) greatest = element;
        }
        return greatest;
    }

    @SuppressWarnings("unchecked")
    public static void rotate(List<?> list, int distance) {
        int size = list.size();
        int start = size == 0 ? 0 : Math.floorMod(distance, size);
        if (start == 0) return;
        Object[] elements = list.toArray();
        Object[] rotated = new Object[size];
        System.arraycopy(elements, 0, rotated, start, size - start);
        System.arraycopy(elements, size - start, rotated, 0, start);
        setFirst((List<Object>) list, Arrays.asList(rotated));
    }

    public static <T> boolean replaceAll(List<T> list, T old, T replacement) {
        boolean changed = false;
        for (ListIterator<T> each = list.listIterator(); each.hasNext();) {
            if (!Objects.equals(old, each.next())) continue;
            if (list instanceof RandomAccess) list.set(each.previousIndex(), replacement);
            else each.set(replacement);
            changed = true;
        }
        return changed;
    }

    private static boolean matches(Object[] list, Object[] part, int at) {
        for (int i = 0; i < part.length; i++)
            if (!Objects.equals(part[i], list[at + i])) return false;
        return true;
    }

    public static int indexOfSubList(List<?> source, List<?> target) {
        Object[] elements = source.toArray();
        Object[] sought = target.toArray();
        for (int at = 0; at <= elements.length - sought.length; at++)
            if (matches(elements, sought, at)) return at;
        return -1;
    }

    public static int lastIndexOfSubList(List<?> source, List<?> target) {
        Object[] elements = source.toArray();
        Object[] sought = target.toArray();
        for (int at = elements.length - sought.length; at >= 0; at--)
            if (matches(elements, sought, at)) return at;
        return -1;
    }

    public static int frequency(Collection<?> c, Object sought) {
        int count = 0;
        for (Object element : c)
            if (Objects.equals(sought, element)) count++;
        return count;
    }

    /** Asks a set for what the other has, as only a set answers quickly; otherwise the larger one. */
    public static boolean disjoint(Collection<?> c1, Collection<?> c2) {
        Collection<?> asked = c2;
        Collection<?> walked = c1;
        if (c1 instanceof Set) {
            asked = c1;
            walked = c2;
        } else if (!(c2 instanceof Set)) {
            int size = c1.size();
            int other = c2.size();
            if (size == 0 || other == 0) return true;
            if (size > other) {
                asked = c1;
                walked = c2;
            }
        }
        for (Object element : walked)
            if (asked.contains(element)) return false;
        return true;
    }

    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> c, T... elements) {
        boolean changed = false;
        for (T element : elements)
            if (c.add(element)) changed = true;
        return changed;
    }

    @SuppressWarnings("unchecked")
    public static <T> Comparator<T> reverseOrder() {
        return (Comparator<T>) Comparators.REVERSE;
    }

    @SuppressWarnings("unchecked")
    public static <T> Comparator<T> reverseOrder(Comparator<T> comparator) {
        if (comparator == null || comparator == Comparators.NATURAL) return reverseOrder();
        if (comparator == Comparators.REVERSE) return (Comparator<T>) Comparators.NATURAL;
        if (comparator instanceof Comparators.Reversed) return comparator.reversed();
        return new Comparators.Reversed<T>(comparator);
    }

    public static <T> Enumeration<T> enumeration(Collection<T> c) {
        Iterator<T> each = c.iterator();
        return new Enumeration<T>() {
            public boolean hasMoreElements() {
                return each.hasNext();
            }

            public T nextElement() {
                return each.next();
            }
        };
    }

    public static <T> ArrayList<T> list(Enumeration<T> e) {
        ArrayList<T> list = new ArrayList<T>();
        while (e.hasMoreElements()) list.add(e.nextElement());
        return list;
    }

    public static <E> Set<E> newSetFromMap(Map<E, Boolean> map) {
        if (!map.isEmpty()) throw new IllegalArgumentException("Map is non-empty");
        return new SetFromMap<E>(map);
    }

    public static <T> Queue<T> asLifoQueue(Deque<T> deque) {
        return new LifoQueue<T>(Objects.requireNonNull(deque));
    }

    @SuppressWarnings("unchecked")
    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> c) {
        if (c.getClass() == Unmodifiable.OfCollection.class) return (Collection<T>) c;
        return new Unmodifiable.OfCollection<T>(c);
    }

    @SuppressWarnings("unchecked")
    public static <T> Set<T> unmodifiableSet(Set<? extends T> s) {
        if (s.getClass() == Unmodifiable.OfSet.class) return (Set<T>) s;
        return new Unmodifiable.OfSet<T>(s);
    }

    @SuppressWarnings("unchecked")
    public static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> s) {
        if (s.getClass() == Unmodifiable.OfSortedSet.class) return (SortedSet<T>) s;
        return new Unmodifiable.OfSortedSet<T>(s);
    }

    @SuppressWarnings("unchecked")
    public static <T> NavigableSet<T> unmodifiableNavigableSet(NavigableSet<T> s) {
        if (s.getClass() == Unmodifiable.OfNavigableSet.class) return (NavigableSet<T>) s;
        return new Unmodifiable.OfNavigableSet<T>(s);
    }

    @SuppressWarnings("unchecked")
    public static <T> List<T> unmodifiableList(List<? extends T> list) {
        Class<?> its = list.getClass();
        if (its == Unmodifiable.OfList.class || its == Unmodifiable.OfRandomAccessList.class) return (List<T>) list;
        return list instanceof RandomAccess ? new Unmodifiable.OfRandomAccessList<T>(list)
                                            : new Unmodifiable.OfList<T>(list);
    }

    @SuppressWarnings("unchecked")
    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> m) {
        if (m.getClass() == Unmodifiable.OfMap.class) return (Map<K, V>) m;
        return new Unmodifiable.OfMap<K, V>(m);
    }

    @SuppressWarnings("unchecked")
    public static <K, V> SortedMap<K, V> unmodifiableSortedMap(SortedMap<K, ? extends V> m) {
        if (m.getClass() == Unmodifiable.OfSortedMap.class) return (SortedMap<K, V>) m;
        return new Unmodifiable.OfSortedMap<K, V>(m);
    }

    @SuppressWarnings("unchecked")
    public static <K, V> NavigableMap<K, V> unmodifiableNavigableMap(NavigableMap<K, ? extends V> m) {
        if (m.getClass() == Unmodifiable.OfNavigableMap.class) return (NavigableMap<K, V>) m;
        return new Unmodifiable.OfNavigableMap<K, V>(m);
    }

    public static <T> Collection<T> synchronizedCollection(Collection<T> elements) {
        return new Synchronized.OfCollection<T>(elements, null);
    }

    public static <T> Set<T> synchronizedSet(Set<T> set) {
        return new Synchronized.OfSet<T>(set, null);
    }

    public static <T> List<T> synchronizedList(List<T> list) {
        return list instanceof RandomAccess ? new Synchronized.OfRandomAccessList<T>(list, null)
                                            : new Synchronized.OfList<T>(list, null);
    }

    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) {
        return new Synchronized.OfMap<K, V>(map);
    }

    public static <T> Iterator<T> emptyIterator() {
        return Collections.<T>emptyList().iterator();
    }

    public static <T> ListIterator<T> emptyListIterator() {
        return Collections.<T>emptyList().listIterator();
    }

    public static <T> Enumeration<T> emptyEnumeration() {
        return enumeration(Collections.<T>emptyList());
    }

    @SuppressWarnings("unchecked")
    public static <T> List<T> emptyList() {
        return (List<T>) EMPTY_LIST;
    }

    @SuppressWarnings("unchecked")
    public static <T> Set<T> emptySet() {
        return (Set<T>) EMPTY_SET;
    }

    @SuppressWarnings("unchecked")
    public static <K, V> Map<K, V> emptyMap() {
        return (Map<K, V>) EMPTY_MAP;
    }

    public static <E> SortedSet<E> emptySortedSet() {
        return emptyNavigableSet();
    }

    public static <E> NavigableSet<E> emptyNavigableSet() {
        return unmodifiableNavigableSet(new TreeSet<E>());
    }

    public static <K, V> SortedMap<K, V> emptySortedMap() {
        return emptyNavigableMap();
    }

    public static <K, V> NavigableMap<K, V> emptyNavigableMap() {
        return unmodifiableNavigableMap(new TreeMap<K, V>());
    }

    public static <T> Set<T> singleton(T element) {
        return new SingletonSet<T>(element);
    }

    public static <T> List<T> singletonList(T element) {
        return new SingletonList<T>(element);
    }

    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        return new SingletonMap<K, V>(key, value);
    }

    public static <T> List<T> nCopies(int count, T element) {
        if (count < 0) throw new IllegalArgumentException("List length = " + count);
        return new Copies<T>(count, element);
    }

    private static final class EmptyList<E> extends AbstractList<E>
            implements RandomAccess, java.io.Serializable {
        public int size() {
            return 0;
        }

        public E get(int index) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }

        public Iterator<E> iterator() {
            return List.<E>of().iterator();
        }

        public void sort(Comparator<? super E> comparator) {
        }
    }

    private static final class EmptySet<E> extends AbstractSet<E> implements java.io.Serializable {
        public Iterator<E> iterator() {
            return emptyIterator();
        }

        public int size() {
            return 0;
        }
    }

    /** Refuses to change, also where nothing would change. */
    private abstract static class FixedMap<K, V> extends AbstractMap<K, V> {
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

    private static final class EmptyMap<K, V> extends FixedMap<K, V> implements java.io.Serializable {
        public Set<Map.Entry<K, V>> entrySet() {
            return emptySet();
        }

        public Set<K> keySet() {
            return emptySet();
        }

        public Collection<V> values() {
            return emptySet();
        }
    }

    private static final class SingletonSet<E> extends AbstractSet<E> implements java.io.Serializable {
        private final E element;

        SingletonSet(E element) {
            this.element = element;
        }

        public Iterator<E> iterator() {
            return ImmutableCollections.each(element);
        }

        public int size() {
            return 1;
        }

        public boolean contains(Object sought) {
            return Objects.equals(sought, element);
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class SingletonList<E> extends AbstractList<E>
            implements RandomAccess, java.io.Serializable {
        private final E element;

        SingletonList(E element) {
            this.element = element;
        }

        public int size() {
            return 1;
        }

        public E get(int index) {
            if (index != 0) throw new IndexOutOfBoundsException("Index: " + index + ", Size: 1");
            return element;
        }

        public Iterator<E> iterator() {
            return ImmutableCollections.each(element);
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> comparator) {
        }
    }

    private static final class SingletonMap<K, V> extends FixedMap<K, V> implements java.io.Serializable {
        private final Map.Entry<K, V> entry;

        SingletonMap(K key, V value) {
            entry = new SimpleImmutableEntry<K, V>(key, value);
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return singleton(entry);
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class Copies<E> extends AbstractList<E> implements RandomAccess, java.io.Serializable {
        private final int size;
        private final E element;

        Copies(int size, E element) {
            this.size = size;
            this.element = element;
        }

        public int size() {
            return size;
        }

        public boolean contains(Object sought) {
            return size > 0 && Objects.equals(sought, element);
        }

        public E get(int index) {
            if (index < 0 || index >= size)
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
            return element;
        }

        public List<E> subList(int from, int to) {
            checkRange(from, to, size);
            return new Copies<E>(to - from, element);
        }
    }

    private static final class SetFromMap<E> extends AbstractSet<E> implements java.io.Serializable {
        private final Map<E, Boolean> map;

        SetFromMap(Map<E, Boolean> map) {
            this.map = map;
        }

        public void clear() {
            map.clear();
        }

        public int size() {
            return map.size();
        }

        public boolean contains(Object element) {
            return map.containsKey(element);
        }

        public boolean remove(Object element) {
            return map.remove(element) != null;
        }

        public boolean add(E element) {
            return map.put(element, Boolean.TRUE) == null;
        }

        public Iterator<E> iterator() {
            return map.keySet().iterator();
        }
    }

    private static final class LifoQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
        private final Deque<E> deque;

        LifoQueue(Deque<E> deque) {
            this.deque = deque;
        }

        public boolean add(E element) {
            deque.addFirst(element);
            return true;
        }

        public boolean offer(E element) {
            return deque.offerFirst(element);
        }

        public E poll() {
            return deque.poll();
        }

        public E peek() {
            return deque.peek();
        }

        public int size() {
            return deque.size();
        }

        public Iterator<E> iterator() {
            return deque.iterator();
        }
    }
}
