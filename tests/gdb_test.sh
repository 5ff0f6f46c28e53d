#!/bin/sh
# --gdb: gdb stops in compiled code and shows its frames, inlined ones too, with methods and lines; knows what code is there when
# some was evicted; machine code is the same.
#
#     gdb_test.sh JITVM JAVASUB CLASSLIB SCRATCH_DIRECTORY
set -eu
jitvm=$1 javasub=$2 classlib=$3
rm -rf "$4"
mkdir -p "$4/classes"
cd "$4"

fail() {
    echo "gdb_test: $1" >&2
    exit 1
}

cat > Shown.java << 'END'
public class Shown {
    static int state;

    static void rest() throws InterruptedException {
        Thread.sleep(1);
    }

    static int inner(int x) throws InterruptedException {
        if (x % 1000 == 999)
            rest();
        return x * 31 ^ state++;
    }

    static int outer(int x) throws InterruptedException {
        return Part.twice(x) +
                inner(x + 1);
    }

    public static void main(String[] arguments) throws InterruptedException {
        int sum = 0;
        for (int i = 0; i < 30000; i++)
            sum += outer(i);
        System.out.println(sum);
    }
}

class Part {
    static int twice(int x) throws InterruptedException {
        return Shown.inner(x) * 2;
    }
}
END
"$javasub" -cp "$classlib" -d classes Shown.java
options="--compile-threshold 1500 --loop-threshold 4000"

# What is compiled is the same, to the byte.
for gdb in "" --gdb; do
    # shellcheck disable=SC2086
    "$jitvm" $gdb $options --events "events$gdb.jsonl" -cp classes Shown > "out$gdb" || fail "Shown $gdb"
    sed -E '/"event":"(compiled|inlined|removed)"/!d; s/"(time|duration|[a-z_]*seconds)":[0-9.e-]*,?//g' "events$gdb.jsonl" > "decisions$gdb"
done
cmp out out--gdb && cmp decisions decisions--gdb || fail "other code with --gdb"

command -v gdb > /dev/null || {
    echo "skipped: there is no gdb"
    exit 77
}

# Commands on the standard input; what gdb writes, in out.
debug() { # options of jitvm and the class...
    cat > commands
    # shellcheck disable=SC2086
    timeout 120 gdb -nx -batch -ex 'set breakpoint pending on' -ex 'set width 0' -ex 'set debuginfod enabled off' -ex 'set startup-with-shell off' \
        -ex 'handle SIGURG SIGSEGV nostop noprint pass' -x commands --args "$jitvm" --gdb $options "$@" > out 2>&1 < /dev/null || fail "gdb: $(cat out)"
}

# What a frame is, and then those that called it.
frames() { # file, methods with lines, innermost first
    file=$1
    shift
    sed -n 's/^#\([0-9]*\) *\(0x[0-9a-f]* in \)\{0,1\}\(.*\)/\3/p' "$file" > frames
    sed -n '/^\(Shown\|Part\)\./p' frames > of_java
    number=0
    for frame in "$@"; do
        number=$((number + 1))
        sed -n "${number}p" of_java | grep -Fq -- "$frame" || fail "frame $number of Java is not '$frame': $(cat "$file")"
    done
}

# In a native that a method calls which was inlined into a loop: after 40 of 60 calls.
debug -cp classes Shown << 'END'
break native_thread_sleep
ignore 1 40
run
bt
END
grep -q 'ptrace: Operation not permitted' out && {
    echo "skipped: gdb may not trace here"
    exit 77
}
cp out native
frames native "Shown.rest()V () at Shown.java:5" "Shown.inner(I)I () at Shown.java:10" "Shown.outer(I)I () at Shown.java:16" \
    "Shown.main([Ljava/lang/String;)V loop at"
sed -n 4p of_java | grep -q ' at Shown.java:22$' || fail "main's loop is not at line 22: $(cat native)"
grep -q '^#.* in main (.*) at .*/jitvm\.c:' native || fail "the backtrace ends before main of jitvm: $(cat native)"
grep -q '^#.* ?? ()' native && fail "frames that gdb does not know: $(cat native)"

# At a line of an inlined method, in compiled code: the breakpoint is there when the code is.
debug -cp classes Shown << 'END'
break Shown.java:29
ignore 1 5000
run
bt
END
cp out line
frames line "Part.twice(I)I () at Shown.java:29" "Shown.outer(I)I () at Shown.java:15" "Shown.main([Ljava/lang/String;)V loop at"
grep -q '^#0 .*Part.twice(I)I () at Shown.java:29$' line || fail "it does not stop at line 29: $(cat line)"
grep -q '^#.* ?? ()' line && fail "frames that gdb does not know: $(cat line)"

# What was evicted is taken away: there is as much as events and bridges say.
debug --perf-map --code-cache 640 --code-cache-recover 50 --events evicted.jsonl -cp classes Shown << 'END'
catch syscall exit_group
run
maint info bfds
END
evicted=$(grep -c '"event":"evicted"' evicted.jsonl || true) compiled=$(grep -c '"event":"compiled"' evicted.jsonl)
dump=$(echo jit-*.dump)
map=${dump#jit-} map=/tmp/perf-${map%.dump}.map
bridges=$(grep -c ' bridge to ' "$map")
rm -f "$map"
known=$(grep -c '<in-memory@' out || true)
[ "$evicted" -gt 0 ] || fail "nothing was evicted"
[ "$known" -eq $((compiled - evicted + bridges)) ] || fail "gdb knows $known pieces of code: $compiled compiled, $evicted evicted, $bridges bridges; $(cat out)"
