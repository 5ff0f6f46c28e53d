package java.util;

/** A bit for each constant, by ordinal, in as many words as the enum needs. Its subclasses are names that Java gives small and large ones. */
public abstract class EnumSet<E extends Enum<E>> extends AbstractSet<E> implements Cloneable, java.io.Serializable {
    private final Class<E> type;
    private final E[] universe;
    private long[] words;

    EnumSet(Class<E> type, E[] universe) {
        this.type = type;
        this.universe = universe;
        this.words = new long[universe.length + 63 >> 6];
    }

    public static <E extends Enum<E>> EnumSet<E> noneOf(Class<E> elementType) {
        E[] universe = elementType.getEnumConstants();
        if (universe == null) throw new ClassCastException(elementType + " not an enum");
        return create(elementType, universe);
    }

    private static <E extends Enum<E>> EnumSet<E> create(Class<E> type, E[] universe) {
        return universe.length <= 64 ? new RegularEnumSet<E>(type, universe) : new JumboEnumSet<E>(type, universe);
    }

    public static <E extends Enum<E>> EnumSet<E> allOf(Class<E> type) {
        EnumSet<E> set = noneOf(type);
        set.addOrdinals(0, set.universe.length);
        return set;
    }

    private void addOrdinals(int from, int to) {
        for (int i = from; i < to; i++) words[i >> 6] |= 1L << i;
    }

    public static <E extends Enum<E>> EnumSet<E> copyOf(EnumSet<E> s) {
        return s.clone();
    }

    public static <E extends Enum<E>> EnumSet<E> copyOf(Collection<E> c) {
        if (c instanceof EnumSet) return ((EnumSet<E>) c).clone();
        if (c.isEmpty()) throw new IllegalArgumentException("Collection is empty");
        EnumSet<E> set = noneOf(c.iterator().next().getDeclaringClass());
        set.addAll(c);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> complementOf(EnumSet<E> s) {
        EnumSet<E> rest = create(s.type, s.universe);
        for (E element : s.universe)
            if (!s.contains(element)) rest.add(element);
        return rest;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E e) {
        EnumSet<E> set = noneOf(e.getDeclaringClass());
        set.add(e);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E first, E second) {
        EnumSet<E> set = of(first);
        set.add(second);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E first, E second, E third) {
        EnumSet<E> set = of(first, second);
        set.add(third);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E first, E second, E third, E fourth) {
        EnumSet<E> set = of(first, second, third);
        set.add(fourth);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E first, E second, E third, E fourth, E fifth) {
        EnumSet<E> set = of(first, second, third, fourth);
        set.add(fifth);
        return set;
    }

    @SafeVarargs
    public static <E extends Enum<E>> EnumSet<E> of(E first, E... rest) {
        EnumSet<E> set = of(first);
        for (E element : rest) set.add(element);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> range(E from, E to) {
        if (from.compareTo(to) > 0) throw new IllegalArgumentException(from + " > " + to);
        EnumSet<E> set = noneOf(from.getDeclaringClass());
        set.addOrdinals(from.ordinal(), to.ordinal() + 1);
        return set;
    }

    @SuppressWarnings("unchecked")
    public EnumSet<E> clone() {
        try {
            EnumSet<E> copy = (EnumSet<E>) super.clone();
            copy.words = Arrays.copyOf(words, words.length);
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public int size() {
        int count = 0;
        for (long word : words) count += Long.bitCount(word);
        return count;
    }

    public boolean isEmpty() {
        for (long word : words)
            if (word != 0) return false;
        return true;
    }

    private boolean has(int ordinal) {
        return (words[ordinal >> 6] & 1L << ordinal) != 0;
    }

    private boolean isOurs(Object element) {
        return element instanceof Enum && ((Enum<?>) element).getDeclaringClass() == type;
    }

    public boolean contains(Object o) {
        return isOurs(o) && has(((Enum<?>) o).ordinal());
    }

    public boolean add(E e) {
        Class<?> actual = e.getClass();
        if (actual != type && actual.getSuperclass() != type)
            throw new ClassCastException(actual + " != " + type);
        int ordinal = e.ordinal();
        if (has(ordinal)) return false;
        words[ordinal >> 6] |= 1L << ordinal;
        return true;
    }

    public boolean remove(Object o) {
        if (!contains(o)) return false;
        int ordinal = ((Enum<?>) o).ordinal();
        words[ordinal >> 6] &= ~(1L << ordinal);
        return true;
    }

    public void clear() {
        Arrays.fill(words, 0L);
    }

    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private int next;
            private int last = -1;

            public boolean hasNext() {
                while (next < universe.length && !has(next)) next++;
                return next < universe.length;
            }

            public E next() {
                if (!hasNext()) throw new NoSuchElementException();
                last = next++;
                return universe[last];
            }

            public void remove() {
                if (last < 0) throw new IllegalStateException();
                words[last >> 6] &= ~(1L << last);
                last = -1;
            }
        };
    }
}
