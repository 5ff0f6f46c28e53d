/** What NullPointerExceptions say was null. */
public class NullMessages {
    static class Node {
        Node next;
        int value;
        long wide;
        int[] numbers;
        Node[] nodes;
        static Node first;

        Node self() {
            return next;
        }

        static Node find(String name, Object where, int[] at, long bits) {
            return null;
        }

        int get(double a, String b, Object[] c) {
            return 1;
        }
    }

    interface Source {
        Node get(int i);
    }

    static class Empty implements Source {
        public Node get(int i) {
            return null;
        }
    }

    Node field;

    void inside(int which, Node parameter) {
        Node local = parameter;
        switch (which) {
        case 0: field.value = 1; break;
        case 1: this.field.next.value++; break;
        case 2: parameter.value = 2; break;
        case 3: local.wide = 3L; break;
        case 4: parameter = null; parameter.next = local; break;
        default: break;
        }
    }

    static void run(int which, Node node, int[] array, Object[][] table, Source source, long wide, String text) {
        Node local = null;
        int i = 1;
        switch (which) {
        case 0: System.out.println(node.value); break;
        case 1: System.out.println(local.value); break;
        case 2: System.out.println(node.next.next.value); break;
        case 3: array[2] = 5; break;
        case 4: System.out.println(array[i]); break;
        case 5: System.out.println(table[1][i]); break;
        case 6: System.out.println(text.length()); break;
        case 7: node.get(1.5, text, null); break;
        case 8: source.get(3).self(); break;
        case 9: Node.first.value = 3; break;
        case 10: Node.find("a", null, array, wide).next = null; break;
        case 11: throw null;
        case 12: synchronized (node) { i++; } break;
        case 13: System.out.println(array.length); break;
        case 14: new NullMessages().inside(0, null); break;
        case 15: new NullMessages().inside(2, null); break;
        case 16: new NullMessages().inside(3, null); break;
        case 17: new NullMessages().inside(4, null); break;
        case 18: Node some = new Node(); some.nodes[i + 1].value = 7; break;
        case 19: Node more = new Node(); more.nodes = new Node[3]; more.nodes[i].numbers[0] = 7; break;
        case 20: Node deep = new Node(); deep.next = new Node(); deep.next.next.next.next.next.next.value = 1; break;
        case 21: (which > 3 ? local : node).value = 1; break;
        case 22: ((Node) null).value = 3; break;
        case 23: String s = null; s.equals("x"); break;
        case 24: int[][][] cube = new int[1][][]; System.out.println(cube[0 * i][5][6]); break;
        case 25: new NullMessages().inside(1, null); break;
        case 26: byte[] bytes = null; bytes[100] = 1; break;
        case 27: double[] doubles = null; doubles[1000] = doubles[2]; break;
        case 28: Throwable t = null; try { throw (RuntimeException) t; } finally { i = 4; }
        case 29: throw new NullPointerException();
        case 30: throw new NullPointerException("own");
        case 31: Object o = null; o.hashCode(); break;
        case 32: long[] longs = null; longs[1] = wide; break;
        case 33: Object[] objects = null; objects[array == null ? 0 : 1] = text; break;
        case 34: table[0][1].toString(); break;
        case 35: array = null; array[0]++; break;
        default: throw new IllegalStateException();
        }
    }

    public static void main(String[] arguments) {
        for (int round = 0; round < 4; round++)
            for (int which = 0; which < 37; which++) {
                try {
                    run(which, null, null, which == 34 ? new Object[2][2] : null, new Empty(), 1L, null);
                    System.out.println("nothing");
                } catch (NullPointerException e) {
                    System.out.println(which + " " + e.getMessage());
                    e.fillInStackTrace();
                    System.out.println(e.getMessage() == null);
                } catch (IllegalStateException e) {
                    System.out.println("end");
                }
            }
    }
}
