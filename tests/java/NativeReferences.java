/* References to methods of the VM: the class that is made for each calls it by itself. */
import java.util.function.IntFunction;
import java.util.function.Supplier;

class NativeReferences {
    static Object sink;

    static Object twice(Supplier<Object> supplier) {
        sink = supplier.get();
        return supplier.get();
    }

    static Object made(IntFunction<Object> maker, int length) {
        return maker.apply(length);
    }

    public static void main(String[] args) {
        int[] data = {1, 2, 3};
        int same = 0, length = 0;
        for (int i = 0; i < 300; i++) {
            Object object = new Object();
            if (twice(object::hashCode).equals(sink)) same++;
            if (twice(object::getClass) == Object.class) same++;
            if (twice(data::clone) != sink) same++;
            if (twice(Object::new) != sink) same++;
            length += ((int[]) made(int[]::new, i % 5)).length + ((Object[][]) made(Object[][]::new, i % 3)).length;
        }
        System.out.println(same + " " + length);
    }
}
