/* Private members across nested classes. */
class Nested {
    private int secret = 1;
    private static long shared = 2;
    private String name;

    private Nested(int secret) {
        this.secret = secret;
    }

    private Nested() {
    }

    private int twice(int x) {
        return x * 2 + secret;
    }

    private static String join(String a, long b, Object c) {
        return a + b + c;
    }

    static class Inner {
        private int own = 10;
        private static int[] numbers = {1, 2, 3};
        private static final int CONSTANT = 55;

        private Inner() {
        }

        private Inner(Nested n, double d) {
            own = n.secret + (int) d;
        }

        int look(Nested n) {
            n.secret += 5;
            n.secret++;
            shared *= 3;
            Nested.shared--;
            n.name = "named";
            n.name += "!";
            return n.secret + n.twice(own) + (int) shared;
        }

        String talk(Nested n) {
            return join("j", 7, n.name) + Nested.join("k", n.secret--, null) + --n.secret;
        }

        static class Deeper {
            private boolean flag;

            private int reach(Nested n, Inner i) {
                i.own <<= 2;
                numbers[1] += n.secret;
                return i.own + numbers[1] + CONSTANT + (int) (n.secret = 100) + (int) shared++;
            }
        }
    }

    private static abstract class Shape {
        private final String kind;

        private Shape(String kind) {
            this.kind = kind;
        }

        private static Shape of(int i) {
            return i == 0 ? new Circle() : new Box(i);
        }

        abstract int size();

        private static class Circle extends Shape {
            private Circle() {
                super("circle");
            }

            int size() {
                return 3;
            }
        }

        private static class Box extends Shape {
            private int edge;

            private Box(int edge) {
                super("box" + edge);
                this.edge = edge;
            }

            int size() {
                return edge * edge;
            }
        }
    }

    interface Visitor {
        int LIMIT = 4;

        void visit(Node node);

        class Count implements Visitor {
            private int count;

            public void visit(Node node) {
                count++;
                if (node.next != null && count < LIMIT) node.next.accept(this);
            }
        }
    }

    static class Node {
        private Node next;

        Node(Node next) {
            this.next = next;
        }

        void accept(Visitor v) {
            v.visit(this);
        }
    }

    static class Outer {
        static int x = 1;

        static class Middle {
            static int x = 2;

            static class Innermost {
                static int sum() {
                    return x * 100 + Outer.x * 10 + Nested.Outer.Middle.x;
                }
            }
        }
    }

    public static void main(String[] args) {
        Nested n = new Nested(7);
        Inner i = new Inner();
        System.out.println(i.look(n) + " " + i.own + " " + Inner.numbers.length);
        System.out.println(i.talk(n));
        Inner.Deeper d = new Inner.Deeper();
        d.flag = !d.flag;
        System.out.println(d.reach(n, i) + " " + d.flag + " " + n.secret + " " + shared);
        System.out.println(new Inner(new Nested(), 2.9).own);
        System.out.println(Shape.of(0).kind + Shape.of(4).kind + Shape.of(4).size());
        Visitor.Count count = new Visitor.Count();
        new Node(new Node(new Node(new Node(new Node(null))))).accept(count);
        System.out.println(count.count);
        System.out.println(Outer.Middle.Innermost.sum());
    }
}
