package java.lang.reflect;

/** Arrays whose type is known at run time only. */
public final class Array {
    private static final int MAX_DIMENSIONS = 255;

    private Array() {
    }

    private static void checkType(Class<?> component, int dimensions) {
        if (component.isPrimitive() && component.getName().equals("void")) throw new IllegalArgumentException();
        int own = component.isArray() ? component.getName().lastIndexOf('[') + 1 : 0;
        if (own + dimensions > MAX_DIMENSIONS) throw new IllegalArgumentException();
    }

    public static Object newInstance(Class<?> componentType, int length) {
        checkType(componentType, 1);
        return create(componentType, length);
    }

    public static Object newInstance(Class<?> type, int... dimensions) {
        if (dimensions.length == 0) throw new IllegalArgumentException();
        checkType(type, dimensions.length);
        Class<?> component = type;
        for (int i = 1; i < dimensions.length; i++) component = component.arrayType();
        for (int length : dimensions)
            if (length < 0) throw new NegativeArraySizeException(Integer.toString(length));
        Object array = newInstance(component, dimensions[0]);
        if (dimensions.length == 1) return array;
        int[] rest = new int[dimensions.length - 1];
        System.arraycopy(dimensions, 1, rest, 0, rest.length);
        for (int i = 0; i < dimensions[0]; i++) ((Object[]) array)[i] = newInstance(type, rest);
        return array;
    }

    private static native Object create(Class<?> type, int length);

    private static IllegalArgumentException notAnArray(Object array) {
        if (array == null) throw new NullPointerException();
        return new IllegalArgumentException(array.getClass().isArray() ? "argument type mismatch" : "Argument is not an array");
    }

    private static void checkIndex(Object array, int index) {
        if (index < 0 || index >= getLength(array)) throw new ArrayIndexOutOfBoundsException();
    }

    public static int getLength(Object array) {
        if (array instanceof Object[]) return ((Object[]) array).length;
        if (array instanceof boolean[]) return ((boolean[]) array).length;
        if (array instanceof byte[]) return ((byte[]) array).length;
        if (array instanceof char[]) return ((char[]) array).length;
        if (array instanceof short[]) return ((short[]) array).length;
        if (array instanceof int[]) return ((int[]) array).length;
        if (array instanceof long[]) return ((long[]) array).length;
        if (array instanceof float[]) return ((float[]) array).length;
        if (array instanceof double[]) return ((double[]) array).length;
        throw notAnArray(array);
    }

