#!/bin/sh
# How long threads wait for monitors, as rules sum it: a program in which others hold them for a known time says for each method
# what it waited at least and at most, by its own clock. Interpreted and compiled, blocks, methods, natives, loops; what is no
# lock of the program's bytecode has no time.
#
#     [FEWER=yes] waits_test.sh JITVM JAVASUB CLASSLIB SCRATCH_DIRECTORY
#
# The bounds hold on a machine however loaded: a holder counts from when it has seen the other thread blocked, and the one that waits
# cannot have waited longer than its own call took.
set -u
jitvm=$1 javasub=$2 classlib=$3 scratch=$4
failures=0

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1

cat > Waits.java << 'END_OF_PROGRAM'
public class Waits {
    static final Object lock = new Object();
    static volatile boolean isHeld, isReady, isOver;
    static volatile int rounds; // of looping
    static int count;
    static Waits object = new Waits();

    static final int SCENES = 10, LOOPING = 7, INSERTED = 8, DEEP = 9;

    static void block() {
        synchronized (lock) {
            count++;
        }
    }

    static synchronized void ofClass() {
        count++;
    }

    synchronized void ofObject() {
        count++;
    }

    /* Its caller's bytecode locks. */
    static synchronized native void missing();

    static void natively() {
        try {
            missing();
        } catch (UnsatisfiedLinkError e) {
            count++;
        }
    }

    static void callee(Object monitor) {
        synchronized (monitor) {
            count++;
        }
    }

    static void caller() {
        callee(lock);
    }

    static void twice() {
        synchronized (lock) {
            synchronized (lock) {
                count++;
            }
        }
    }

    static void thrown() {
        try {
            synchronized (lock) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            count++;
        }
    }

    static void looping() {
        while (!isOver)
            synchronized (lock) {
                rounds++;
            }
    }

    /* No event of the program. */
    static void inserted() {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        synchronized (lock) {
            Probe.hit("inserted");
        }
        DelimitationAPI.instrumentationEnd();
        count++;
    }

    static boolean hasTried, hasOverflowed;

    /* Its frame is larger than deep's: where there is no room for that, there is none for this, and its lock is no event. */
    static synchronized void large(long a, long b, long c, long d, long e, long f, long g, long h) {
        count++;
    }

    static void behind() {
        synchronized (object) {
            count++;
        }
    }

    static void deep() {
        try {
            deep();
        } catch (StackOverflowError none) {
            if (hasTried) return;
            hasTried = true;
            try {
                large(1, 2, 3, 4, 5, 6, 7, 8);
            } catch (StackOverflowError e) {
                hasOverflowed = true;
            }
        }
    }

    static void play(int scene) {
        switch (scene) {
        case 0: block(); break;
        case 1: ofClass(); break;
        case 2: object.ofObject(); break;
        case 3: natively(); break;
        case 4: caller(); break;
        case 5: twice(); break;
        case 6: thrown(); break;
        case 7: looping(); break;
        case 8: inserted(); break;
        case 9:
            deep();
            behind();
            break;
        }
    }

    static String method(int scene) {
        String[] names = {"block", "ofClass", "ofObject", "natively", "callee", "twice", "thrown", "looping", "inserted",
                          "large"};
        return names[scene];
    }

    static Object monitor(int scene) {
        return scene == 1 || scene == 3 || scene == DEEP ? Waits.class : scene == 2 ? object : lock;
    }

    static class Player extends Thread {
        final int scene;
        long least, most; // nanoseconds that it waits

        Player(int scene) {
            this.scene = scene;
        }

        public void run() {
            while (!isHeld) Thread.yield();
            long from = System.nanoTime();
            play(scene);
            most = System.nanoTime() - from;
        }
    }

    static void say(String method, long least, long most) {
        System.out.println("bounds Waits." + method + " " + least + " " + most);
    }

