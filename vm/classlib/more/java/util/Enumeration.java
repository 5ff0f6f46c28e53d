package java.util;

public interface Enumeration<E> {
    boolean hasMoreElements();

    E nextElement();

    default Iterator<E> asIterator() {
        Enumeration<E> elements = this;
        return new Iterator<E>() {
            public boolean hasNext() {
                return elements.hasMoreElements();
            }

            public E next() {
                return elements.nextElement();
            }
        };
    }
}
