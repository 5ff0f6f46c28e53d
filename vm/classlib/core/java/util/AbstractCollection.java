package java.util;

import java.lang.reflect.Array;

public abstract class AbstractCollection<E> implements Collection<E> {
    protected AbstractCollection() {
    }

    public abstract Iterator<E> iterator();

    public abstract int size();

    public boolean isEmpty() {
        return size() == 0;
    }

    public boolean contains(Object element) {
        for (E each : this)
            if (element == null ? each == null : element.equals(each)) return true;
        return false;
    }

    public Object[] toArray() {
        return fill(new Object[size()]);
    }

    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] a) {
        int size = size();
        if (a.length < size)
            return (T[]) fill((Object[]) Array.newInstance(a.getClass().getComponentType(), size));
        int count = 0;
        for (E each : this) {
            if (count == a.length) return toArray(a);
            a[count++] = (T) each;
        }
        if (count < a.length) a[count] = null;
        return a;
    }

    /** Follows the iterator, should it give more or fewer elements than the array has room for. */
    private Object[] fill(Object[] array) {
        int count = 0;
        for (E each : this) {
            if (count == array.length) array = Arrays.copyOf(array, count + (count >> 1) + 1);
            array[count++] = each;
        }
        return count == array.length ? array : Arrays.copyOf(array, count);
    }

    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    public boolean remove(Object element) {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            E candidate = each.next();
            if (element == null ? candidate == null : element.equals(candidate)) {
                each.remove();
                return true;
            }
        }
        return false;
    }

    public boolean containsAll(Collection<?> c) {
        for (Object element : c)
            if (!contains(element)) return false;
        return true;
    }

    public boolean addAll(Collection<? extends E> c) {
        boolean changed = false;
        for (E element : c)
            if (add(element)) changed = true;
        return changed;
    }

    public boolean removeAll(Collection<?> elements) {
        return removeThose(elements, true);
    }

    public boolean retainAll(Collection<?> elements) {
        return removeThose(elements, false);
    }

    private boolean removeThose(Collection<?> elements, boolean contained) {
        Objects.requireNonNull(elements);
        boolean changed = false;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (elements.contains(each.next()) == contained) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }

    public void clear() {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            each.next();
            each.remove();
        }
    }

    public String toString() {
        Iterator<E> each = iterator();
        if (!each.hasNext()) return "[]";
        StringBuilder text = new StringBuilder();
        text.append('[');
        while (true) {
            E element = each.next();
            if (element == this) text.append("(this Collection)");
            else text.append(element);
            if (!each.hasNext()) return text.append(']').toString();
            text.append(", ");
        }
    }
}
