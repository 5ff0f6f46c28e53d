import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What methods of the library tell about an argument that is null: which one, and what it was needed for. */
public class Nulls {
    private interface Call {
        Object run() throws Throwable;
    }

    private interface Action {
        void run() throws Throwable;
    }

    private static final String TEXT = null;
    private static final CharSequence SEQUENCE = null;
    private static final char[] CHARS = null;
    private static final byte[] BYTES = null;
    private static final int[] INTS = null;
    private static final Object[] OBJECTS = null;
    private static final Integer NUMBER = null;
    private static final Collection<Integer> NUMBERS = null;
    private static final List<Integer> LIST = null;
    private static final Map<String, Integer> MAP = null;
    private static final Comparator<Integer> ORDER = null;

    private static void tell(String what, Call call) {
        try {
            System.out.println(what + " gives " + call.run());
        } catch (Throwable thrown) {
            System.out.println(what + ": " + thrown);
        }
    }

    private static void act(String what, Action action) {
        tell(what, () -> {
            action.run();
            return "nothing";
        });
    }

    private static void strings() {
        tell("compareTo", () -> "a".compareTo(TEXT));
        tell("compareToIgnoreCase", () -> "a".compareToIgnoreCase(TEXT));
        tell("concat", () -> "a".concat(TEXT));
        tell("contains", () -> "a".contains(SEQUENCE));
        tell("contentEquals(CharSequence)", () -> "a".contentEquals(SEQUENCE));
        tell("contentEquals(StringBuffer)", () -> "a".contentEquals((StringBuffer) null));
        tell("equals", () -> "a".equals(TEXT));
        tell("equalsIgnoreCase", () -> "a".equalsIgnoreCase(TEXT));
        tell("startsWith", () -> "a".startsWith(TEXT));
        tell("startsWith from", () -> "a".startsWith(TEXT, 1));
        tell("endsWith", () -> "a".endsWith(TEXT));
        tell("indexOf from", () -> "a".indexOf(TEXT, 0));
        tell("lastIndexOf", () -> "a".lastIndexOf(TEXT));
        tell("lastIndexOf from", () -> "a".lastIndexOf(TEXT, 1));
        tell("replace by null", () -> "a".replace("a", TEXT));
        tell("replace null", () -> "a".replace(TEXT, "a"));
        tell("replaceAll by null", () -> "a".replaceAll("a", TEXT));
        tell("replaceAll null", () -> "a".replaceAll(TEXT, "a"));
        tell("replaceFirst by null", () -> "a".replaceFirst("a", TEXT));
        tell("replaceFirst null", () -> "a".replaceFirst(TEXT, "a"));
        tell("split", () -> "a".split(TEXT));
        tell("split with limit", () -> "a".split(TEXT, 2));
        tell("matches", () -> "a".matches(TEXT));
        tell("regionMatches", () -> "abc".regionMatches(0, TEXT, 0, 1));
        tell("join with null", () -> String.join(TEXT, "a"));
        tell("join no array", () -> String.join(",", (CharSequence[]) null));
        tell("join no list", () -> String.join(",", (Iterable<String>) null));
        tell("join null", () -> String.join(",", "a", TEXT));
        tell("format", () -> String.format(TEXT));
        tell("format null", () -> String.format("%s", TEXT));
        tell("formatted", () -> "%s %d".formatted(TEXT, NUMBER));
        tell("format no arguments", () -> String.format("%s", OBJECTS));
        tell("valueOf(char[])", () -> String.valueOf(CHARS));
        tell("valueOf(char[], int, int)", () -> String.valueOf(CHARS, 0, 1));
        tell("valueOf(Object)", () -> String.valueOf((Object) null));
        tell("copyValueOf", () -> String.copyValueOf(CHARS));
        tell("new String(char[])", () -> new String(CHARS));
        tell("new String(char[], int, int)", () -> new String(CHARS, 0, 1));
        tell("new String(int[], int, int)", () -> new String(INTS, 0, 1));
        tell("new String(String)", () -> new String(TEXT));
        tell("new String(byte[])", () -> new String(BYTES));
        tell("new String(byte[], int, int)", () -> new String(BYTES, 0, 1));
        tell("new String(byte[], String)", () -> new String(BYTES, "UTF-8"));
        tell("new String(byte[], no charset)", () -> new String(new byte[0], TEXT));
        tell("new String(StringBuffer)", () -> new String((StringBuffer) null));
        tell("getBytes(String)", () -> "a".getBytes(TEXT));
        act("getChars", () -> "a".getChars(0, 1, CHARS, 0));
        tell("transform", () -> "a".transform(null));
        tell("compare ignoring case", () -> String.CASE_INSENSITIVE_ORDER.compare("a", TEXT));
        tell("compare null ignoring case", () -> String.CASE_INSENSITIVE_ORDER.compare(TEXT, "a"));
        tell("CharSequence.compare", () -> CharSequence.compare("a", SEQUENCE));
        tell("CharSequence.compare null", () -> CharSequence.compare(SEQUENCE, "a"));
        act("switch", () -> {
            switch (TEXT) {
                case "a":
                    break;
            }
        });
    }