    /* With the monitor held, until the thread has been blocked for a while; how long. */
    static long block(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.BLOCKED) Thread.sleep(1);
        long from = System.nanoTime();
        Thread.sleep(15);
        return System.nanoTime() - from;
    }

    static void hold(Player player) throws InterruptedException {
        synchronized (monitor(player.scene)) {
            isHeld = true;
            player.least = block(player);
        }
    }

    static void stage(int scene) throws InterruptedException {
        Player player = new Player(scene);
        isHeld = false;
        player.start();
        hold(player);
        player.join();
        boolean isEvent = scene != INSERTED && !hasOverflowed;
        say(method(scene), isEvent ? player.least : 0, scene == INSERTED ? 0 : player.most);
    }

    /* Holds the monitor while the other one goes round. */
    static void amid(Player player) throws InterruptedException {
        synchronized (lock) {
            player.least = block(player);
        }
    }

    static void stageLoop(int warm) throws InterruptedException {
        Player player = new Player(LOOPING);
        isHeld = true;
        player.start();
        while (rounds < warm) Thread.yield();
        long from = System.nanoTime();
        amid(player);
        say("amid", 0, System.nanoTime() - from);
        isOver = true;
        player.join();
        say("looping", player.least, player.most);
    }

    /* To enter again behind wait() is no lock of the bytecode. */
    static class Notified extends Thread {
        public void run() {
            synchronized (lock) {
                isReady = true;
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }
        }
    }

    static void signal(Thread thread) throws InterruptedException {
        synchronized (lock) {
            lock.notifyAll();
            block(thread);
        }
    }

    static void stageNotified() throws InterruptedException {
        Notified notified = new Notified();
        notified.start();
        while (!isReady) Thread.yield();
        long from = System.nanoTime();
        signal(notified);
        say("signal", 0, System.nanoTime() - from);
        notified.join();
    }

    static void turn() {
        synchronized (lock) {
            for (int i = 0; i < 200; i++) count += i & 3;
        }
    }

    static class Turns extends Thread {
        public void run() {
            for (int i = 0; i < 300; i++) {
                turn();
                Thread.yield();
            }
        }
    }

    static void stageTurns() throws InterruptedException {
        Turns one = new Turns(), other = new Turns();
        long from = System.nanoTime();
        one.start();
        other.start();
        one.join();
        other.join();
        say("turn", 0, 2 * (System.nanoTime() - from));
    }

    /* The thread waits still when the VM ends, at two marks of which it was waiting. */
    static void stageEnd(int scene) throws InterruptedException {
        Player player = new Player(scene);
        player.setDaemon(true);
        synchronized (monitor(scene)) {
            isHeld = true;
            player.start();
            long least = block(player);
            long from = System.nanoTime();
            Profile.mark("held");
            Profile.mark("again");
            say("again", 0, System.nanoTime() - from);
            least += block(player);
            boolean isEvent = scene != INSERTED;
            say(method(scene), isEvent ? least : 0, isEvent ? Long.MAX_VALUE : 0);
            if (!isEvent) say("block", 0, 0);
            System.exit(0);
        }
    }

    static void warm(int warm) {
        isOver = true;
        for (int i = 0; i < warm; i++)
            for (int scene = 0; scene < DEEP; scene++) play(scene);
        isOver = false;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int warm = Integer.parseInt(arguments[1]);
        warm(warm);
        if (arguments[0].equals("quiet")) return;
        if (arguments[0].equals("ends")) stageEnd(Integer.parseInt(arguments[2]));
        for (int scene = 0; scene < SCENES; scene++)
            if (scene != LOOPING) stage(scene);
        stageLoop(warm);
        stageNotified();
        stageTurns();
    }
}
END_OF_PROGRAM
"$javasub" -cp "$classlib" -d . Waits.java || exit 1

cat > followed.yaml << 'END_OF_RULES'
profiler: followed
rules:
  - { after: lock, in: Waits.*, sum: waited, count: [method, thread, kind] }
print: { columns: [method, waited], sort: waited }
END_OF_RULES
cat > sampled.yaml << 'END_OF_RULES'
profiler: sampled
rules:
  - { at: lock, every: 7, sum: waited, count: [method, class] }
print: { columns: [method, count, waited] }
END_OF_RULES
cat > chosen.yaml << 'END_OF_RULES'
profiler: chosen
rules:
  - { PRED: lock, of: java.lang.Object, if: kind == CAS and thread != main, sum: waited, count: [method, thread] }
print: { columns: [method, thread, count, waited] }
END_OF_RULES

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

run() { # profilers, their options, then those of the VM and the program
    timeout -k 5 300 "$jitvm" profile "$@" > said 2> errors && return
    fail "jitvm profile $* ended with $?"
    head -40 errors
}

