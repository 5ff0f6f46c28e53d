package java.util;

public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() {
    }

    public boolean equals(Object other) {
        if (other == this) return true;
        if (!(other instanceof Set)) return false;
        Collection<?> elements = (Collection<?>) other;
        if (elements.size() != size()) return false;
        try {
            return containsAll(elements);
        } catch (ClassCastException incomparable) {
            return false;
        } catch (NullPointerException nullRefused) {
            return false;
        }
    }

    public int hashCode() {
        int sum = 0;
        for (E element : this)
            if (element != null) sum += element.hashCode();
        return sum;
    }

    /** Walks the smaller of the two collections. */
    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        boolean changed = false;
        if (size() > c.size()) {
            for (Object element : c)
                if (remove(element)) changed = true;
            return changed;
        }
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (c.contains(each.next())) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }
}