    private static void builders() {
        tell("new StringBuilder(String)", () -> new StringBuilder(TEXT));
        tell("new StringBuilder(CharSequence)", () -> new StringBuilder(SEQUENCE));
        tell("append(char[])", () -> new StringBuilder().append(CHARS));
        tell("append(char[], int, int)", () -> new StringBuilder().append(CHARS, 0, 1));
        tell("append(String)", () -> new StringBuilder().append(TEXT));
        tell("append(Object)", () -> new StringBuilder().append((Object) null));
        tell("append(CharSequence)", () -> new StringBuilder().append(SEQUENCE));
        tell("append(CharSequence, int, int)", () -> new StringBuilder().append(SEQUENCE, 1, 3));
        tell("append(StringBuffer)", () -> new StringBuilder().append((StringBuffer) null));
        tell("insert(String)", () -> new StringBuilder().insert(0, TEXT));
        tell("insert(Object)", () -> new StringBuilder().insert(0, (Object) null));
        tell("insert(char[])", () -> new StringBuilder().insert(0, CHARS));
        tell("insert(char[], int, int)", () -> new StringBuilder().insert(0, CHARS, 0, 1));
        tell("insert(CharSequence)", () -> new StringBuilder().insert(0, SEQUENCE));
        tell("StringBuilder.indexOf", () -> new StringBuilder("a").indexOf(TEXT));
        tell("StringBuilder.indexOf from", () -> new StringBuilder("a").indexOf(TEXT, 1));
        tell("StringBuilder.lastIndexOf", () -> new StringBuilder("a").lastIndexOf(TEXT));
        tell("StringBuilder.lastIndexOf from", () -> new StringBuilder("a").lastIndexOf(TEXT, 1));
        tell("StringBuilder.replace", () -> new StringBuilder("a").replace(0, 1, TEXT));
        act("StringBuilder.getChars", () -> new StringBuilder("a").getChars(0, 1, CHARS, 0));
        tell("new StringBuffer(String)", () -> new StringBuffer(TEXT));
        tell("StringBuffer.append(char[])", () -> new StringBuffer().append(CHARS));
        tell("StringBuffer.append(String)", () -> new StringBuffer().append(TEXT));
        tell("StringBuffer.indexOf", () -> new StringBuffer("a").indexOf(TEXT));
        tell("StringBuffer.insert", () -> new StringBuffer("a").insert(0, TEXT));
        tell("StringBuffer.replace", () -> new StringBuffer("a").replace(0, 1, TEXT));
        tell("new StringJoiner", () -> new StringJoiner(null));
        tell("new StringJoiner with prefix", () -> new StringJoiner(",", null, ""));
        tell("new StringJoiner with suffix", () -> new StringJoiner(",", "", null));
        tell("StringJoiner.add", () -> new StringJoiner(",").add(null));
        tell("StringJoiner.setEmptyValue", () -> new StringJoiner(",").setEmptyValue(null));
        tell("StringJoiner.merge", () -> new StringJoiner(",").merge(null));
        tell("new StringTokenizer", () -> new StringTokenizer(TEXT));
        tell("new StringTokenizer with delimiters", () -> new StringTokenizer(TEXT, ","));
        tell("StringTokenizer without delimiters", () -> new StringTokenizer("a b", null).nextToken());
    }

    private static void boxes() {
        tell("Integer.parseInt", () -> Integer.parseInt(TEXT));
        tell("Integer.parseInt with radix", () -> Integer.parseInt(TEXT, 16));
        tell("Integer.parseUnsignedInt", () -> Integer.parseUnsignedInt(TEXT));
        tell("Integer.valueOf", () -> Integer.valueOf(TEXT));
        tell("Integer.decode", () -> Integer.decode(TEXT));
        tell("Integer.getInteger", () -> Integer.getInteger(TEXT));
        tell("Integer.compareTo", () -> Integer.valueOf(1).compareTo(null));
        tell("Integer.equals", () -> Integer.valueOf(1).equals(null));
        tell("Long.parseLong", () -> Long.parseLong(TEXT));
        tell("Long.parseUnsignedLong", () -> Long.parseUnsignedLong(TEXT));
        tell("Long.valueOf", () -> Long.valueOf(TEXT));
        tell("Long.decode", () -> Long.decode(TEXT));
        tell("Long.compareTo", () -> Long.valueOf(1).compareTo(null));
        tell("Short.parseShort", () -> Short.parseShort(TEXT));
        tell("Short.decode", () -> Short.decode(TEXT));
        tell("Short.compareTo", () -> Short.valueOf((short) 1).compareTo(null));
        tell("Byte.parseByte", () -> Byte.parseByte(TEXT));
        tell("Byte.decode", () -> Byte.decode(TEXT));
        tell("Byte.compareTo", () -> Byte.valueOf((byte) 1).compareTo(null));
        tell("Double.parseDouble", () -> Double.parseDouble(TEXT));
        tell("Double.valueOf", () -> Double.valueOf(TEXT));
        tell("Double.compareTo", () -> Double.valueOf(1).compareTo(null));
        tell("Float.parseFloat", () -> Float.parseFloat(TEXT));
        tell("Float.valueOf", () -> Float.valueOf(TEXT));
        tell("Float.compareTo", () -> Float.valueOf(1).compareTo(null));
        tell("Boolean.parseBoolean", () -> Boolean.parseBoolean(TEXT));
        tell("Boolean.valueOf", () -> Boolean.valueOf(TEXT));
        tell("Boolean.compareTo", () -> Boolean.TRUE.compareTo(null));
        tell("Character.compareTo", () -> Character.valueOf('a').compareTo(null));
        tell("Character.codePointAt(char[])", () -> Character.codePointAt(CHARS, 0));
        tell("Character.codePointAt(CharSequence)", () -> Character.codePointAt(SEQUENCE, 0));
        tell("Character.codePointBefore", () -> Character.codePointBefore(SEQUENCE, 1));
        tell("Character.codePointCount", () -> Character.codePointCount(SEQUENCE, 0, 1));
        tell("Character.toChars", () -> Character.toChars('a', CHARS, 0));
        act("unboxing", () -> {
            int number = NUMBER;
        });
    }

