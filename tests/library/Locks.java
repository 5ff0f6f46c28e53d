import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The less usual methods of java.util.concurrent, and small ones of java.lang and java.io. */
public class Locks {
    private static void show(Object... values) {
        System.out.println(Arrays.toString(values));
    }

    private static void expect(Class<? extends Throwable> type, Thrower thrower) {
        try {
            thrower.run();
            show("nothing thrown");
        } catch (Throwable thrown) {
            show(type == thrown.getClass(), thrown.getMessage());
        }
    }

    private interface Thrower {
        void run() throws Throwable;
    }

    private static void atomics() {
        AtomicInteger i = new AtomicInteger(3);
        show(i.compareAndExchange(3, 4), i.compareAndExchange(3, 5), i.compareAndExchangeAcquire(4, 6), i.weakCompareAndSetVolatile(6, 7),
            i.getPlain(), i.getOpaque(), i.getAcquire());
        AtomicLong l = new AtomicLong(3);
        l.setPlain(8);
        show(l.compareAndExchange(8, 4), l.compareAndExchangeRelease(3, 5), l.weakCompareAndSetAcquire(4, 9), l);
        AtomicBoolean b = new AtomicBoolean();
        show(b.compareAndExchange(false, true), b.compareAndExchange(false, true), b.weakCompareAndSetPlain(true, false), b.getPlain());
        AtomicReference<String> r = new AtomicReference<>("a");
        show(r.compareAndExchange("a", "b"), r.compareAndExchange("a", "c"), r.weakCompareAndSetRelease("b", "d"), r.getOpaque());
        AtomicIntegerArray is = new AtomicIntegerArray(new int[] {1, 2, 3});
        show(is.getAndUpdate(1, x -> x * 10), is.updateAndGet(1, x -> x + 1), is.getAndAccumulate(2, 4, Integer::sum),
            is.accumulateAndGet(2, 5, Math::max), is.compareAndExchange(0, 1, 9), is.getAcquire(0), is);
        AtomicLongArray ls = new AtomicLongArray(new long[] {1, 2});
        show(ls.getAndUpdate(1, x -> x * 10), ls.accumulateAndGet(0, 5, (x, y) -> x - y), ls.weakCompareAndSetPlain(0, -4, 2), ls);
        AtomicReferenceArray<String> rs = new AtomicReferenceArray<>(new String[] {"x", null});
        show(rs.compareAndExchange(0, "x", "y"), rs.compareAndExchange(0, "x", "z"), rs.getPlain(0), rs);
    }

    private static void locks() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        show(lock.toString().replaceAll("@[0-9a-f]+", "@"), lock.hasQueuedThreads(), lock.getQueueLength());
        lock.lock();
        show(lock.toString().replaceAll("@[0-9a-f]+", "@"), lock.hasWaiters(condition), lock.getWaitQueueLength(condition));
        expect(IllegalArgumentException.class, () -> new ReentrantLock().hasWaiters(condition));
        lock.unlock();
        expect(IllegalMonitorStateException.class, () -> lock.hasWaiters(condition));
        Thread thread = new Thread();
        thread.start();
        TimeUnit.SECONDS.timedJoin(thread, Long.MAX_VALUE);
        thread.join(Long.MAX_VALUE);
        thread.join(1, 1);
        show(thread.isAlive());
        synchronized (thread) {
            TimeUnit.MICROSECONDS.timedWait(thread, 1);
        }
        expect(IllegalArgumentException.class, () -> thread.join(0, 1000000));
    }

    public static void main(String[] arguments) throws Exception {
        atomics();
        locks();
        Runtime runtime = Runtime.getRuntime();
        show(runtime.freeMemory() > 0, runtime.totalMemory() > 0, runtime.freeMemory() < runtime.totalMemory());
        show(new String(new byte[] {65, 66, 67}, 0, 1, 2), (int) new String(new byte[] {-1}, 1).charAt(0));
        byte[] bytes = new byte[4];
        "ab\u0163d".getBytes(1, 4, bytes, 1);
        show(Arrays.toString(bytes));
        expect(NullPointerException.class, () -> "a".getBytes((Charset) null));
        System.out.println(new Object() {
            public String toString() {
                return null;
            }
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(200);
        show((int) out.toString(0).charAt(0));
        ByteArrayInputStream in = new ByteArrayInputStream(new byte[] {1, 2, 3});
        in.skipNBytes(2);
        show(in.read());
        expect(EOFException.class, () -> in.skipNBytes(1));
        for (String text : new String[] {"1.2.3", "..", "1..", "-.5.x", "1.x.", "a.b.", "1e5.5.", null})
            expect(text == null ? NullPointerException.class : NumberFormatException.class, () -> Double.parseDouble(text));
        Thread.dumpStack();
        StackTraceElement frame = Thread.currentThread().getStackTrace()[1];
        show(frame, frame.getModuleName(), Thread.currentThread().getStackTrace()[0].getModuleName(), new Thread().getStackTrace().length);
        show(Reader.nullReader().read(), Reader.nullReader().read(new char[2]));
        Writer writer = Writer.nullWriter();
        writer.append("text").close();
        expect(IOException.class, () -> writer.write(1));
        System.in.close();
        expect(IOException.class, () -> System.in.read());
        show(System.getProperty("java.vendor") != null, System.getProperty("os.version") != null, System.getProperty("java.class.path") != null);
    }
}
