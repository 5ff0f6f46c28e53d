#!/bin/sh
# --count-executions: how often compiled code was entered, exactly, by several threads, after a mark; when executions are not
# counted nothing is told, and what is compiled and when is the same; what is executed most stays in a full code cache.
#
#     executions_test.sh JITVM JAVASUB CLASSLIB SCRATCH_DIRECTORY
set -eu
jitvm=$1 javasub=$2 classlib=$3
rm -rf "$4"
mkdir -p "$4/classes"
cd "$4"

fail() {
    echo "executions_test: $1" >&2
    exit 1
}

cat > Counted.java << 'END'
public class Counted {
    static int one(int x) {
        return x * 31 + 7;
    }

    static int two(int x) {
        int sum = 0;
        for (int i = 0; i < 20; i++) sum += x ^ i;
        return sum;
    }

    static int rare(int x) {
        return x - 3;
    }

    static int thrower(int x) {
        if (x % 2 == 0) throw new IllegalStateException();
        return x;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int caught(int x) {
        try {
            return thrower(x);
        } catch (IllegalStateException e) {
            return -x;
        }
    }

    static int work(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) sum += one(i);
        return sum;
    }

    static class Worker extends Thread {
        static int rounds = 5000;
        int sum;

        public void run() {
            sum = work(rounds);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int sum = fib(12);
        if (arguments.length > 0) Worker.rounds = Integer.parseInt(arguments[0]);
        for (int i = 0; i < 300; i++) sum += one(i) + two(i) + rare(i) + caught(i);
        // Compiled here: whether a thread enters it after another one has made it hot is chance.
        for (int i = 0; i < 300; i++) sum += work(1);
        Profile.mark("warm");
        Worker[] workers = new Worker[4];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker();
            workers[i].start();
        }
        for (int i = 0; i < 700; i++) sum += two(i);
        for (int i = 0; i < 50; i++) sum += caught(i);
        sum += fib(12);
        for (Worker worker : workers) {
            worker.join();
            sum += worker.sum;
        }
        Profile.mark("later");
        System.out.println(sum);
    }
}
END
"$javasub" -cp "$classlib" -d classes Counted.java
options="--compile-threshold 100 --loop-threshold 0 --without inline"
"$jitvm" --int -cp classes Counted > expected

# The method's executions after the mark are so many; none: it is not in the working set.
expect() { # file, method, how many
    [ "$(sed -n "s/^ *\([0-9]*\) .* Counted\.$2(I)I\$/\1/p" "$1")" = "$3" ] || fail "$2 was not executed '$3' times: $(cat "$1")"
}

for format in jsonl csv; do
    # shellcheck disable=SC2086
    "$jitvm" $options --count-executions --events "counted.$format" -cp classes Counted > actual || fail "Counted"
    cmp expected actual || fail "counting changes what is printed"
    "$jitvm" cache --rows 1000 --after warm "counted.$format" > "$format.out"
    grep -q 'executed after the mark warm at' "$format.out" || fail "no working set: $(cat "$format.out")"
    expect "$format.out" one 20000
    expect "$format.out" two 700
    expect "$format.out" thrower 50
    expect "$format.out" caught 50
    expect "$format.out" fib 465
    expect "$format.out" rare ""
    # What was told behind `later` is no begin.
    "$jitvm" cache --rows 1000 --after later "counted.$format" > "$format.later"
    expect "$format.later" one ""
done
awk '/^ *executions/ { is_table = 1; next } /^  [^ ]/ { is_table = 0 } is_table && $1 + 0 > before && before != "" { exit 1 } is_table { before = $1 + 0 }' \
    jsonl.out || fail "not sorted by executions: $(cat jsonl.out)"

# Off: nothing is told of it. On: the same is compiled in the same order.
# shellcheck disable=SC2086
"$jitvm" $options --events plain.jsonl -cp classes Counted > /dev/null
grep -q 'execut' plain.jsonl && fail "executions are told that nobody asked for"
for file in plain counted; do
    sed -E '/"event":"(compiled|inlined|removed|invalidated)"/!d; s/"(time|duration|thread|amount|[a-z]*_bytes|[a-z_]*seconds)":[0-9.e-]*,?//g' $file.jsonl > $file.decisions
done
cmp plain.decisions counted.decisions || fail "other decisions where executions are counted"
"$jitvm" cache plain.jsonl > plain.out
grep -q 'in the cache after main was entered' plain.out || fail "the working set of a run that did not count: $(cat plain.out)"

# What goes is told with its executions, which are no more than the calls; a loop counts each time that it is entered.
"$jitvm" --int -cp classes Counted 50 > expected
# shellcheck disable=SC2086
"$jitvm" $options --count-executions --evict-always --events evicted.jsonl -cp classes Counted 50 > actual || fail "evicted"
cmp expected actual || fail "evicted"
sum=$(sed -n '/"event":"evicted"/s/.*"root":"Counted.two(I)I".*"executions":\([0-9]*\).*/\1/p' evicted.jsonl | awk '{ sum += $1 } END { print sum + 0 }')
[ "$sum" -gt 0 ] && [ "$sum" -le 1000 ] || fail "two was executed $sum times before it went"
"$jitvm" cache evicted.jsonl > evicted.out
grep -q 'counters        are the sums of the events' evicted.out || fail "$(cat evicted.out)"

# One method is called all the time beside three in rotation: it stays.
cat > Busy.java << 'END'
public class Busy {
    static int busy(int x) {
        return x * 31 ^ (x >> 5);
    }

    static int first(int x) {
        return busy(x) + 1;
    }

    static int second(int x) {
        return busy(x) + 2;
    }

    static int third(int x) {
        return busy(x) + 3;
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int round = 0; round < 8; round++) {
            for (int i = 0; i < 300; i++) sum = first(sum);
            for (int i = 0; i < 300; i++) sum = second(sum);
            for (int i = 0; i < 300; i++) sum = third(sum);
        }
        System.out.println(sum);
    }
}
END
"$javasub" -cp "$classlib" -d classes Busy.java
"$jitvm" --int -cp classes Busy > expected
# Room for all but one of the four, which are longer where they count.
# shellcheck disable=SC2086
"$jitvm" $options --count-executions --events all.jsonl -cp classes Busy > actual
room=$(sed -n 's/.*"event":"compiled".*"occupied_bytes":\([0-9]*\).*/\1/p' all.jsonl | awk '{ sum += $1 } END { print sum - 64 }')
for retention in age executions; do
    # shellcheck disable=SC2086
    "$jitvm" $options --count-executions --code-cache "$room" --code-cache-recover 25 --code-cache-retention $retention --events busy$retention.jsonl -cp classes Busy > actual
    cmp expected actual || fail "retention $retention"
    grep -c '"event":"evicted".*"root":"Busy.busy(I)I"' busy$retention.jsonl > busy$retention || true
done
[ "$(cat busyage)" -gt 0 ] || fail "the oldest of all did not go: $(cat busyage)"
[ "$(cat busyexecutions)" -eq 0 ] || fail "what is executed most went $(cat busyexecutions) times"
grep -q '"event":"evicted".*"reason":"least_executed"' busyexecutions.jsonl || fail "nothing went of those executed least"
"$jitvm" cache busyexecutions.jsonl > busy.out
grep -q ' executions  ' busy.out || fail "no replay by executions: $(cat busy.out)"
