package java.io;

import java.util.Arrays;

public class StreamTokenizer {
    public static final int TT_EOF = -1;
    public static final int TT_EOL = '\n';
    public static final int TT_NUMBER = -2;
    public static final int TT_WORD = -3;
    private static final int TT_NOTHING = -4;

    private static final int WHITESPACE = 1;
    private static final int NUMERIC = 2;
    private static final int ALPHABETIC = 4;
    private static final int QUOTE = 8;
    private static final int COMMENT = 16;

    /** In [ahead]: no character has been read that is not part of a token. */
    private static final int NONE = -2;

    public int ttype = TT_NOTHING;
    public String sval;
    public double nval;

    private final Reader reader;
    private final InputStream input;
    private final byte[] kinds = new byte[256];
    private int ahead = NONE;
    /** A line ended with '\r': a '\n' right behind it belongs to it. */
    private boolean skipsLineFeed;
    private int line = 1;
    private boolean isPushedBack;
    private boolean tellsLineEnds;
    private boolean lowersWords;
    private boolean knowsSlashSlash;
    private boolean knowsSlashStar;

    private StreamTokenizer(Reader reader, InputStream input) {
        if (reader == null && input == null) throw new NullPointerException();
        this.reader = reader;
        this.input = input;
        wordChars('a', 'z');
        wordChars('A', 'Z');
        wordChars(160, 255);
        whitespaceChars(0, ' ');
        commentChar('/');
        quoteChar('"');
        quoteChar('\'');
        parseNumbers();
    }

    public StreamTokenizer(Reader r) {
        this(r, null);
    }

    @Deprecated
    public StreamTokenizer(InputStream is) {
        this(null, is);
    }

    public void resetSyntax() {
        Arrays.fill(kinds, (byte) 0);
    }

    private void setKinds(int from, int to, int kind) {
        for (int c = Math.max(from, 0); c <= Math.min(to, 255); c++) kinds[c] = (byte) kind;
    }

    public void wordChars(int from, int to) {
        for (int c = Math.max(from, 0); c <= Math.min(to, 255); c++) kinds[c] |= ALPHABETIC;
    }

    public void whitespaceChars(int from, int to) {
        setKinds(from, to, WHITESPACE);
    }

    public void ordinaryChars(int from, int to) {
        setKinds(from, to, 0);
    }

    public void ordinaryChar(int c) {
        setKinds(c, c, 0);
    }

    public void commentChar(int c) {
        setKinds(c, c, COMMENT);
    }

    public void quoteChar(int c) {
        setKinds(c, c, QUOTE);
    }

    public void parseNumbers() {
        for (int c = '0'; c <= '9'; c++) kinds[c] |= NUMERIC;
        kinds['.'] |= NUMERIC;
        kinds['-'] |= NUMERIC;
    }

    public void eolIsSignificant(boolean flag) {
        tellsLineEnds = flag;
    }

    public void slashStarComments(boolean flag) {
        knowsSlashStar = flag;
    }

    public void slashSlashComments(boolean flag) {
        knowsSlashSlash = flag;
    }

    public void lowerCaseMode(boolean flag) {
        lowersWords = flag;
    }

    public void pushBack() {
        if (ttype != TT_NOTHING) isPushedBack = true;
    }

    public int lineno() {
        return line;
    }

    private int readRaw() throws IOException {
        return reader != null ? reader.read() : input.read();
    }

    /** The next character, -1 at the end; it stays until skip(). */
    private int peek() throws IOException {
        if (ahead != NONE) return ahead;
        ahead = readRaw();
        if (skipsLineFeed && ahead == '\n') ahead = readRaw();
        skipsLineFeed = false;
        return ahead;
    }

    private void skip() {
        ahead = NONE;
    }

    private int read() throws IOException {
        int c = peek();
        skip();
        return c;
    }

    private int kind(int c) {
        return c < 0 ? 0 : c < 256 ? kinds[c] : ALPHABETIC;
    }

    private static boolean isLineEnd(int c) {
        return c == '\n' || c == '\r';
    }

