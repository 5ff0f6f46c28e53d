import java.io.*;
import java.util.*;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.zip.*;

/** Scanner, data streams, checksums, weak maps, parked threads. */
public class Scanned {
    interface Action {
        Object run() throws Exception;
    }

    static void show(Action action) {
        try {
            System.out.println(action.run());
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    static void scanner() {
        Scanner in = new Scanner("12 -7 99999999999 3.5e2 word true x,y\n  last line \r\nnext\n\nend");
        show(() -> in.nextInt() + in.nextInt());
        show(() -> in.hasNextInt() + " " + in.hasNextLong());
        show(() -> in.nextInt());
        show(() -> in.nextLong());
        show(() -> in.hasNextInt() + " " + in.hasNextDouble() + " " + in.nextDouble());
        show(() -> in.nextInt());
        show(() -> in.next() + in.hasNextBoolean() + in.nextBoolean());
        show(() -> in.hasNext("[a-z],[a-z]") + in.next(Pattern.compile(".,.")));
        show(() -> "[" + in.nextLine() + "][" + in.nextLine() + "][" + in.nextLine() + "][" + in.nextLine() + "]");
        show(() -> in.hasNextLine() + in.nextLine() + in.hasNextLine() + in.hasNext());
        show(() -> in.nextLine());
        show(() -> in.next());
        in.close();
        show(() -> in.hasNext());
        Scanner comma = new Scanner(new ByteArrayInputStream("1, 2,3 ,ff,,g".getBytes())).useDelimiter("\\s*,\\s*");
        show(() -> comma.nextInt() + comma.nextInt() + comma.nextInt());
        show(() -> comma.nextInt(16) + "[" + comma.next() + "]" + comma.next() + comma.hasNext() + comma.delimiter());
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 3000; i++) many.append(i).append(i % 10 == 9 ? "\n" : " ");
        Scanner lines = new Scanner(new StringReader(many.toString()));
        long sum = 0;
        for (int i = 0; i < 150; i++) sum = sum * 31 + lines.nextLine().hashCode();
        while (lines.hasNextInt()) sum = sum * 31 + lines.nextInt();
        System.out.println(sum + " " + lines.hasNext());
        show(() -> new Scanner("  ").next());
        show(() -> new Scanner("a").nextBoolean());
        show(() -> new Scanner("1d").nextDouble());
        show(() -> new Scanner((Readable) null));
    }

    /** Of one character at a time. */
    static Reader slowly(String text) {
        return new FilterReader(new StringReader(text)) {
            public int read(char[] chars, int from, int count) throws IOException {
                return in.read(chars, from, Math.min(count, 1));
            }
        };
    }

    static void numbers() {
        for (String x : ("0x1p3 0x1.8p3 0x.8 0x1. Infinity -Infinity NaN +1 1e5 1E+5 1e-5 1e 1. .5 . 1,234.5 1,23 12,345 1,234,567 -1,234 0,123 1,2345 1f 1d \u221e --1 +-1 007"
                + " \u0661\u0662 \u0661.\u0665 99999999999 1e400 0x10 10h - + 1.e5 1,234e5 ff zz 128 -129 32768 TRUE truex 1\u00a0000 1,\u0662\u0663\u0664").split(" ")) {
            show(() -> x + new Scanner(x).hasNextByte() + new Scanner(x).hasNextShort(16) + new Scanner(x).hasNextInt() + new Scanner(x).hasNextLong(36)
                + new Scanner(x).hasNextFloat() + new Scanner(x).hasNextDouble() + new Scanner(x).hasNextBoolean());
            show(() -> new Scanner(x).nextByte());
            show(() -> new Scanner(x).useRadix(2).nextShort());
            show(() -> new Scanner(x).nextInt());
            show(() -> new Scanner(x).nextLong(36));
            show(() -> new Scanner(x).nextDouble());
        }
        for (int radix : new int[] {1, 37}) {
            show(() -> new Scanner("1").nextInt(radix));
            show(() -> new Scanner("").hasNextByte(radix));
        }
    }

    static void found() {
        Scanner in = new Scanner("  foo 12 bar, baz=qux\nsecond line 42\r\n\r\nlast");
        show(in::match);
        show(() -> in.findInLine("(\\w+) (\\d+)") + in.match().group(2) + in.match().start() + in.match().groupCount());
        show(() -> in.findInLine("none"));
        show(in::match);
        show(() -> in.next() + in.match().group() + in.match().start());
        show(() -> in.skip("\\s*b").match().group());
        show(() -> in.skip("none"));
        show(() -> in.hasNext("az=.*") + in.match().group() + in.hasNext("x"));
        show(in::match);
        show(() -> in.findWithinHorizon("q", 3) + in.findWithinHorizon("q", 10) + in.match().start());
        show(() -> in.findInLine("second") + in.findWithinHorizon("(?m)^line|line$|l", 0) + in.match().start());
        show(() -> in.nextLine() + in.match().group().length() + in.match().group(1).length());
        show(() -> in.hasNextLine() + "" + in.match().end() + in.findInLine(".*") + in.nextLine() + in.findInLine(".*"));
        show(() -> in.findWithinHorizon("a", -1));
        show(() -> in.findInLine((Pattern) null));
        show(() -> in.skip("x"));
        show(() -> in.skip("x?").match().group().length());
        show(() -> in.next("x"));
        for (String bad : new String[] {"   abc def\nghi", "   99999999999 x"}) {
            Scanner left = new Scanner(bad);
            show(left::nextInt);
            show(left::nextLine);
            Scanner whole = new Scanner(bad);
            show(() -> whole.hasNextInt() + whole.nextLine());
        }
        Scanner slow = new Scanner(slowly("aaa bbb\nccc\r"));
        show(() -> slow.findInLine("b+") + slow.findWithinHorizon("c+", 3) + slow.findWithinHorizon("c+", 4) + slow.hasNext() + slow.nextLine().length());
        in.close();
        show(() -> in.findInLine((Pattern) null));
        show(() -> in.findWithinHorizon("a", -1));
        show(() -> in.skip("a"));
        show(() -> in.nextInt(40));
        show(() -> in.hasNext("a"));
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 900; i++) many.append(i).append(i % 7 == 0 ? "\n" : " ");
        Scanner all = new Scanner(many.toString());
        for (int i = 0; i < 200; i++) {
            int step = i;
            show(() -> step % 5 == 0 ? all.findInLine("\\d") : step % 7 == 0 ? all.findWithinHorizon("\\b\\d9", 300) : step % 11 == 0 ? all.nextLine() : all.next());
            show(() -> all.match().start());
        }
    }