    private static void language() {
        tell("Enum.compareTo", () -> TimeUnit.DAYS.compareTo(null));
        tell("valueOf of an enum", () -> TimeUnit.valueOf(TEXT));
        tell("Class.forName", () -> Class.forName(TEXT));
        tell("Class.cast", () -> Integer.class.cast(null));
        tell("Class.isInstance", () -> Integer.class.isInstance(null));
        tell("Class.isAssignableFrom", () -> Integer.class.isAssignableFrom(null));
        tell("Class.asSubclass", () -> Integer.class.asSubclass(null));
        act("System.arraycopy from null", () -> System.arraycopy(null, 0, new int[1], 0, 1));
        act("System.arraycopy to null", () -> System.arraycopy(new int[1], 0, null, 0, 1));
        tell("System.getProperty", () -> System.getProperty(TEXT));
        tell("System.setProperty null", () -> System.setProperty("nulls.test", null));
        tell("System.setProperty of null", () -> System.setProperty(null, "a"));
        tell("System.identityHashCode", () -> System.identityHashCode(null));
        act("Thread.setName", () -> new Thread(() -> {}).setName(null));
        tell("new Thread without a name", () -> new Thread(() -> {}, (String) null));
        tell("ThreadLocal.withInitial", () -> ThreadLocal.withInitial(null));
        act("addSuppressed", () -> new Exception().addSuppressed(null));
        act("setStackTrace", () -> new Exception().setStackTrace(null));
        act("setStackTrace with a hole", () -> new Exception().setStackTrace(new StackTraceElement[1]));
        act("throwing null", () -> {
            throw (RuntimeException) null;
        });
        act("synchronized on null", () -> {
            synchronized (OBJECTS) {
                System.out.println("entered");
            }
        });
        act("walking through null", () -> {
            for (int number : NUMBERS) System.out.println(number);
        });
    }

    private static void objects() {
        tell("requireNonNull", () -> Objects.requireNonNull(null));
        tell("requireNonNull with a message", () -> Objects.requireNonNull(null, "told"));
        tell("requireNonNull with a supplier", () -> Objects.requireNonNull(null, () -> "supplied"));
        tell("requireNonNull without a supplier", () -> Objects.requireNonNull(null, (Supplier<String>) null));
        tell("requireNonNullElse", () -> Objects.requireNonNullElse(null, null));
        tell("requireNonNullElseGet", () -> Objects.requireNonNullElseGet(null, null));
        tell("requireNonNullElseGet null", () -> Objects.requireNonNullElseGet(null, () -> null));
        tell("Objects.compare", () -> Objects.compare(1, 2, null));
        tell("Objects.hash", () -> Objects.hash(OBJECTS));
        tell("Objects.hash of null", () -> Objects.hash((Object) null));
        tell("Objects.toString", () -> Objects.toString(null));
        tell("Objects.toString with a default", () -> Objects.toString(null, "default"));
        tell("Optional.of", () -> Optional.of(null));
        tell("Optional.ofNullable", () -> Optional.ofNullable(null));
        tell("Optional.map", () -> Optional.of(1).map(null));
        tell("Optional.flatMap", () -> Optional.of(1).flatMap(null));
        tell("Optional.flatMap to null", () -> Optional.of(1).flatMap(value -> null));
        tell("Optional.filter", () -> Optional.of(1).filter(null));
        tell("Optional.or", () -> Optional.empty().or(null));
        act("Optional.ifPresent", () -> Optional.of(1).ifPresent(null));
        act("Optional.ifPresentOrElse", () -> Optional.empty().ifPresentOrElse(null, null));
        tell("Optional.orElse", () -> Optional.empty().orElse(null));
        tell("Optional.orElseGet", () -> Optional.empty().orElseGet(null));
        tell("Optional.orElseThrow", () -> Optional.empty().orElseThrow(null));
        tell("Optional.orElseThrow null", () -> Optional.empty().orElseThrow(() -> (RuntimeException) null));
        act("OptionalInt.ifPresent", () -> OptionalInt.of(1).ifPresent(null));
        tell("OptionalInt.orElseGet", () -> OptionalInt.empty().orElseGet(null));
        tell("OptionalDouble.orElseThrow", () -> OptionalDouble.empty().orElseThrow(null));
        tell("Function.compose", () -> Function.identity().compose(null));
        tell("Function.andThen", () -> Function.identity().andThen(null));
        tell("Predicate.and", () -> ((Predicate<Object>) value -> true).and(null));
        tell("Predicate.not", () -> Predicate.not(null));
        tell("Predicate.isEqual", () -> Predicate.isEqual(null).test(null));
        tell("Consumer.andThen", () -> ((Consumer<Object>) value -> {}).andThen(null));
        tell("BiFunction.andThen", () -> ((BiFunction<Object, Object, Object>) (a, b) -> a).andThen(null));
        tell("UnaryOperator.identity", () -> UnaryOperator.identity().apply(null));
    }

