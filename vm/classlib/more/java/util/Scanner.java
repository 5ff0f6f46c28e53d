package java.util;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads on as far as an answer needs. */
public final class Scanner implements Iterator<String>, Closeable {
    private static final Pattern BLANKS = Pattern.compile("\\p{javaWhitespace}+");
    private static final String TOKEN = "(?s).*";
    private static final String LINE = ".*(\r\n|[\n\r\u2028\u2029\u0085])|.+$";

    private final Reader source;
    private String text = "";
    /** As long as the text may get. */
    private char[] part = new char[1024];
    private int position;
    private boolean isEnded, isClosed;
    private Pattern delimiter = BLANKS;
    private int radix = 10;
    private Locale locale = Locale.getDefault();
    private IOException failure;
    /** The token that was found last. */
    private int tokenStart, tokenEnd;
    /** What match() tells of; null: nothing, or what matches all from the one place to the other. */
    private Matcher matched;
    private String whole;
    private int wholeStart, wholeEnd;

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

    /** What was consumed is dropped when there is no more room for it. */
    private void readOn() {
        if (text.length() == part.length) makeRoom();
        int count = -1;
        try {
            count = source.read(part, 0, part.length - text.length());
        } catch (IOException e) {
            failure = e;
        }
        isEnded = count < 0;
        if (!isEnded) text += new String(part, 0, count);
    }

    private void makeRoom() {
        if (position == 0) part = new char[2 * part.length];
        text = text.substring(position);
        position = 0;
    }

    /** Patterns see what was consumed, and what follows what they may match. */
    private Matcher matcher(Pattern pattern, int start, int end) {
        return pattern.matcher(text).useTransparentBounds(true).useAnchoringBounds(false).region(start, end);
    }

    private void forgetMatch() {
        requireOpen();
        matched = null;
        whole = null;
    }

    private void keepMatch(String regex, int start, int end) {
        whole = regex;
        wholeStart = start;
        wholeEnd = end;
    }

    public MatchResult match() {
        if (matched == null && whole == null) throw new IllegalStateException("No match result available");
        if (matched == null) {
            matched = matcher(Pattern.compile(whole), wholeStart, wholeEnd);
            matched.matches();
        }
        return matched.toMatchResult();
    }

    /* --- tokens */

    /** The next token, which is not consumed; null: there is none. */
    private String token() {
        forgetMatch();
        while (!(delimiter == BLANKS ? findToken() : findDelimitedToken())) {
            if (isEnded) return null;
            readOn();
        }
        return text.substring(tokenStart, tokenEnd);
    }

    private boolean findToken() {
        int start = position, length = text.length();
        while (start < length && Character.isWhitespace(text.charAt(start))) start++;
        int end = start;
        while (end < length && !Character.isWhitespace(text.charAt(end))) end++;
        return isToken(start, end, end == length);
    }

    private boolean findDelimitedToken() {
        Matcher matcher = matcher(delimiter, position, text.length());
        boolean isDelimited = matcher.lookingAt();
        if (isDelimited && matcher.hitEnd() && !isEnded) return false;
        int start = isDelimited ? matcher.end() : position;
        matcher.region(start, text.length());
        boolean isFound = matcher.find();
        if (isFound && matcher.end() == start) isFound = matcher.find();
        return isToken(start, isFound ? matcher.start() : text.length(), !isFound || matcher.requireEnd());
    }

    /** Not when there may be more, or nothing. */
    private boolean isToken(int start, int end, boolean mayGoOn) {
        tokenStart = start;
        tokenEnd = end;
        return start < text.length() && (!mayGoOn || isEnded);
    }

    private void consumeToken() {
        position = tokenEnd;
        keepMatch(TOKEN, tokenStart, tokenEnd);
    }

    /** What is in front of the token that is not what was asked for stays consumed. */
    private InputMismatchException mismatch(String message) {
        position = tokenStart;
        return new InputMismatchException(message);
    }

    public boolean hasNext() {
        return token() != null;
    }

    public String next() {
        String token = token();
        if (token == null) throw new NoSuchElementException();
        consumeToken();
        return token;
    }

    public boolean hasNext(Pattern pattern) {
        if (pattern == null) throw new NullPointerException();
        if (token() == null) return false;
        Matcher matcher = matcher(pattern, tokenStart, tokenEnd);
        if (!matcher.matches()) return false;
        matched = matcher;
        return true;
    }

    public boolean hasNext(String pattern) {
        return hasNext(Pattern.compile(pattern));
    }

    public String next(Pattern pattern) {
        boolean isNext = hasNext(pattern);
        if (!isNext && tokenStart == text.length()) throw new NoSuchElementException();
        if (!isNext) throw mismatch(null);
        position = tokenEnd;
        return matched.group();
    }

