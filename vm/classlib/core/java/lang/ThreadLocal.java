package java.lang;

import java.util.Objects;
import java.util.function.Supplier;

/** A variable of which each thread has its own. */
public class ThreadLocal<T> {
    /** The values of one thread: open addressing, by the variable's number. */
    static final class Table {
        private ThreadLocal<?>[] keys = new ThreadLocal<?>[8];
        private Object[] values = new Object[8];
        private int count;

        /** What a thread begins with that is made by the one whose table this is; null: nothing. */
        @SuppressWarnings("unchecked")
        Table inherited() {
            Table table = null;
            for (int i = 0; i < keys.length; i++) {
                ThreadLocal<Object> key = (ThreadLocal<Object>) keys[i];
                if (key == null || !key.isInherited()) continue;
                if (table == null) table = new Table();
                table.put(key, key.inherit(values[i]));
            }
            return table;
        }

        /** Where the variable is, or belongs. */
        private int find(ThreadLocal<?> key) {
            int i = key.number * 0x61c88647 & keys.length - 1;
            while (keys[i] != null && keys[i] != key) i = i + 1 & keys.length - 1;
            return i;
        }

        private void grow() {
            ThreadLocal<?>[] oldKeys = keys;
            Object[] oldValues = values;
            keys = new ThreadLocal<?>[oldKeys.length * 2];
            values = new Object[keys.length];
            count = 0;
            for (int i = 0; i < oldKeys.length; i++)
                if (oldKeys[i] != null) put(oldKeys[i], oldValues[i]);
        }

        private void put(ThreadLocal<?> key, Object value) {
            int i = find(key);
            if (keys[i] == null && ++count * 2 > keys.length) {
                grow();
                put(key, value);
                return;
            }
            keys[i] = key;
            values[i] = value;
        }

        /** Those behind it move up, so that each is still found from its place on. */
        private void remove(ThreadLocal<?> key) {
            int i = find(key);
            if (keys[i] == null) return;
            keys[i] = null;
            values[i] = null;
            count--;
            for (i = i + 1 & keys.length - 1; keys[i] != null; i = i + 1 & keys.length - 1) {
                ThreadLocal<?> moved = keys[i];
                Object value = values[i];
                keys[i] = null;
                values[i] = null;
                count--;
                put(moved, value);
            }
        }
    }

    private static int nextNumber;

    private final int number = takeNumber();

    private static synchronized int takeNumber() {
        return nextNumber++;
    }

    public ThreadLocal() {
    }

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        Objects.requireNonNull(supplier);
        return new ThreadLocal<S>() {
            protected S initialValue() {
                return supplier.get();
            }
        };
    }

    boolean isInherited() {
        return false;
    }

    /** The value in a new thread. */
    T inherit(T value) {
        throw new UnsupportedOperationException();
    }

    protected T initialValue() {
        return null;
    }

    private static Table table() {
        Thread thread = Thread.currentThread();
        if (thread.locals == null) thread.locals = new Table();
        return thread.locals;
    }

    @SuppressWarnings("unchecked")
    public T get() {
        Table table = table();
        int i = table.find(this);
        if (table.keys[i] == this) return (T) table.values[i];
        T value = initialValue();
        table.put(this, value);
        return value;
    }

    public void set(T value) {
        table().put(this, value);
    }

    public void remove() {
        table().remove(this);
    }
}