    private static void comparators() {
        tell("comparing", () -> Comparator.comparing(null));
        tell("comparing with null", () -> Comparator.comparing(value -> 1, null));
        tell("comparingInt", () -> Comparator.comparingInt(null));
        tell("comparing a null key", () -> Comparator.comparing((String text) -> (Integer) null).compare("a", "b"));
        tell("comparing by a second null key",
                () -> Comparator.comparing((String text) -> text.equals("a") ? 1 : null).compare("a", "b"));
        tell("comparing a null", () -> Comparator.comparing(String::length).compare(null, "b"));
        tell("comparing by a null length", () -> Comparator.comparingInt(String::length).compare("a", null));
        tell("thenComparing", () -> Comparator.<Integer>naturalOrder().thenComparing(ORDER));
        tell("thenComparing(Function)",
                () -> Comparator.<Integer>naturalOrder().thenComparing((Function<Integer, Integer>) null));
        tell("thenComparingInt", () -> Comparator.<Integer>naturalOrder().thenComparingInt(null));
        tell("naturalOrder to null", () -> Comparator.<Integer>naturalOrder().compare(1, null));
        tell("naturalOrder of null", () -> Comparator.<Integer>naturalOrder().compare(null, 1));
        tell("reverseOrder of null", () -> Comparator.<Integer>reverseOrder().compare(null, 1));
        tell("reverseOrder to null", () -> Comparator.<Integer>reverseOrder().compare(1, null));
        tell("nullsFirst", () -> Comparator.nullsFirst(ORDER).compare(1, null));
        tell("nullsLast", () -> Comparator.nullsLast(Comparator.<Integer>naturalOrder()).compare(1, null));
        tell("Collections.reverseOrder", () -> Collections.reverseOrder(null).compare(1, null));
        tell("Map.Entry.comparingByKey", () -> Map.Entry.comparingByKey(null));
        tell("comparing entries by null keys", () -> Map.Entry.<Integer, Integer>comparingByKey()
                .compare(new AbstractMap.SimpleEntry<>(null, 1), new AbstractMap.SimpleEntry<>(1, 1)));
        tell("comparing entries by null values", () -> Map.Entry.<Integer, Integer>comparingByValue()
                .compare(new AbstractMap.SimpleEntry<>(1, 1), new AbstractMap.SimpleEntry<>(1, null)));
    }

    private static void arrays() {
        tell("asList", () -> Arrays.asList(OBJECTS));
        act("sort(int[])", () -> Arrays.sort(INTS));
        act("sort(int[], int, int)", () -> Arrays.sort(INTS, 0, 1));
        act("sort(Object[])", () -> Arrays.sort(OBJECTS));
        act("sort(T[], Comparator)", () -> Arrays.sort((Integer[]) null, Comparator.naturalOrder()));
        act("fill", () -> Arrays.fill(INTS, 1));
        act("fill(Object[])", () -> Arrays.fill(OBJECTS, 1));
        act("fill a range", () -> Arrays.fill(INTS, 0, 1, 1));
        tell("copyOf(int[])", () -> Arrays.copyOf(INTS, 1));
        tell("copyOf(char[])", () -> Arrays.copyOf(CHARS, 1));
        tell("copyOf(Object[])", () -> Arrays.copyOf(OBJECTS, 1));
        tell("copyOfRange(int[])", () -> Arrays.copyOfRange(INTS, 0, 1));
        tell("copyOfRange(Object[])", () -> Arrays.copyOfRange(OBJECTS, 0, 1));
        tell("toString(int[])", () -> Arrays.toString(INTS));
        tell("deepToString", () -> Arrays.deepToString(OBJECTS));
        tell("hashCode(int[])", () -> Arrays.hashCode(INTS));
        tell("equals(int[], int[])", () -> Arrays.equals(INTS, new int[0]));
        tell("compare(int[], int[])", () -> Arrays.compare(INTS, new int[0]));
        tell("mismatch", () -> Arrays.mismatch(INTS, new int[0]));
        tell("binarySearch(int[])", () -> Arrays.binarySearch(INTS, 1));
        tell("binarySearch(Object[])", () -> Arrays.binarySearch(OBJECTS, 1));
        tell("binarySearch for null", () -> Arrays.binarySearch(new Object[] {1, 2}, null));
        act("setAll", () -> Arrays.setAll(INTS, i -> i));
        act("setAll without a function", () -> Arrays.setAll(new int[1], null));
        tell("asList.contains", () -> Arrays.asList(1, 2).contains(null));
        tell("asList.toArray", () -> Arrays.asList(1, 2).toArray((Integer[]) null));
        act("asList.forEach", () -> Arrays.asList(1, 2).forEach(null));
        tell("clone", () -> INTS.clone());
    }