    public static Object get(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof Object[]) return ((Object[]) array)[index];
        if (array instanceof boolean[]) return ((boolean[]) array)[index];
        if (array instanceof byte[]) return ((byte[]) array)[index];
        if (array instanceof char[]) return ((char[]) array)[index];
        if (array instanceof short[]) return ((short[]) array)[index];
        if (array instanceof int[]) return ((int[]) array)[index];
        if (array instanceof long[]) return ((long[]) array)[index];
        if (array instanceof float[]) return ((float[]) array)[index];
        if (array instanceof double[]) return ((double[]) array)[index];
        throw notAnArray(array);
    }

    public static boolean getBoolean(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof boolean[]) return ((boolean[]) array)[index];
        throw notAnArray(array);
    }

    public static byte getByte(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof byte[]) return ((byte[]) array)[index];
        throw notAnArray(array);
    }

    public static char getChar(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof char[]) return ((char[]) array)[index];
        throw notAnArray(array);
    }

    public static short getShort(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof short[]) return ((short[]) array)[index];
        if (array instanceof byte[]) return ((byte[]) array)[index];
        throw notAnArray(array);
    }

    public static int getInt(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof int[]) return ((int[]) array)[index];
        if (array instanceof short[]) return ((short[]) array)[index];
        if (array instanceof char[]) return ((char[]) array)[index];
        if (array instanceof byte[]) return ((byte[]) array)[index];
        throw notAnArray(array);
    }

    public static long getLong(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof long[]) return ((long[]) array)[index];
        if (array instanceof int[]) return ((int[]) array)[index];
        if (array instanceof short[]) return ((short[]) array)[index];
        if (array instanceof char[]) return ((char[]) array)[index];
        if (array instanceof byte[]) return ((byte[]) array)[index];
        throw notAnArray(array);
    }

    public static float getFloat(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof float[]) return ((float[]) array)[index];
        if (array instanceof long[]) return ((long[]) array)[index];
        if (array instanceof int[]) return ((int[]) array)[index];
        if (array instanceof short[]) return ((short[]) array)[index];
        if (array instanceof char[]) return ((char[]) array)[index];
        if (array instanceof byte[]) return ((byte[]) array)[index];
        throw notAnArray(array);
    }

    public static double getDouble(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof double[]) return ((double[]) array)[index];
        if (array instanceof float[]) return ((float[]) array)[index];
        if (array instanceof long[]) return ((long[]) array)[index];
        if (array instanceof int[]) return ((int[]) array)[index];
        if (array instanceof short[]) return ((short[]) array)[index];
        if (array instanceof char[]) return ((char[]) array)[index];
        if (array instanceof byte[]) return ((byte[]) array)[index];
        throw notAnArray(array);
    }

    public static void setBoolean(Object array, int index, boolean value) {
        checkIndex(array, index);
        if (array instanceof boolean[]) ((boolean[]) array)[index] = value;
        else throw notAnArray(array);
    }

    public static void setByte(Object array, int index, byte value) {
        checkIndex(array, index);
        if (array instanceof byte[]) ((byte[]) array)[index] = value;
        else if (array instanceof short[]) ((short[]) array)[index] = value;
        else if (array instanceof int[]) ((int[]) array)[index] = value;
        else if (array instanceof long[]) ((long[]) array)[index] = value;
        else if (array instanceof float[]) ((float[]) array)[index] = value;
        else if (array instanceof double[]) ((double[]) array)[index] = value;
        else throw notAnArray(array);
    }

    public static void setChar(Object array, int index, char value) {
        checkIndex(array, index);
        if (array instanceof char[]) ((char[]) array)[index] = value;
        else if (array instanceof int[]) ((int[]) array)[index] = value;
        else if (array instanceof long[]) ((long[]) array)[index] = value;
        else if (array instanceof float[]) ((float[]) array)[index] = value;
        else if (array instanceof double[]) ((double[]) array)[index] = value;
        else throw notAnArray(array);
    }

    public static void setShort(Object array, int index, short value) {
        checkIndex(array, index);
        if (array instanceof short[]) ((short[]) array)[index] = value;
        else if (array instanceof int[]) ((int[]) array)[index] = value;
        else if (array instanceof long[]) ((long[]) array)[index] = value;
        else if (array instanceof float[]) ((float[]) array)[index] = value;
        else if (array instanceof double[]) ((double[]) array)[index] = value;
        else throw notAnArray(array);
    }

    public static void setInt(Object array, int index, int value) {
        checkIndex(array, index);
        if (array instanceof int[]) ((int[]) array)[index] = value;
        else if (array instanceof long[]) ((long[]) array)[index] = value;
        else if (array instanceof float[]) ((float[]) array)[index] = value;
        else if (array instanceof double[]) ((double[]) array)[index] = value;
        else throw notAnArray(array);
    }

    public static void setLong(Object array, int index, long value) {
        checkIndex(array, index);
        if (array instanceof long[]) ((long[]) array)[index] = value;
        else if (array instanceof float[]) ((float[]) array)[index] = value;
        else if (array instanceof double[]) ((double[]) array)[index] = value;
        else throw notAnArray(array);
    }

    public static void setFloat(Object array, int index, float value) {
        checkIndex(array, index);
        if (array instanceof float[]) ((float[]) array)[index] = value;
        else if (array instanceof double[]) ((double[]) array)[index] = value;
        else throw notAnArray(array);
    }

    public static void setDouble(Object array, int index, double value) {
        checkIndex(array, index);
        if (array instanceof double[]) ((double[]) array)[index] = value;
        else throw notAnArray(array);
    }

    public static void set(Object array, int index, Object value) {
        checkIndex(array, index);
        if (array instanceof Object[]) {
            if (value != null && !array.getClass().getComponentType().isInstance(value))
                throw new IllegalArgumentException("array element type mismatch");
            ((Object[]) array)[index] = value;
        } else if (value instanceof Boolean) setBoolean(array, index, ((Boolean) value).booleanValue());
        else if (value instanceof Byte) setByte(array, index, ((Byte) value).byteValue());
        else if (value instanceof Character) setChar(array, index, ((Character) value).charValue());
        else if (value instanceof Short) setShort(array, index, ((Short) value).shortValue());
        else if (value instanceof Integer) setInt(array, index, ((Integer) value).intValue());
        else if (value instanceof Long) setLong(array, index, ((Long) value).longValue());
        else if (value instanceof Float) setFloat(array, index, ((Float) value).floatValue());
        else if (value instanceof Double) setDouble(array, index, ((Double) value).doubleValue());
        else throw new IllegalArgumentException(value == null ? null : "argument type mismatch");
    }
}
