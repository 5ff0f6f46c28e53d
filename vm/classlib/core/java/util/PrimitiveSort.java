package java.util;

/**
 * Quicksort around the median of three, insertion sort for the rest, heapsort where a range stays unbalanced; the types of
 * at most sixteen bits count values when there are many. NaNs go last and -0.0 before 0.0.
 */
final class PrimitiveSort {
    private static final int FEW = 24;
    private static final int MANY = 1 << 10;

    private PrimitiveSort() {
    }

    /** Twice the logarithm: deeper than this, quicksort has met its worst case. */
    private static int depthLimit(int length) {
        return 2 * (32 - Integer.numberOfLeadingZeros(length));
    }

    static void sort(int[] a, int from, int to) {
        sort(a, from, to - 1, depthLimit(to - from));
    }

    private static void sort(int[] a, int low, int high, int depth) {
        while (high - low >= FEW) {
            if (depth-- == 0) {
                heapSort(a, low, high);
                return;
            }
            int pivot = median(a[low], a[low + high >>> 1], a[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    int swapped = a[i];
                    a[i++] = a[j];
                    a[j--] = swapped;
                }
            }
            if (j - low < high - i) {
                sort(a, low, j, depth);
                low = i;
            } else {
                sort(a, i, high, depth);
                high = j;
            }
        }
        insertionSort(a, low, high);
    }

    private static int median(int a, int b, int c) {
        if (a < b) return b < c ? b : a < c ? c : a;
        return a < c ? a : b < c ? c : b;
    }

    private static void heapSort(int[] a, int low, int high) {
        int count = high - low + 1;
        for (int i = count / 2 - 1; i >= 0; i--) sink(a, low, i, count, a[low + i]);
        while (--count > 0) {
            int last = a[low + count];
            a[low + count] = a[low];
            sink(a, low, 0, count, last);
        }
    }

    private static void sink(int[] a, int base, int hole, int count, int value) {
        for (int child = 2 * hole + 1; child < count; child = 2 * hole + 1) {
            if (child + 1 < count && a[base + child] < a[base + child + 1]) child++;
            if (value >= a[base + child]) break;
            a[base + hole] = a[base + child];
            hole = child;
        }
        a[base + hole] = value;
    }

    static void sort(long[] a, int from, int to) {
        sort(a, from, to - 1, depthLimit(to - from));
    }

    private static void sort(long[] a, int low, int high, int depth) {
        while (high - low >= FEW) {
            if (depth-- == 0) {
                heapSort(a, low, high);
                return;
            }
            long pivot = median(a[low], a[low + high >>> 1], a[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    long swapped = a[i];
                    a[i++] = a[j];
                    a[j--] = swapped;
                }
            }
            if (j - low < high - i) {
                sort(a, low, j, depth);
                low = i;
            } else {
                sort(a, i, high, depth);
                high = j;
            }
        }
        insertionSort(a, low, high);
    }

    private static long median(long a, long b, long c) {
        if (a < b) return b < c ? b : a < c ? c : a;
        return a < c ? a : b < c ? c : b;
    }

    private static void heapSort(long[] a, int low, int high) {
        int count = high - low + 1;
        for (int i = count / 2 - 1; i >= 0; i--) sink(a, low, i, count, a[low + i]);
        while (--count > 0) {
            long last = a[low + count];
            a[low + count] = a[low];
            sink(a, low, 0, count, last);
        }
    }

    private static void sink(long[] a, int base, int hole, int count, long value) {
        for (int child = 2 * hole + 1; child < count; child = 2 * hole + 1) {
            if (child + 1 < count && a[base + child] < a[base + child + 1]) child++;
            if (value >= a[base + child]) break;
            a[base + hole] = a[base + child];
            hole = child;
        }
        a[base + hole] = value;
    }

