package java.lang;

import java.util.Objects;

public interface CharSequence {
    int length();

    char charAt(int index);

    CharSequence subSequence(int start, int end);

    String toString();

    default boolean isEmpty() {
        return length() == 0;
    }

    static int compare(CharSequence cs1, CharSequence cs2) {
        if (Objects.requireNonNull(cs1) == Objects.requireNonNull(cs2)) return 0;
        int shorter = Math.min(cs1.length(), cs2.length());
        for (int i = 0; i < shorter; i++)
            if (cs1.charAt(i) != cs2.charAt(i)) return cs1.charAt(i) - cs2.charAt(i);
        return cs1.length() - cs2.length();
    }
}