    public String next(String pattern) {
        return next(Pattern.compile(pattern));
    }

    /* --- lines, and what is not delimited */

    private static boolean isSeparator(char c) {
        return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029' || c == '\u0085';
    }

    /** Where the next line ends, without its separator; -1: there is no line. */
    private int lineEnd() {
        forgetMatch();
        for (int at = position;;) {
            for (; at < text.length(); at++)
                if (isSeparator(text.charAt(at)) && (text.charAt(at) != '\r' || at + 1 < text.length() || isEnded)) return at;
            if (isEnded) return position < text.length() ? text.length() : -1;
            int done = at - position;
            readOn();
            at = Math.max(position + done - 1, position);
        }
    }

    private int behindSeparator(int end) {
        boolean isPair = end + 1 < text.length() && text.charAt(end) == '\r' && text.charAt(end + 1) == '\n';
        return Math.min(text.length(), end + (isPair ? 2 : 1));
    }

    public boolean hasNextLine() {
        int end = lineEnd();
        if (end >= 0) keepMatch(LINE, position, behindSeparator(end));
        return end >= 0;
    }

    public String nextLine() {
        int end = lineEnd();
        if (end < 0) throw new NoSuchElementException("No line found");
        String line = text.substring(position, end);
        keepMatch(LINE, position, behindSeparator(end));
        position = wholeEnd;
        return line;
    }

    public String findInLine(Pattern pattern) {
        requireOpen();
        if (pattern == null) throw new NullPointerException();
        int end = lineEnd();
        return end > position ? findWithinHorizon(pattern, end - position) : null;
    }

    public String findInLine(String pattern) {
        return findInLine(Pattern.compile(pattern));
    }

    public String findWithinHorizon(Pattern pattern, int horizon) {
        requireOpen();
        if (pattern == null) throw new NullPointerException();
        if (horizon < 0) throw new IllegalArgumentException("horizon < 0");
        forgetMatch();
        for (;;) {
            long limit = horizon == 0 ? Long.MAX_VALUE : (long) position + horizon;
            int end = (int) Math.min(limit, text.length());
            Matcher matcher = matcher(pattern, position, end);
            boolean isFound = matcher.find();
            boolean mayChange = isFound ? matcher.hitEnd() && (end < limit || matcher.requireEnd()) : end < limit;
            if (mayChange && !isEnded) readOn();
            else return isFound ? consume(matcher).group() : null;
        }
    }

    public String findWithinHorizon(String pattern, int horizon) {
        return findWithinHorizon(Pattern.compile(pattern), horizon);
    }

    public Scanner skip(Pattern pattern) {
        requireOpen();
        if (pattern == null) throw new NullPointerException();
        forgetMatch();
        for (;;) {
            Matcher matcher = matcher(pattern, position, text.length());
            boolean isFound = matcher.lookingAt();
            if (!isEnded && (!isFound || matcher.hitEnd())) {
                readOn();
                continue;
            }
            if (!isFound) throw new NoSuchElementException();
            consume(matcher);
            return this;
        }
    }

    public Scanner skip(String pattern) {
        return skip(Pattern.compile(pattern));
    }

    private Matcher consume(Matcher matcher) {
        position = matcher.end();
        return matched = matcher;
    }

    /* --- numbers */

    private interface Parser<T> {
        T parse(String text);
    }

