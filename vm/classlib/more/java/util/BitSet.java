package java.util;

public class BitSet implements Cloneable, java.io.Serializable {
    private static final int SHIFT = 6;

    private long[] words;
    /** Words from here on are zero, the one before is not. */
    private int wordsInUse;

    public BitSet() {
        words = new long[1];
    }

    public BitSet(int bits) {
        if (bits < 0) throw new NegativeArraySizeException("nbits < 0: " + bits);
        words = new long[bits + 63 >>> SHIFT];
    }

    private BitSet(long[] words) {
        this.words = words;
        wordsInUse = words.length;
        trimUsed();
    }

    public static BitSet valueOf(long[] longs) {
        BitSet set = new BitSet(Arrays.copyOf(longs, longs.length));
        set.words = Arrays.copyOf(set.words, set.wordsInUse);
        return set;
    }

    public static BitSet valueOf(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) length--;
        long[] words = new long[length + 7 >> 3];
        for (int i = 0; i < length; i++) words[i >> 3] |= (bytes[i] & 0xffL) << 8 * (i & 7);
        return new BitSet(words);
    }

    public long[] toLongArray() {
        return Arrays.copyOf(words, wordsInUse);
    }

    public byte[] toByteArray() {
        byte[] bytes = new byte[length() + 7 >> 3];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (words[i >> 3] >>> 8 * (i & 7));
        return bytes;
    }

    private void trimUsed() {
        while (wordsInUse > 0 && words[wordsInUse - 1] == 0) wordsInUse--;
    }

    private void use(int word) {
        if (word < wordsInUse) return;
        if (word >= words.length) words = Arrays.copyOf(words, Math.max(2 * words.length, word + 1));
        wordsInUse = word + 1;
    }

    private static void checkIndex(int bit) {
        if (bit < 0) throw new IndexOutOfBoundsException("bitIndex < 0: " + bit);
    }

    private static void checkFrom(int from) {
        if (from < 0) throw new IndexOutOfBoundsException("fromIndex < 0: " + from);
    }

    private static void checkRange(int from, int to) {
        checkFrom(from);
        if (to < 0) throw new IndexOutOfBoundsException("toIndex < 0: " + to);
        if (from > to) throw new IndexOutOfBoundsException("fromIndex: " + from + " > toIndex: " + to);
    }

    public void flip(int bit) {
        checkIndex(bit);
        use(bit >> SHIFT);
        words[bit >> SHIFT] ^= 1L << bit;
        trimUsed();
    }

    public void set(int bit) {
        checkIndex(bit);
        use(bit >> SHIFT);
        words[bit >> SHIFT] |= 1L << bit;
    }

    public void clear(int bit) {
        checkIndex(bit);
        if (bit >> SHIFT >= wordsInUse) return;
        words[bit >> SHIFT] &= ~(1L << bit);
        trimUsed();
    }

    public void set(int bit, boolean value) {
        if (value) set(bit);
        else clear(bit);
    }

    /** The bits of a word between from and to, which is beyond from. */
    private static long mask(int word, int from, int to) {
        long mask = -1L;
        if (word == from >> SHIFT) mask &= -1L << from;
        if (word == to - 1 >> SHIFT) mask &= -1L >>> -to;
        return mask;
    }

    public void flip(int from, int to) {
        checkRange(from, to);
        if (from == to) return;
        int last = to - 1 >> SHIFT;
        use(last);
        for (int i = from >> SHIFT; i <= last; i++) words[i] ^= mask(i, from, to);
        trimUsed();
    }

    public void set(int from, int to) {
        checkRange(from, to);
        if (from == to) return;
        int last = to - 1 >> SHIFT;
        use(last);
        for (int i = from >> SHIFT; i <= last; i++) words[i] |= mask(i, from, to);
    }

    public void set(int from, int to, boolean value) {
        if (value) set(from, to);
        else clear(from, to);
    }

    public void clear(int from, int to) {
        checkRange(from, to);
        if (from == to) return;
        int last = Math.min(to - 1 >> SHIFT, wordsInUse - 1);
        for (int i = from >> SHIFT; i <= last; i++) words[i] &= ~mask(i, from, to);
        trimUsed();
    }

    public void clear() {
        Arrays.fill(words, 0, wordsInUse, 0L);
        wordsInUse = 0;
    }

    public boolean get(int bit) {
        checkIndex(bit);
        int word = bit >> SHIFT;
        return word < wordsInUse && (words[word] & 1L << bit) != 0;
    }

    public BitSet get(int from, int to) {
        checkRange(from, to);
        int end = Math.min(to, length());
        BitSet result = new BitSet(Math.max(end - from, 0));
        for (int bit = nextSetBit(from); bit >= 0 && bit < end; bit = nextSetBit(bit + 1))
            result.set(bit - from);
        return result;
    }

    public int nextSetBit(int from) {
        checkFrom(from);
        int i = from >> SHIFT;
        if (i >= wordsInUse) return -1;
        long word = words[i] & -1L << from;
        while (word == 0) {
            if (++i == wordsInUse) return -1;
            word = words[i];
        }
        return (i << SHIFT) + Long.numberOfTrailingZeros(word);
    }

    public int nextClearBit(int from) {
        checkFrom(from);
        int i = from >> SHIFT;
        if (i >= wordsInUse) return from;
        long word = ~words[i] & -1L << from;
        while (word == 0) {
            if (++i == wordsInUse) return wordsInUse << SHIFT;
            word = ~words[i];
        }
        return (i << SHIFT) + Long.numberOfTrailingZeros(word);
    }

    public int previousSetBit(int from) {
        if (from < -1) throw new IndexOutOfBoundsException("fromIndex < -1: " + from);
        if (from < 0) return -1;
        int i = from >> SHIFT;
        if (i >= wordsInUse) return length() - 1;
        long word = words[i] & -1L >>> -(from + 1);
        while (word == 0) {
            if (i-- == 0) return -1;
            word = words[i];
        }
        return (i << SHIFT) + 63 - Long.numberOfLeadingZeros(word);
    }

    public int previousClearBit(int from) {
        if (from < -1) throw new IndexOutOfBoundsException("fromIndex < -1: " + from);
        if (from < 0) return -1;
        int i = from >> SHIFT;
        if (i >= wordsInUse) return from;
        long word = ~words[i] & -1L >>> -(from + 1);
        while (word == 0) {
            if (i-- == 0) return -1;
            word = ~words[i];
        }
        return (i << SHIFT) + 63 - Long.numberOfLeadingZeros(word);
    }

    public int length() {
        return wordsInUse == 0 ? 0 : (wordsInUse << SHIFT) - Long.numberOfLeadingZeros(words[wordsInUse - 1]);
    }

    public boolean isEmpty() {
        return wordsInUse == 0;
    }

    public boolean intersects(BitSet set) {
        for (int i = Math.min(wordsInUse, set.wordsInUse) - 1; i >= 0; i--)
            if ((words[i] & set.words[i]) != 0) return true;
        return false;
    }

    public int cardinality() {
        int sum = 0;
        for (int i = 0; i < wordsInUse; i++) sum += Long.bitCount(words[i]);
        return sum;
    }

    public void and(BitSet set) {
        int common = Math.min(wordsInUse, set.wordsInUse);
        for (int i = 0; i < common; i++) words[i] &= set.words[i];
        Arrays.fill(words, common, wordsInUse, 0);
        trimUsed();
    }

    public void or(BitSet set) {
        if (set.wordsInUse > 0) use(set.wordsInUse - 1);
        for (int i = 0; i < set.wordsInUse; i++) words[i] |= set.words[i];
    }

    public void xor(BitSet set) {
        if (set.wordsInUse > 0) use(set.wordsInUse - 1);
        for (int i = set.wordsInUse - 1; i >= 0; i--) words[i] ^= set.words[i];
        trimUsed();
    }

    public void andNot(BitSet set) {
        for (int i = Math.min(wordsInUse, set.wordsInUse) - 1; i >= 0; i--) words[i] &= ~set.words[i];
        trimUsed();
    }

    public int hashCode() {
        long hash = 1234;
        for (int i = wordsInUse - 1; i >= 0; i--) hash ^= words[i] * (i + 1);
        return (int) (hash >> 32 ^ hash);
    }

    public int size() {
        return words.length << SHIFT;
    }

    public boolean equals(Object other) {
        if (!(other instanceof BitSet)) return false;
        BitSet that = (BitSet) other;
        if (wordsInUse != that.wordsInUse) return false;
        for (int i = 0; i < wordsInUse; i++)
            if (words[i] != that.words[i]) return false;
        return true;
    }

    public Object clone() {
        try {
            BitSet copy = (BitSet) super.clone();
            copy.words = Arrays.copyOf(words, Math.max(wordsInUse, 1));
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    public String toString() {
        StringBuilder text = new StringBuilder().append('{');
        for (int bit = nextSetBit(0); bit >= 0; bit = nextSetBit(bit + 1)) {
            if (text.length() > 1) text.append(", ");
            text.append(bit);
        }
        return text.append('}').toString();
    }
}
