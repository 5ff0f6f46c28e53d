/**
 * Private members of a superclass are not inherited: the names mean what stands around. A protected constructor of another
 * package is reached by an anonymous class.
 */
class PrivateMembers {
    static class Base {
        private static class Each {}

        private int find(Object o) {
            return 1;
        }

        private int count = 3;
    }

    static class Each {
        int x = 5;
    }

    static int count = 4;

    int find(Object o) {
        return 2;
    }

    class Sub extends Base {
        int get() {
            return find("x") * 100 + new Each().x * 10 + count;
        }

        int getOfSuper() {
            return super.find("x") * 10 + super.count;
        }
    }

    public static void main(String[] args) {
        Sub sub = new PrivateMembers().new Sub();
        System.out.println(sub.get());
        System.out.println(sub.getOfSuper());
        System.out.println(new java.util.AbstractList<String>() {
            public String get(int index) {
                return "e" + index;
            }

            public int size() {
                return 3;
            }
        });
    }
}
