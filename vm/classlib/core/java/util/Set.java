package java.util;

public interface Set<E> extends Collection<E> {
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

    boolean retainAll(Collection<?> elements);

    boolean removeAll(Collection<?> elements);

    void clear();

    boolean equals(Object other);

    int hashCode();

    static <E> Set<E> of() {
        return ImmutableCollections.setOf();
    }

    static <E> Set<E> of(E first) {
        return ImmutableCollections.setOf(first);
    }

    static <E> Set<E> of(E first, E second) {
        return ImmutableCollections.setOf(first, second);
    }

    static <E> Set<E> of(E first, E second, E third) {
        return ImmutableCollections.setOf(first, second, third);
    }

    static <E> Set<E> of(E first, E second, E third, E fourth) {
        return ImmutableCollections.setOf(first, second, third, fourth);
    }

    static <E> Set<E> of(E first, E second, E third, E fourth, E fifth) {
        return ImmutableCollections.setOf(first, second, third, fourth, fifth);
    }

    static <E> Set<E> of(E first, E second, E third, E fourth, E fifth, E sixth) {
        return ImmutableCollections.setOf(first, second, third, fourth, fifth, sixth);
    }

    static <E> Set<E> of(E first, E second, E third, E fourth, E fifth, E sixth, E seventh) {
        return ImmutableCollections.setOf(first, second, third, fourth, fifth, sixth, seventh);
    }

    static <E> Set<E> of(E first, E second, E third, E fourth,
            E fifth, E sixth, E seventh, E eighth) {
        return ImmutableCollections.setOf(first, second, third, fourth, fifth, sixth, seventh, eighth);
    }

    static <E> Set<E> of(E first, E second, E third, E fourth, E fifth,
            E sixth, E seventh, E eighth, E ninth) {
        return ImmutableCollections.setOf(first, second, third, fourth, fifth, sixth, seventh, eighth, ninth);
    }

    static <E> Set<E> of(E first, E second, E third, E fourth, E fifth,
            E sixth, E seventh, E eighth, E ninth, E tenth) {
        return ImmutableCollections.setOf(first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> Set<E> of(E... elements) {
        return ImmutableCollections.setOf(elements);
    }

    static <E> Set<E> copyOf(Collection<? extends E> elements) {
        return ImmutableCollections.setCopy(elements);
    }
}
