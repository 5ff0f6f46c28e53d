/* assert, off by default; class literals; casts. */
class Assertions {
    static int evaluated;

    static boolean check() {
        evaluated++;
        return false;
    }

    static class Inner {
        static int run() {
            assert check() : "message " + evaluated;
            assert check();
            assert evaluated > 100 : 'c';
            return evaluated;
        }
    }

    public static void main(String[] args) {
        try {
            assert check() : evaluated;
            System.out.println("passed " + evaluated);
        } catch (AssertionError e) {
            System.out.println("failed");
        }
        System.out.println(Inner.run());
        System.out.println(Assertions.class.getName() + " " + Inner.class.getName());
        System.out.println(new Inner().getClass() == Inner.class);
        System.out.println(int[].class.getName() + String[][].class.getName());
        Object o = "text";
        String s = (String) o;
        CharSequence sequence = (CharSequence) o;
        System.out.println(s.length() + sequence.length() + ((String) o).charAt(1));
        Object[] array = (Object[]) new String[] {"a"};
        String[] strings = (String[]) array;
        System.out.println(strings[0] + (int) (long) 5.5 + (char) (int) 'x' + (short) (byte) 200);
        Runnable r = null;
        System.out.println((Object) r == null);
    }
}
