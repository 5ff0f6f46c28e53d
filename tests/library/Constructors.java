import java.lang.reflect.*;
import java.util.Arrays;

/** Objects made through constructors that are found by their parameters. */
public class Constructors {
    static class Wide {
        private Wide() {
            System.out.println("Wide()");
        }

        Wide(int i, long l, double d, String s, int[] a, char c) {
            System.out.println(i + " " + l + " " + d + " " + s + " " + Arrays.toString(a) + " " + c);
        }
    }

    static abstract class Abstract {
    }

    static class Thrower {
        public Thrower() throws Exception {
            throw new Exception("thrown");
        }
    }

    static class Broken {
        static int value = Integer.parseInt("x");
    }

    static class Various {
        public Various(int... all) {
            System.out.println(all.length);
        }

        protected Various(String text) {
        }
    }

    enum Color { RED, GREEN { } }

    record Point(int x, String y) {
    }

    interface Empty {
    }

    class Inner {
        Inner() {
            System.out.println("in " + Constructors.this.getClass().getName());
        }
    }

    interface Action {
        Object run() throws Throwable;
    }

    static void show(String name, Action action) {
        try {
            Object result = action.run();
            boolean isPlain = result instanceof String || result instanceof Constructor || result instanceof Record;
            System.out.println(name + ": " + (isPlain ? result : result.getClass()));
        } catch (Throwable e) {
            System.out.println(name + ": " + e + ", cause " + e.getCause());
        }
    }

    @SuppressWarnings("deprecation")
    static void found() throws Exception {
        show("by name", () -> Class.forName("Constructors$Wide").getDeclaredConstructor().newInstance());
        show("newInstance", () -> Wide.class.newInstance());
        show("not public", () -> Wide.class.getConstructor());
        show("not there", () -> Wide.class.getDeclaredConstructor(int.class, String[].class, int[][].class, null));
        show("null for none", () -> Wide.class.getDeclaredConstructor((Class<?>[]) null));
        show("interface", () -> Empty.class.getConstructor());
        show("interface made", () -> Empty.class.newInstance());
        show("array", () -> int[].class.newInstance());
        show("primitive", () -> int.class.newInstance());
        show("class", () -> Class.class.newInstance());
        show("counts", () -> "" + Various.class.getConstructors().length + Various.class.getDeclaredConstructors().length
            + void.class.getConstructors().length + Math.class.getConstructors().length);
        Constructor<Various> one = Various.class.getConstructor(int[].class);
        show("text", () -> one);
        show("protected text", () -> Various.class.getDeclaredConstructor(String.class));
        show("parts", () -> one.getName() + one.getParameterCount() + Arrays.toString(one.getParameterTypes())
            + Modifier.toString(one.getModifiers()) + one.getDeclaringClass() + one.isVarArgs() + one.isSynthetic());
        show("equal", () -> "" + one.equals(Various.class.getConstructor(int[].class)) + one.equals(null)
            + (one.hashCode() == Various.class.getConstructor(int[].class).hashCode()));
        show("modifiers", () -> Modifier.toString(0xfff) + "|" + Modifier.toString(0) + "|"
            + Modifier.toString(Abstract.class.getModifiers()) + Modifier.isAbstract(Empty.class.getModifiers()));
    }

    static void called() throws Exception {
        Constructor<Wide> wide = Wide.class.getDeclaredConstructor(int.class, long.class, double.class, String.class, int[].class, char.class);
        show("all types", () -> wide.newInstance(1, 2L, 3.0, "s", null, 'c'));
        show("widened", () -> wide.newInstance((byte) 1, 'b', 3f, null, new int[] {4}, 'c'));
        show("narrowed", () -> wide.newInstance(1L, 2L, 3.0, "s", null, 'c'));
        show("too few", () -> wide.newInstance(1, 2L));
        show("none", () -> wide.newInstance((Object[]) null));
        show("null for int", () -> wide.newInstance(null, 2L, 3.0, "s", null, 'c'));
        show("other class", () -> wide.newInstance(1, 2L, 3.0, 5, null, 'c'));
        show("variable", () -> Various.class.getConstructor(int[].class).newInstance(new int[3]));
        show("inner", () -> Inner.class.getDeclaredConstructor(Constructors.class).newInstance(new Constructors()));
        show("inner without", () -> Inner.class.getDeclaredConstructor().newInstance());
        show("record", () -> Point.class.getDeclaredConstructor(int.class, String.class).newInstance(1, "y"));
        show("enum", () -> Color.class.getDeclaredConstructor(String.class, int.class).newInstance("BLUE", 2));
        show("of the library", () -> Class.forName("java.util.ArrayList").getConstructor(int.class).newInstance(3));
        show("refused by the library", () -> Class.forName("java.util.HashMap").getConstructor(int.class).newInstance(-1));
        show("string", () -> String.class.getConstructor(char[].class).newInstance(new char[] {'a', 'b'}));
    }

    @SuppressWarnings("deprecation")
    static void refused() {
        show("abstract", () -> Abstract.class.getDeclaredConstructor().newInstance());
        show("abstract newInstance", () -> Abstract.class.newInstance());
        show("throws", () -> Thrower.class.getConstructor().newInstance());
        show("throws newInstance", () -> Thrower.class.newInstance());
        show("initialiser", () -> Broken.class.getDeclaredConstructor().newInstance());
        show("initialiser again", () -> Broken.class.newInstance());
        show("private", () -> Math.class.newInstance());
        show("protected", () -> AccessibleObject.class.getDeclaredConstructor().newInstance());
        show("target", () -> new InvocationTargetException(new Error("e"), "m").getTargetException().toString());
        show("no target", () -> new InvocationTargetException(null).toString());
    }

    public static void main(String[] arguments) throws Exception {
        found();
        called();
        refused();
        for (int i = 0; i < 3000; i++)
            if (Point.class.getDeclaredConstructor(int.class, String.class).newInstance(i, "p").x() != i) System.out.println(i);
    }
}
