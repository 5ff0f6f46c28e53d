// Arrays of impossible sizes: negative ones, and those that are refused however large the heap is.
import java.util.ArrayList;
import java.util.Arrays;

public class ArraySizes {
    interface Maker {
        Object make();
    }

    static void tell(String what, Maker maker) {
        try {
            maker.make();
            System.out.println(what + ": made");
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    static int max = Integer.MAX_VALUE;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            tell("int[max]", () -> new int[max]);
            tell("int[max - 1]", () -> new int[max - 1]);
            tell("byte[max]", () -> new byte[max]);
            tell("boolean[max - 1]", () -> new boolean[max - 1]);
            tell("long[max]", () -> new long[max]);
            tell("Object[max]", () -> new Object[max]);
            tell("String[max][]", () -> new String[max][]);
            tell("int[max][max]", () -> new int[max][max]);
            tell("int[2][max]", () -> new int[2][max]);
            tell("int[-1]", () -> new int[-1]);
            tell("Object[min]", () -> new Object[Integer.MIN_VALUE]);
            tell("int[2][-3]", () -> new int[2][-3]);
            tell("int[-4][-3]", () -> new int[-4][-3]);
            tell("int[0][-3]", () -> new int[0][-3]);
            tell("int[3][0][-5]", () -> new int[3][0][-5]);
            tell("copyOf(max)", () -> Arrays.copyOf(new byte[3], max));
            tell("copyOf(-7)", () -> Arrays.copyOf(new byte[3], -7));
            tell("ArrayList(max)", () -> new ArrayList<String>(max));
            tell("ArrayList(-1)", () -> new ArrayList<String>(-1));
            tell("StringBuilder(max)", () -> new StringBuilder(max));
            tell("StringBuilder(-1)", () -> new StringBuilder(-1));
            tell("repeat(max)", () -> "ab".repeat(max));
            tell("repeat(-1)", () -> "ab".repeat(-1));
        }
    }
}
