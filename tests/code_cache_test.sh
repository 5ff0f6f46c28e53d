#!/bin/sh
# The code cache: programs print the same however small it is; events tell what it holds at every step; what is evicted compiles
# again; what is larger than it stays interpreted.
#
#     code_cache_test.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -eu
jitvm=$1 javasub=$2 classlib=$3 source=$4
rm -rf "$5"
mkdir -p "$5/classes"
cd "$5"

fail() {
    echo "code_cache_test: $1" >&2
    exit 1
}

cat > Many.java << 'END'
public class Many {
    interface Operation {
        int run(int x);
    }

    static class A implements Operation {
        public int run(int x) {
            return x * 31 + 7;
        }
    }

    static class B implements Operation {
        public int run(int x) {
            return x ^ (x >> 3);
        }
    }

    static class C extends B {
        public int run(int x) {
            return x - 5;
        }
    }

    static int twice(Operation operation, int x) {
        return operation.run(operation.run(x));
    }

    static int again(B operation, int x) {
        return operation.run(x) + operation.run(-x);
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int mix(int[] values, int x) {
        int sum = 0;
        for (int value : values) sum += value * x;
        return sum;
    }

    static int caught(int x) {
        try {
            return 100 / (x % 3);
        } catch (ArithmeticException e) {
            return x;
        }
    }

    public static void main(String[] arguments) {
        Operation[] operations = {new A(), new B(), new C()};
        int[] values = new int[50];
        int sum = 0, rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 1000; i++) {
                sum += twice(operations[i % 3], i) + again((B) operations[1 + i % 2], i);
                values[i % 50] = sum;
            }
            sum += fib(12);
            for (int i = 0; i < 300; i++) sum += mix(values, i) + caught(i);
            for (int i = 0; i < 200; i++) sum += ("x" + i).hashCode();
        }
        System.out.println(sum);
    }
}
END
"$javasub" -cp "$classlib" -d classes Many.java
arguments=
hot="-O 0 --compile-threshold 100 --loop-threshold 200"

# run PROGRAM OPTIONS...: it prints what the interpreter does.
run() {
    program=$1
    shift
    # shellcheck disable=SC2086
    "$jitvm" --int -cp classes "$program" $arguments > expected 2> errors || true
    # shellcheck disable=SC2086
    "$jitvm" "$@" -cp classes "$program" $arguments > actual 2> errors || true
    cmp -s expected actual || fail "$program with '$*' prints something else: $(head -5 actual errors)"
}

# Adds up what the cache holds: the same as what the VM says after each compilation and release.
replay() {
    awk '
        function member(name,    at) {
            at = index($0, "\"" name "\":")
            return at ? substr($0, at + length(name) + 3) + 0 : -1
        }
        function check(told) { if (told != held) { print "line " FNR ": " held " bytes, but told are " told; bad = 1; exit } }
        /"event":"compiled"/ { held += member("occupied_bytes"); check(member("occupancy_bytes")); compilations++ }
        /"event":"evicted"/ { held -= member("amount"); evictions++; gone += member("amount") }
        /"event":"cache_released"/ {
            check(member("occupancy_bytes")); releases++
            if (member("amount") != gone) { print "line " FNR ": " gone " bytes evicted"; bad = 1; exit }
            gone = 0
        }
        /"event":"counters"/ { last = $0 }
        END {
            if (bad) exit 1
            $0 = last
            if (member("compilations") != compilations || member("evictions") != evictions ||
                member("cache_releases") != releases || member("cache_bytes") != held) {
                print "counters: " last; exit 1
            }
        }' "$1" || fail "$1"
}

