import java.util.HashMap;
import java.util.Map;

/** A Lisp with lexical scope, closures, lists and integers, as an interpreter of trees; it runs small classics. */
final class Lisp extends Benchmark {
    private static final class Symbol {
        final String name;

        Symbol(String name) {
            this.name = name;
        }
    }

    private static final class Pair {
        final Object head, tail;

        Pair(Object head, Object tail) {
            this.head = head;
            this.tail = tail;
        }
    }

    private static final class Scope {
        private final Map<Symbol, Object> values = new HashMap<>();
        private final Scope outer;

        Scope(Scope outer) {
            this.outer = outer;
        }

        Object get(Symbol symbol) {
            for (Scope scope = this; scope != null; scope = scope.outer) {
                Object value = scope.values.get(symbol);
                if (value != null || scope.values.containsKey(symbol)) return value;
            }
            throw new IllegalStateException("unbound: " + symbol.name);
        }
    }

    private interface Function {
        Object apply(Object[] arguments);
    }

    private final Map<String, Symbol> symbols = new HashMap<>();
    private final Scope global = new Scope(null);
    private final Symbol quote = symbol("quote"), ifSymbol = symbol("if"), define = symbol("define"), lambda = symbol("lambda"),
                         truth = symbol("t");

    Lisp() {
        global.values.put(truth, truth);
        global.values.put(symbol("nil"), null);
        number("+", (a, b) -> a + b);
        number("-", (a, b) -> a - b);
        number("*", (a, b) -> a * b);
        number("mod", (a, b) -> a % b);
        global.values.put(symbol("<"), (Function) a -> truth((Integer) a[0] < (Integer) a[1]));
        global.values.put(symbol("="), (Function) a -> truth(a[0] == null ? a[1] == null : a[0].equals(a[1])));
        global.values.put(symbol("cons"), (Function) a -> new Pair(a[0], a[1]));
        global.values.put(symbol("car"), (Function) a -> ((Pair) a[0]).head);
        global.values.put(symbol("cdr"), (Function) a -> ((Pair) a[0]).tail);
        global.values.put(symbol("null"), (Function) a -> truth(a[0] == null));
    }

    private interface Operator {
        int apply(int a, int b);
    }

    private void number(String name, Operator operator) {
        global.values.put(symbol(name), (Function) a -> operator.apply((Integer) a[0], (Integer) a[1]));
    }

    private Object truth(boolean is) {
        return is ? truth : null;
    }

    private Symbol symbol(String name) {
        return symbols.computeIfAbsent(name, Symbol::new);
    }

    /* --- reading --- */

    private String text;
    private int at;

    private Object read() {
        while (Character.isWhitespace(text.charAt(at))) at++;
        char c = text.charAt(at);
        if (c == '\'') {
            at++;
            return new Pair(quote, new Pair(read(), null));
        }
        if (c == '(') {
            at++;
            return readList();
        }
        int start = at;
        while (at < text.length() && " \n()".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(start, at);
        return Character.isDigit(c) ? (Object) Integer.valueOf(word) : symbol(word);
    }

    private Object readList() {
        while (Character.isWhitespace(text.charAt(at))) at++;
        if (text.charAt(at) == ')') {
            at++;
            return null;
        }
        Object head = read();
        return new Pair(head, readList());
    }

    /* --- evaluation --- */

    private Object evaluate(Object form, Scope scope) {
        while (true) {
            if (form instanceof Symbol) return scope.get((Symbol) form);
            if (!(form instanceof Pair)) return form;
            Pair pair = (Pair) form;
            if (pair.head == quote) return ((Pair) pair.tail).head;
            if (pair.head == define) {
                Object value = evaluate(second(pair.tail), scope);
                scope.values.put((Symbol) first(pair.tail), value);
                return value;
            }
            if (pair.head == lambda) return closure(pair.tail, scope);
            if (pair.head != ifSymbol) return apply(evaluate(pair.head, scope), pair.tail, scope);
            Object chosen = ((Pair) pair.tail).tail;
            form = evaluate(first(pair.tail), scope) != null ? first(chosen) : second(chosen);
        }
    }

    private static Object first(Object list) {
        return ((Pair) list).head;
    }

    private static Object second(Object list) {
        return first(((Pair) list).tail);
    }

    private Function closure(Object definition, Scope outer) {
        Object parameters = first(definition), body = second(definition);
        return arguments -> {
            Scope scope = new Scope(outer);
            int i = 0;
            for (Object rest = parameters; rest != null; rest = ((Pair) rest).tail)
                scope.values.put((Symbol) first(rest), arguments[i++]);
            return evaluate(body, scope);
        };
    }

    private Object apply(Object function, Object forms, Scope scope) {
        int count = 0;
        for (Object rest = forms; rest != null; rest = ((Pair) rest).tail) count++;
        Object[] arguments = new Object[count];
        for (int i = 0; i < count; i++, forms = ((Pair) forms).tail) arguments[i] = evaluate(first(forms), scope);
        return ((Function) function).apply(arguments);
    }

    private Object run(String program) {
        text = program;
        Object result = null;
        for (at = 0; at < text.trim().length();) result = evaluate(read(), global);
        return result;
    }

    private static final String PROGRAM =
        "(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))\n"
        + "(define map (lambda (f l) (if (null l) nil (cons (f (car l)) (map f (cdr l))))))\n"
        + "(define fold (lambda (f s l) (if (null l) s (fold f (f s (car l)) (cdr l)))))\n"
        + "(define range (lambda (a b) (if (< a b) (cons a (range (+ a 1) b)) nil)))\n"
        + "(define filter (lambda (p l) (if (null l) nil (if (p (car l)) (cons (car l) (filter p (cdr l))) (filter p (cdr l))))))\n"
        + "(define prime (lambda (n d) (if (= n d) t (if (= (mod n d) 0) nil (prime n (+ d 1))))))\n"
        + "(define compose (lambda (f g) (lambda (x) (f (g x)))))\n"
        + "(define square (lambda (x) (* x x)))\n"
        + "(define primes (filter (lambda (n) (prime n 2)) (range 2 150)))\n"
        + "(+ (fib 16) (fold + 0 (map (compose square (lambda (x) (+ x 1))) primes)))";

    long run() {
        long sum = 0;
        for (int i = 0; i < 5; i++) sum += (Integer) new Lisp().run(PROGRAM);
        return sum;
    }

    long answer() {
        return 1109300;
    }

    public static void main(String[] arguments) {
        new Lisp().start(arguments);
    }
}
