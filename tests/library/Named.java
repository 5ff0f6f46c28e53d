import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Properties;

/** Properties, and arrays through java.lang.reflect. */
public class Named {
    private interface Thrower {
        Object run();
    }

    private static void tell(Thrower thrower) {
        try {
            System.out.println(thrower.run());
        } catch (RuntimeException thrown) {
            System.out.println(thrown);
        }
    }

    private static void properties() {
        Properties defaults = new Properties();
        defaults.setProperty("x", "default x");
        defaults.setProperty("only", "default only");
        Properties p = new Properties(defaults);
        for (String name : "x yy zzz color size width height name title".split(" ")) p.setProperty(name, name + "!".repeat(30));
        System.out.println(p + p.getProperty("only") + p.getProperty("none") + p.getProperty("none", "other") + p.get("only"));
        System.out.println(p.stringPropertyNames().size() + " " + p.size());
        p.list(System.out);
        p.merge("x", "y", (a, b) -> "" + a + b);
        p.computeIfAbsent("q", name -> "n");
        p.computeIfPresent("color", (name, value) -> null);
        p.putIfAbsent("zz", "1");
        p.replace("yy", "r");
        p.remove("zzz");
        p.forEach((name, value) -> System.out.print(name + "=" + value + " "));
        System.out.println(p.keySet() + " " + p.values() + p.equals(new HashMap<>(p)) + p.hashCode() + p.contains("r") + p.clone().equals(p));
        tell(() -> p.put(null, ""));
        tell(() -> p.setProperty("a", null));
        for (Enumeration<?> names = p.propertyNames(); names.hasMoreElements();) System.out.print(names.nextElement() + " ");
        System.setProperty("k", "v");
        System.out.println(System.getProperties().containsKey("k") + System.clearProperty("k") + System.getProperty("k"));
    }

    public static void main(String[] arguments) {
        properties();
        int[] ints = {1, 2};
        System.out.println(Array.getLength(ints) + " " + Array.get(ints, 1) + " " + Array.getDouble(ints, 0));
        Array.set(ints, 0, (short) 7);
        Array.setByte(ints, 1, (byte) 9);
        System.out.println(Arrays.toString(ints));
        String[][] grid = (String[][]) Array.newInstance(String.class, 2, 3);
        System.out.println(grid[1].length + " " + Array.newInstance(int[].class, 0).getClass());
        tell(() -> Array.getLength("x"));
        tell(() -> Array.getInt(new long[1], 0));
        tell(() -> Array.getLength(null));
        tell(() -> Array.newInstance(int.class, 1, -1));
        for (Object value : new Object[] {5L, null, 'c', "s"}) {
            tell(() -> {
                Array.set(ints, 0, value);
                return ints[0];
            });
            tell(() -> {
                Array.set(grid, 0, value);
                return grid[0];
            });
        }
        tell(() -> Array.get(ints, 3));
    }
}
