package java.util;

/** The comparators that the static methods of Comparator and Collections hand out. */
final class Comparators {
    static final Comparator<Object> NATURAL = new Natural();
    static final Comparator<Object> REVERSE = new Reverse();

    private Comparators() {
    }

    private static final class Natural implements Comparator<Object> {
        @SuppressWarnings("unchecked")
        public int compare(Object c1, Object c2) {
            return ((Comparable<Object>) c1).compareTo(c2);
        }

        public Comparator<Object> reversed() {
            return REVERSE;
        }
    }

    private static final class Reverse implements Comparator<Object> {
        @SuppressWarnings("unchecked")
        public int compare(Object c1, Object c2) {
            return ((Comparable<Object>) c2).compareTo(c1);
        }

        public Comparator<Object> reversed() {
            return NATURAL;
        }
    }

    static final class Reversed<T> implements Comparator<T> {
        private final Comparator<T> comparator;

        Reversed(Comparator<T> comparator) {
            this.comparator = comparator;
        }

        public int compare(T a, T b) {
            return comparator.compare(b, a);
        }

        public Comparator<T> reversed() {
            return comparator;
        }

        public boolean equals(Object other) {
            return this == other
                    || other instanceof Reversed && comparator.equals(((Reversed<?>) other).comparator);
        }

        public int hashCode() {
            return comparator.hashCode() ^ Integer.MIN_VALUE;
        }
    }

    /** Null before or after everything else; without a comparator all other objects are equal. */
    static final class WithNull<T> implements Comparator<T> {
        private final boolean first;
        private final Comparator<T> comparator;

        @SuppressWarnings("unchecked")
        WithNull(boolean first, Comparator<? super T> comparator) {
            this.first = first;
            this.comparator = (Comparator<T>) comparator;
        }

        public int compare(T a, T b) {
            if (a == null) return b == null ? 0 : first ? -1 : 1;
            if (b == null) return first ? 1 : -1;
            return comparator == null ? 0 : comparator.compare(a, b);
        }

        public Comparator<T> thenComparing(Comparator<? super T> other) {
            Objects.requireNonNull(other);
            return new WithNull<T>(first, comparator == null ? other : comparator.thenComparing(other));
        }

        public Comparator<T> reversed() {
            return new WithNull<T>(!first, comparator == null ? null : comparator.reversed());
        }
    }
}