    private static void collections() {
        tell("max", () -> Collections.max(NUMBERS));
        tell("min", () -> Collections.min(NUMBERS));
        tell("min with a comparator", () -> Collections.min(NUMBERS, Comparator.naturalOrder()));
        tell("Collections.addAll to null", () -> Collections.addAll(NUMBERS, 1));
        tell("Collections.addAll", () -> Collections.addAll(new ArrayList<Integer>(), (Integer[]) null));
        act("Collections.sort", () -> Collections.sort(LIST));
        act("Collections.sort with a comparator", () -> Collections.sort(LIST, ORDER));
        act("reverse", () -> Collections.reverse(null));
        act("shuffle", () -> Collections.shuffle(null));
        act("shuffle with a random", () -> Collections.shuffle(null, new Random(1)));
        act("shuffle without a random", () -> Collections.shuffle(new ArrayList<>(List.of(1, 2)), null));
        act("Collections.fill", () -> Collections.fill(LIST, 1));
        act("copy from null", () -> Collections.copy(new ArrayList<Integer>(), LIST));
        act("copy to null", () -> Collections.copy(LIST, new ArrayList<Integer>()));
        act("rotate", () -> Collections.rotate(null, 1));
        tell("frequency", () -> Collections.frequency(NUMBERS, 1));
        tell("frequency of null", () -> Collections.frequency(Arrays.asList(1, null), null));
        tell("disjoint", () -> Collections.disjoint(NUMBERS, new ArrayList<Integer>()));
        tell("disjoint from null", () -> Collections.disjoint(new ArrayList<>(List.of(1)), NUMBERS));
        tell("Collections.binarySearch", () -> Collections.binarySearch(LIST, 1));
        tell("Collections.binarySearch for null", () -> Collections.binarySearch(List.of(1, 2), (Integer) null));
        tell("nCopies", () -> Collections.nCopies(2, null));
        tell("singletonList", () -> Collections.singletonList(null));
        tell("unmodifiableCollection", () -> Collections.unmodifiableCollection(null));
        tell("unmodifiableList", () -> Collections.unmodifiableList(null));
        tell("unmodifiableSet", () -> Collections.unmodifiableSet(null));
        tell("unmodifiableSortedSet", () -> Collections.unmodifiableSortedSet(null));
        tell("unmodifiableNavigableSet", () -> Collections.unmodifiableNavigableSet(null));
        tell("unmodifiableMap", () -> Collections.unmodifiableMap(null));
        tell("unmodifiableSortedMap", () -> Collections.unmodifiableSortedMap(null));
        tell("unmodifiableNavigableMap", () -> Collections.unmodifiableNavigableMap(null));
        tell("synchronizedList", () -> Collections.synchronizedList(null));
        tell("synchronizedMap", () -> Collections.synchronizedMap(null));
        tell("Collections.list", () -> Collections.list(null));
        tell("emptyList.addAll", () -> Collections.emptyList().addAll(NUMBERS));
        tell("emptyList.contains", () -> Collections.emptyList().contains(null));
        tell("List.of", () -> List.of((Object) null));
        tell("List.of two", () -> List.of(1, null));
        tell("List.of an array", () -> List.of(OBJECTS));
        tell("List.of.contains", () -> List.of(1, 2).contains(null));
        tell("List.of.indexOf", () -> List.of(1, 2, 3).indexOf(null));
        tell("List.copyOf", () -> List.copyOf(NUMBERS));
        tell("List.copyOf a null", () -> List.copyOf(Arrays.asList(1, null)));
        tell("Set.of", () -> Set.of(1, null));
        tell("Set.of.contains", () -> Set.of(1, 2, 3).contains(null));
        tell("Set.copyOf", () -> Set.copyOf(NUMBERS));
        tell("Map.of", () -> Map.of("a", null));
        tell("Map.of a null key", () -> Map.of(null, 1));
        tell("Map.copyOf", () -> Map.copyOf(MAP));
        tell("Map.entry", () -> Map.entry(null, 1));
    }

    private static void lists() {
        tell("new ArrayList", () -> new ArrayList<>(NUMBERS));
        tell("new LinkedList", () -> new LinkedList<>(NUMBERS));
        tell("new Vector", () -> new Vector<>(NUMBERS));
        tell("new CopyOnWriteArrayList", () -> new CopyOnWriteArrayList<>(NUMBERS));
        tell("new CopyOnWriteArrayList of an array", () -> new CopyOnWriteArrayList<>((Integer[]) null));
        for (List<Integer> kind : List.<List<Integer>>of(new ArrayList<>(), new LinkedList<>(), new CopyOnWriteArrayList<>(), new Vector<>())) {
            String name = kind.getClass().getSimpleName() + ".";
            kind.addAll(List.of(1, 2, 3));
            tell(name + "addAll", () -> kind.addAll(NUMBERS));
            tell(name + "addAll at", () -> kind.addAll(0, NUMBERS));
            tell(name + "removeAll", () -> kind.removeAll(NUMBERS));
            tell(name + "retainAll", () -> kind.retainAll(NUMBERS));
            tell(name + "containsAll", () -> kind.containsAll(NUMBERS));
            tell(name + "toArray", () -> kind.toArray((Integer[]) null));
            tell(name + "toArray from a generator", () -> kind.toArray((IntFunction<Integer[]>) null));
            act(name + "forEach", () -> kind.forEach(null));
            tell(name + "removeIf", () -> kind.removeIf(null));
            act(name + "replaceAll", () -> kind.replaceAll(null));
            act(name + "iterator.forEachRemaining", () -> kind.iterator().forEachRemaining(null));
            tell(name + "equals", () -> kind.equals(null));
            tell(name + "contains", () -> kind.contains(null));
            tell(name + "remove", () -> kind.remove(NUMBER));
            System.out.println(kind);
        }
        tell("ArrayList.subList.addAll", () -> new ArrayList<Integer>(List.of(1)).subList(0, 1).addAll(NUMBERS));
        act("sort by a comparator that unboxes", () -> new ArrayList<>(Arrays.asList(1, null)).sort((a, b) -> b - a));
        tell("CopyOnWriteArrayList.addAllAbsent", () -> new CopyOnWriteArrayList<Integer>().addAllAbsent(NUMBERS));
        act("sort naturally with nulls", () -> new ArrayList<>(Arrays.asList(2, null, 1)).sort(Comparator.naturalOrder()));
        act("sort in reverse with nulls", () -> new ArrayList<>(Arrays.asList(2, null, 1)).sort(Comparator.reverseOrder()));
        act("sort by a key with nulls",
                () -> new ArrayList<>(Arrays.asList("b", null, "a")).sort(Comparator.comparing(String::length)));
    }

