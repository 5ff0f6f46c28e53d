/* What each probe is anchored to: tests/probes/anchors.txt. What is wrong with
 * the last ones too. */
class Node {
    int value;
    Node next;

    Node() {
    }

    Node(int value, Node next) {
        this.value = value;
        this.next = next;
    }

    int get() {
        return value;
    }

    static Node make(int value) {
        return new Node(value, null);
    }
}

class Anchors {
    static Object sink;
    static final Object lock = new Object();
    int field;

    static int twice(int x) {
        return x + x;
    }

    static void allocations(int x, int[] p) {
        Node plain = new Node();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("constructor");
        DelimitationAPI.instrumentationEnd();
        Node nested = new Node(twice(x), x > 3 ? Node.make(x) : null);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("constructor with calls and a condition in its arguments");
        DelimitationAPI.instrumentationEnd();
        new Node();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("object that nobody keeps");
        DelimitationAPI.instrumentationEnd();
        int[] literal = {1, 2, x};
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("array initialiser");
        DelimitationAPI.instrumentationEnd();
        Node[] nodes = new Node[] {Node.make(1), new Node()};
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("array initialiser with calls and objects");
        DelimitationAPI.instrumentationEnd();
        int[][] rows = new int[x][3];
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("array of arrays");
        DelimitationAPI.instrumentationEnd();
        int[] copy = p.clone();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("clone");
        DelimitationAPI.instrumentationEnd();
        Node first = nested, second = first;
        first = second = new Node();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("assigned twice");
        DelimitationAPI.instrumentationEnd();
        Object anonymous = new Object() {
            int of = x;
        };
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("object of an anonymous class");
        DelimitationAPI.instrumentationEnd();
    }

