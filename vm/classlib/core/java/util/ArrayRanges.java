package java.util;

import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;

/** The part of Arrays that compares ranges, and what may run in parallel and here does not. Arrays inherits it. */
class ArrayRanges {
    ArrayRanges() {
    }

    static void checkRange(int length, int from, int to) {
        if (from > to) throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        if (from < 0) throw new ArrayIndexOutOfBoundsException(from);
        if (to > length) throw new ArrayIndexOutOfBoundsException(to);
    }

    /** The index of a difference in ranges of these lengths, of which the common part has none. */
    private static int end(int a, int b) {
        return a == b ? -1 : Math.min(a, b);
    }

    public static int mismatch(boolean[] a, int aFrom, int aTo, boolean[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (a[aFrom + i] != b[bFrom + i]) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(boolean[] a, int aFrom, int aTo, boolean[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static int compare(boolean[] a, int aFrom, int aTo, boolean[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Boolean.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static int mismatch(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (a[aFrom + i] != b[bFrom + i]) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Byte.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static int compareUnsigned(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Byte.compareUnsigned(a[aFrom + at], b[bFrom + at]);
    }

    public static int compareUnsigned(byte[] a, byte[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        return compareUnsigned(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(char[] a, int aFrom, int aTo, char[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (a[aFrom + i] != b[bFrom + i]) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(char[] a, int aFrom, int aTo, char[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static int compare(char[] a, int aFrom, int aTo, char[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Character.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static int mismatch(short[] a, int aFrom, int aTo, short[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (a[aFrom + i] != b[bFrom + i]) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(short[] a, int aFrom, int aTo, short[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static int compare(short[] a, int aFrom, int aTo, short[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Short.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static int compareUnsigned(short[] a, int aFrom, int aTo, short[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Short.compareUnsigned(a[aFrom + at], b[bFrom + at]);
    }

    public static int compareUnsigned(short[] a, short[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        return compareUnsigned(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(int[] a, int aFrom, int aTo, int[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (a[aFrom + i] != b[bFrom + i]) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(int[] a, int aFrom, int aTo, int[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static int compare(int[] a, int aFrom, int aTo, int[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Integer.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static int compareUnsigned(int[] a, int aFrom, int aTo, int[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Integer.compareUnsigned(a[aFrom + at], b[bFrom + at]);
    }

    public static int compareUnsigned(int[] a, int[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        return compareUnsigned(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(long[] a, int aFrom, int aTo, long[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (a[aFrom + i] != b[bFrom + i]) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(long[] a, int aFrom, int aTo, long[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static int compare(long[] a, int aFrom, int aTo, long[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Long.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static int compareUnsigned(long[] a, int aFrom, int aTo, long[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Long.compareUnsigned(a[aFrom + at], b[bFrom + at]);
    }

    public static int compareUnsigned(long[] a, long[] b) {
        if (a == null || b == null) return a == b ? 0 : a == null ? -1 : 1;
        return compareUnsigned(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(float[] a, int aFrom, int aTo, float[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (Float.compare(a[aFrom + i], b[bFrom + i]) != 0) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(float[] a, int aFrom, int aTo, float[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static int compare(float[] a, int aFrom, int aTo, float[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Float.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static int mismatch(double[] a, int aFrom, int aTo, double[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (Double.compare(a[aFrom + i], b[bFrom + i]) != 0) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(double[] a, int aFrom, int aTo, double[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static int compare(double[] a, int aFrom, int aTo, double[] b, int bFrom, int bTo) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return Double.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static int mismatch(Object[] a, int aFrom, int aTo, Object[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (!Objects.equals(a[aFrom + i], b[bFrom + i])) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static <T> int mismatch(T[] a, T[] b, Comparator<? super T> comparator) {
        if (comparator == null) throw new NullPointerException();
        return a == b ? -1 : mismatch(a, 0, a.length, b, 0, b.length, comparator);
    }

    public static <T> int mismatch(T[] a, int aFrom, int aTo, T[] b, int bFrom, int bTo, Comparator<? super T> comparator) {
        if (comparator == null) throw new NullPointerException();
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        int count = Math.min(aTo - aFrom, bTo - bFrom);
        for (int i = 0; i < count; i++)
            if (a[aFrom + i] != b[bFrom + i] && comparator.compare(a[aFrom + i], b[bFrom + i]) != 0) return i;
        return end(aTo - aFrom, bTo - bFrom);
    }

    public static boolean equals(Object[] a, int aFrom, int aTo, Object[] b, int bFrom, int bTo) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo) < 0;
    }

    public static <T> boolean equals(T[] a, T[] b, Comparator<? super T> comparator) {
        if (comparator == null) throw new NullPointerException();
        if (a == null || b == null) return a == b;
        return a.length == b.length && mismatch(a, b, comparator) < 0;
    }

    public static <T> boolean equals(T[] a, int aFrom, int aTo, T[] b, int bFrom, int bTo, Comparator<? super T> comparator) {
        return mismatch(a, aFrom, aTo, b, bFrom, bTo, comparator) < 0;
    }

    /** null comes first. */
    public static <T extends Comparable<? super T>> int compare(T[] a, int aFrom, int aTo, T[] b, int bFrom, int bTo) {
        return compare(a, aFrom, aTo, b, bFrom, bTo, Comparator.nullsFirst(Comparator.<T>naturalOrder()));
    }

    public static <T> int compare(T[] a, int aFrom, int aTo, T[] b, int bFrom, int bTo, Comparator<? super T> comparator) {
        int at = mismatch(a, aFrom, aTo, b, bFrom, bTo, comparator);
        if (at < 0 || at >= Math.min(aTo - aFrom, bTo - bFrom)) return (aTo - aFrom) - (bTo - bFrom);
        return comparator.compare(a[aFrom + at], b[bFrom + at]);
    }

    public static void parallelSort(byte[] a) {
        Arrays.sort(a);
    }

    public static void parallelSort(byte[] a, int from, int to) {
        Arrays.sort(a, from, to);
    }

    public static void parallelSort(char[] a) {
        Arrays.sort(a);
    }

    public static void parallelSort(char[] a, int from, int to) {
        Arrays.sort(a, from, to);
    }

    public static void parallelSort(short[] a) {
        Arrays.sort(a);
    }

    public static void parallelSort(short[] a, int from, int to) {
        Arrays.sort(a, from, to);
    }

    public static void parallelSort(int[] a) {
        Arrays.sort(a);
    }

    public static void parallelSort(int[] a, int from, int to) {
        Arrays.sort(a, from, to);
    }

    public static void parallelSort(long[] a) {
        Arrays.sort(a);
    }

    public static void parallelSort(long[] a, int from, int to) {
        Arrays.sort(a, from, to);
    }

    public static void parallelSort(float[] a) {
        Arrays.sort(a);
    }

    public static void parallelSort(float[] a, int from, int to) {
        Arrays.sort(a, from, to);
    }

    public static void parallelSort(double[] a) {
        Arrays.sort(a);
    }

    public static void parallelSort(double[] a, int from, int to) {
        Arrays.sort(a, from, to);
    }

    public static <T extends Comparable<? super T>> void parallelSort(T[] a) {
        Arrays.sort(a);
    }

    public static <T extends Comparable<? super T>> void parallelSort(T[] a, int from, int to) {
        Arrays.sort(a, from, to);
    }

    public static <T> void parallelSort(T[] a, Comparator<? super T> comparator) {
        Arrays.sort(a, comparator);
    }

    public static <T> void parallelSort(T[] a, int from, int to, Comparator<? super T> comparator) {
        Arrays.sort(a, from, to, comparator);
    }

    public static <T> void parallelPrefix(T[] a, BinaryOperator<T> function) {
        parallelPrefix(a, 0, a.length, function);
    }

    public static <T> void parallelPrefix(T[] a, int from, int to, BinaryOperator<T> function) {
        if (function == null) throw new NullPointerException();
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) a[i] = function.apply(a[i - 1], a[i]);
    }

    public static void parallelPrefix(int[] a, IntBinaryOperator function) {
        parallelPrefix(a, 0, a.length, function);
    }

    public static void parallelPrefix(int[] a, int from, int to, IntBinaryOperator function) {
        if (function == null) throw new NullPointerException();
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) a[i] = function.applyAsInt(a[i - 1], a[i]);
    }

    public static void parallelPrefix(long[] a, LongBinaryOperator function) {
        parallelPrefix(a, 0, a.length, function);
    }

    public static void parallelPrefix(long[] a, int from, int to, LongBinaryOperator function) {
        if (function == null) throw new NullPointerException();
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) a[i] = function.applyAsLong(a[i - 1], a[i]);
    }

    public static void parallelPrefix(double[] a, DoubleBinaryOperator function) {
        parallelPrefix(a, 0, a.length, function);
    }

    public static void parallelPrefix(double[] a, int from, int to, DoubleBinaryOperator function) {
        if (function == null) throw new NullPointerException();
        checkRange(a.length, from, to);
        for (int i = from + 1; i < to; i++) a[i] = function.applyAsDouble(a[i - 1], a[i]);
    }

    public static <T> void parallelSetAll(T[] a, IntFunction<? extends T> generator) {
        Arrays.setAll(a, generator);
    }

    public static void parallelSetAll(int[] a, IntUnaryOperator generator) {
        Arrays.setAll(a, generator);
    }

    public static void parallelSetAll(long[] a, IntToLongFunction generator) {
        Arrays.setAll(a, generator);
    }

    public static void parallelSetAll(double[] a, IntToDoubleFunction generator) {
        Arrays.setAll(a, generator);
    }
}