# Each method of the program against its bounds. The name has no comma in front of its parameters, the time is last.
check_bounds() { # the file, in words, 0 where locks are left out: then there is no least time
    tr -d '\r"' < "$1" > rows
    awk -F, -v what="$2" -v share="${3:-1}" '
        NR == FNR { if (split($0, word, " ") == 4) { least[word[2]] = share * word[3]; most[word[2]] = word[4] } next }
        FNR == 1 || $1 !~ /^Waits/ { next }
        { name = $1; sub(/\(.*/, "", name); waited[name] += $NF }
        END {
            for (name in least) seen += name in waited
            for (name in waited)
                if (waited[name] < least[name] + 0 || waited[name] > most[name] + 0) {
                    print what ": " name " waited " waited[name] " ns, not " least[name] + 0 " to " most[name] + 0
                    bad = 1
                }
            if (!seen) { print what ": no method of the program is in the table"; bad = 1 }
            exit bad
        }' said rows || fail "$2"
}

# What waited is what was counted, by all keys: the two are told by different parts of the VM.
check_keys() { # in words
    tr -d '\r' < keys.csv | awk -F, -v what="$1" '
        NR > 1 && $NF > 0 { waits++ }
        NR > 1 && $NF > 0 && $(NF - 1) == 0 { print what ": time without a lock: " $0; bad = 1 }
        END { if (!waits) print what ": nothing waited"; exit bad || !waits }' || fail "$1"
}

check() { # options of the VM
    run locks --by method -o rows.csv -cp . "$@" Waits all 300
    check_bounds rows.csv "$*"
    run locks --by site,path,method,root,code,tier,inlined,class,thread,kind -o keys.csv -cp . "$@" Waits all 300
    check_keys "all keys, $*"
    run locks --by context,site,kind --levels all -o keys.csv -cp . "$@" Waits all 300
    check_keys "contexts, $*"
}

check_more() { # likewise
    check "$@"
    [ "${FEWER:-}" ] && return
    run ./followed.yaml -o rows.csv -cp . "$@" Waits all 300
    check_bounds rows.csv "followed, $*"
    run ./sampled.yaml -o rows.csv -cp . "$@" Waits all 300
    check_bounds rows.csv "sampled, $*"
    run locks --by method --every 5 -o rows.csv -cp . "$@" Waits all 300
    check_bounds rows.csv "locks that are sampled, $*"
    for scene in 0 1 2 3 4 5 8; do
        run locks --by mark,method -o marked.csv -cp . "$@" Waits ends 300 $scene
        # Two intervals together; between them is one that takes no time.
        sed 's/^again,"*Waits\.[A-Za-z]*/Waits.again/; s/^[a-z]*,//' marked.csv > rows.csv
        check_bounds rows.csv "ends in scene $scene, $*"
        [ $scene = 8 ] || [ "$(grep -c '^\(held\|end\),"*Waits.*,[1-9][0-9]*.$' marked.csv)" = 2 ] ||
            fail "a wait without an end in scene $scene is not in both intervals, $*"
    done
    run locks --by context --levels 3 -o rows.csv -cp . "$@" Waits ends 300 1
    grep -q '^"*Waits.ofClass() < Waits.play(int):.* < Waits.Player.run()\|^"*Waits.ofClass() < Waits.play(int):.* < Waits$Player.run()' rows.csv ||
        fail "a wait without an end has no callers, $*"
    run locks --by method -o rows.csv -cp . "$@" Waits quiet 2000
    total=$(tr -d '\r' < rows.csv | awk -F, 'NR > 1 { sum += $NF; all++ } END { print all ? sum + 0 : "no rows" }')
    [ "$total" = 0 ] || fail "without contention, $*: $total ns"
}

check_more --int
check_more --compile-threshold 2 --loop-threshold 4
run ./chosen.yaml -o rows.csv -cp . --compile-threshold 2 --loop-threshold 4 Waits all 300
check_bounds rows.csv "chosen" 0
grep -q '^Waits.block.*,[1-9][0-9]*$' rows || fail "chosen: compiled methods waited nowhere"
run ./chosen.yaml -o rows.csv -cp . --int Waits all 300
[ "$(wc -l < rows.csv)" = 1 ] || fail "chosen: the interpreter's locks have no kind"
check --compile-threshold 20 --loop-threshold 40 --deoptimize-always
# The row whose time is the longest is named, however seldom it was executed.
run locks --by method -o rows.csv -o rows.txt -cp . --int Waits all 0
longest=$(tr -d '\r"' < rows.csv | sort -t, -k1,1 | awk -F, '$NF + 0 > most { most = $NF; name = $1 } END { sub(/\(.*/, "", name); print name }')
grep -q "^threads waited longest at $longest(.* of the time\$" rows.txt || fail "the longest is $longest: $(tail -1 rows.txt)"

check --background --compile-threshold 5 --loop-threshold 10 -O 0
check --perturbed --compile-threshold 5 --loop-threshold 10

[ $failures -eq 0 ] && echo "what threads wait is told where they wait"
exit $((failures > 0))
