package java.util;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Texts by name, with defaults behind them; they are neither loaded nor stored. Walked in the order of [map], not a Hashtable's. */
public class Properties extends Hashtable<Object, Object> {
    protected volatile Properties defaults;
    private final Map<Object, Object> map;

    public Properties() {
        this(null, 8);
    }

    public Properties(int capacity) {
        this(null, capacity);
    }

    public Properties(Properties defaults) {
        this(defaults, 8);
    }

    private Properties(Properties defaults, int capacity) {
        super(1);
        this.defaults = defaults;
        map = Collections.synchronizedMap(new HashMap<Object, Object>((int) (1 + capacity / 0.75)));
    }

    public synchronized Object setProperty(String key, String value) {
        return put(key, value);
    }

    public String getProperty(String key) {
        Object value = get(key);
        if (value instanceof String) return (String) value;
        return defaults == null ? null : defaults.getProperty(key);
    }

    public String getProperty(String key, String otherwise) {
        String value = getProperty(key);
        return value == null ? otherwise : value;
    }

    public Enumeration<?> propertyNames() {
        Hashtable<Object, Object> all = new Hashtable<Object, Object>();
        collect(all);
        return all.keys();
    }

    private void collect(Map<Object, Object> all) {
        if (defaults != null) defaults.collect(all);
        all.putAll(this);
    }

    public Set<String> stringPropertyNames() {
        Hashtable<Object, Object> all = new Hashtable<Object, Object>();
        collect(all);
        HashMap<String, String> texts = new HashMap<String, String>();
        for (Map.Entry<Object, Object> entry : all.entrySet())
            if (entry.getKey() instanceof String && entry.getValue() instanceof String)
                texts.put((String) entry.getKey(), (String) entry.getValue());
        return Collections.unmodifiableSet(texts.keySet());
    }

    public void list(PrintStream out) {
        list(new PrintWriter(out, true));
    }

    /** Values are cut off after 40 characters. */
    public void list(PrintWriter out) {
        out.println("-- listing properties --");
        Map<Object, Object> all = new HashMap<Object, Object>();
        collect(all);
        for (Map.Entry<Object, Object> entry : all.entrySet()) {
            String value = (String) entry.getValue();
            if (value.length() > 40) value = value.substring(0, 37) + "...";
            out.println(entry.getKey() + "=" + value);
        }
        out.flush();
    }

    public int size() {
        return map.size();
    }

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public Object get(Object key) {
        return map.get(Objects.requireNonNull(key));
    }

    public Object put(Object key, Object value) {
        return map.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
    }

    public Object remove(Object key) {
        return map.remove(key);
    }

    public boolean contains(Object value) {
        return map.containsValue(value);
    }

    public boolean containsValue(Object value) {
        return map.containsValue(value);
    }

    public boolean containsKey(Object key) {
        return map.containsKey(key);
    }

    public Enumeration<Object> keys() {
        return Collections.enumeration(map.keySet());
    }

    public Enumeration<Object> elements() {
        return Collections.enumeration(map.values());
    }

    public void clear() {
        map.clear();
    }

    public Set<Object> keySet() {
        return map.keySet();
    }

    public Collection<Object> values() {
        return map.values();
    }

    public Set<Map.Entry<Object, Object>> entrySet() {
        return map.entrySet();
    }

    public void putAll(Map<?, ?> t) {
        for (Map.Entry<?, ?> entry : t.entrySet()) put(entry.getKey(), entry.getValue());
    }

    public boolean equals(Object other) {
        return other == this || map.equals(other);
    }

    public int hashCode() {
        return map.hashCode();
    }

    public String toString() {
        return map.toString();
    }

    public Object getOrDefault(Object key, Object otherwise) {
        return map.getOrDefault(key, otherwise);
    }

    public Object putIfAbsent(Object key, Object value) {
        return map.putIfAbsent(key, Objects.requireNonNull(value));
    }

    public boolean remove(Object key, Object value) {
        return map.remove(key, value);
    }

    public boolean replace(Object key, Object old, Object value) {
        return map.replace(key, old, Objects.requireNonNull(value));
    }

    public Object replace(Object key, Object value) {
        return map.replace(key, Objects.requireNonNull(value));
    }

    public void forEach(BiConsumer<? super Object, ? super Object> action) {
        map.forEach(action);
    }

    public void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
        map.replaceAll(function);
    }

    public Object computeIfAbsent(Object key, Function<? super Object, ?> function) {
        return map.computeIfAbsent(key, function);
    }

    public Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> function) {
        return map.computeIfPresent(key, function);
    }

    public Object compute(Object key, BiFunction<? super Object, ? super Object, ?> function) {
        return map.compute(key, function);
    }

    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> function) {
        return map.merge(key, value, function);
    }

    public Object clone() {
        Properties copy = new Properties(defaults);
        copy.putAll(this);
        return copy;
    }
}