    private static void queues() {
        tell("new ArrayDeque", () -> new ArrayDeque<>(NUMBERS));
        tell("ArrayDeque.add", () -> new ArrayDeque<Integer>().add(null));
        act("ArrayDeque.push", () -> new ArrayDeque<Integer>().push(null));
        tell("ArrayDeque.offer", () -> new ArrayDeque<Integer>().offer(null));
        tell("ArrayDeque.addAll", () -> new ArrayDeque<Integer>().addAll(NUMBERS));
        tell("ArrayDeque.addAll of null", () -> new ArrayDeque<Integer>().addAll(Arrays.asList(1, null)));
        tell("ArrayDeque.contains", () -> new ArrayDeque<>(List.of(1)).contains(null));
        tell("ArrayDeque.remove", () -> new ArrayDeque<>(List.of(1)).remove(null));
        tell("ArrayDeque.removeIf", () -> new ArrayDeque<>(List.of(1)).removeIf(null));
        act("ArrayDeque.forEach", () -> new ArrayDeque<>(List.of(1)).forEach(null));
        tell("ArrayDeque.toArray", () -> new ArrayDeque<>(List.of(1)).toArray((Integer[]) null));
        tell("LinkedList.offer", () -> new LinkedList<Integer>().offer(null));
        tell("new PriorityQueue", () -> new PriorityQueue<>(NUMBERS));
        tell("new PriorityQueue of a queue", () -> new PriorityQueue<>((PriorityQueue<Integer>) null));
        tell("new PriorityQueue of a set", () -> new PriorityQueue<>((SortedSet<Integer>) null));
        tell("PriorityQueue.add", () -> new PriorityQueue<Integer>().add(null));
        tell("PriorityQueue.addAll", () -> new PriorityQueue<Integer>().addAll(NUMBERS));
        tell("PriorityQueue.contains", () -> new PriorityQueue<>(List.of(1)).contains(null));
        tell("PriorityQueue.remove", () -> new PriorityQueue<>(List.of(1)).remove(null));
        tell("PriorityQueue.removeIf", () -> new PriorityQueue<>(List.of(1)).removeIf(null));
        act("PriorityQueue.forEach", () -> new PriorityQueue<>(List.of(1)).forEach(null));
        tell("LinkedBlockingQueue.add", () -> new LinkedBlockingQueue<Integer>().add(null));
        tell("LinkedBlockingQueue.offer", () -> new LinkedBlockingQueue<Integer>().offer(null));
        tell("ArrayBlockingQueue.add", () -> new ArrayBlockingQueue<Integer>(1).add(null));
        tell("ArrayBlockingQueue.drainTo", () -> new ArrayBlockingQueue<Integer>(1).drainTo(null));
        tell("ConcurrentLinkedQueue.add", () -> new ConcurrentLinkedQueue<Integer>().add(null));
        tell("new ConcurrentLinkedQueue", () -> new ConcurrentLinkedQueue<>(NUMBERS));
        tell("PriorityBlockingQueue.add", () -> new PriorityBlockingQueue<Integer>().add(null));
    }

    private static void sets() {
        tell("new HashSet", () -> new HashSet<>(NUMBERS));
        tell("new LinkedHashSet", () -> new LinkedHashSet<>(NUMBERS));
        tell("new TreeSet", () -> new TreeSet<>(NUMBERS));
        tell("new TreeSet of a set", () -> new TreeSet<>((SortedSet<Integer>) null));
        tell("TreeSet.add", () -> new TreeSet<String>().add(null));
        tell("TreeSet.add to others", () -> new TreeSet<String>(List.of("a")).add(null));
        tell("TreeSet.contains", () -> new TreeSet<String>(List.of("a")).contains(null));
        tell("TreeSet.remove", () -> new TreeSet<String>(List.of("a")).remove(null));
        tell("TreeSet.addAll", () -> new TreeSet<Integer>().addAll(NUMBERS));
        tell("TreeSet.floor", () -> new TreeSet<String>(List.of("a")).floor(null));
        tell("TreeSet.higher", () -> new TreeSet<String>(List.of("a")).higher(null));
        tell("TreeSet.headSet", () -> new TreeSet<String>(List.of("a")).headSet(null));
        act("TreeSet.forEach", () -> new TreeSet<Integer>(List.of(1)).forEach(null));
        for (Set<Integer> kind : List.<Set<Integer>>of(new HashSet<>(), new LinkedHashSet<>(), new TreeSet<>(), new CopyOnWriteArraySet<>())) {
            String name = kind.getClass().getSimpleName() + ".";
            kind.addAll(List.of(1, 2, 3));
            tell(name + "addAll", () -> kind.addAll(NUMBERS));
            tell(name + "removeAll", () -> kind.removeAll(NUMBERS));
            tell(name + "retainAll", () -> kind.retainAll(NUMBERS));
            tell(name + "containsAll", () -> kind.containsAll(NUMBERS));
            tell(name + "removeIf", () -> kind.removeIf(null));
            tell(name + "toArray", () -> kind.toArray((Integer[]) null));
            act(name + "forEach", () -> kind.forEach(null));
            tell(name + "equals", () -> kind.equals(null));
        }
        tell("new EnumMap of a map", () -> new EnumMap<TimeUnit, Integer>((Map<TimeUnit, Integer>) null));
        tell("EnumMap.put", () -> new EnumMap<TimeUnit, Integer>(TimeUnit.class).put(null, 1));
        tell("EnumMap.get", () -> new EnumMap<TimeUnit, Integer>(TimeUnit.class).get(null));
        tell("EnumSet.of", () -> EnumSet.of((TimeUnit) null));
        tell("EnumSet.of two", () -> EnumSet.of(TimeUnit.DAYS, (TimeUnit) null));
        tell("EnumSet.add", () -> EnumSet.of(TimeUnit.DAYS).add(null));
        tell("EnumSet.contains", () -> EnumSet.of(TimeUnit.DAYS).contains(null));
        tell("EnumSet.copyOf", () -> EnumSet.copyOf((EnumSet<TimeUnit>) null));
        tell("EnumSet.range", () -> EnumSet.range(null, TimeUnit.DAYS));
        act("BitSet.and", () -> new BitSet().and(null));
        act("BitSet.or", () -> new BitSet().or(null));
        act("BitSet.xor", () -> new BitSet().xor(null));
        act("BitSet.andNot", () -> new BitSet().andNot(null));
        tell("BitSet.intersects", () -> new BitSet().intersects(null));
    }

