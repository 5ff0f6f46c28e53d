package java.lang;

import java.io.InputStream;
import java.io.PrintStream;
import java.io.StandardInput;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public final class System {
    /** Final for the language; the VM changes them for setIn, setOut and setErr. */
    public static final InputStream in = new StandardInput();
    public static final PrintStream out = PrintStream.ofVirtualMachine(1);
    public static final PrintStream err = PrintStream.ofVirtualMachine(2);

    /** Made when the first one is asked for. */
    private static final class Properties {
        static final HashMap<String, String> VALUES = new HashMap<String, String>();

        static {
            VALUES.put("java.version", "17");
            VALUES.put("java.specification.version", "17");
            VALUES.put("java.class.version", "61.0");
            VALUES.put("java.vm.name", "jitvm");
            VALUES.put("java.vm.version", "17");
            VALUES.put("java.vm.vendor", "jittest");
            VALUES.put("java.vendor", "jittest");
            VALUES.put("java.vm.specification.version", "17");
            VALUES.put("java.runtime.name", "jitvm");
            VALUES.put("java.runtime.version", "17");
            VALUES.put("java.io.tmpdir", "/tmp");
            VALUES.put("os.name", "Linux");
            VALUES.put("os.arch", "amd64");
            VALUES.put("os.version", systemVersion());
            VALUES.put("file.separator", "/");
            VALUES.put("path.separator", ":");
            VALUES.put("line.separator", "\n");
            VALUES.put("file.encoding", "UTF-8");
            VALUES.put("user.dir", getenv("PWD"));
            VALUES.put("user.home", getenv("HOME"));
            VALUES.put("user.name", getenv("USER"));
            putAll(VALUES, properties());
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

    private static native String systemVersion();

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

    public static String getProperty(String key) {
        checkKey(key);
        synchronized (Properties.VALUES) {
            return Properties.VALUES.get(key);
        }
    }

    public static String getProperty(String key, String otherwise) {
        String value = getProperty(key);
        return value == null ? otherwise : value;
    }

    public static String setProperty(String key, String value) {
        checkKey(key);
        if (value == null) throw new NullPointerException();
        synchronized (Properties.VALUES) {
            return Properties.VALUES.put(key, value);
        }
    }

    public static String clearProperty(String key) {
        checkKey(key);
        synchronized (Properties.VALUES) {
            return Properties.VALUES.remove(key);
        }
    }

    public static native String getenv(String name);

    public static Map<String, String> getenv() {
        HashMap<String, String> map = new HashMap<String, String>();
        putAll(map, environment());
        return Collections.unmodifiableMap(map);
    }
}
