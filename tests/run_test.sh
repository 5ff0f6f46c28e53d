#!/bin/sh
# What a run reports about a faulty target: it throws, ends the process, never ends.
# usage: run_test.sh JITTEST
jittest=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

# target CALL EXPECTATION < JAVA: a spec with this target.
target() {
    { echo "target:"; echo "  java: |"; sed 's/^/    /'
      echo "run: { call: $1, iterations: 20 }"; echo "expect: [{ $2 }]"; } > "$work/t.yaml"
}

# tells CODE TEXT OPTION...: the run exits with CODE and says TEXT.
tells() {
    code=$1 text=$2
    shift 2
    output=$("$jittest" "$@" "$work/t.yaml" 2>&1)
    status=$?
    if [ $status -ne "$code" ] || ! printf '%s\n' "$output" | grep -qF -- "$text"; then
        echo "exit $status, expected $code; expected '$text' in"
        printf '%s\n' "$output"
        failures=$((failures + 1))
    fi
}

target T.f 'deoptimizations: 0' <<END
class T {
    static int zero, one = 1 / zero;
    static int f() { return 1; }
}
END
tells 1 "T.f()I was never compiled in 1 call; call 1 threw java.lang.ExceptionInInitializerError; caused by java.lang.ArithmeticException: / by zero, in T.<clinit>()V (line 4)"

target T.f 'deoptimizations: 0' <<END
class T {
    static int f() { throw new IllegalStateException("no"); }
}
END
tells 1 "because   call 1 threw java.lang.IllegalStateException: no, in T.f()I (line 4)"
tells 1 'expected  calls that return, or `returns: { throws: ... }`'

target T.f 'returns: { throws: java.lang.IllegalStateException }' <<END
class T {
    static int f() { throw new IllegalStateException("no"); }
}
END
tells 0 "1 passed"

target T.f 'deoptimizations: 0' <<END
class T {
    static int calls;
    static int f() { if (calls++ < 50) throw new IllegalStateException("no"); return 1; }
}
END
tells 0 "1 passed"

target T.f 'compilations: 1' <<END
class T {
    static int calls;
    static int f() { if (calls++ > 50) throw new IllegalStateException("no"); return 1; }
}
END
tells 0 "1 passed"

# Given up is given up: nobody calls it another 100,000 times.
target T.f 'deoptimizations: 0' <<END
class T {
    static int f() { for (int i = 0; i < 100000; i++); return 1; }
}
END
sed -i 's/^run:/  never_compile: [T.f]\n&/' "$work/t.yaml"
tells 1 "T.f()I was never compiled: never_compile"

# --- who ends the process

target T.f 'deoptimizations: 0' <<END
class T {
    static int calls;
    static int f() {
        if (++calls == 250) System.exit(3);
        return 1;
    }
}
END
tells 1 "the target ended the process with status 3, in T.f()I (line 6), in warm-up call 250"
sed -i 's/System.exit(3)/Runtime.getRuntime().halt(0)/; s/250/305/' "$work/t.yaml"
tells 1 "the target ended the process with status 0, in T.f()I (line 6), in execution 5"

# --- who never ends

target T.f 'deoptimizations: 0' <<END
class T {
    static int f() {
        int i = 0;
        while (i >= 0) {
            for (int k = 0; k < 3; k++) i ^= 1;
        }
        return i;
    }
}
END
tells 1 "TIMEOUT: t (1 of 1): after 1 s, interpreting T.f()I (line " --timeout 1
tells 1 "in warm-up call 1" --timeout 1

target T.f 'deoptimizations: 0' <<END
class T {
    static int calls;
    static int f() {
        int i = 0;
        calls++;
        while (i < 3 || calls > 250) i++;
        return i;
    }
}
END
tells 1 "after 3 s, in compiled code of T.f()I (line 8), in its loop at line 8, in warm-up call 251" --timeout 3

target T.f 'deoptimizations: 0' <<END
class T {
    static int f() {
        StringBuilder s = new StringBuilder();
        for (;;) {
            s.append("abc");
            s.setLength(0);
        }
    }
}
END
tells 1 "T.f()I" --timeout 1
tells 1 "in warm-up call 1" --timeout 1

target T.f 'deoptimizations: 0' <<END
class T {
    static void f() throws InterruptedException { Thread.sleep(100000); }
}
END
tells 1 "in the native method java.lang.Thread.sleep" --timeout 1

target T.f 'deoptimizations: 0' <<END
class T {
    static int f() throws Exception {
        Thread other = new Thread(() -> { while (true) { } });
        other.setDaemon(true);
        other.start();
        other.join();
        return 1;
    }
}
END
tells 1 "in the native method java.lang.Object.waitNanoseconds, called from T.f()I (line 8), in warm-up call 1" --timeout 1

target T.f 'deoptimizations: 0' <<END
class T {
    static Object a = new Object(), b = new Object();
    static void lock(Object first, Object second) {
        synchronized (first) {
            try { Thread.sleep(50); } catch (InterruptedException e) { }
            synchronized (second) { }
        }
    }
    static int f() {
        new Thread(() -> lock(a, b)).start();
        lock(b, a);
        return 1;
    }
}
END
tells 1 "waiting for a lock in T.lock(Ljava/lang/Object;Ljava/lang/Object;)V (line 8), in warm-up call 1" --timeout 1