    private static void maps() {
        tell("new HashMap", () -> new HashMap<>(MAP));
        tell("new LinkedHashMap", () -> new LinkedHashMap<>(MAP));
        tell("new TreeMap", () -> new TreeMap<>(MAP));
        tell("new TreeMap of a map", () -> new TreeMap<>((SortedMap<String, Integer>) null));
        tell("new ConcurrentHashMap", () -> new ConcurrentHashMap<>(MAP));
        tell("new Hashtable", () -> new Hashtable<>(MAP));
        tell("new WeakHashMap", () -> new WeakHashMap<>(MAP));
        tell("new IdentityHashMap", () -> new IdentityHashMap<>(MAP));
        tell("TreeMap.put in an order", () -> new TreeMap<String, Integer>(Comparator.naturalOrder()).put(null, 1));
        tell("TreeMap.put the first", () -> new TreeMap<String, Integer>().put(null, 1));
        tell("TreeMap.floorKey", () -> new TreeMap<String, Integer>(Map.of("a", 1)).floorKey(null));
        tell("TreeMap.headMap", () -> new TreeMap<String, Integer>(Map.of("a", 1)).headMap(null));
        tell("TreeMap.tailMap", () -> new TreeMap<String, Integer>(Map.of("a", 1)).tailMap(null));
        tell("TreeMap.subMap", () -> new TreeMap<String, Integer>(Map.of("a", 1)).subMap("a", null));
        for (Map<String, Integer> kind : List.<Map<String, Integer>>of(new HashMap<>(), new LinkedHashMap<>(),
                new TreeMap<>(), new ConcurrentHashMap<>(), new Hashtable<>())) {
            String name = kind.getClass().getSimpleName() + ".";
            kind.put("a", 1);
            act(name + "putAll", () -> kind.putAll(MAP));
            tell(name + "put a null key", () -> kind.put(null, 1));
            tell(name + "put a null", () -> kind.put("b", null));
            tell(name + "putIfAbsent", () -> kind.putIfAbsent("c", null));
            tell(name + "get", () -> kind.get(null));
            tell(name + "getOrDefault", () -> kind.getOrDefault(null, 2));
            tell(name + "containsKey", () -> kind.containsKey(null));
            tell(name + "containsValue", () -> kind.containsValue(null));
            tell(name + "remove", () -> kind.remove(null));
            tell(name + "replace", () -> kind.replace("a", null));
            tell(name + "computeIfAbsent", () -> kind.computeIfAbsent("d", null));
            tell(name + "computeIfPresent", () -> kind.computeIfPresent("a", null));
            tell(name + "compute", () -> kind.compute("a", null));
            tell(name + "merge null", () -> kind.merge("a", null, Integer::sum));
            tell(name + "merge", () -> kind.merge("a", 1, null));
            act(name + "forEach", () -> kind.forEach(null));
            act(name + "replaceAll", () -> kind.replaceAll(null));
            act(name + "keySet.forEach", () -> kind.keySet().forEach(null));
            act(name + "values.forEach", () -> kind.values().forEach(null));
            act(name + "entrySet.forEach", () -> kind.entrySet().forEach(null));
            tell(name + "keySet.removeAll", () -> kind.keySet().removeAll(NUMBERS));
            tell(name + "entrySet.removeIf", () -> kind.entrySet().removeIf(null));
            tell(name + "equals", () -> kind.equals(null));
            act(name + "a value that is not there", () -> {
                int number = kind.get("none");
            });
            System.out.println(kind);
        }
        tell("Properties.setProperty", () -> new Properties().setProperty("a", null));
    }

    private static void atomics() {
        tell("new AtomicIntegerArray", () -> new AtomicIntegerArray(INTS));
        tell("new AtomicLongArray", () -> new AtomicLongArray((long[]) null));
        tell("new AtomicReferenceArray", () -> new AtomicReferenceArray<>(OBJECTS));
        tell("AtomicInteger.getAndUpdate", () -> new AtomicInteger().getAndUpdate(null));
        tell("AtomicInteger.updateAndGet", () -> new AtomicInteger().updateAndGet(null));
        tell("AtomicInteger.getAndAccumulate", () -> new AtomicInteger().getAndAccumulate(1, null));
        tell("AtomicInteger.accumulateAndGet", () -> new AtomicInteger().accumulateAndGet(1, null));
        tell("AtomicLong.updateAndGet", () -> new AtomicLong().updateAndGet(null));
        tell("AtomicLong.accumulateAndGet", () -> new AtomicLong().accumulateAndGet(1, null));
        tell("AtomicReference.updateAndGet", () -> new AtomicReference<Integer>().updateAndGet(null));
        tell("AtomicReference.accumulateAndGet", () -> new AtomicReference<Integer>().accumulateAndGet(1, null));
        tell("AtomicIntegerArray.getAndUpdate", () -> new AtomicIntegerArray(1).getAndUpdate(0, null));
        tell("AtomicReferenceArray.updateAndGet", () -> new AtomicReferenceArray<Integer>(1).updateAndGet(0, null));
        tell("newFixedThreadPool", () -> Executors.newFixedThreadPool(1, null));
        ExecutorService pool = Executors.newSingleThreadExecutor();
        act("execute", () -> pool.execute(null));
        tell("submit", () -> pool.submit((Callable<Object>) null));
        tell("submit(Runnable)", () -> pool.submit((Runnable) null));
        tell("invokeAll", () -> pool.invokeAll((Collection<Callable<Object>>) null));
        pool.shutdown();
        tell("new FutureTask", () -> new FutureTask<>(null));
        tell("tryLock", () -> new ReentrantLock().tryLock(1, null));
    }

