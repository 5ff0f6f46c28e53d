package java.lang;

public interface CharSequence {
    int length();

    char charAt(int index);

    CharSequence subSequence(int start, int end);

    String toString();

    default boolean isEmpty() {
        return length() == 0;
    }

    static int compare(CharSequence a, CharSequence b) {
        if (a == b) return 0;
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++)
            if (a.charAt(i) != b.charAt(i)) return a.charAt(i) - b.charAt(i);
        return a.length() - b.length();
    }
}
