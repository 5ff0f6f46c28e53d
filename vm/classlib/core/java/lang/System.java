package java.lang;

import java.io.InputStream;
import java.io.PrintStream;
import java.io.StandardInput;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

public final class System {
    /** Final for the language; the VM changes them for setIn, setOut and setErr. */
    public static final InputStream in = new StandardInput();
    public static final PrintStream out = PrintStream.ofVirtualMachine(1);
    public static final PrintStream err = PrintStream.ofVirtualMachine(2);

    /** Made when the first one is asked for. */
    private static final class PropertyTable {
        static Properties values = initial();

        static Properties initial() {
            HashMap<String, String> map = new HashMap<String, String>();
            map.put("java.version", "17.0.1");
            map.put("java.specification.version", "17");
            map.put("java.class.version", "61.0");
            map.put("java.vm.name", "jitvm");
            map.put("java.vm.version", "17");
            map.put("java.vm.vendor", "jittest");
            map.put("java.vendor", "jittest");
            map.put("java.vm.specification.version", "17");
            map.put("java.runtime.name", "jitvm");
            map.put("java.runtime.version", "17.0.1");
            map.put("java.io.tmpdir", "/tmp");
            map.put("os.name", "Linux");
            map.put("os.arch", "amd64");
            map.put("file.separator", "/");
            map.put("path.separator", ":");
            map.put("line.separator", "\n");
            map.put("file.encoding", "UTF-8");
            putAll(map, hostProperties());
            putAll(map, properties());
            Properties initial = new Properties();
            initial.putAll(map);
            return initial;
        }
    }

    private System() {
    }

    /** "name=value", each, or a name alone. */
    private static void putAll(HashMap<String, String> map, String[] texts) {
        for (String text : texts) {
            int end = text.indexOf('=');
            if (end < 0) map.put(text, "");
            else map.put(text.substring(0, end), text.substring(end + 1));
        }
    }

    /** Those that the VM was given. */
    private static native String[] properties();

    private static native String[] environment();

    /** What the operating system knows of itself and of who started the process. */
    private static native String[] hostProperties();

    private static native void setStream(String field, Object stream);

    public static void setIn(InputStream stream) {
        setStream("in", stream);
    }

    public static void setOut(PrintStream stream) {
        setStream("out", stream);
    }

    public static void setErr(PrintStream stream) {
        setStream("err", stream);
    }

    public static native void arraycopy(Object source, int from, Object target, int to, int length);

    public static native int identityHashCode(Object object);

    public static native long currentTimeMillis();

    public static native long nanoTime();

    public static native void gc();

    /** There are no finalizers. */
    @Deprecated
    public static void runFinalization() {
    }

    public static void exit(int status) {
        Runtime.getRuntime().exit(status);
    }

    public static String lineSeparator() {
        return "\n";
    }

    private static void checkKey(String key) {
        if (key == null) throw new NullPointerException("key can't be null");
        if (key.isEmpty()) throw new IllegalArgumentException("key can't be empty");
    }

    public static Properties getProperties() {
        return PropertyTable.values;
    }

    /** null: as at the start. */
    public static void setProperties(Properties properties) {
        PropertyTable.values = properties == null ? PropertyTable.initial() : properties;
    }

    public static String getProperty(String key) {
        checkKey(key);
        return PropertyTable.values.getProperty(key);
    }

    public static String getProperty(String key, String otherwise) {
        checkKey(key);
        return PropertyTable.values.getProperty(key, otherwise);
    }

    public static String setProperty(String key, String value) {
        checkKey(key);
        return (String) PropertyTable.values.setProperty(key, value);
    }

    public static String clearProperty(String key) {
        checkKey(key);
        return (String) PropertyTable.values.remove(key);
    }

    public static native String getenv(String name);

    public static Map<String, String> getenv() {
        HashMap<String, String> map = new HashMap<String, String>();
        putAll(map, environment());
        return Collections.unmodifiableMap(map);
    }
}
