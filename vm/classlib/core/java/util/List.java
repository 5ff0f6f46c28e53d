package java.util;

import java.util.function.UnaryOperator;

public interface List<E> extends Collection<E> {
    int size();

    boolean isEmpty();

    boolean contains(Object element);

    Iterator<E> iterator();

    Object[] toArray();

    <T> T[] toArray(T[] target);

    boolean add(E element);

    boolean remove(Object element);

    boolean containsAll(Collection<?> elements);

    boolean addAll(Collection<? extends E> elements);

    boolean addAll(int index, Collection<? extends E> elements);

    boolean removeAll(Collection<?> elements);

    boolean retainAll(Collection<?> elements);

    default void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        ListIterator<E> each = listIterator();
        while (each.hasNext()) each.set(operator.apply(each.next()));
    }

    @SuppressWarnings("unchecked")
    default void sort(Comparator<? super E> comparator) {
        Object[] sorted = toArray();
        Arrays.sort(sorted, (Comparator<Object>) comparator);
        ListIterator<E> each = listIterator();
        for (int i = 0; i < sorted.length; i++) {
            each.next();
            each.set((E) sorted[i]);
        }
    }

    void clear();

    boolean equals(Object other);

    int hashCode();

    E get(int index);

    E set(int index, E element);

    void add(int index, E element);

    E remove(int index);

    int indexOf(Object element);

    int lastIndexOf(Object element);

    ListIterator<E> listIterator();

    ListIterator<E> listIterator(int index);

    List<E> subList(int from, int to);

    static <E> List<E> of() {
        return ImmutableCollections.listOf();
    }

    static <E> List<E> of(E first) {
        return ImmutableCollections.listOf(first);
    }

    static <E> List<E> of(E first, E second) {
        return ImmutableCollections.listOf(first, second);
    }

    static <E> List<E> of(E first, E second, E third) {
        return ImmutableCollections.listOf(first, second, third);
    }

    static <E> List<E> of(E first, E second, E third, E fourth) {
        return ImmutableCollections.listOf(first, second, third, fourth);
    }

    static <E> List<E> of(E first, E second, E third, E fourth, E fifth) {
        return ImmutableCollections.listOf(first, second, third, fourth, fifth);
    }

    static <E> List<E> of(E first, E second, E third, E fourth, E fifth, E sixth) {
        return ImmutableCollections.listOf(first, second, third, fourth, fifth, sixth);
    }

    static <E> List<E> of(E first, E second, E third, E fourth, E fifth, E sixth, E seventh) {
        return ImmutableCollections.listOf(first, second, third, fourth, fifth, sixth, seventh);
    }

    static <E> List<E> of(E first, E second, E third, E fourth,
            E fifth, E sixth, E seventh, E eighth) {
        return ImmutableCollections.listOf(first, second, third, fourth, fifth, sixth, seventh, eighth);
    }

    static <E> List<E> of(E first, E second, E third, E fourth, E fifth,
            E sixth, E seventh, E eighth, E ninth) {
        return ImmutableCollections.listOf(first, second, third, fourth, fifth, sixth, seventh, eighth, ninth);
    }

    static <E> List<E> of(E first, E second, E third, E fourth, E fifth,
            E sixth, E seventh, E eighth, E ninth, E tenth) {
        return ImmutableCollections.listOf(first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> List<E> of(E... elements) {
        return ImmutableCollections.listOf(elements);
    }

    static <E> List<E> copyOf(Collection<? extends E> elements) {
        return ImmutableCollections.listCopy(elements);
    }
}