    private static <T> T parse(String token, Pattern form, Parser<T> parser) {
        if (!form.matcher(token).matches()) throw new InputMismatchException();
        try {
            return parser.parse(token.replace(",", ""));
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    private static String numeral(String digit, String digitButZero) {
        return "(" + digit + "++|" + digitButZero + digit + "?" + digit + "?(," + digit + "{3})+)";
    }

    private static Pattern integers(int radix) {
        String digits = "0123456789abcdefghijklmnopqrstuvwxyz".substring(0, radix) + "\\p{javaDigit}";
        return Pattern.compile("(?i)[-+]?" + numeral("[" + digits + "]", "[" + digits + "&&[^0]]"));
    }

    private static Pattern reals() {
        String digit = "\\p{javaDigit}";
        String numeral = numeral(digit, "[" + digit + "&&[^0]]");
        String decimal = "(" + numeral + "(\\." + digit + "*+)?|\\." + digit + "++)([eE][-+]?" + digit + "+)?";
        return Pattern.compile("[-+]?(" + decimal + "|NaN|Infinity|\u221e|0[xX][0-9a-fA-F]*\\.[0-9a-fA-F]+([pP][-+]?[0-9]+)?)");
    }

    private static <T> T integer(String token, int radix, Parser<T> parser) {
        try {
            return parser.parse(token);
        } catch (NumberFormatException e) {
            return parse(token, integers(radix), parser);
        }
    }

    private static String withPlainDigits(String token) {
        StringBuilder plain = new StringBuilder();
        for (char c : token.toCharArray()) plain.append(Character.isDigit(c) ? Character.forDigit(Character.digit(c, 10), 10) : c);
        return plain.toString();
    }

    /** Parsers know more of them than scanners do. */
    private static <T> T real(String token, Parser<T> parser) {
        for (int i = 0; i < token.length(); i++)
            if ("0123456789.eE+-".indexOf(token.charAt(i)) < 0) return parse(token, reals(), text -> parser.parse(withPlainDigits(text)));
        try {
            return parser.parse(token);
        } catch (NumberFormatException e) {
            throw new InputMismatchException();
        }
    }

    private <T> boolean isNext(Parser<T> parser) {
        String token = token();
        if (token == null) return false;
        try {
            parser.parse(token);
        } catch (InputMismatchException e) {
            return false;
        }
        keepMatch(TOKEN, tokenStart, tokenEnd);
        return true;
    }

    private <T> T next(Parser<T> parser) {
        String token = token();
        if (token == null) throw new NoSuchElementException();
        T value;
        try {
            value = parser.parse(token);
        } catch (InputMismatchException e) {
            throw mismatch(e.getMessage());
        }
        consumeToken();
        return value;
    }

    private static Boolean truth(String token) {
        if (token.equalsIgnoreCase("true")) return true;
        if (token.equalsIgnoreCase("false")) return false;
        throw new InputMismatchException();
    }

    public boolean hasNextBoolean() {
        return isNext(Scanner::truth);
    }

    public boolean nextBoolean() {
        return next(Scanner::truth);
    }

    public boolean hasNextByte() {
        return hasNextByte(radix);
    }

    public boolean hasNextByte(int radix) {
        requireRadix(radix);
        return isNext(token -> integer(token, radix, text -> Byte.parseByte(text, radix)));
    }

    public byte nextByte() {
        return nextByte(radix);
    }

    public byte nextByte(int radix) {
        requireRadix(radix);
        return next(token -> integer(token, radix, text -> Byte.parseByte(text, radix)));
    }

    public boolean hasNextShort() {
        return hasNextShort(radix);
    }

    public boolean hasNextShort(int radix) {
        requireRadix(radix);
        return isNext(token -> integer(token, radix, text -> Short.parseShort(text, radix)));
    }

    public short nextShort() {
        return nextShort(radix);
    }

    public short nextShort(int radix) {
        requireRadix(radix);
        return next(token -> integer(token, radix, text -> Short.parseShort(text, radix)));
    }

    public boolean hasNextInt() {
        return hasNextInt(radix);
    }

    public boolean hasNextInt(int radix) {
        requireRadix(radix);
        return isNext(token -> integer(token, radix, text -> Integer.parseInt(text, radix)));
    }

    public int nextInt() {
        return nextInt(radix);
    }

    public int nextInt(int radix) {
        requireRadix(radix);
        return next(token -> integer(token, radix, text -> Integer.parseInt(text, radix)));
    }

    public boolean hasNextLong() {
        return hasNextLong(radix);
    }

    public boolean hasNextLong(int radix) {
        requireRadix(radix);
        return isNext(token -> integer(token, radix, text -> Long.parseLong(text, radix)));
    }

    public long nextLong() {
        return nextLong(radix);
    }

    public long nextLong(int radix) {
        requireRadix(radix);
        return next(token -> integer(token, radix, text -> Long.parseLong(text, radix)));
    }

    public boolean hasNextFloat() {
        return isNext(token -> real(token, Float::parseFloat));
    }

    public float nextFloat() {
        return next(token -> real(token, Float::parseFloat));
    }

    public boolean hasNextDouble() {
        return isNext(token -> real(token, Double::parseDouble));
    }

    public double nextDouble() {
        return next(token -> real(token, Double::parseDouble));
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

    private static void requireRadix(int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) throw new IllegalArgumentException("radix:" + radix);
    }

    public Scanner useRadix(int radix) {
        requireRadix(radix);
        this.radix = radix;
        return this;
    }

    /** Numbers are the same in all that there are. */
    public Scanner useLocale(Locale locale) {
        if (locale == null) throw new NullPointerException();
        this.locale = locale;
        return this;
    }

    public Locale locale() {
        return locale;
    }

    public Scanner reset() {
        delimiter = BLANKS;
        radix = 10;
        locale = Locale.getDefault();
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