    private static void streams() {
        tell("new StringReader", () -> new StringReader(null));
        tell("new BufferedReader", () -> new BufferedReader(null));
        tell("new InputStreamReader", () -> new InputStreamReader(null));
        tell("new InputStreamReader without a charset", () -> new InputStreamReader(System.in, TEXT));
        tell("new BufferedInputStream", () -> new BufferedInputStream(null).read());
        tell("new DataInputStream", () -> new DataInputStream(null).read());
        tell("new ByteArrayInputStream", () -> new ByteArrayInputStream(null));
        tell("new ByteArrayInputStream of a part", () -> new ByteArrayInputStream(null, 0, 1));
        tell("new PrintStream", () -> new PrintStream((OutputStream) null));
        tell("new PrintWriter", () -> new PrintWriter((Writer) null));
        tell("new PrintWriter(OutputStream)", () -> new PrintWriter((OutputStream) null));
        tell("new BufferedWriter", () -> new BufferedWriter(null));
        tell("new OutputStreamWriter", () -> new OutputStreamWriter(null));
        act("new BufferedOutputStream", () -> new BufferedOutputStream(null).flush());
        act("println(String)", () -> System.out.println(TEXT));
        act("println(Object)", () -> System.out.println((Object) null));
        act("printf", () -> System.out.printf(TEXT));
        act("printf null", () -> System.out.printf("%s%n", TEXT));
        act("append", () -> System.out.append(SEQUENCE).println());
        act("append a part", () -> System.out.append(SEQUENCE, 0, 2).println());
        act("System.out.write", () -> System.out.write(BYTES));
        act("StringWriter.write", () -> new StringWriter().write(TEXT));
        act("StringWriter.write(char[])", () -> new StringWriter().write(CHARS));
        act("StringWriter.write(char[], int, int)", () -> new StringWriter().write(CHARS, 0, 1));
        act("StringWriter.write(String, int, int)", () -> new StringWriter().write(TEXT, 0, 1));
        tell("StringWriter.append", () -> new StringWriter().append(SEQUENCE));
        act("PrintWriter.write", () -> new PrintWriter(new StringWriter()).write(TEXT));
        act("PrintWriter.write(char[])", () -> new PrintWriter(new StringWriter()).write(CHARS));
        act("BufferedWriter.write", () -> new BufferedWriter(new StringWriter()).write(TEXT));
        act("BufferedWriter.write(char[])", () -> new BufferedWriter(new StringWriter()).write(CHARS));
        act("OutputStreamWriter.write", () -> new OutputStreamWriter(new ByteArrayOutputStream()).write(TEXT));
        act("ByteArrayOutputStream.write", () -> new ByteArrayOutputStream().write(BYTES));
        act("ByteArrayOutputStream.write a part", () -> new ByteArrayOutputStream().write(BYTES, 0, 1));
        act("ByteArrayOutputStream.writeBytes", () -> new ByteArrayOutputStream().writeBytes(BYTES));
        act("ByteArrayOutputStream.writeTo", () -> new ByteArrayOutputStream().writeTo(null));
        tell("ByteArrayOutputStream.toString", () -> new ByteArrayOutputStream().toString(TEXT));
        tell("ByteArrayInputStream.read", () -> new ByteArrayInputStream(new byte[1]).read(BYTES));
        tell("ByteArrayInputStream.read a part", () -> new ByteArrayInputStream(new byte[1]).read(BYTES, 0, 1));
        tell("BufferedInputStream.read", () -> new BufferedInputStream(new ByteArrayInputStream(new byte[1])).read(BYTES));
        act("DataInputStream.readFully", () -> new DataInputStream(new ByteArrayInputStream(new byte[1])).readFully(BYTES));
        act("DataOutputStream.writeUTF", () -> new DataOutputStream(new ByteArrayOutputStream()).writeUTF(TEXT));
        act("DataOutputStream.writeBytes", () -> new DataOutputStream(new ByteArrayOutputStream()).writeBytes(TEXT));
        tell("StringReader.read", () -> new StringReader("a").read(CHARS));
        tell("StringReader.read a part", () -> new StringReader("a").read(CHARS, 0, 1));
        tell("BufferedReader.read", () -> new BufferedReader(new StringReader("a")).read(CHARS));
        tell("BufferedReader.read a part", () -> new BufferedReader(new StringReader("a")).read(CHARS, 0, 1));
        tell("InputStream.transferTo", () -> new ByteArrayInputStream(new byte[1]).transferTo(null));
        tell("Reader.transferTo", () -> new StringReader("a").transferTo(null));
        tell("new Scanner(String)", () -> new Scanner(TEXT));
        tell("new Scanner(InputStream)", () -> new Scanner((InputStream) null));
        tell("new Scanner(Readable)", () -> new Scanner((Readable) null));
        tell("Scanner.useDelimiter", () -> new Scanner("a").useDelimiter(TEXT));
        tell("Scanner.next", () -> new Scanner("a").next(TEXT));
    }

    private static void patterns() {
        tell("Pattern.compile", () -> Pattern.compile(TEXT));
        tell("Pattern.quote", () -> Pattern.quote(TEXT));
        tell("Matcher.replaceAll", () -> Pattern.compile("a").matcher("a").replaceAll(TEXT));
        tell("Matcher.replaceFirst", () -> Pattern.compile("a").matcher("a").replaceFirst(TEXT));
        tell("Matcher.group", () -> Pattern.compile("a").matcher("a").group(TEXT));
        tell("Matcher.quoteReplacement", () -> Matcher.quoteReplacement(TEXT));
    }

    public static void main(String[] arguments) {
        strings();
        builders();
        boxes();
        language();
        objects();
        comparators();
        arrays();
        collections();
        lists();
        queues();
        sets();
        maps();
        atomics();
        streams();
        patterns();
    }
}
