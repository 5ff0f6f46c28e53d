package java.util;

/** Stable; short ranges by insertion, and two ranges that are in order already are not merged. */
final class MergeSort {
    private static final int FEW = 7;

    private MergeSort() {
    }

    static void sort(Object[] a, int from, int to, Comparator<Object> order) {
        if (to - from <= FEW) {
            insertionSort(a, from, to, order);
            return;
        }
        Object[] source = new Object[to - from];
        System.arraycopy(a, from, source, 0, to - from);
        sort(source, a, from, to, from, order);
    }

    /** Sorts target[from, to); source has the same elements at an offset of -base, and its order is lost. */
    private static void sort(
            Object[] source, Object[] target, int from, int to, int base, Comparator<Object> order) {
        if (to - from <= FEW) {
            insertionSort(target, from, to, order);
            return;
        }
        int middle = from + to >>> 1;
        sort(target, source, from - base, middle - base, -base, order);
        sort(target, source, middle - base, to - base, -base, order);
        int left = from - base;
        int right = middle - base;
        int leftEnd = right;
        int rightEnd = to - base;
        if (order.compare(source[right], source[right - 1]) >= 0) {
            System.arraycopy(source, left, target, from, to - from);
            return;
        }
        for (int i = from; i < to; i++) {
            if (right == rightEnd
                    || left < leftEnd && order.compare(source[right], source[left]) >= 0)
                target[i] = source[left++];
            else
                target[i] = source[right++];
        }
    }

    private static void insertionSort(Object[] a, int from, int to, Comparator<Object> order) {
        for (int i = from + 1; i < to; i++) {
            Object element = a[i];
            int j = i;
            while (j > from && order.compare(element, a[j - 1]) < 0) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = element;
        }
    }
}
