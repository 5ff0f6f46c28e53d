package java.util;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads on as far as an answer needs. Numbers are those of Integer.parseInt and its kin: no groups of digits. */
public final class Scanner implements Iterator<String>, Closeable {
    private static final Pattern BLANKS = Pattern.compile("\\p{javaWhitespace}+");

    private final Reader source;
    private final StringBuilder text = new StringBuilder();
    private final char[] part = new char[1024];
    private int position;
    private boolean isEnded, isClosed;
    private Pattern delimiter = BLANKS;
    private int radix = 10;
    private IOException failure;
    /** Behind the token that was found last. */
    private int tokenEnd;

    public Scanner(InputStream source) {
        this(new InputStreamReader(source));
    }

    public Scanner(InputStream source, String charset) {
        this(reader(source, charset));
    }

    public Scanner(String source) {
        this(new StringReader(source));
    }

    public Scanner(Readable source) {
        if (source == null) throw new NullPointerException("source");
        this.source = (Reader) source;
    }

    private static Reader reader(InputStream source, String charset) {
        try {
            return new InputStreamReader(source, charset);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void requireOpen() {
        if (isClosed) throw new IllegalStateException("Scanner closed");
    }

    /** False at the end. What was consumed is dropped. */
    private boolean readOn() {
        if (isEnded) return false;
        text.delete(0, position);
        position = 0;
        int count = -1;
        try {
            count = source.read(part, 0, part.length);
        } catch (IOException e) {
            failure = e;
        }
        isEnded = count < 0;
        if (!isEnded) text.append(part, 0, count);
        return !isEnded;
    }

    /** The next token, which is not consumed; null: there is none. */
    private String token() {
        requireOpen();
        for (;;) {
            String found = delimiter == BLANKS ? blankToken() : delimitedToken();
            if (found != null || isEnded) return found;
            readOn();
        }
    }

    private String blankToken() {
        int start = position, length = text.length();
        while (start < length && Character.isWhitespace(text.charAt(start))) start++;
        int end = start;
        while (end < length && !Character.isWhitespace(text.charAt(end))) end++;
        return ended(start, end, end == length);
    }

    private String delimitedToken() {
        Matcher matcher = delimiter.matcher(text).region(position, text.length());
        int start = matcher.lookingAt() ? matcher.end() : position;
        if (matcher.hitEnd() && !isEnded) return null;
        matcher.region(start, text.length());
        boolean isFound = matcher.find();
        if (isFound && matcher.end() == start) isFound = matcher.find();
        int end = isFound ? matcher.start() : text.length();
        return ended(start, end, !isFound || matcher.hitEnd());
    }

    /** Null when there may be more, or nothing. */
    private String ended(int start, int end, boolean mayGoOn) {
        if (start == text.length() || mayGoOn && !isEnded) return null;
        tokenEnd = end;
        return text.substring(start, end);
    }

    public boolean hasNext() {
        return token() != null;
    }

    public String next() {
        String token = token();
        if (token == null) throw new NoSuchElementException();
        position = tokenEnd;
        return token;
    }

    public boolean hasNext(Pattern pattern) {
        String token = token();
        return token != null && pattern.matcher(token).matches();
    }

    public boolean hasNext(String pattern) {
        return hasNext(Pattern.compile(pattern));
    }

    public String next(Pattern pattern) {
        String token = token();
        if (token == null) throw new NoSuchElementException();
        if (!pattern.matcher(token).matches()) throw new InputMismatchException();
        position = tokenEnd;
        return token;
    }

    public String next(String pattern) {
        return next(Pattern.compile(pattern));
    }

    /** Where the next line ends, without its separator; -1: there is no line. */
    private int lineEnd() {
        requireOpen();
        for (int at = position;;) {
            for (; at < text.length(); at++)
                if ("\n\r\u2028\u2029\u0085".indexOf(text.charAt(at)) >= 0 && (text.charAt(at) != '\r' || at + 1 < text.length() || isEnded))
                    return at;
            int done = at - position;
            if (!readOn()) return position < text.length() ? text.length() : -1;
            at = Math.max(position + done - 1, position);
        }
    }

    public boolean hasNextLine() {
        return lineEnd() >= 0;
    }

    public String nextLine() {
        int end = lineEnd();
        if (end < 0) throw new NoSuchElementException("No line found");
        String line = text.substring(position, end);
        boolean isPair = end + 1 < text.length() && text.charAt(end) == '\r' && text.charAt(end + 1) == '\n';
        position = Math.min(text.length(), end + (isPair ? 2 : 1));
        return line;
    }

    /* --- numbers */

    private interface Parser<T> {
        T parse(String text);
    }

    private <T> boolean hasNumber(Parser<T> parser) {
        String token = token();
        try {
            return token != null && parser.parse(token) != null;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isNumber(String token) {
        for (int i = 0; i < token.length(); i++)
            if (!Character.isLetterOrDigit(token.charAt(i)) && "+-".indexOf(token.charAt(i)) < 0) return false;
        return Character.isDigit(token.charAt(token.length() - 1));
    }

    private <T> T number(Parser<T> parser) {
        String token = token();
        if (token == null) throw new NoSuchElementException();
        try {
            T value = parser.parse(token);
            position = tokenEnd;
            return value;
        } catch (NumberFormatException e) {
            throw isNumber(token) ? new InputMismatchException(e.getMessage()) : new InputMismatchException();
        }
    }

    public boolean hasNextBoolean() {
        String token = token();
        return token != null && (token.equalsIgnoreCase("true") || token.equalsIgnoreCase("false"));
    }

    public boolean nextBoolean() {
        if (hasNext() && !hasNextBoolean()) throw new InputMismatchException();
        return Boolean.parseBoolean(next());
    }

    public boolean hasNextByte() {
        return hasNumber(token -> Byte.parseByte(token, radix));
    }

    public byte nextByte() {
        return number(token -> Byte.parseByte(token, radix));
    }

    public boolean hasNextShort() {
        return hasNumber(token -> Short.parseShort(token, radix));
    }

    public short nextShort() {
        return number(token -> Short.parseShort(token, radix));
    }

    public boolean hasNextInt() {
        return hasNextInt(radix);
    }

    public boolean hasNextInt(int radix) {
        return hasNumber(token -> Integer.parseInt(token, radix));
    }

    public int nextInt() {
        return nextInt(radix);
    }

    public int nextInt(int radix) {
        return number(token -> Integer.parseInt(token, radix));
    }

    public boolean hasNextLong() {
        return hasNextLong(radix);
    }

    public boolean hasNextLong(int radix) {
        return hasNumber(token -> Long.parseLong(token, radix));
    }

    public long nextLong() {
        return nextLong(radix);
    }

    public long nextLong(int radix) {
        return number(token -> Long.parseLong(token, radix));
    }

    /** Without the letters that end a literal. */
    private static String decimal(String token) {
        char last = token.charAt(token.length() - 1);
        if ("dDfF".indexOf(last) >= 0) throw new NumberFormatException();
        return token;
    }

    public boolean hasNextFloat() {
        return hasNumber(token -> Float.parseFloat(decimal(token)));
    }

    public float nextFloat() {
        return number(token -> Float.parseFloat(decimal(token)));
    }

    public boolean hasNextDouble() {
        return hasNumber(token -> Double.parseDouble(decimal(token)));
    }

    public double nextDouble() {
        return number(token -> Double.parseDouble(decimal(token)));
    }

    /* --- settings */

    public Pattern delimiter() {
        return delimiter;
    }

    public Scanner useDelimiter(Pattern pattern) {
        if (pattern == null) throw new NullPointerException();
        delimiter = pattern;
        return this;
    }

    public Scanner useDelimiter(String pattern) {
        return useDelimiter(Pattern.compile(pattern));
    }

    public int radix() {
        return radix;
    }

    public Scanner useRadix(int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) throw new IllegalArgumentException("radix:" + radix);
        this.radix = radix;
        return this;
    }

    public Scanner useLocale(Locale locale) {
        return this;
    }

    public Scanner reset() {
        delimiter = BLANKS;
        radix = 10;
        return this;
    }

    public IOException ioException() {
        return failure;
    }

    public void close() {
        if (isClosed) return;
        isClosed = true;
        try {
            source.close();
        } catch (IOException e) {
            failure = e;
        }
    }

    public void remove() {
        throw new UnsupportedOperationException();
    }
}
