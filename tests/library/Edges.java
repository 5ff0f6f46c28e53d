import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

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

    private enum Many {
        A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, D0, D1, D2, D3, D4, D5, D6,
        D7, D8, D9, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, G0, G1, G2, G3, G4
    }

    /** How far forEach comes before it notices. */
    private static void changeWhileWalking(Map<Integer, Integer> map, int view) {
        map.clear();
        for (int i = 0; i < 5; i++) map.put(i, i);
        Consumer<Object> consumer = element -> {
            System.out.print(element + " ");
            map.put(77, 1);
        };
        tell(() -> {
            if (view == 0) map.forEach((key, value) -> consumer.accept(key));
            else (view == 1 ? map.keySet() : view == 2 ? map.values() : map.entrySet()).forEach(consumer);
            return "unnoticed";
        });
    }

    public static void main(String[] arguments) {
        List<Integer> fixed = Collections.unmodifiableList(new ArrayList<>(List.of(1, 2)));
        System.out.println("a view of a view: " + (Collections.unmodifiableList(fixed) == fixed) + " " + (Collections.unmodifiableCollection(fixed) == fixed));
        tell(() -> {
            Collections.shuffle(List.of(1));
            return "nothing to shuffle";
        });
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
        for (Map<Integer, Integer> map : Arrays.asList(new HashMap<Integer, Integer>(), new LinkedHashMap<Integer, Integer>(), new TreeMap<Integer, Integer>()))
            for (int view = 0; view < 4; view++) changeWhileWalking(map, view);
        System.out.println(EnumSet.of(Thread.State.NEW).getClass() + " " + EnumSet.noneOf(Many.class).getClass());
        Random random = new Random(5);
        System.out.println(random.nextDouble(3) + " " + random.nextDouble(-1, 2) + " " + random.nextFloat(8) + " " + random.nextFloat(-2, 5));
        tell(() -> random.nextDouble(0));
        tell(() -> random.nextFloat(2, 1));
    }
}