    private void countLine(int end) {
        line++;
        skipsLineFeed = end == '\r';
    }

    public int nextToken() throws IOException {
        if (isPushedBack) {
            isPushedBack = false;
            return ttype;
        }
        sval = null;
        if (ahead < 0) skip();
        return ttype = token();
    }

    private int token() throws IOException {
        for (;;) {
            int c = peek();
            int kind = kind(c);
            if (c < 0) return TT_EOF;
            if ((kind & NUMERIC) != 0 && (kind & WHITESPACE) == 0) return number();
            if ((kind & ALPHABETIC) != 0 && (kind & WHITESPACE) == 0) return word();
            skip();
            if ((kind & WHITESPACE) != 0) {
                if (!isLineEnd(c)) continue;
                countLine(c);
                if (tellsLineEnds) return TT_EOL;
            } else if ((kind & QUOTE) != 0) {
                return quoted(c);
            } else if (c == '/' && knowsSlashStar && peek() == '*') {
                skip();
                skipBlock();
            } else if ((kind & COMMENT) != 0 || c == '/' && knowsSlashSlash && peek() == '/') {
                // Where Java looks for a second slash or a star, it drops what stands there.
                if (c == '/' && (knowsSlashSlash || knowsSlashStar)) read();
                while (peek() >= 0 && !isLineEnd(peek())) skip();
            } else {
                return c;
            }
        }
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private int number() throws IOException {
        boolean isNegative = peek() == '-';
        if (isNegative) {
            skip();
            if (peek() != '.' && !isDigit(peek())) return '-';
        }
        double digits = 0;
        double scale = 1;
        boolean hasPoint = false;
        for (;; skip()) {
            int c = peek();
            if (isDigit(c)) {
                digits = digits * 10 + (c - '0');
                if (hasPoint) scale *= 10;
            } else if (c == '.' && !hasPoint) {
                hasPoint = true;
            } else {
                break;
            }
        }
        nval = (isNegative ? -digits : digits) / scale;
        return TT_NUMBER;
    }

    private int word() throws IOException {
        StringBuilder word = new StringBuilder();
        while ((kind(peek()) & (ALPHABETIC | NUMERIC)) != 0) word.append((char) read());
        sval = lowersWords ? word.toString().toLowerCase() : word.toString();
        return TT_WORD;
    }

    /** To the same quote, which is taken, or to the end of the line, which is not. */
    private int quoted(int quote) throws IOException {
        StringBuilder text = new StringBuilder();
        while (peek() >= 0 && peek() != quote && !isLineEnd(peek())) {
            int c = read();
            text.append((char) (c == '\\' ? escaped() : c));
        }
        if (peek() == quote) skip();
        sval = text.toString();
        return quote;
    }

    private static boolean isOctal(int c) {
        return c >= '0' && c <= '7';
    }

    private int escaped() throws IOException {
        int c = read();
        if (isOctal(c)) {
            int value = c - '0';
            for (int most = c <= '3' ? 2 : 1; most > 0 && isOctal(peek()); most--) value = value * 8 + read() - '0';
            return value;
        }
        switch (c) {
        case 'a': return 7;
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        case 'v': return 11;
        default: return c;
        }
    }

    /** As Java's, it counts one line for two ends of lines in a row. */
    private void skipBlock() throws IOException {
        int last = 0;
        while (peek() >= 0 && !(last == '*' && peek() == '/')) {
            last = read();
            if (!isLineEnd(last)) continue;
            countLine(last);
            last = read();
        }
        if (peek() >= 0) skip();
    }

    public String toString() {
        String token;
        switch (ttype) {
        case TT_EOF: token = "EOF"; break;
        case TT_EOL: token = "EOL"; break;
        case TT_WORD: token = sval; break;
        case TT_NUMBER: token = "n=" + nval; break;
        case TT_NOTHING: token = "NOTHING"; break;
        default: token = (kind(ttype) & QUOTE) != 0 ? sval : "'" + (char) ttype + "'"; break;
        }
        return "Token[" + token + "], line " + line;
    }
}
