import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Corners that random calls found. */
public class Edges {
    private interface Thrower {
        Object run();
    }

    private static void tell(Thrower thrower) {
        try {
            System.out.println(thrower.run());
        } catch (NullPointerException thrown) {
            System.out.println("null");
        } catch (RuntimeException thrown) {
            System.out.println(thrown);
        }
    }

    public static void main(String[] arguments) {
        Hashtable<String, Integer> table = new Hashtable<>();
        tell(() -> table.replace("absent", null));
        tell(() -> table.replace("absent", null, 1));
        table.put("a", 1);
        tell(() -> table.replace("a", 1, 2) + " " + table.replace("a", 1, 3) + " " + table.replace("a", 4) + table);
        TreeMap<String, Integer> empty = new TreeMap<>();
        tell(() -> empty.compute(null, (key, value) -> null));
        tell(() -> empty.computeIfAbsent(null, key -> null));
        tell(() -> empty.compute(null, (key, value) -> 1));
        tell(() -> empty.merge(null, 1, Integer::sum));
        List<Integer> part = new ArrayList<>(Arrays.asList(0, 6, 3, 0)).subList(1, 3);
        tell(() -> {
            for (Integer element : part)
                if (element == 3) part.remove(element);
            return part;
        });
        tell(() -> String.format("%+ X", 1));
        tell(() -> String.format("%0-10.5E", 1.0));
        tell(() -> String.format("%#s", (Object) null));
        tell(() -> Integer.parseUnsignedInt("", 0));
        tell(() -> Long.parseUnsignedLong("", 38));
        Random random = new Random(5);
        System.out.println(random.nextDouble(3) + " " + random.nextDouble(-1, 2) + " " + random.nextFloat(8) + " " + random.nextFloat(-2, 5));
        tell(() -> random.nextDouble(0));
        tell(() -> random.nextFloat(2, 1));
    }
}
