package java.util;

public final class StringJoiner {
    private final String prefix;
    private final String delimiter;
    private final String suffix;
    /** What was joined so far, without prefix and suffix; null before the first. */
    private StringBuilder joined;
    private String emptyValue;

    public StringJoiner(CharSequence delimiter) {
        this(delimiter, "", "");
    }

    public StringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        this.prefix = Objects.requireNonNull(prefix, "The prefix must not be null").toString();
        this.delimiter = Objects.requireNonNull(delimiter, "The delimiter must not be null").toString();
        this.suffix = Objects.requireNonNull(suffix, "The suffix must not be null").toString();
    }

    public StringJoiner setEmptyValue(CharSequence value) {
        emptyValue = Objects.requireNonNull(value, "The empty value must not be null").toString();
        return this;
    }

    public String toString() {
        if (joined == null && emptyValue != null) return emptyValue;
        return joined == null ? prefix + suffix : prefix + joined + suffix;
    }

    public StringJoiner add(CharSequence element) {
        if (joined == null) joined = new StringBuilder();
        else joined.append(delimiter);
        joined.append(String.valueOf(element));
        return this;
    }

    public StringJoiner merge(StringJoiner other) {
        Objects.requireNonNull(other);
        return other.joined == null ? this : add(other.joined.toString());
    }

    public int length() {
        if (joined == null && emptyValue != null) return emptyValue.length();
        return prefix.length() + (joined == null ? 0 : joined.length()) + suffix.length();
    }
}