    static void calls(int x, String s, Integer boxed, java.util.List<Node> list) {
        int plain = twice(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("call");
        DelimitationAPI.instrumentationEnd();
        twice(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("call whose value is dropped");
        DelimitationAPI.instrumentationEnd();
        Math.max(1L, x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("call whose wide value is dropped");
        DelimitationAPI.instrumentationEnd();
        Runtime.getRuntime().gc();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("call without a value");
        DelimitationAPI.instrumentationEnd();
        long wide = twice(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("call whose value is widened");
        DelimitationAPI.instrumentationEnd();
        Node cast = list.get(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("call whose value is cast");
        DelimitationAPI.instrumentationEnd();
        Integer box = x;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("boxing");
        DelimitationAPI.instrumentationEnd();
        int unboxed = boxed;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("unboxing");
        DelimitationAPI.instrumentationEnd();
        String text = s + x;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("string concatenation");
        DelimitationAPI.instrumentationEnd();
        Runnable lambda = () -> twice(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("lambda");
        DelimitationAPI.instrumentationEnd();
        java.util.function.IntUnaryOperator method = Anchors::twice;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("method reference");
        DelimitationAPI.instrumentationEnd();
    }

    int memory(Node node, int[] p, int i) {
        int loaded = node.value;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("load");
        DelimitationAPI.instrumentationEnd();
        int element = p[i];
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("load of an element");
        DelimitationAPI.instrumentationEnd();
        field = loaded + element;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("store");
        DelimitationAPI.instrumentationEnd();
        sink = new Node();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("store of a new object");
        DelimitationAPI.instrumentationEnd();
        p[i]++;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("store to an element");
        DelimitationAPI.instrumentationEnd();
        synchronized (lock) {
            DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
            Probe.hit("lock");
            DelimitationAPI.instrumentationEnd();
            field = i;
        }
        synchronized (lock) { field = i; }
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("unlock");
        DelimitationAPI.instrumentationEnd();
        return loaded;
    }

    static int several(int x, boolean c) {
        Node node = new Node();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("first");
        Probe.hit("also");
        Probe.hit("first");
        DelimitationAPI.instrumentationEnd();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        Probe.hit("between");
        DelimitationAPI.instrumentationEnd();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        node.value = 1;
        DelimitationAPI.instrumentationEnd();
        if (c) {
            node = Node.make(x);
            DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
            Probe.hit("at the end of an arm");
            DelimitationAPI.instrumentationEnd();
        }
        try {
            x = twice(x);
        } catch (RuntimeException e) {
            throw e;
        }
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("behind a try");
        DelimitationAPI.instrumentationEnd();
        x = twice(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        if (c) Probe.hit("with a condition");
        DelimitationAPI.instrumentationEnd();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("behind a condition of another probe");
        DelimitationAPI.instrumentationEnd();
        x = twice(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("outer");
        DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
        Probe.hit("inner");
        DelimitationAPI.instrumentationEnd();
        DelimitationAPI.instrumentationEnd();
        return x;
    }

    static Object behind(int x, Node node, boolean c) {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
        Probe.hit("before a call behind a load");
        DelimitationAPI.instrumentationEnd();
        int y = twice(node.value);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
        Probe.hit("before an allocation");
        DelimitationAPI.instrumentationEnd();
        Node made = new Node(twice(x), null);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
        Probe.hit("before a lock");
        DelimitationAPI.instrumentationEnd();
        synchronized (node) {
            DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
            Probe.hit("before a store behind arithmetic");
            DelimitationAPI.instrumentationEnd();
            y = x * 3;
            made.value = y;
        }
        DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
        Probe.hit("before another probe");
        DelimitationAPI.instrumentationEnd();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
        Probe.hit("before a branch");
        DelimitationAPI.instrumentationEnd();
        if (x > 5) sink = made;
        return made;
    }

    static int wrong(int x, boolean c, int[] p, Node node) {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("at the start");
        DelimitationAPI.instrumentationEnd();
        int constant = 3;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("constant");
        DelimitationAPI.instrumentationEnd();
        Node local = node;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("local");
        DelimitationAPI.instrumentationEnd();
        int sum = x + twice(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("arithmetic");
        DelimitationAPI.instrumentationEnd();
        sum++;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("increment");
        DelimitationAPI.instrumentationEnd();
        int length = p.length;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("length");
        DelimitationAPI.instrumentationEnd();
        Node either = c ? new Node() : Node.make(x);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("either");
        DelimitationAPI.instrumentationEnd();
        if (c) sink = either;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        Probe.hit("merge");
        DelimitationAPI.instrumentationEnd();
        if (x > 3) {
            DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
            Probe.hit("arm");
            DelimitationAPI.instrumentationEnd();
            sum += constant + length;
        }
        try {
            sum += twice(sum);
        } catch (RuntimeException e) {
            DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
            Probe.hit("handler");
            DelimitationAPI.instrumentationEnd();
        }
        sum = twice(sum);
        DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
        Probe.hit("before a return");
        DelimitationAPI.instrumentationEnd();
        return sum;
    }

    static void atTheStartOfALoop(int x) {
        do {
            DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
            Probe.hit("at the start of a loop");
            DelimitationAPI.instrumentationEnd();
        } while (twice(x) > 3);
    }

    static int wrongBehind(int x, boolean c) {
        if (c) {
            x = twice(x);
            DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
            Probe.hit("before a merge");
            DelimitationAPI.instrumentationEnd();
        } else if (x > 3) {
            DelimitationAPI.instrumentationBegin(DelimitationAPI.SUCC);
            Probe.hit("before a throw");
            DelimitationAPI.instrumentationEnd();
            throw null;
        }
        return twice(x);
    }

    static int open(int x) {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        if (x > 3) return x;
        Probe.hit("return");
        DelimitationAPI.instrumentationEnd();
        return twice(x);
    }

    static int openAtTheEnd(int x) {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        Probe.hit("return at the end");
        if (x > 3) return x;
        DelimitationAPI.instrumentationEnd();
        return twice(x);
    }

    static void left(int x) {
        for (int i = 0; i < x; i++) {
            DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
            if (i > 3) break;
            Probe.hit("left");
            DelimitationAPI.instrumentationEnd();
        }
        twice(x);
    }

    static void entered(int x) {
        if (x > 3) DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        Probe.hit("entered");
        DelimitationAPI.instrumentationEnd();
        twice(x);
    }

    static void unended(int x) {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        Probe.hit("unended");
        twice(x);
    }

    static void unbegun(int x) {
        Probe.hit("unbegun");
        DelimitationAPI.instrumentationEnd();
        twice(x);
    }

    static void unbegunBehindAnother(int x) {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        Probe.hit("closed");
        DelimitationAPI.instrumentationEnd();
        Probe.hit("unbegun");
        DelimitationAPI.instrumentationEnd();
        twice(x);
    }

    static void computed(int place) {
        DelimitationAPI.instrumentationBegin(place);
        Probe.hit("computed");
        DelimitationAPI.instrumentationEnd();
        twice(place);
    }
}
