import java.io.IOException;
import java.io.*;
import java.util.*;
import java.util.Map.Entry;

/* More of the JDK's class library than the VM has: imports, raw generic classes, nested classes, protected
 * members of another package, checked exceptions of library methods, class literals of primitive types. */
class Library {
    static class Words extends AbstractList implements Comparator {
        private final Object[] words;

        Words(Object[] words) {
            this.words = words;
        }

        public Object get(int index) {
            modCount += 0;
            return words[index];
        }

        public int size() {
            return words.length;
        }

        public int compare(Object a, Object b) {
            return ((String) b).compareTo((String) a);
        }

        static class Peeper {
            static int peep(Words w) {
                return w.modCount++ + w.modCount;
            }
        }
    }

    static class Copy implements Cloneable {
        int[] data = {1, 2, 3};

        public Copy clone() {
            try {
                Copy copy = (Copy) super.clone();
                copy.data = data.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class Worker extends Thread {
        int result;

        public void run() {
            for (int i = 0; i < 1000; i++) result += i;
        }
    }

    static class Reader2 extends StringReader {
        Reader2(String text) {
            super(text);
        }

        public int read() throws IOException {
            int c = super.read();
            return c == 'x' ? 'X' : c;
        }
    }

    static String readAll(Reader reader) throws IOException {
        StringBuilder out = new StringBuilder();
        int c;
        while ((c = reader.read()) != -1) out.append((char) c);
        return out.toString();
    }

    static void primitives() {
        Class[] classes = {int.class, long.class, boolean.class, byte.class, char.class, short.class, float.class,
                double.class, void.class, int[].class, String[][].class, Map.Entry.class, java.util.List.class};
        for (Class c : classes) System.out.print(c.getName() + " ");
        System.out.println(int.class == Integer.TYPE);
    }

    public static void main(String[] args) throws Exception {
        List list = new ArrayList();
        list.add("b");
        list.add("a");
        list.add(new Integer(3).toString());
        Collections.sort(list);
        System.out.println(list);
        Map map = new TreeMap();
        for (String s : new String[] {"x", "y", "z"}) map.put(s, s + s);
        Iterator i = map.entrySet().iterator();
        while (i.hasNext()) {
            Map.Entry entry = (Map.Entry) i.next();
            Entry same = entry;
            System.out.print(entry.getKey() + "=" + same.getValue() + ";");
        }
        System.out.println();
        Words words = new Words(new Object[] {"p", "q"});
        System.out.println(words + " " + words.compare("a", "b") + " " + Words.Peeper.peep(words));
        Object[] sorted = words.toArray();
        java.util.Arrays.sort(sorted, words);
        System.out.println(sorted[0]);
        Copy copy = new Copy(), other = copy.clone();
        other.data[0] = 9;
        System.out.println(copy.data[0] + " " + other.data[0]);
        Worker worker = new Worker();
        worker.start();
        worker.join();
        System.out.println(worker.result);
        System.out.println(readAll(new Reader2("axbx")));
        try {
            new FileInputStream("/no/such/file").close();
        } catch (FileNotFoundException e) {
            System.out.println("not found");
        } catch (IOException e) {
            System.out.println("other");
        }
        StringBuilder builder = new StringBuilder("abc");
        System.out.println(builder.reverse().insert(0, 1.5f).append(new char[] {'x'}).length());
        System.out.println(Math.max(1, 2L) + Math.abs(-1.5f) + Math.PI + Character.MAX_VALUE);
        System.out.println(Long.MAX_VALUE + " " + Double.MIN_VALUE + " " + Integer.toHexString(-1));
        primitives();
    }
}