    static void sort(float[] a, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            if (Float.isNaN(a[i])) {
                float last = a[--to];
                a[to] = a[i];
                a[i] = last;
            }
        }
        sort(a, from, to - 1, depthLimit(to - from));
        int zero = from;
        while (zero < to && a[zero] < 0) zero++;
        int negative = 0;
        for (int i = zero; i < to && a[i] == 0; i++)
            if (1 / a[i] < 0) negative++;
        for (int i = zero; i < to && a[i] == 0; i++) a[i] = negative-- > 0 ? -0.0f : 0.0f;
    }

    private static void sort(float[] a, int low, int high, int depth) {
        while (high - low >= FEW) {
            if (depth-- == 0) {
                heapSort(a, low, high);
                return;
            }
            float pivot = median(a[low], a[low + high >>> 1], a[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    float swapped = a[i];
                    a[i++] = a[j];
                    a[j--] = swapped;
                }
            }
            if (j - low < high - i) {
                sort(a, low, j, depth);
                low = i;
            } else {
                sort(a, i, high, depth);
                high = j;
            }
        }
        insertionSort(a, low, high);
    }

    private static float median(float a, float b, float c) {
        if (a < b) return b < c ? b : a < c ? c : a;
        return a < c ? a : b < c ? c : b;
    }

    private static void heapSort(float[] a, int low, int high) {
        int count = high - low + 1;
        for (int i = count / 2 - 1; i >= 0; i--) sink(a, low, i, count, a[low + i]);
        while (--count > 0) {
            float last = a[low + count];
            a[low + count] = a[low];
            sink(a, low, 0, count, last);
        }
    }

    private static void sink(float[] a, int base, int hole, int count, float value) {
        for (int child = 2 * hole + 1; child < count; child = 2 * hole + 1) {
            if (child + 1 < count && a[base + child] < a[base + child + 1]) child++;
            if (value >= a[base + child]) break;
            a[base + hole] = a[base + child];
            hole = child;
        }
        a[base + hole] = value;
    }

    static void sort(double[] a, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            if (Double.isNaN(a[i])) {
                double last = a[--to];
                a[to] = a[i];
                a[i] = last;
            }
        }
        sort(a, from, to - 1, depthLimit(to - from));
        int zero = from;
        while (zero < to && a[zero] < 0) zero++;
        int negative = 0;
        for (int i = zero; i < to && a[i] == 0; i++)
            if (1 / a[i] < 0) negative++;
        for (int i = zero; i < to && a[i] == 0; i++) a[i] = negative-- > 0 ? -0.0 : 0.0;
    }

    private static void sort(double[] a, int low, int high, int depth) {
        while (high - low >= FEW) {
            if (depth-- == 0) {
                heapSort(a, low, high);
                return;
            }
            double pivot = median(a[low], a[low + high >>> 1], a[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) {
                    double swapped = a[i];
                    a[i++] = a[j];
                    a[j--] = swapped;
                }
            }
            if (j - low < high - i) {
                sort(a, low, j, depth);
                low = i;
            } else {
                sort(a, i, high, depth);
                high = j;
            }
        }
        insertionSort(a, low, high);
    }

    private static double median(double a, double b, double c) {
        if (a < b) return b < c ? b : a < c ? c : a;
        return a < c ? a : b < c ? c : b;
    }

    private static void heapSort(double[] a, int low, int high) {
        int count = high - low + 1;
        for (int i = count / 2 - 1; i >= 0; i--) sink(a, low, i, count, a[low + i]);
        while (--count > 0) {
            double last = a[low + count];
            a[low + count] = a[low];
            sink(a, low, 0, count, last);
        }
    }

    private static void sink(double[] a, int base, int hole, int count, double value) {
        for (int child = 2 * hole + 1; child < count; child = 2 * hole + 1) {
            if (child + 1 < count && a[base + child] < a[base + child + 1]) child++;
            if (value >= a[base + child]) break;
            a[base + hole] = a[base + child];
            hole = child;
        }
        a[base + hole] = value;
    }

    private static void insertionSort(int[] a, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            int value = a[i];
            int j = i - 1;
            for (; j >= low && a[j] > value; j--) a[j + 1] = a[j];
            a[j + 1] = value;
        }
    }

    private static void insertionSort(long[] a, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            long value = a[i];
            int j = i - 1;
            for (; j >= low && a[j] > value; j--) a[j + 1] = a[j];
            a[j + 1] = value;
        }
    }

    private static void insertionSort(float[] a, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            float value = a[i];
            int j = i - 1;
            for (; j >= low && a[j] > value; j--) a[j + 1] = a[j];
            a[j + 1] = value;
        }
    }

    private static void insertionSort(double[] a, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            double value = a[i];
            int j = i - 1;
            for (; j >= low && a[j] > value; j--) a[j + 1] = a[j];
            a[j + 1] = value;
        }
    }

    private static void insertionSort(byte[] a, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            byte value = a[i];
            int j = i - 1;
            for (; j >= low && a[j] > value; j--) a[j + 1] = a[j];
            a[j + 1] = value;
        }
    }

    private static void insertionSort(char[] a, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            char value = a[i];
            int j = i - 1;
            for (; j >= low && a[j] > value; j--) a[j + 1] = a[j];
            a[j + 1] = value;
        }
    }

    private static void insertionSort(short[] a, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            short value = a[i];
            int j = i - 1;
            for (; j >= low && a[j] > value; j--) a[j + 1] = a[j];
            a[j + 1] = value;
        }
    }

    static void sort(byte[] a, int from, int to) {
        if (to - from < FEW) {
            insertionSort(a, from, to - 1);
            return;
        }
        int[] counts = new int[1 << 8];
        for (int i = from; i < to; i++) counts[a[i] - Byte.MIN_VALUE]++;
        int next = from;
        for (int value = 0; value < counts.length; value++)
            for (int n = counts[value]; n > 0; n--) a[next++] = (byte) (value + Byte.MIN_VALUE);
    }

    static void sort(char[] a, int from, int to) {
        if (to - from < MANY) {
            sortFew(a, from, to);
            return;
        }
        int[] counts = new int[1 << 16];
        for (int i = from; i < to; i++) counts[a[i]]++;
        int next = from;
        for (int value = 0; value < counts.length; value++)
            for (int n = counts[value]; n > 0; n--) a[next++] = (char) value;
    }

    private static void sortFew(char[] a, int from, int to) {
        if (to - from < FEW) {
            insertionSort(a, from, to - 1);
            return;
        }
        int[] wide = new int[to - from];
        for (int i = from; i < to; i++) wide[i - from] = a[i];
        sort(wide, 0, wide.length);
        for (int i = from; i < to; i++) a[i] = (char) wide[i - from];
    }

    static void sort(short[] a, int from, int to) {
        if (to - from < MANY) {
            sortFew(a, from, to);
            return;
        }
        int[] counts = new int[1 << 16];
        for (int i = from; i < to; i++) counts[a[i] - Short.MIN_VALUE]++;
        int next = from;
        for (int value = 0; value < counts.length; value++)
            for (int n = counts[value]; n > 0; n--) a[next++] = (short) (value + Short.MIN_VALUE);
    }

    private static void sortFew(short[] a, int from, int to) {
        if (to - from < FEW) {
            insertionSort(a, from, to - 1);
            return;
        }
        int[] wide = new int[to - from];
        for (int i = from; i < to; i++) wide[i - from] = a[i];
        sort(wide, 0, wide.length);
        for (int i = from; i < to; i++) a[i] = (short) wide[i - from];
    }
}