# Collections are most of the time that there is.
target T.f 'deoptimizations: 0' <<END
class T {
    static Object[] kept;
    static int f() {
        for (kept = null;;) {
            Object[] next = new Object[100000];
            next[0] = kept;
            kept = next;
        }
    }
}
END
echo "compiler: { options: { heap_bytes: 8000000 } }" >> "$work/t.yaml"
sed -i 's/iterations: 20/iterations: 1000000/' "$work/t.yaml" # more than any machine makes in time
tells 1 "; call 1 threw java.lang.OutOfMemoryError: Java heap space, in T.f()I (line 7)" --timeout 4
printf '%s\n' "$output" | grep -qE "interpreting T.f|in compiled code of T.f|collecting garbage, in warm-up call|while the interpreter made the same calls" || {
    echo "does not tell where it stood: $output"
    failures=$((failures + 1))
}

# What happened again and again is told once.
target T.f 'deoptimizations: 0' <<END
class T {
    static int f() { return new long[Integer.MAX_VALUE].length; }
}
END
tells 1 "    because   deoptimised at T.f()I:2 (line 4): an allocation failed
"

# The interpreter alone takes long, and only in one call: it makes the objects that compiled code does without.
target T.f 'deoptimizations: 0' <<END
class T {
    static int calls;
    final int x;
    T(int x) { this.x = x; }
    T plus(T other) { return new T(x + other.x); }
    static int f() {
        int s = 0, most = ++calls == 290 ? 30000000 : 1;
        for (int i = 0; i < most; i++) s = new T(s).plus(new T(i)).plus(new T(1)).x;
        return s;
    }
}
END
tells 1 "while the interpreter made the same calls, to compare with" --timeout 3

# --- targets that are no functions of their arguments

agrees() {
    sed -i "s/iterations: 20.*/iterations: 20, agrees: $1 }/" "$work/t.yaml"
}

target T.f 'deoptimizations: 0' <<END
class T {
    static long f() { return System.nanoTime(); }
}
END
tells 1 "and nothing was compiled yet; the target is not a function of its arguments: \`agrees: output\`, \`returns\` or \`no\` in the section run says what is to be compared"
agrees returns
tells 1 "NOT EVALUATED"
agrees output
tells 0 "1 passed"
tells 0 "compiled and interpreted runs print the same" -v
agrees no
tells 0 "1 passed"
agrees outputs
tells 2 "unknown agreement 'outputs', did you mean 'output'?"

target T.f 'deoptimizations: 0' <<END
class T {
    static void f() { System.out.println(System.nanoTime()); }
}
END
tells 1 "the output of two interpreted runs differs; the target is not a function of its arguments"
agrees returns
tells 0 "calls end alike in compiled and interpreted runs" -v

# The interpreter disagrees with itself where compiled code runs already.
target T.f 'deoptimizations: 0' <<END
class T {
    static int calls;
    static long f() { return ++calls < 310 ? 1 : System.nanoTime(); }
}
END
tells 1 "in one interpreted run, but returned "

# A value that a probe reads is exact or loud.
target T.f 'count: seen, is: 20' <<END
class T {
    int x;
    T next;
    static int f() {
        T t = new T();
        t.next = new T();
        t.next.next = new T();
        if (System.out != null) t.next.next.x = 1;
        int k = t.next.next.x;
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        if (k == 1) Probe.hit("seen");
        DelimitationAPI.instrumentationEnd();
        return 1;
    }
}
END
tells 1 "because   the probe of T.f()I at line 12 reads 'local 1', which phase escape removed, and which cannot be computed again; keep it alive in the target"

# --- what an execution allocates

# allocates EXPECTATION: of a target whose probe allocates, and whose interpreted callee does.
allocates() {
    target T.f "allocates: $1" <<END
class T {
    static Object kept;
    static void g() { kept = new int[4]; }
    static void f() {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        int[] probes = new int[3];
        Probe.hit(probes.length == 3 ? "three" : "other");
        DelimitationAPI.instrumentationEnd();
        g();
    }
}
END
    sed -i 's/^run:/  never_compile: [T.g]\n&/' "$work/t.yaml"
}
allocates '{ objects: 1, bytes: { at_least: 16, at_most: 64 } }'
tells 0 "1 passed"
allocates 0
tells 1 "because   960 bytes of int[] by the interpreter, T.g()V:1 (line 5)"
# Compiled code's objects are counted by sites, whatever else is profiled.
allocates '{ objects: 1 }'
sed -i 's/never_compile: \[T.g\]/never_inline: [T.g]/; s/^run:/profile: [calls]\n&/' "$work/t.yaml"
tells 0 "1 passed"
# What a probe calls is the probe's.
allocates '{ objects: 1 }'
sed -i 's/int\[\] probes = new int\[3\];/int[] probes = new int[3].clone();/' "$work/t.yaml"
tells 0 "1 passed"
allocates '{ }'
tells 2 "this expects nothing: say bytes or objects"
allocates '{ objects: 1, byte: 3 }'
tells 2 "unknown key 'byte', did you mean 'bytes'?"
allocates some
tells 2 "must be a number of bytes, or a map of bytes and objects, not text"

# --- who hits a counter

target T.f 'count: called, is: 20' <<END
class T extends Thread {
    static String name = "called";
    static void g() { Probe.hit("called"); }
    public void run() { Probe.hit("called"); }
    static void f() throws InterruptedException {
        g();
        Probe.hit(name);
        T other = new T();
        other.start();
        other.join();
    }
}
END
sed -i 's/^run:/  never_compile: [T.g]\n&/' "$work/t.yaml"
tells 1 "because   of 60 hits 20 interpreted, 20 in other threads"
"$jittest" explain "$work/t.yaml" | grep -qF "3.0000 per execution: of 60 hits 20 interpreted, 20 in other threads" || {
    echo "explain does not say who hit the counter"
    failures=$((failures + 1))
}

[ $failures -eq 0 ] && echo "all as expected"
exit $((failures > 0))