# shellcheck disable=SC2086
{
    run Many $hot --events whole.jsonl
    replay whole.jsonl
    grep -q '"event":"evicted"\|"event":"cache_released"' whole.jsonl && fail "the default cache releases code"
    run Many $hot --code-cache 6k --events small.jsonl
    replay small.jsonl
    for reason in least_linked evicted_before; do
        grep -q "\"reason\":\"$reason\"" small.jsonl || fail "nothing is $reason"
    done
    [ "$(grep -c '"event":"compiled"' small.jsonl)" -gt "$(grep -c '"event":"compiled"' whole.jsonl)" ] ||
        fail "nothing compiles again in a small cache"
    # Methods and loops that had been evicted, by the reason, by the counter and by the analysis; a method is none because its loop was.
    run Many $hot --code-cache 2k --events loops.jsonl
    grep -q '"event":"compiled".*"reason":"evicted_before".*"bci":' loops.jsonl || fail "no loop compiles again"
    again=$(grep -c '"event":"compiled".*"reason":"evicted_before"' loops.jsonl)
    "$jitvm" cache loops.jsonl > analysis
    grep -q ", $again unneeded: of code that had been evicted" analysis || fail "$again compilations of evicted code: $(cat analysis)"
    tail -3 loops.jsonl | grep -q "\"recompilations\":$again," || fail "$again compilations of evicted code: $(tail -3 loops.jsonl)"
    for retention in "age oldest" "random drawn" "executions least_executed"; do
        run Many $hot --code-cache 6k --code-cache-retention "${retention% *}" --events retained.jsonl
        replay retained.jsonl
        grep -q "\"event\":\"evicted\".*\"reason\":\"${retention#* }\"" retained.jsonl || fail "nothing is ${retention#* }"
    done
    status=0
    "$jitvm" --code-cache-retention oldest -cp classes Many 2> errors || status=$?
    [ "$status" -eq 2 ] && grep -q -- "--code-cache-retention is one of links, executions, age, random, not 'oldest'" errors ||
        fail "an unknown retention: $status, $(cat errors)"
    run Many $hot --code-cache 1k --events tiny.jsonl
    replay tiny.jsonl
    [ "$(grep -c 'more than the code cache has (1024)' errors)" -eq 1 ] || fail "a method larger than the cache: $(cat errors)"
    grep -q '"event":"bailed_out".*"reason":"larger_than_cache"' tiny.jsonl || fail "no method is larger than the cache"
    run Many $hot --code-cache 0 --events none.jsonl
    grep -q '"event":"compiled"' none.jsonl && fail "code without a cache"
    run Many $hot --code-cache-longest 200 --events short.jsonl
    grep -q '"event":"bailed_out".*"reason":"longer_than_kept"' short.jsonl || fail "no method is longer than what is kept"
    awk '/"event":"compiled"/ { split($0, part, /"occupied_bytes":/); if (part[2] + 0 > 200) exit 1 }' short.jsonl ||
        fail "longer code is kept"
    run Many $hot --deoptimize-always --code-cache 3k --events left.jsonl
    replay left.jsonl
    for arguments in 150 600 2400; do # a busy machine makes little code beside a short run
        run Many $hot --background --code-cache 3k --events beside.jsonl
        replay beside.jsonl
        ! grep -q '"event":"evicted"' beside.jsonl || break
    done
    grep -q '"event":"evicted"' beside.jsonl || fail "nothing is evicted while code is made beside it"
    arguments=
}

# Decisions are those of a cache without bounds until something is released.
sed '/"event":"compiled"/!d; s/"\(time\|duration\|[a-z_]*seconds\)":[0-9.]*,\?//g' whole.jsonl > first
# shellcheck disable=SC2086
run Many $hot --code-cache 511m --events other.jsonl
sed '/"event":"compiled"/!d; s/"\(time\|duration\|[a-z_]*seconds\)":[0-9.]*,\?//g' other.jsonl > second
cmp first second || fail "another cache, other decisions"

# Room for some three methods; all that can go, at every poll.
"$javasub" -cp "$classlib" -d classes "$source/tests/java/Instances.java"
run Instances -O 0 --compile-threshold 2 --loop-threshold 3 --code-cache 3k --events stress.jsonl
replay stress.jsonl
run Instances -O 0 --compile-threshold 100 --loop-threshold 100 --evict-always