    static void delimited() {
        for (String delimiter : new String[] {",", ",+", "", "\\s*", "\\b", "(?<=,)", "(?=,)", "x|,", "$", "^", "(?m)$", "\\R", "[,\\s]", ".", "\\z", "a*", "(?!\\w)"})
            for (String text : new String[] {"a,b,,c", ",a", "a,", "", ",,", "a b\nc,d", " a , b "}) {
                Scanner in = new Scanner(text).useDelimiter(delimiter);
                StringBuilder tokens = new StringBuilder(delimiter);
                while (in.hasNext() && tokens.length() < 99) tokens.append(in.hasNext("\\w")).append('[').append(in.next()).append(']').append(in.match().start());
                System.out.println(tokens);
            }
    }

    static void data() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBoolean(true);
        out.writeByte(-3);
        out.writeShort(-30000);
        out.writeChar('\u20ac');
        out.writeInt(0x89abcdef);
        out.writeLong(Long.MIN_VALUE + 5);
        out.writeFloat(1.5f);
        out.writeDouble(-Math.PI);
        out.writeUTF("a\0\u00e4\u20ac\ud83d\ude00");
        out.writeBytes("line\r\nother\rthird");
        out.writeChars("\n\u1234");
        System.out.println(out.size() + " " + Arrays.hashCode(bytes.toByteArray()));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(in.readBoolean() + " " + in.readByte() + " " + in.readShort() + " " + in.readChar() + " "
            + Integer.toHexString(in.readInt()) + " " + in.readLong() + " " + in.readFloat() + " " + in.readDouble());
        System.out.println(in.readUTF().length() + in.readLine() + "|" + in.readLine() + "|" + in.skipBytes(6));
        show(() -> in.readLong());
        show(() -> { in.readFully(new byte[1]); return ""; });
        show(() -> { out.writeUTF("x".repeat(70000)); return ""; });
        show(() -> new DataInputStream(new ByteArrayInputStream(new byte[] {0, 2, (byte) 0xc3, 0x41})).readUTF());
        PushbackInputStream back = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4}), 2);
        back.read();
        back.unread(9);
        byte[] read = new byte[5];
        System.out.println(back.available() + " " + back.read(read, 1, 3) + Arrays.toString(read) + back.skip(5) + back.read());
        show(() -> { back.unread(new byte[3]); return ""; });
        for (Checksum sum : new Checksum[] {new CRC32(), new Adler32()}) {
            sum.update("123456789".getBytes());
            long first = sum.getValue();
            sum.update(200);
            System.out.println(Long.toHexString(first) + " " + Long.toHexString(sum.getValue()));
            sum.reset();
            sum.update(new byte[100000]);
            System.out.println(sum.getValue());
            show(() -> { sum.update(new byte[3], 2, 2); return ""; });
        }
    }

    static void wrapped() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CheckedOutputStream out = new CheckedOutputStream(bytes, new CRC32());
        out.write("checked".getBytes());
        out.write('!');
        CheckedInputStream in = new CheckedInputStream(new ByteArrayInputStream(bytes.toByteArray()), new CRC32());
        System.out.println(in.read() + " " + in.skip(3) + " " + in.read(new byte[9]) + " " + in.read() + " " + in.skip(1));
        System.out.println(in.getChecksum().getValue() == out.getChecksum().getValue());
        Reader upper = new FilterReader(new StringReader("abc\ndef")) {
            public int read(char[] chars, int from, int count) throws IOException {
                int done = in.read(chars, from, count);
                for (int i = from; i < from + done; i++) chars[i] = Character.toUpperCase(chars[i]);
                return done;
            }
        };
        BufferedReader lines = new BufferedReader(upper);
        System.out.println(lines.readLine() + upper.markSupported() + lines.readLine() + upper.ready());
        show(() -> new EventObject("here") + " " + new EventObject(1).getSource());
        show(() -> new EventObject(null));
        MissingResourceException missing = new MissingResourceException("message", "Class", "key");
        System.out.println(missing + " " + missing.getClassName() + missing.getKey());
    }

    static void weak() throws InterruptedException {
        Random random = new Random(5);
        for (int capacity : new int[] {0, 1, 16, 50}) {
            WeakHashMap<Integer, String> map = new WeakHashMap<>(capacity);
            List<Integer> keys = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Integer key = random.nextInt(1000000);
                keys.add(key);
                map.put(key, "v" + i);
                if (i % 9 == 8) map.remove(keys.get(i - 4));
            }
            map.put(null, "null");
            System.out.println(map.size() + map.remove(null) + map.get(null) + map + map.containsKey(keys.get(0)) + map.containsValue("v1"));
            for (Iterator<Map.Entry<Integer, String>> i = map.entrySet().iterator(); i.hasNext();) {
                Map.Entry<Integer, String> entry = i.next();
                if (entry.getValue().hashCode() % 2 == 0) i.remove();
                else entry.setValue(entry.getValue() + "!");
            }
            System.out.println(map.keySet() + " " + map.equals(new HashMap<>(map)) + new WeakHashMap<>(map).values() + map.hashCode());
            map.putAll(Collections.singletonMap(keys.get(0), "again"));
            map.clear();
            System.out.println(map + " " + map.isEmpty() + keys.size());
        }
        WeakHashMap<Object, Integer> gone = new WeakHashMap<>();
        for (int i = 0; i < 100; i++) gone.put(new Object(), i);
        for (int i = 0; i < 5000 && gone.size() > 2; i++) {
            System.gc();
            Thread.sleep(1); /* java's map hears of it from a thread */
        }
        System.out.println(gone.size() <= 2);
    }

    static volatile Integer message;

    static void parked() throws InterruptedException {
        Thread[] ring = new Thread[2];
        for (int i = 0; i < 2; i++) {
            final int self = i;
            ring[i] = new Thread(() -> {
                for (;;) {
                    while (message == null || message >= 0 && message % 2 != self) LockSupport.park();
                    int now = message;
                    if (now < 0) return;
                    message = now == 200 ? -1 : now + 1;
                    LockSupport.unpark(ring[1 - self]);
                    if (now == 200) return;
                }
            });
        }
        for (Thread thread : ring) thread.start();
        message = 0;
        LockSupport.unpark(ring[0]);
        for (Thread thread : ring) thread.join();
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(1000);
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println(message + " " + Thread.interrupted() + " " + LockSupport.getBlocker(Thread.currentThread()));
    }

    public static void main(String[] arguments) throws Exception {
        scanner();
        numbers();
        found();
        delimited();
        data();
        wrapped();
        weak();
        parked();
    }
}
