package java.util;

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    protected transient int modCount = 0;

    protected AbstractList() {
    }

    public boolean add(E element) {
        add(size(), element);
        return true;
    }

    public abstract E get(int index);

    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    public int indexOf(Object element) {
        ListIterator<E> each = listIterator();
        while (each.hasNext())
            if (Objects.equals(element, each.next())) return each.previousIndex();
        return -1;
    }

    public int lastIndexOf(Object element) {
        ListIterator<E> each = listIterator(size());
        while (each.hasPrevious())
            if (Objects.equals(element, each.previous())) return each.nextIndex();
        return -1;
    }

    public void clear() {
        removeRange(0, size());
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        checkPosition(index, size());
        boolean changed = false;
        for (E element : c) {
            add(index++, element);
            changed = true;
        }
        return changed;
    }

    protected void removeRange(int from, int to) {
        ListIterator<E> each = listIterator(from);
        for (int i = from; i < to; i++) {
            each.next();
            each.remove();
        }
    }

    public Iterator<E> iterator() {
        return new Each<E>(this);
    }

    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size());
        return new Both<E>(this, index);
    }

    public List<E> subList(int from, int to) {
        checkRange(from, to, size());
        return this instanceof RandomAccess ? new RandomAccessSubList<E>(this, from, to)
                                            : new SubList<E>(this, from, to);
    }

    public boolean equals(Object other) {
        if (other == this) return true;
        if (!(other instanceof List)) return false;
        Iterator<E> mine = iterator();
        Iterator<?> theirs = ((List<?>) other).iterator();
        while (mine.hasNext() && theirs.hasNext())
            if (!Objects.equals(mine.next(), theirs.next())) return false;
        return !mine.hasNext() && !theirs.hasNext();
    }

    public int hashCode() {
        int hash = 1;
        for (E element : this) hash = 31 * hash + (element == null ? 0 : element.hashCode());
        return hash;
    }

    NoSuchElementException noMore(IndexOutOfBoundsException end) {
        return new NoSuchElementException(end);
    }

    static void checkPosition(int index, int size) {
        if (index < 0 || index > size)
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
    }

    static void checkRange(int from, int to, int size) {
        if (from < 0) throw new IndexOutOfBoundsException("fromIndex = " + from);
        if (to > size) throw new IndexOutOfBoundsException("toIndex = " + to);
        if (from > to) throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
    }

    private static class Each<E> implements Iterator<E> {
        final AbstractList<E> list;
        int cursor;
        int last = -1;
        int expected;

        Each(AbstractList<E> list) {
            this.list = list;
            this.expected = list.modCount;
        }

        public boolean hasNext() {
            return cursor != list.size();
        }

        public E next() {
            checkUnchanged();
            try {
                int i = cursor;
                E element = list.get(i);
                last = i;
                cursor = i + 1;
                return element;
            } catch (IndexOutOfBoundsException end) {
                checkUnchanged();
                throw list.noMore(end);
            }
        }

        public void remove() {
            if (last < 0) throw new IllegalStateException();
            checkUnchanged();
            try {
                list.remove(last);
            } catch (IndexOutOfBoundsException gone) {
                throw new ConcurrentModificationException();
            }
            if (last < cursor) cursor--;
            last = -1;
            expected = list.modCount;
        }

        final void checkUnchanged() {
            if (list.modCount != expected) throw new ConcurrentModificationException();
        }
    }

    private static final class Both<E> extends Each<E> implements ListIterator<E> {
        Both(AbstractList<E> list, int index) {
            super(list);
            cursor = index;
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        public E previous() {
            checkUnchanged();
            try {
                int i = cursor - 1;
                E element = list.get(i);
                last = i;
                cursor = i;
                return element;
            } catch (IndexOutOfBoundsException end) {
                checkUnchanged();
                throw list.noMore(end);
            }
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        public void set(E element) {
            if (last < 0) throw new IllegalStateException();
            checkUnchanged();
            try {
                list.set(last, element);
            } catch (IndexOutOfBoundsException gone) {
                throw new ConcurrentModificationException();
            }
            expected = list.modCount;
        }

        public void add(E element) {
            checkUnchanged();
            try {
                list.add(cursor, element);
            } catch (IndexOutOfBoundsException gone) {
                throw new ConcurrentModificationException();
            }
            cursor++;
            last = -1;
            expected = list.modCount;
        }
    }

    /** A window; changes through it keep the counts of all the windows around it in step. */
    private static class SubList<E> extends AbstractList<E> {
        private final AbstractList<E> root;
        private final SubList<E> parent;
        private final int offset;
        private int size;

        SubList(AbstractList<E> root, int from, int to) {
            this.root = root;
            this.parent = null;
            this.offset = from;
            this.size = to - from;
            this.modCount = root.modCount;
        }

        SubList(SubList<E> parent, int from, int to) {
            this.root = parent.root;
            this.parent = parent;
            this.offset = parent.offset + from;
            this.size = to - from;
            this.modCount = root.modCount;
        }

        private void checkUnchanged() {
            if (root.modCount != modCount) throw new ConcurrentModificationException();
        }

        private void resized(int change) {
            for (SubList<E> list = this; list != null; list = list.parent) {
                list.size += change;
                list.modCount = root.modCount;
            }
        }

        public int size() {
            checkUnchanged();
            return size;
        }

        public E get(int index) {
            Objects.checkIndex(index, size);
            checkUnchanged();
            return root.get(offset + index);
        }

        public E set(int index, E element) {
            Objects.checkIndex(index, size);
            checkUnchanged();
            return root.set(offset + index, element);
        }

        public void add(int index, E element) {
            checkPosition(index, size);
            checkUnchanged();
            root.add(offset + index, element);
            resized(1);
        }

        public E remove(int index) {
            Objects.checkIndex(index, size);
            checkUnchanged();
            E old = root.remove(offset + index);
            resized(-1);
            return old;
        }

        protected void removeRange(int from, int to) {
            checkUnchanged();
            root.removeRange(offset + from, offset + to);
            resized(from - to);
        }

        public boolean addAll(Collection<? extends E> elements) {
            return addAll(size, elements);
        }

        public boolean addAll(int index, Collection<? extends E> c) {
            checkPosition(index, size);
            int count = c.size();
            if (count == 0) return false;
            checkUnchanged();
            root.addAll(offset + index, c);
            resized(count);
            return true;
        }

        public Iterator<E> iterator() {
            return listIterator();
        }

        public ListIterator<E> listIterator(int index) {
            checkUnchanged();
            checkPosition(index, size);
            return new Window<E>(this, root.listIterator(offset + index));
        }

        public List<E> subList(int from, int to) {
            checkRange(from, to, size);
            return new SubList<E>(this, from, to);
        }

        private static final class Window<E> implements ListIterator<E> {
            private final SubList<E> list;
            private final ListIterator<E> inner;

            Window(SubList<E> list, ListIterator<E> inner) {
                this.list = list;
                this.inner = inner;
            }

            public boolean hasNext() {
                return nextIndex() != list.size;
            }

            public E next() {
                if (!hasNext()) throw new NoSuchElementException();
                return inner.next();
            }

            public boolean hasPrevious() {
                return previousIndex() >= 0;
            }

            public E previous() {
                if (!hasPrevious()) throw new NoSuchElementException();
                return inner.previous();
            }

            public int nextIndex() {
                return inner.nextIndex() - list.offset;
            }

            public int previousIndex() {
                return inner.previousIndex() - list.offset;
            }

            public void remove() {
                inner.remove();
                list.resized(-1);
            }

            public void set(E element) {
                inner.set(element);
            }

            public void add(E element) {
                inner.add(element);
                list.resized(1);
            }
        }
    }

    private static final class RandomAccessSubList<E> extends SubList<E> implements RandomAccess {
        RandomAccessSubList(AbstractList<E> root, int from, int to) {
            super(root, from, to);
        }

        RandomAccessSubList(SubList<E> parent, int from, int to) {
            super(parent, from, to);
        }

        public List<E> subList(int from, int to) {
            checkRange(from, to, size());
            return new RandomAccessSubList<E>(this, from, to);
        }
    }
}
