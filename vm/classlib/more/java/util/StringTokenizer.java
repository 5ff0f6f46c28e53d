package java.util;

public class StringTokenizer implements Enumeration<Object> {
    private final String text;
    private final int length;
    private String delimiters;
    private final boolean returnDelimiters;
    private int position;

    public StringTokenizer(String str, String delimiters, boolean returnDelimiters) {
        length = str.length();
        text = str;
        this.delimiters = delimiters;
        this.returnDelimiters = returnDelimiters;
    }

    public StringTokenizer(String text, String delimiters) {
        this(text, delimiters, false);
    }

    public StringTokenizer(String text) {
        this(text, " \t\n\r\f", false);
    }

    private boolean isDelimiter(int at) {
        return delimiters.indexOf(text.charAt(at)) >= 0;
    }

    private int tokenStart(int at) {
        if (delimiters == null) throw new NullPointerException();
        while (!returnDelimiters && at < length && isDelimiter(at)) at++;
        return at;
    }

    private int tokenEnd(int start) {
        int at = start;
        while (at < length && !isDelimiter(at)) at++;
        return returnDelimiters && at == start && at < length ? at + 1 : at;
    }

    public boolean hasMoreTokens() {
        return tokenStart(position) < length;
    }

    public String nextToken() {
        int start = tokenStart(position);
        if (start >= length) {
            position = start;
            throw new NoSuchElementException();
        }
        position = tokenEnd(start);
        return text.substring(start, position);
    }

    public String nextToken(String delimiters) {
        this.delimiters = delimiters;
        return nextToken();
    }

    public boolean hasMoreElements() {
        return hasMoreTokens();
    }

    public Object nextElement() {
        return nextToken();
    }

    public int countTokens() {
        int count = 0;
        for (int at = tokenStart(position); at < length; at = tokenStart(tokenEnd(at))) count++;
        return count;
    }
}
