package java.util;

import java.lang.reflect.Array;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

public final class Arrays extends ArrayRanges {
    private Arrays() {
    }

    private static int checkLength(int from, int to) {
        if (to - from < 0) throw new IllegalArgumentException(from + " > " + to);
        return to - from;
    }

    public static String toString(boolean[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(a[0]);
        for (int i = 1; i < a.length; i++) text.append(", ").append(a[i]);
        return text.append(']').toString();
    }

    public static int hashCode(boolean[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (boolean element : a) hash = 31 * hash + Boolean.hashCode(element);
        return hash;
    }

    public static boolean equals(boolean[] a, boolean[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(boolean[] a, boolean[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (a[i] != b[i]) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(boolean[] a, boolean[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int i = mismatch(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Boolean.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void fill(boolean[] a, boolean value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(boolean[] a, int from, int to, boolean value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    public static boolean[] copyOf(boolean[] original, int length) {
        boolean[] copy = new boolean[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] original, int from, int to) {
        boolean[] copy = new boolean[checkLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return copy;
    }

    public static String toString(byte[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(a[0]);
        for (int i = 1; i < a.length; i++) text.append(", ").append(a[i]);
        return text.append(']').toString();
    }

    public static int hashCode(byte[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (byte element : a) hash = 31 * hash + element;
        return hash;
    }

    public static boolean equals(byte[] a, byte[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(byte[] a, byte[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (a[i] != b[i]) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(byte[] a, byte[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int i = mismatch(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Byte.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void fill(byte[] a, byte value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(byte[] a, int from, int to, byte value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    public static byte[] copyOf(byte[] original, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static byte[] copyOfRange(byte[] original, int from, int to) {
        byte[] copy = new byte[checkLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return copy;
    }

    public static void sort(byte[] a) {
        PrimitiveSort.sort(a, 0, a.length);
    }

    public static void sort(byte[] a, int from, int to) {
        checkRange(a.length, from, to);
        PrimitiveSort.sort(a, from, to);
    }

    public static int binarySearch(byte[] a, byte key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(byte[] a, int from, int to, byte key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) low = middle + 1;
            else if (a[middle] > key) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    public static String toString(char[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(a[0]);
        for (int i = 1; i < a.length; i++) text.append(", ").append(a[i]);
        return text.append(']').toString();
    }

    public static int hashCode(char[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (char element : a) hash = 31 * hash + element;
        return hash;
    }

    public static boolean equals(char[] a, char[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(char[] a, char[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (a[i] != b[i]) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(char[] a, char[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int i = mismatch(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Character.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void fill(char[] a, char value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(char[] a, int from, int to, char value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    public static char[] copyOf(char[] original, int length) {
        char[] copy = new char[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static char[] copyOfRange(char[] original, int from, int to) {
        char[] copy = new char[checkLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return copy;
    }

    public static void sort(char[] a) {
        PrimitiveSort.sort(a, 0, a.length);
    }

    public static void sort(char[] a, int from, int to) {
        checkRange(a.length, from, to);
        PrimitiveSort.sort(a, from, to);
    }

    public static int binarySearch(char[] a, char key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(char[] a, int from, int to, char key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) low = middle + 1;
            else if (a[middle] > key) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    public static String toString(short[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(a[0]);
        for (int i = 1; i < a.length; i++) text.append(", ").append(a[i]);
        return text.append(']').toString();
    }

    public static int hashCode(short[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (short element : a) hash = 31 * hash + element;
        return hash;
    }

    public static boolean equals(short[] a, short[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(short[] a, short[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (a[i] != b[i]) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(short[] a, short[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int i = mismatch(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Short.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void fill(short[] a, short value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(short[] a, int from, int to, short value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    public static short[] copyOf(short[] original, int length) {
        short[] copy = new short[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static short[] copyOfRange(short[] original, int from, int to) {
        short[] copy = new short[checkLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return copy;
    }

    public static void sort(short[] a) {
        PrimitiveSort.sort(a, 0, a.length);
    }

    public static void sort(short[] a, int from, int to) {
        checkRange(a.length, from, to);
        PrimitiveSort.sort(a, from, to);
    }

    public static int binarySearch(short[] a, short key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(short[] a, int from, int to, short key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) low = middle + 1;
            else if (a[middle] > key) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    public static String toString(int[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(a[0]);
        for (int i = 1; i < a.length; i++) text.append(", ").append(a[i]);
        return text.append(']').toString();
    }

    public static int hashCode(int[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (int element : a) hash = 31 * hash + element;
        return hash;
    }

    public static boolean equals(int[] a, int[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(int[] a, int[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (a[i] != b[i]) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(int[] a, int[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int i = mismatch(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Integer.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void fill(int[] a, int value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(int[] a, int from, int to, int value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    public static int[] copyOf(int[] original, int length) {
        int[] copy = new int[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static int[] copyOfRange(int[] original, int from, int to) {
        int[] copy = new int[checkLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return copy;
    }

    public static void sort(int[] a) {
        PrimitiveSort.sort(a, 0, a.length);
    }

    public static void sort(int[] a, int from, int to) {
        checkRange(a.length, from, to);
        PrimitiveSort.sort(a, from, to);
    }

    public static int binarySearch(int[] a, int key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(int[] a, int from, int to, int key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) low = middle + 1;
            else if (a[middle] > key) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    public static void setAll(int[] array, IntUnaryOperator generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) array[i] = generator.applyAsInt(i);
    }

    public static String toString(long[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(a[0]);
        for (int i = 1; i < a.length; i++) text.append(", ").append(a[i]);
        return text.append(']').toString();
    }

    public static int hashCode(long[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (long element : a) hash = 31 * hash + Long.hashCode(element);
        return hash;
    }

    public static boolean equals(long[] a, long[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(long[] a, long[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (a[i] != b[i]) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(long[] a, long[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int i = mismatch(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Long.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void fill(long[] a, long value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(long[] a, int from, int to, long value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    public static long[] copyOf(long[] original, int length) {
        long[] copy = new long[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static long[] copyOfRange(long[] original, int from, int to) {
        long[] copy = new long[checkLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return copy;
    }

    public static void sort(long[] a) {
        PrimitiveSort.sort(a, 0, a.length);
    }

    public static void sort(long[] a, int from, int to) {
        checkRange(a.length, from, to);
        PrimitiveSort.sort(a, from, to);
    }

    public static int binarySearch(long[] a, long key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(long[] a, int from, int to, long key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) low = middle + 1;
            else if (a[middle] > key) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    public static void setAll(long[] array, IntToLongFunction generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) array[i] = generator.applyAsLong(i);
    }

    public static String toString(float[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(a[0]);
        for (int i = 1; i < a.length; i++) text.append(", ").append(a[i]);
        return text.append(']').toString();
    }

    public static int hashCode(float[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (float element : a) hash = 31 * hash + Float.hashCode(element);
        return hash;
    }

    public static boolean equals(float[] a, float[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(float[] a, float[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (Float.compare(a[i], b[i]) != 0) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(float[] a, float[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int i = mismatch(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Float.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void fill(float[] a, float value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(float[] a, int from, int to, float value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    public static float[] copyOf(float[] original, int length) {
        float[] copy = new float[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static float[] copyOfRange(float[] original, int from, int to) {
        float[] copy = new float[checkLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return copy;
    }

    public static void sort(float[] a) {
        PrimitiveSort.sort(a, 0, a.length);
    }

    public static void sort(float[] a, int from, int to) {
        checkRange(a.length, from, to);
        PrimitiveSort.sort(a, from, to);
    }

    public static int binarySearch(float[] a, float key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(float[] a, int from, int to, float key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Float.compare(a[middle], key);
            if (order < 0) low = middle + 1;
            else if (order > 0) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    public static String toString(double[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(a[0]);
        for (int i = 1; i < a.length; i++) text.append(", ").append(a[i]);
        return text.append(']').toString();
    }

    public static int hashCode(double[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (double element : a) hash = 31 * hash + Double.hashCode(element);
        return hash;
    }

    public static boolean equals(double[] a, double[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(double[] a, double[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (Double.compare(a[i], b[i]) != 0) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(double[] a, double[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int i = mismatch(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Double.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void fill(double[] a, double value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(double[] a, int from, int to, double value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    public static double[] copyOf(double[] original, int length) {
        double[] copy = new double[length];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return copy;
    }

    public static double[] copyOfRange(double[] original, int from, int to) {
        double[] copy = new double[checkLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return copy;
    }

    public static void sort(double[] a) {
        PrimitiveSort.sort(a, 0, a.length);
    }

    public static void sort(double[] a, int from, int to) {
        checkRange(a.length, from, to);
        PrimitiveSort.sort(a, from, to);
    }

    public static int binarySearch(double[] a, double key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(double[] a, int from, int to, double key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Double.compare(a[middle], key);
            if (order < 0) low = middle + 1;
            else if (order > 0) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    public static void setAll(double[] array, IntToDoubleFunction generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) array[i] = generator.applyAsDouble(i);
    }

    public static String toString(Object[] a) {
        if (a == null) return "null";
        if (a.length == 0) return "[]";
        StringBuilder text = new StringBuilder().append('[').append(String.valueOf(a[0]));
        for (int i = 1; i < a.length; i++) text.append(", ").append(String.valueOf(a[i]));
        return text.append(']').toString();
    }

    public static int hashCode(Object[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (Object element : a) hash = 31 * hash + (element == null ? 0 : element.hashCode());
        return hash;
    }

    public static boolean equals(Object[] a, Object[] b) {
        return a == b || a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static int mismatch(Object[] a, Object[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++)
            if (!Objects.equals(a[i], b[i])) return i;
        return a.length == b.length ? -1 : shorter;
    }

    public static <T extends Comparable<? super T>> int compare(T[] a, T[] b) {
        return compare(a, b, Comparator.nullsFirst(Comparator.naturalOrder()));
    }

    public static <T> int compare(T[] a, T[] b, Comparator<? super T> cmp) {
        Objects.requireNonNull(cmp);
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            int order = a[i] == b[i] ? 0 : cmp.compare(a[i], b[i]);
            if (order != 0) return order;
        }
        return a.length - b.length;
    }

    public static void fill(Object[] a, Object value) {
        for (int i = 0; i < a.length; i++) a[i] = value;
    }

    public static void fill(Object[] a, int from, int to, Object value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) a[i] = value;
    }

    @SuppressWarnings("unchecked")
    public static <T> T[] copyOf(T[] original, int length) {
        return (T[]) copyOf(original, length, original.getClass());
    }

    @SuppressWarnings("unchecked")
    public static <T, U> T[] copyOf(U[] original, int length, Class<? extends T[]> type) {
        Object[] copy = newArray(length, type);
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, length));
        return (T[]) copy;
    }

    @SuppressWarnings("unchecked")
    public static <T> T[] copyOfRange(T[] original, int from, int to) {
        return (T[]) copyOfRange(original, from, to, original.getClass());
    }

    @SuppressWarnings("unchecked")
    public static <T, U> T[] copyOfRange(U[] original, int from, int to, Class<? extends T[]> type) {
        Object[] copy = newArray(checkLength(from, to), type);
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, copy.length));
        return (T[]) copy;
    }

    private static Object[] newArray(int length, Class<?> type) {
        return type == Object[].class ? new Object[length]
                                      : (Object[]) Array.newInstance(type.getComponentType(), length);
    }

    public static void sort(Object[] a) {
        MergeSort.sort(a, 0, a.length, Comparators.NATURAL);
    }

    public static void sort(Object[] a, int from, int to) {
        checkRange(a.length, from, to);
        MergeSort.sort(a, from, to, Comparators.NATURAL);
    }

    public static <T> void sort(T[] a, Comparator<? super T> comparator) {
        sort(a, 0, a.length, comparator);
    }

    @SuppressWarnings("unchecked")
    public static <T> void sort(T[] a, int from, int to, Comparator<? super T> comparator) {
        checkRange(a.length, from, to);
        MergeSort.sort(a, from, to,
                comparator == null ? Comparators.NATURAL : (Comparator<Object>) comparator);
    }

    public static int binarySearch(Object[] a, Object key) {
        return binarySearch(a, 0, a.length, key, Comparators.NATURAL);
    }

    public static int binarySearch(Object[] a, int from, int to, Object key) {
        return binarySearch(a, from, to, key, Comparators.NATURAL);
    }

    public static <T> int binarySearch(T[] a, T key, Comparator<? super T> comparator) {
        return binarySearch(a, 0, a.length, key, comparator);
    }

    @SuppressWarnings("unchecked")
    public static <T> int binarySearch(T[] a, int from, int to, T key, Comparator<? super T> comparator) {
        checkRange(a.length, from, to);
        Comparator<Object> order =
                comparator == null ? Comparators.NATURAL : (Comparator<Object>) comparator;
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int sign = order.compare(a[middle], key);
            if (sign < 0) low = middle + 1;
            else if (sign > 0) high = middle - 1;
            else return middle;
        }
        return ~low;
    }

    public static <T> void setAll(T[] array, IntFunction<? extends T> generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) array[i] = generator.apply(i);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> List<T> asList(T... elements) {
        return new ArrayList<T>(elements);
    }

    /** An array seen as a list of fixed size. */
    private static final class ArrayList<E> extends AbstractList<E>
            implements RandomAccess, java.io.Serializable {
        private final E[] elements;

        ArrayList(E[] elements) {
            this.elements = Objects.requireNonNull(elements);
        }

        public int size() {
            return elements.length;
        }

        public Object[] toArray() {
            return copyOf(elements, elements.length, Object[].class);
        }

        public E get(int index) {
            return elements[index];
        }

        public E set(int index, E element) {
            E old = elements[index];
            elements[index] = element;
            return old;
        }

        public boolean contains(Object element) {
            return indexOf(element) >= 0;
        }

        public int indexOf(Object element) {
            E[] array = elements;
            for (int i = 0; i < array.length; i++)
                if (element == null ? array[i] == null : element.equals(array[i])) return i;
            return -1;
        }

        public Iterator<E> iterator() {
            return new Walk<E>(elements, 0, elements.length);
        }

        public void forEach(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            for (E element : elements) action.accept(element);
        }

        public void replaceAll(UnaryOperator<E> operator) {
            Objects.requireNonNull(operator);
            E[] array = elements;
            for (int i = 0; i < array.length; i++) array[i] = operator.apply(array[i]);
        }

        public void sort(Comparator<? super E> comparator) {
            Arrays.sort(elements, comparator);
        }
    }

    static class Walk<E> implements Iterator<E> {
        private final E[] elements;
        private final int end;
        private int next;

        Walk(E[] elements, int from, int to) {
            this.elements = elements;
            this.next = from;
            this.end = to;
        }

        public boolean hasNext() {
            return next < end;
        }

        public E next() {
            int i = next;
            if (i >= end) throw new NoSuchElementException();
            next = i + 1;
            return elements[i];
        }
    }

    public static int deepHashCode(Object[] a) {
        if (a == null) return 0;
        int hash = 1;
        for (Object element : a) hash = 31 * hash + deepHash(element);
        return hash;
    }

    private static int deepHash(Object element) {
        if (element instanceof Object[]) return deepHashCode((Object[]) element);
        if (element instanceof boolean[]) return hashCode((boolean[]) element);
        if (element instanceof byte[]) return hashCode((byte[]) element);
        if (element instanceof char[]) return hashCode((char[]) element);
        if (element instanceof short[]) return hashCode((short[]) element);
        if (element instanceof int[]) return hashCode((int[]) element);
        if (element instanceof long[]) return hashCode((long[]) element);
        if (element instanceof float[]) return hashCode((float[]) element);
        if (element instanceof double[]) return hashCode((double[]) element);
        return element == null ? 0 : element.hashCode();
    }

    public static boolean deepEquals(Object[] a, Object[] b) {
        if (a == b) return true;
        if (a == null || b == null || a.length != b.length) return false;
        for (int i = 0; i < a.length; i++)
            if (!deepEquals(a[i], b[i])) return false;
        return true;
    }

    static boolean deepEquals(Object a, Object b) {
        if (a == b) return true;
        if (a == null || b == null) return false;
        if (a instanceof Object[] && b instanceof Object[]) return deepEquals((Object[]) a, (Object[]) b);
        if (a instanceof boolean[] && b instanceof boolean[]) return equals((boolean[]) a, (boolean[]) b);
        if (a instanceof byte[] && b instanceof byte[]) return equals((byte[]) a, (byte[]) b);
        if (a instanceof char[] && b instanceof char[]) return equals((char[]) a, (char[]) b);
        if (a instanceof short[] && b instanceof short[]) return equals((short[]) a, (short[]) b);
        if (a instanceof int[] && b instanceof int[]) return equals((int[]) a, (int[]) b);
        if (a instanceof long[] && b instanceof long[]) return equals((long[]) a, (long[]) b);
        if (a instanceof float[] && b instanceof float[]) return equals((float[]) a, (float[]) b);
        if (a instanceof double[] && b instanceof double[]) return equals((double[]) a, (double[]) b);
        return a.equals(b);
    }

    public static String deepToString(Object[] a) {
        if (a == null) return "null";
        StringBuilder text = new StringBuilder();
        deepText(a, text, null);
        return text.toString();
    }

    /** The arrays that enclose the one being written, innermost first. */
    private static final class Enclosing {
        final Object[] array;
        final Enclosing outer;

        Enclosing(Object[] array, Enclosing outer) {
            this.array = array;
            this.outer = outer;
        }
    }

    private static void deepText(Object[] a, StringBuilder text, Enclosing outer) {
        for (Enclosing each = outer; each != null; each = each.outer) {
            if (each.array == a) {
                text.append("[...]");
                return;
            }
        }
        Enclosing here = new Enclosing(a, outer);
        text.append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) text.append(", ");
            if (a[i] instanceof Object[]) deepText((Object[]) a[i], text, here);
            else text.append(shallowText(a[i]));
        }
        text.append(']');
    }

    private static String shallowText(Object element) {
        if (element instanceof boolean[]) return toString((boolean[]) element);
        if (element instanceof byte[]) return toString((byte[]) element);
        if (element instanceof char[]) return toString((char[]) element);
        if (element instanceof short[]) return toString((short[]) element);
        if (element instanceof int[]) return toString((int[]) element);
        if (element instanceof long[]) return toString((long[]) element);
        if (element instanceof float[]) return toString((float[]) element);
        if (element instanceof double[]) return toString((double[]) element);
        return String.valueOf(element);
    }
}
