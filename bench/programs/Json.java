import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a JSON text (RFC 8259) into lists, maps, strings and numbers, and writes it again. */
final class Json extends Benchmark {
    static final class ParseException extends RuntimeException {
        ParseException(String message, int offset) {
            super(message + " at " + offset);
        }
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        Object parse() {
            Object value = value();
            if (peek() != -1) throw fail("something behind the value");
            return value;
        }

        private ParseException fail(String message) {
            return new ParseException(message, at);
        }

        /** The next character that is no white space, or -1. */
        private int peek() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
            return at < text.length() ? text.charAt(at) : -1;
        }

        private void expect(char c) {
            if (peek() != c) throw fail("'" + c + "' expected");
            at++;
        }

        private Object value() {
            int c = peek();
            switch (c) {
            case '{': return object();
            case '[': return array();
            case '"': return string();
            case 't': return word("true", Boolean.TRUE);
            case 'f': return word("false", Boolean.FALSE);
            case 'n': return word("null", null);
            default: return number();
            }
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, at)) throw fail(word + " expected");
            at += word.length();
            return value;
        }

        private Map<String, Object> object() {
            Map<String, Object> members = new LinkedHashMap<>();
            expect('{');
            if (peek() != '}') {
                do {
                    if (peek() != '"') throw fail("name expected");
                    String name = string();
                    expect(':');
                    members.put(name, value());
                } while (more('}'));
            }
            expect('}');
            return members;
        }

        private List<Object> array() {
            List<Object> elements = new ArrayList<>();
            expect('[');
            if (peek() != ']') {
                do elements.add(value());
                while (more(']'));
            }
            expect(']');
            return elements;
        }

        private boolean more(char end) {
            if (peek() == end) return false;
            expect(',');
            return true;
        }

        private String string() {
            expect('"');
            StringBuilder out = new StringBuilder();
            while (true) {
                if (at == text.length()) throw fail("string without an end");
                char c = text.charAt(at++);
                if (c == '"') return out.toString();
                if (c < ' ') throw fail("control character");
                out.append(c == '\\' ? escape() : c);
            }
        }

        private char escape() {
            char c = text.charAt(at++);
            switch (c) {
            case 'b': return '\b';
            case 'f': return '\f';
            case 'n': return '\n';
            case 'r': return '\r';
            case 't': return '\t';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            case '"':
            case '\\':
            case '/': return c;
            default: throw fail("unknown escape");
            }
        }

        private Double number() {
            int start = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            if (at == start) throw fail("value expected");
            return Double.parseDouble(text.substring(start, at));
        }
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map) {
            char separator = '{';
            for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
                out.append(separator).append('"').append(member.getKey()).append("\":");
                write(member.getValue(), out);
                separator = ',';
            }
            out.append(separator == '{' ? "{}" : "}");
        } else if (value instanceof List) {
            char separator = '[';
            for (Object element : (List<?>) value) {
                out.append(separator);
                write(element, out);
                separator = ',';
            }
            out.append(separator == '[' ? "[]" : "]");
        } else if (value instanceof String) {
            out.append('"').append((String) value).append('"');
        } else {
            out.append(value);
        }
    }

    /** A menu of widgets with attributes: the kind of text that services send. */
    private static String text() {
        StringBuilder out = new StringBuilder("{ \"head\": { \"requestCounter\": 4, \"\\u0041bc\": null }, \"operations\": [");
        for (int i = 0; i < 400; i++) {
            if (i > 0) out.append(",\n  ");
            out.append("[\"create\", \"w").append(i).append("\", \"widget.Label\", { \"parent\": \"w").append(i / 3)
                .append("\", \"style\": [\"WRAP\", \"RIGHT\"], \"bounds\": [").append(i).append(", ").append(i * 7 % 100)
                .append(", 12.5, -3e1], \"enabled\": ").append(i % 2 == 0).append(", \"text\": \"line\\n ").append(i).append("\" }]");
        }
        return out.append("] }").toString();
    }

    long run() {
        String text = text();
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            StringBuilder out = new StringBuilder();
            write(new Parser(text).parse(), out);
            sum = sum * 31 + out.toString().hashCode();
        }
        return sum;
    }

    long answer() {
        return 4071340151038006208L;
    }

    public static void main(String[] arguments) {
        new Json().start(arguments);
    }
}
