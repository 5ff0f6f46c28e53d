/** Takeuchi's function on the lengths of linked lists. */
final class Lists extends Benchmark {
    private static final class Element {
        final int value;
        Element next;

        Element(int value) {
            this.value = value;
        }

        int length() {
            return next == null ? 1 : 1 + next.length();
        }
    }

    long run() {
        long sum = 0;
        for (int i = 0; i < 30; i++) sum += tail(make(15), make(10), make(6)).length();
        return sum;
    }

    private static Element make(int length) {
        if (length == 0) return null;
        Element element = new Element(length);
        element.next = make(length - 1);
        return element;
    }

    private static boolean isShorter(Element x, Element y) {
        Element a = x;
        Element b = y;
        while (b != null) {
            if (a == null) return true;
            a = a.next;
            b = b.next;
        }
        return false;
    }

    private static Element tail(Element x, Element y, Element z) {
        if (!isShorter(y, x)) return z;
        return tail(tail(x.next, y, z), tail(y.next, z, x), tail(z.next, x, y));
    }

    long answer() {
        return 30 * 10;
    }

    public static void main(String[] arguments) {
        new Lists().start(arguments);
    }
}
