#!/bin/sh
# jitvm profile as its user meets it: the numbers of a program that is known, however it ends; outputs, marks, mistakes.
#
#     profile_command_test.sh JITVM SCRATCH_DIRECTORY
set -u
jitvm=$1 scratch=$2
sources=$(cd "$(dirname "$0")/.." && pwd)
failures=0
newline='
'
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1

cat > Main.java << 'END'
public class Main {
    static class Node {
        Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static Object kept;

    static void make(int count) {
        for (int i = 0; i < count; i++) kept = new Node(null);
    }

    static void recurse(int depth) {
        recurse(depth + 1);
    }

    static void hang(Object mine, Object other) {
        synchronized (mine) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
            synchronized (other) {
                System.out.println("no deadlock");
            }
        }
    }

    static void begins() {
        System.out.println("begun");
        System.out.flush();
    }

    static void daemon() {
        Thread thread = new Thread(() -> {
            while (true) Thread.onSpinWait();
        });
        thread.setDaemon(true);
        thread.start();
    }

    public static void main(String[] arguments) {
        make(7);
        Object a = new Object(), b = new Object();
        switch (arguments[0]) {
        case "returns": break;
        case "exits": System.exit(9);
        case "halts": Runtime.getRuntime().halt(8);
        case "throws": throw new IllegalStateException("x");
        case "overflows": recurse(0);
        case "is full":
            int[][] all = new int[100000][];
            for (int i = 0; i < all.length; i++) all[i] = new int[100000];
        case "leaves a daemon":
            daemon();
            break;
        case "deadlocks":
            new Thread(() -> hang(a, b)).start();
            begins();
            hang(b, a);
            break;
        case "goes on":
            begins();
            while (true) arguments = null;
        case "hooks":
            Runtime.getRuntime().addShutdownHook(new Thread(() -> make(3)));
            System.exit(6);
        }
        System.out.println("end");
    }
}
END

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

expect() { # what, status, text on the output, text on the error stream, arguments of jitvm...
    what=$1 status=$2 out=$3 err=$4
    shift 4
    "$jitvm" "$@" > out 2> err
    actual=$?
    [ $actual -eq "$status" ] || fail "$what: status $actual instead of $status"
    # shellcheck disable=SC2254 # they are patterns
    case $(cat out) in $out) ;; *) fail "$what: the output is: $(cat out)" ;; esac
    # shellcheck disable=SC2254
    case $(cat err) in $err) ;; *) fail "$what: the errors are: $(cat err)" ;; esac
}

# The bytecode's count for the class Main$Node, of a file that profile wrote.
nodes() { awk -F, '$1 == "Main$Node" { print $2 }' "$1"; }

# Every way to end, all with the profile written.
ends() { # argument, status, output, pattern of the errors, how many nodes, more options...
    argument=$1 expected=$2 out=$3 err=$4 count=$5
    shift 5
    rm -f ends.csv
    expect "a program that $argument" "$expected" "$out" "$err" profile allocations --by class -o ends.csv "$@" --java Main.java Main \
        "$argument"
    [ "$(nodes ends.csv)" = "$count" ] || fail "a program that $argument has $(nodes ends.csv) nodes instead of $count"
    expect "a program that $argument, timed" "$expected" "$out" "$err" profile cycles --each --by tier,root -o ends.csv "$@" \
        --java Main.java Main "$argument"
    shares_add_up ends.csv 0 || fail "a program that $argument has cycles of $(cat ends.csv)"
    expect "a program that $argument, timed in windows" "$expected" "$out" "$err" profile cycles --by tier,root -o ends.csv "$@" \
        --java Main.java Main "$argument"
    shares_add_up ends.csv 0 || fail "a program that $argument has cycles in windows of $(cat ends.csv)"
}

# All the time is somebody's, and main's activation lasted so much of it at least, whether it has ended or not.
shares_add_up() { # file, share
    awk -F, -v least="$2" '{ shares += $(NF - 5) }
        /,Main.main/ { main += $(NF - 2) }
        END { exit !(shares > 0.999 && shares < 1.001 && main > least) }' "$1"
}

# As ordinary program code, the same is counted.
expect "a perturbed profile" 0 "end" "allocations: perturbed, objects and arrays*Main\$Node * 7 *" profile allocations --by class \
    --perturbed --java Main.java Main returns

ends returns 0 end "" 7
ends exits 9 "" "" 7
ends halts 8 "" "" 7
ends throws 1 "" "Exception in thread \"main\" java.lang.IllegalStateException: x*" 7
ends overflows 1 "" "Exception in thread \"main\" java.lang.StackOverflowError*" 7
ends "is full" 1 "" "Exception in thread \"main\" java.lang.OutOfMemoryError*" 7 --heap 16m
ends "leaves a daemon" 0 end "" 7
ends hooks 6 "" "" 10

# Waits until the program has begun, and as long again: it is to have a share of the time however slow the machine is.
goes_on() {
    waits=0
    until grep -q begun out || [ $waits = 600 ]; do
        sleep 0.1
        waits=$((waits + 1))
    done
    sleep "$(awk "BEGIN { print 0.2 + $waits / 10 }")"
}

# argument, signal, status
killed() {
    rm -f killed.csv
    "$jitvm" profile allocations --by class -o killed.csv --java Main.java Main "$1" > out 2> err &
    goes_on
    kill -s "$2" $!
    wait $!
    status=$?
    [ $status -eq "$3" ] || fail "a program that $1 ends by $2 with status $status"
    [ "$(nodes killed.csv)" = 7 ] || fail "a program that $1 when $2 comes has '$(nodes killed.csv)' nodes"
}
killed_timed() {
    "$jitvm" profile cycles --each --by tier,root -o killed.csv --java Main.java Main "$1" > out 2> err &
    goes_on
    kill -s TERM $!
    wait $!
    shares_add_up killed.csv 0.2 || fail "a program that $1 when it is killed has cycles of $(cat killed.csv)"
}
killed_timed deadlocks
killed_timed "goes on"
killed deadlocks TERM 143
killed deadlocks HUP 129
killed "goes on" TERM 143

# The table for people is on the error stream: the program's own output stays as it is.
expect "a table" 0 end "allocations: objects and arrays: asked for, made and eliminated${newline}site *all *bytes*${newline}\
Main.make(int):* (line 13) *Main.make(int) *Main\$Node * 7 *${newline}total *" profile allocations --java Main.java Main returns
expect "how many contexts" 0 end "*\"contexts\": [1-9]*, \"context_bytes\": [1-9]*" profile contexts --stats json --java Main.java Main returns
expect "no contexts" 0 end "*\"contexts\": 0, \"context_bytes\": 0*" profile calls --stats json --java Main.java Main returns
expect "two tables" 0 end "calls: *${newline}total *${newline}${newline}blocks: *" profile calls,blocks --java Main.java Main returns
expect "keys that are asked for" 0 end "allocations: *${newline}class *kind *all *bytes${newline}*" \
    profile allocations --by class,kind --java Main.java Main returns
expect "files instead of a table" 0 end "" profile allocations,calls -o a.txt -o a.csv -o a.json --java Main.java Main returns
[ "$(grep -c '^total' a.txt)" = 2 ] || fail "a.txt holds: $(cat a.txt)"

expect "help" 0 "usage: jitvm profile*  allocations *-by KEYS*--heap BYTES*" "" profile --help
expect "the list" 0 "Profilers*${newline}  allocations *${newline}Keys*${newline}  site *${newline}Formats*${newline}  .csv *" "" profile

# Lifetimes: six of the seven nodes are overwritten as soon as the next one is made, the last one is alive at the end.
lives() { # argument, status
    rm -f lives.csv
    argument=$1 wanted=$2
    shift 2
    "$jitvm" profile lifetimes "$@" --by class -o lives.csv --java Main.java Main "$argument" > out 2> err
    status=$?
    [ $status -eq "$wanted" ] || fail "a program that $argument, under lifetimes, ends with status $status"
    [ "$(grep '^Main.Node,' lives.csv | tr -d '\r')" = 'Main$Node,7,224,7,1,32,32,32,32,32,0.8571428571428571,0.8571428571428571' ] ||
        fail "lifetimes of a program that $argument: $(cat lives.csv)"
}
lives returns 0
lives returns 0 --int
lives returns 0 --compile-threshold 1 --loop-threshold 2
lives exits 9
lives throws 1
lives "leaves a daemon" 0
expect "sampled blocks" 0 end "blocks: *${newline}sampled: one event in 3 of each thread, *" profile blocks --every 3 --levels 1 --java Main.java \
    Main returns
for number in 0 -1 x 3x 3000000000 ""; do
    expect "every '$number'" 2 "" "*--every '$number' is no number from 1 to 2147483647*" profile blocks --every="$number" --java Main.java \
        Main returns
done
expect "cycles of some events" 2 "" "*--every is of events that are counted, and cycles has windows*" profile cycles --every 3 --java Main.java Main returns
expect "contexts that nobody counts by" 2 "" "*contexts are kept for nothing: no profiler that is named is by context*" \
    profile calls --fold-recursion --java Main.java Main returns
expect "sampled locks" 0 end "locks: *${newline}sampled: one event in 3 of each thread, *" profile locks --every 3 --java Main.java Main returns
for profiler in allocations calls blocks; do
    expect "$profiler, not sampled" 0 end "$profiler: *${newline}not sampled, all events counted: *" profile $profiler --every 3 \
        --java Main.java Main returns
    for format in json xml; do
        "$jitvm" profile $profiler --every 3 -o every.$format --java Main.java Main returns > out 2> err
        "$jitvm" profile $profiler -o each.$format --java Main.java Main returns > out 2> err
        grep -q "not sampled, all events counted" every.$format || fail "$profiler.$format does not say that all events counted"
        grep -v -e "not sampled" -e command -e '"notes"' every.$format > every
        grep -v -e command -e '"notes"' each.$format > each
        cmp -s every each || fail "$profiler.$format is not that of all events: $(diff every each | head -5)"
    done
done
cat > both.yaml << 'END'
profiler: both
meaning: objects and locks by class
rules:
  - { at: new, every: 3, count: class }
  - { at: lock, every: 3, count: class }
END
expect "one rule is sampled, one is not" 0 end "both: *${newline}sampled: one event in 3 of each thread, *${newline}of rules that are not sampled all events counted: *" \
    profile ./both.yaml --java Main.java Main returns
# Trees have all calls, and so have the tables beside them.
expect "a tree beside tables that are to be sampled" 0 end "" profile contexts,blocks --every 3 -o sampled.tree.xml -o sampled.txt \
    --java Main.java Main returns
expect "a tree" 0 end "" profile contexts,blocks -o all.tree.xml --java Main.java Main returns
cmp -s sampled.tree.xml all.tree.xml || fail "a tree beside tables that are to be sampled: $(diff sampled.tree.xml all.tree.xml | head -5)"
[ "$(grep -cx 'not sampled, all events counted: trees have all of them' sampled.txt)" = 2 ] ||
    fail "tables beside a tree that are not sampled: $(cat sampled.txt)"

# Samples of calls: the same seed gives the same table, in both engines where nothing is inlined.
cat > Calls.java << 'END'
public class Calls {
    static int rare(int k) { return k > 0 ? rare(k - 1) + 1 : 0; }
    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 20000; i++) sum += rare(i % 4) + Math.abs(i);
        System.out.println(sum);
    }
}
END
sampled() { # FILE OPTIONS...
    file=$1
    shift
    "$jitvm" profile call_graph -o "$file" "$@" --java Calls.java Calls > out 2> err || fail "call_graph $*: $(cat err)"
}
sampled first.csv --every-calls 100 --seed 7
sampled again.csv --every-calls 100 --seed 7
cmp first.csv again.csv || fail "the same seed gives another sampled call graph"
sampled other.csv --every-calls 100 --seed 8
! cmp -s first.csv other.csv || fail "another seed gives the same sampled call graph"
sampled checked.csv --every-calls 100 --seed 7 --check
cmp first.csv checked.csv || fail "a check of its own finds other samples"
[ "$(awk -F, '/^"?Calls.rare\(int\) < Calls.rare/ { print ($(NF - 5) > 1000) }' first.csv)" = 1 ] || fail "$(cat first.csv)"

# What is inferred: for certain, by odds of branches, or in the round of a loop that was peeled by these and in the others for certain.
cat > Odds.java << 'END'
public class Odds {
    int value;
    static int always(int k) { return k ^ 5; }
    static int often(int k) { return k * 3; }
    static int seldom(int k) { return k + 7; }
    static int round(int k) { return k & 31; }
    static int total(Odds odds, int n) {
        int sum = always(n) + (n % 4 == 0 ? seldom(n) : often(n));
        for (int i = 0; i < n; i++) sum += round(odds.value + i);
        return sum;
    }
    public static void main(String[] arguments) {
        int sum = 0;
        Odds odds = new Odds();
        for (int i = 0; i < 20000; i++) sum += total(odds, i % 8);
        System.out.println(sum);
    }
}
END
for levels in 1 all; do
    "$jitvm" profile call_graph --every-calls 100 --seed 7 --levels $levels -o odds.csv --java Odds.java Odds > out 2> err || fail "odds: $(cat err)"
    awk -F, '{ row = $0; believed = $NF + 0; inferred = $(NF - 1) + 0 }
        row ~ /^"?Odds.(often|seldom)/ { right += inferred > 300 && believed == inferred }
        row ~ /^"?Odds.round/ { right += believed > 1000 && believed < inferred / 2 }
        row ~ /^"?Odds.always/ { right += inferred > 1000 && believed == 0 }
        END { exit right != 4 }' odds.csv || fail "calls that are believed, --levels $levels: $(cat odds.csv)"
done

# Compared with all calls: the overlap, and what independent samples would reach.
sampled exact.json --exact
sampled some.json --every-calls 100
sampled others.json --every-calls 100 --seed 3
grep -q '"main": "calls", "sampled": true' some.json || fail "some.json does not say that it is sampled"
! grep -q '"sampled": true' exact.json || fail "exact.json says that it is sampled"
"$jitvm" compare exact.json exact.json | grep -q '^call_graph: overlap 100.00 % of calls$' || fail "all calls are compared with a ceiling"
for pair in "some.json exact.json" "exact.json some.json" "some.json others.json"; do
    # shellcheck disable=SC2086
    "$jitvm" compare $pair > out || fail "compare $pair"
    awk -v pair="$pair" 'NR == 1 {
        fine = $3 >= 96 && $3 <= 100 && $(NF - 1) >= 97 && $(NF - 1) < 100 && $3 > $(NF - 1) - 2.5
        words = pair ~ /others/ ? "; the ceiling, for [0-9]+ and [0-9]+ independent" : "; the ceiling, for [0-9]+ independent"
        exit !(fine && $0 ~ words) }' out || fail "compare $pair: $(head -1 out)"
    grep -q '^  sampled: [0-9.]* % and [0-9.]* %, overlap [0-9.]* %$' out && grep -q '^  inferred: [0-9.]* % and [0-9.]* %' out ||
        fail "compare $pair does not keep what is sampled and what is inferred apart: $(cat out)"
done
"$jitvm" profile call_graph --levels 2 --exact -o deeper.json --java Calls.java Calls > out 2> err || fail "two levels: $(cat err)"
expect "contexts of other lengths" 1 "" "jitvm: cannot compare call_graph by other contexts: --levels of 'deeper.json' is 2, of 'exact.json' 1" \
    compare deeper.json exact.json
"$jitvm" profile contexts -o all.json --java Calls.java Calls > out 2> err || fail "all contexts: $(cat err)"
"$jitvm" profile contexts --fold-recursion --without-natives -o folded.json --java Calls.java Calls > out 2> err || fail "some contexts: $(cat err)"
expect "contexts of which some are folded" 1 "" "jitvm: cannot compare contexts by other contexts: --levels of 'folded.json' is all --without-natives --fold-recursion, of 'all.json' all" \
    compare folded.json all.json
# Four calls of 10 and one of 1: one sample has the sum of the squares of their shares in common with all calls, and two, which are of one
# edge or of two, the sum of p (1 - (1 - p)^2).
cat > Four.java << 'END'
public class Four {
    static void a() {}
    static void b() {}
    public static void main(String[] arguments) { for (int i = 0; i < 10; i++) { a(); b(); a(); b(); } }
}
END
"$jitvm" profile call_graph --exact -o four.json --java Four.java Four > out 2> err || fail "four edges: $(cat err)"
for worth in "1, is 23.85" "2, is 41.90"; do
    sed "s/\"main\": \"calls\"/&, \"sampled\": true, \"independent\": ${worth%%,*}/" four.json > few.json
    expect "few samples" 0 "call_graph: overlap 100.00 % of calls; the ceiling, for ${worth%%,*} independent samples, is ${worth##* } %
  were all samples independent, the ceiling would be 88.51 %*" "" \
        compare few.json four.json
done
sed 's/"main": "calls"/&, "sampled": true, "independent": 0/' four.json > wrong.json
expect "no independent samples" 1 "" "jitvm: *'independent'*" compare wrong.json four.json
sed 's/"levels": "2", //' deeper.json > untold.json
expect "contexts of lengths that are not told" 0 "call_graph: overlap *" "" compare untold.json exact.json
sed 's/"levels": "2"/"levels": 2/' deeper.json > wrong.json
expect "levels that are a number" 1 "" "jitvm: *'levels' is no text*" compare wrong.json exact.json
# In one run: samples, and all calls.
"$jitvm" profile call_graph,entries --every-calls 50 -o both.json --java Calls.java Calls > out 2> err || fail "entries: $(cat err)"
"$jitvm" compare both.json > out || fail "compare both.json"
awk 'NR == 1 { exit !(/^call_graph: overlap .*; the ceiling, for [0-9]+ independent samples/ && $3 >= 97 && $3 > $(NF - 1) - 2) }' out ||
    fail "compare both.json: $(head -1 out)"
# Errors are those of the interval's samples: the same where it is the whole run.
for by in context context,mark; do
    "$jitvm" profile call_graph --by $by --every-calls 50 -o errors.csv --java Calls.java Calls > out 2> err || fail "errors by $by: $(cat err)"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "error") column = NF - i; next } { print $(NF - column) }' errors.csv | sort > "errors.$by"
done
[ "$(grep -c '0[.]0' errors.context)" -ge 3 ] || fail "there are no errors: $(head -3 errors.context)"
cmp -s errors.context errors.context,mark || fail "errors differ by mark: $(diff errors.context errors.context,mark)"
sed 's/"command": "[^"]*"/"command": "Longer 2"/' exact.json > longer.json
expect "profiles of two commands" 0 "the profiles are of two commands: '$(sed -n 's/.*"command": "\([^"]*\)".*/\1/p' exact.json)' and 'Longer 2'*overlap 100.00 % of calls*" "" \
    compare exact.json longer.json
"$jitvm" compare exact.json exact.json | grep -q 'two commands' && fail "one command is told as two"
expect "one file of one table" 1 "" "jitvm: 'some.json' is to have a table of samples and one of all events*" compare some.json
expect "each call by a timer" 1 "" "jitvm: each call can be counted where calls open windows, and not a timer*" profile entries --every-ms 1 \
    --java Calls.java Calls
# The inliner reads samples of this run, or of another: the same decisions each time.
cat > Kinds.java << 'END'
abstract class Kind { abstract int of(int k); }
class First extends Kind { int of(int k) { return k + 1; } }
class Second extends Kind { int of(int k) { return k * 3; } }
public class Kinds {
    static final Kind first = new First(), second = new Second();
    static int of(Kind kind, int k) { return kind.of(k); }
    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 400000; i++) sum += of(i % 2 == 0 ? first : second, i);
        System.out.println(sum);
    }
}
END
"$jitvm" profile call_graph --exact -int --by context,class -o kinds.json --java Kinds.java Kinds > answer 2> err || fail "by class: $(cat err)"
"$jitvm" profile allocations -int -o made.json --java Kinds.java Kinds > out 2> err || fail "allocations: $(cat err)"
sampled_inlining() { # OPTIONS...: how many tests for receivers
    "$jitvm" --events kinds.jsonl "$@" --java Kinds.java Kinds > out 2> err || fail "$*: $(cat err)"
    cmp out answer || fail "$*: another answer"
    grep '"sampled_receivers"' kinds.jsonl | grep -c 'Kinds.of(LKind;I)I'
}
[ "$(sampled_inlining --profile-of kinds.json)" -ge 2 ] || fail "a recorded graph does not tell two receivers"
[ "$(sampled_inlining)" = 0 ] || fail "the inliner reads samples that nobody asked for"
sampled_inlining --sampled-inlining > /dev/null
sampled_inlining --sampled-inlining --sampled-every 10 > /dev/null
"$jitvm" profile call_graph --every-calls 10 --levels 0 -o methods.json --java Calls.java Calls > out 2> err || fail "no levels: $(cat err)"
expect "a recorded graph of methods alone" 1 "" "jitvm: 'methods.json' has no call graph: write it with*" --profile-of methods.json --java Kinds.java Kinds
expect "no recorded graph" 1 "" "jitvm: 'made.json' has no call graph: write it with*" --profile-of made.json --java Kinds.java Kinds
expect "no file" 1 "" "jitvm: cannot open 'none.json': *" --profile-of none.json --java Kinds.java Kinds
sed 's/"sampled": true/"sampled": 1/' some.json > wrong.json
expect "what is sampled by a number" 1 "" "jitvm: *'sampled' of call_graph is neither true nor false*" compare wrong.json some.json
for options in "--exact" "--every-ms 0.05" "--every-ms 0.05 --timer-only" "--every-ms 0.05 --fixed --skip round-robin" "--every-calls 10 --levels all"; do
    # shellcheck disable=SC2086
    sampled timed.txt $options
    # shellcheck disable=SC2086
    case $options in --exact) note="context *" ;; *) note="* samples of calls * windows: *" ;; esac
    expect "call_graph $options" 0 200020000 "call_graph: *${newline}$note*" profile call_graph $options --java Calls.java Calls
done
expect "a timer that never ticks" 0 "*" "*windows open 1e+06 ms one after the other; the timer did not tick" profile call_graph --every-ms 1000000 --fixed \
    --java Calls.java Calls
expect "a timer" 0 200020000 "*windows open 0.05 ms one after the other, in the mean; the timer reached *" profile call_graph --every-ms 0.05 \
    --java Calls.java Calls
# Loops are a hundred times as long as when they were compiled: what is behind one is called as often as what is in front of it.
cat > Longer.java << 'END'
public class Longer {
    static int a, b;
    static void before() { a++; }
    static void after() { b++; }
    static int run(int rounds, int n) {
        int x = 0;
        for (int r = 0; r < rounds; r++) { before(); for (int i = 0; i < n; i++) x = x * 31 + i; after(); }
        return x;
    }
    public static void main(String[] args) {
        int x = 0;
        for (int k = 0; k < 2000; k++) x += run(100, 2);
        for (int k = 0; k < 100; k++) x += run(100, 200);
        System.out.println(x == 0 ? 0 : 1);
    }
}
END
"$jitvm" profile call_graph,entries --every-calls 100 --window 1 --stride 1 -o longer.json --java Longer.java Longer > out 2> err ||
    fail "longer loops: $(cat err)"
"$jitvm" compare longer.json > out
awk 'NR == 1 { exit !(substr($0, index($0, "overlap ") + 8) + 0 > 95) }' out || fail "longer loops: $(cat out)"
# Compiled code allocates one node in a hundred; as ordinary program code, or interpreted, lifetimes are those of all.
cat > Brief.java << 'END'
public class Brief {
    int x;
    static Brief kept;

    static int step(int i) {
        Brief made = new Brief();
        made.x = i;
        int x = made.x;
        if (i % 100 == 99) kept = made;
        return x;
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 20000; i++) sum += step(i);
        System.out.println(sum);
    }
}
END
short_lives() { # file, options...
    file=$1
    shift
    expect "lifetimes $*" 0 199990000 "" profile lifetimes --by class -o "$file" "$@" --compile-threshold 100 --java Brief.java Brief
}
short_lives aware.csv
short_lives perturbed.csv --perturbed
short_lives all.csv --int
allocated() { awk -F, '$1 == "Brief" { print $4 }' "$1"; }
[ "$(allocated all.csv)" = 20000 ] || fail "interpreted, the nodes are: $(cat all.csv)"
[ "$(grep ^Brief, perturbed.csv)" = "$(grep ^Brief, all.csv)" ] || fail "standard lifetimes: $(cat perturbed.csv) interpreted: $(cat all.csv)"
[ "$(allocated aware.csv)" -lt 1000 ] && [ "$(allocated aware.csv)" -ge 200 ] || fail "aware lifetimes: $(cat aware.csv)"
expect "the table of lifetimes" 0 end "lifetimes: *${newline}Main\$Node *" profile lifetimes --by class --java Main.java Main returns
expect "the distribution of lifetimes" 0 end "lifetimes: *what compiled code does not allocate has none*${newline}\
lifetime_classes: *${newline} *64  *[0-9]  *[0-9.]* %${newline}*alive at the end, of lifetimes that are not known: [0-9]*" \
    profile lifetimes --java Main.java Main returns
# Lives belong to the interval in which the object was made: where compiled code makes it late, a later one than the bytecode's.
cat > Late.java << 'END'
public class Late {
    int x;
    static Late kept;

    static void early() { kept = new Late(); }

    static void step(int i) {
        Late made = new Late();
        made.x = i;
        Profile.mark("late");
        if (i % 10 == 9) kept = made;
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 100; i++) early();
        Profile.mark("early");
        for (int i = 0; i < 60; i++) step(i);
    }
}
END
for options in "--by mark,class" "--by class"; do
    # shellcheck disable=SC2086 # they are words
    expect "lifetimes $options" 0 "" "" profile lifetimes $options -o late.csv --compile-threshold 5 --java Late.java Late
    grep -E '^([a-z]*,)?Late,' late.csv > "rows${options#--by }"
    sed '1,/less_than/d' late.csv > "classes${options#--by }"
done
[ "$(cut -d , -f 1-4 rowsmark,class)" = "early,Late,100,3200
late,Late,60,1920
end,Late,0,0" ] || fail "lifetimes by intervals: $(cat rowsmark,class)"
[ "$(awk -F, '{ sum += $5 } END { print sum }' rowsmark,class)" = "$(cut -d , -f 4 rowsclass)" ] ||
    fail "lifetimes by intervals: $(cat rowsmark,class) and without: $(cat rowsclass)"
[ "$(awk -F, '{ sum[$2] += $3 } END { for (age in sum) print age, sum[age] }' classesmark,class | sort -n)" = \
    "$(awk -F, '{ print $1, $2 }' classesclass | sort -n)" ] && grep -q '^early,16,' classesmark,class && grep -q '^late,16,' classesmark,class ||
    fail "the distribution of lifetimes by intervals: $(cat classesmark,class) and without: $(cat classesclass)"
# Of each interval all its time is told, and what ran in it: those of the same name are one, and a thread that has ended was there.
cat > Phases.java << 'END'
public class Phases extends Thread {
    static int early(int n) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) sum = sum * 31 + i * n;
        return sum;
    }

    static int late(int n) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) sum = sum * 37 ^ i * n;
        return sum;
    }

    public void run() {
        for (int i = 0; i < 50; i++) early(i);
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 300; i++) early(i);
        Profile.mark("first");
        for (int i = 0; i < 200; i++) late(i);
        Profile.mark("second");
        Phases thread = new Phases();
        thread.setName("worker");
        thread.start();
        thread.join();
        Profile.mark("first");
    }
}
END
each_interval() { # intervals, file
    awk -F, -v intervals="$1" 'NR > 1 {
            share[$1] += $(NF - 5)
            is_bad += $(NF - 6) < 0 || $(NF - 2) > 1.0001
            if (/,Phases.main/ && $1 == "second") main += $(NF - 2) }
        END { for (mark in share) is_bad += !(share[mark] > 0.9999 && share[mark] < 1.0001 && intervals--)
              exit is_bad || intervals || !(main > 0.99) }' "$2"
}
calls() { # mark, method, file
    awk -F, -v mark="$1" -v method="Phases.$2(int)" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        $1 == mark && $column["root"] == method { rows++; calls += $column["activations"] } END { print rows + 0 ":" calls + 0 }' "$3"
}
for options in "--each --threshold 0" "--every-ms 0.05"; do
    # shellcheck disable=SC2086 # they are words
    expect "cycles $options by intervals" 0 "" "" profile cycles $options --by mark,root --compile-threshold 20 -o phases.csv --java Phases.java Phases
    each_interval 3 phases.csv || fail "the shares of intervals, $options: $(cat phases.csv)"
    told="$(calls first early phases.csv) $(calls first late phases.csv) $(calls second early phases.csv) $(calls second late phases.csv)"
    [ "$told" = "1:350 0:0 0:0 1:200" ] || fail "calls in intervals, $options, are $told: $(cat phases.csv)"
    # shellcheck disable=SC2086
    expect "cycles $options by intervals and threads" 0 "" "" profile cycles $options --by thread,mark,root -o phases.csv \
        --java Phases.java Phases
    each_interval 3 phases.csv || fail "the shares of intervals of threads, $options: $(cat phases.csv)"
    grep -q '^first,worker,Phases.early(int),' phases.csv || fail "the worker has no time: $(cat phases.csv)"
    ! grep -q '^second,worker,' phases.csv || fail "the worker was there early: $(cat phases.csv)"
    # shellcheck disable=SC2086
    expect "cycles $options by returns" 0 "" "" profile cycles,calls $options --by root --marks Phases.late -o phases.csv --java Phases.java Phases
    [ "$(sed '/^$/,$d' phases.csv | cut -d , -f 1 | grep -c '^[0-9]*$')" -ge 200 ] || fail "intervals of returns: $(cat phases.csv)"
done
expect "sampled calls by intervals" 0 "" "" profile call_graph --every-calls 3 --by root --marks Phases.late -o phases.csv --java Phases.java Phases
awk -F, 'NR > 1 { share[$1] += $(NF - 4) }
    END { for (mark in share) marks += share[mark] > 0.9999 && share[mark] < 1.0001 || is_bad++; exit is_bad || marks < 2 }' phases.csv ||
    fail "the shares of sampled calls in intervals: $(cat phases.csv)"
# Both runs in one table: what each of them says alone. The program prints, and reads its input, once.
columns() { awk -F, '$1 == "Brief" { print '"$1"' }' "$2"; }
short_lives both.csv --both -o both.svg
[ "$(columns '$3","$5","$7' both.csv)" = "$(columns '$2","$3","$4' aware.csv)" ] || fail "aware, of both runs: $(cat both.csv)"
[ "$(columns '$2","$4","$6' both.csv)" = "$(columns '$2","$3","$4' perturbed.csv)" ] ||
    fail "perturbed, of both runs: $(cat both.csv)"
grep -q '^16,[0-9]*,[0-9]*,' both.csv || fail "no lifetimes of both runs: $(cat both.csv)"
grep -q 'class="left" data-amount="1[0-9]*"' both.svg || fail "the histogram of both runs: $(cat both.svg)"
# What only the perturbed run allocates is what the other one eliminates, by the account of another profiler.
expect "lifetimes and allocations of both runs" 0 199990000 "" profile lifetimes,allocations --both --by class -o sums.csv \
    --compile-threshold 100 --java Brief.java Brief
difference=$(awk -F, '
    $1 == "class" { table++; for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "Brief" && table == 1 { more = $column["perturbed_allocated"] - $column["allocated"] }
    $1 == "Brief" && table == 2 { print more - $column["eliminated"] }' sums.csv)
# An object that is made when compiled code is left was asked for once.
expect "rematerialised objects" 0 199990000 "" profile allocations --by class -o remade.csv --deoptimize-always --compile-threshold 100 \
    --java Brief.java Brief
awk -F, '$1 == "class" { for (i = 1; i <= NF; i++) column[$i] = i }
    $1 == "Brief" { is_good = $column["all"] == 20000 && $column["rematerialised"] > 0 } END { exit !is_good }' remade.csv ||
    fail "objects that were rematerialised count twice, or none was: $(grep -e ^class -e ^Brief, remade.csv)"
[ "$difference" = 0 ] || fail "eliminated objects and lifetimes differ by '$difference': $(cat sums.csv)"
echo "a line" > line
cat > Reads.java << 'END'
public class Reads {
    public static void main(String[] arguments) throws Exception {
        int read = System.in.read();
        System.out.println(read);
        System.exit(read < 0 ? 4 : 5);
    }
}
END
expect "a program that reads, run twice" 5 97 "" profile calls --both -o reads.csv --java Reads.java Reads < line
expect "both runs of a program that is not there" 1 "" "Error: Could not find or load main class None*" profile calls --both -o none.csv None

# Mistakes; nothing is run, and no file is touched.
mistake() { # what, text, arguments...
    what=$1 text=$2
    shift 2
    expect "$what" 2 "" "jitvm: $text; see jitvm profile --help" profile "$@" --java Main.java Main returns
}
mistake "an unknown profiler" "there is no profiler 'allocation'; did you mean 'allocations'[?]" allocation
mistake "a skip" "--skip is random, round-robin or fixed, and not 'rnd'" call_graph --skip rnd
mistake "two clocks" "--every-ms and --every-calls contradict each other" call_graph --every-ms 1 --every-calls 3
mistake "a baseline" "--timer-only contradicts --every-calls, --window, --stride and --skip" call_graph --timer-only --window 3
mistake "an exact baseline" "--exact contradicts --timer-only, --every-ms and --fixed" call_graph --exact --timer-only
mistake "what is exact at fixed intervals" "--exact contradicts --timer-only, --every-ms and --fixed" call_graph --exact --fixed
mistake "a time of calls" "--window is a time, and windows of --every-calls have samples" call_graph --every-calls 9 --window 3us
mistake "hexadecimal microseconds" "--window is a number of microseconds above 0, and not '0x10us'" call_graph --window 0x10us
mistake "a hexadecimal stride" "--stride is a number from 1, and not '0x10'" call_graph --stride 0x10
mistake "no time" "--window is a number of microseconds above 0, and not '0us'" call_graph --window 0us
mistake "a window that is too long" "--window is at most 2147483647, and not '2147483648'" call_graph --window 2147483648
mistake "all calls by a timer alone" "--timer-only contradicts entries, which needs windows that calls open" call_graph,entries --timer-only
mistake "no number" "--window is a number of samples from 1, or of microseconds ('3us'), and not '3s'" call_graph --window 3s
expect "windows of a time" 0 "*" "*samples of calls that are not inlined, and * of loops, in * windows: 0.5 microseconds each*the timer *" \
    profile call_graph --every-ms 0.25 --window 0.5us --seed 7 --java Main.java Main returns
mistake "exact windows" "--exact contradicts --every-calls, --window, --stride and --skip" call_graph --exact --stride 3
mistake "milliseconds" "--every-ms is a number of milliseconds above 0, and not '-1'" call_graph --every-ms=-1
mistake "no milliseconds" "--every-ms is a number of milliseconds above 0, and not '0'" call_graph --every-ms 0
mistake "a seed that is too large" "--seed is at most 18446744073709551615, and not '18446744073709551616'" call_graph --seed 18446744073709551616
mistake "a seed" "--seed is a number, and not 'x'" call_graph --seed x
mistake "samples of nothing" "no profiler that is named samples calls, as call_graph does" calls --window 3
mistake "ticks" "--every-ms is 0.001 to 1000000 milliseconds, and not '1e9'" call_graph --every-ms 1e9
mistake "ticks of windows of cycles" "--every-ms is 0.001 to 1000000 milliseconds, and not '0.0009'" cycles --every-ms 0.0009
mistake "a profiler named twice" "the profiler 'calls' is named twice" calls,blocks,calls
mistake "no profiler" "there is no profiler ''" "calls,"
mistake "an unknown key" "there is no key 'sites'; did you mean 'site'[?]" calls --by sites
mistake "a key named twice" "the key 'kind' is named twice" calls --by kind,site,kind
mistake "a key that the profiler has not" "blocks cannot be had by class: at the point 'block' there is none" blocks --by class
mistake "levels that are none" "levels are a number from 0, or all, and not 'two'" calls --levels two
mistake "levels that lifetimes have not" "lifetimes cannot be had by context" lifetimes --levels 2
mistake "a key that lifetimes have not" "lifetimes cannot be had by thread" lifetimes --by thread
mistake "both runs, and one of them" "--both and --perturbed contradict each other" calls --both --perturbed
mistake "both runs of trees" "--both is of tables, and all outputs are trees" contexts --both -o tree.xml
mistake "no profiler but an option" "no profiler is named" --int
mistake "windows where each activation is timed" "--every-ms and --seed are of windows, and --each has none" cycles --each --seed 3
mistake "strides of cycles" "no profiler that is named samples calls, as call_graph does" cycles --stride 3
mistake "microseconds of a moment" "--window is of sampled calls: a window of cycles is a moment" cycles --window 3us
mistake "milliseconds of cycles" "--every-ms is a number of milliseconds above 0, and not 'x'" cycles --every-ms x
mistake "too long a window" "--window is 0.1 to 1000000 microseconds, and not '1e9us'" call_graph --window 1e9us
mistake "too short a window" "--window is 0.1 to 1000000 microseconds, and not '0.05us'" call_graph --window 0.05us
mistake "samples for the inliner alone" "a profiler samples calls, for the inliner, too: --every-calls says how often, and not --sampled-every" call_graph \
    --sampled-inlining --sampled-every 10
mistake "a window from tick to tick" "--window is less than the 1 ms from tick to tick, and not '1000us'" call_graph --window 1000us
mistake "a window of several ticks" "--window is less than the 0.001 ms from tick to tick, and not '5us'" call_graph --window 5us --every-ms 0.001
expect "windows as they are asked for" 0 "*" "*windows tell, one each 0.25 ms in the mean; the timer *" \
    profile cycles --every-ms 0.25 --seed 7 --java Main.java Main returns
mistake "a threshold of windows" "--threshold is of --each: in windows all activations are timed" cycles --threshold 80
mistake "a threshold that is no number" "--threshold is a number of cycles from 0, and not 'low'" cycles --each --threshold low
mistake "a threshold below 0" "--threshold is a number of cycles from 0, and not '-1'" cycles --each --threshold -1
mistake "a clock that is none" "--clock is counter or monotonic, and not 'sundial'" cycles --each --clock sundial
mistake "a threshold of what is not timed" "--each, --threshold, --clock and --exact-blocks are of the profiler cycles, which is not named" \
    calls --threshold 80
expect "cycles by path" 0 "*" "*cycles:*path *own *total*" profile cycles --by path --java Main.java Main returns
for by in method path; do
    expect "totals by $by of activations that are timed" 0 "*" "*cycles:*$by *own *total*" profile cycles --each --by "$by" --java Main.java Main returns
done
# Times of several methods overlap: no sum of them is a share.
for by in thread tier code mark,tier; do
    expect "cycles by $by" 0 "*" "" profile cycles --each --by "$by" -o rows.csv --java Main.java Main returns
    ! head -1 rows.csv | grep -q total || fail "totals by $by: $(cat rows.csv)"
done
expect "cycles divided by blocks that are counted" 0 "*" "*believed*their blocks were executed*of the cycles of compiled code * % are other bytecodes' than by blocks as the compiler believes of them*" \
    profile cycles --exact-blocks --by method --java Main.java Main returns
# To find the receiver's counter among those of five classes takes as long as half of the loop; what does is no method's.
cat > Many.java << 'JAVA'
public class Many {
    static class A { int f(int y) { return y + 1; } }
    static class B extends A { int f(int y) { return y + 2; } }
    static class C extends A { int f(int y) { return y + 3; } }
    static class D extends A { int f(int y) { return y + 4; } }
    static class E extends A { int f(int y) { return y + 5; } }
    static A[] all = { new A(), new B(), new C(), new D(), new E() };

    static int run(int n) {
        int y = n;
        for (int i = 0; i < n; i++) y = all[i % 5].f(y);
        return y;
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 10000; i++) sum += run(10000);
        System.out.println(sum);
    }
}
JAVA
expect "cycles of inserted code" 0 "*" "" profile cycles,receivers --every-ms 0.5 --by method -o cycles.csv --java Many.java Many
awk -F, '{ gsub("\"", "", $1) }
    $1 ~ /^Many.run/ { run += $(NF - 4) } $1 ~ /^Many.main/ { main += $(NF - 4) } $1 == "probes" { probes += $(NF - 4) }
    END { exit !(probes > 0.3 * run && main < 0.2 * run) }' cycles.csv || fail "cycles of inserted code: $(cat cycles.csv)"
mistake "cycles that are perturbed" "the profiler cycles has no rules that could perturb a program" cycles --each --perturbed
mistake "sampled calls that are perturbed" "the profiler call_graph has no rules that could perturb a program" call_graph --perturbed
mistake "entries beside perturbed ones" "the profiler entries has no rules that could perturb a program" entries --both
mistake "cycles by a key that they have not" "cycles cannot be had by class" cycles --each --by class
rm -f first.csv
mistake "an unknown format" "cannot tell the format of 'a.cvs' by its name; did you mean '.csv'[?]*" calls -o first.csv -o a.cvs
mistake "an unknown format in front" "cannot tell the format of 'cvs:a' by its name; did you mean 'csv:'[?]*" calls -o cvs:a
mistake "a name that is an ending alone" "cannot tell the format of '.csv' by its name (it ends in *" calls -o .csv
ln -sf linked.csv link.csv
mistake "one file twice" "the outputs 'twice.csv' and 'json:./twice.csv' are one file" calls -o twice.csv -o json:./twice.csv
mistake "one file by two names" "the outputs 'linked.csv' and 'csv:link.csv' are one file" calls -o linked.csv -o csv:link.csv
mistake "one file as a table and a tree" "the outputs 'xml:a.tree.xml' and 'a.tree.xml' are one file" contexts -o xml:a.tree.xml -o a.tree.xml
expect "a device twice" 0 end "" profile calls -o csv:/dev/null -o json:/dev/null --java Main.java Main returns
[ -e first.csv ] && fail "a file was made though another's format is unknown"
expect "a file that cannot be written" 1 "" "jitvm: cannot write 'no/where.csv': No such file or directory" \
    profile calls -o no/where.csv --java Main.java Main returns
echo before > kept.csv
for options in "cycles --every-ms 0.002" "call_graph --every-ms 0.002"; do
    # shellcheck disable=SC2086
    expect "a tick as short as a window usually is: $options" 0 end "" profile $options -o short.csv --java Main.java Main returns
done
expect "a file that cannot be written after one that can" 1 "" "jitvm: cannot write 'no/where.csv': No such file or directory" \
    profile calls -o kept.csv -o no/where.csv --java Main.java Main returns
ln -sf kept.csv same.csv
mistake "one file twice that exists" "the outputs 'kept.csv' and 'same.csv' are one file" calls -o kept.csv -o same.csv
[ "$(cat kept.csv)" = before ] || fail "a file is emptied, and nothing runs"
expect "a file that exists" 0 end "" profile calls -o kept.csv --java Main.java Main returns
grep -q before kept.csv && fail "a profile behind what a file held before"
expect "a program that cannot be run" 1 "" "Error: Could not find or load main class None*" profile calls -o none.csv None

# A profiler that a user wrote.
cat > made.yaml << 'END'
profiler: made
meaning: what is made
rules:
  - at: new
    of: "Main*"
    count: [site, class, tier]
    sum: [bytes]
print: { columns: [class, bytes, count], sort: count, top: 1 }
END
expect "a profiler in a file" 0 end "made: what is made${newline}class *bytes *count${newline}Main\$Node *224 *7${newline}total *224 *7" \
    profile ./made.yaml --java Main.java Main returns
cat > never.yaml << 'END'
profiler: never
rules:
  - at: new
    if: inlined and tier == interpreted
    count: class
END
expect "a condition that can never hold" 2 "" "jitvm: ./never.yaml:4:21: 'inlined' and 'tier == interpreted' can never hold together" \
    profile ./never.yaml --java Main.java Main returns
cat > words.yaml << 'END'
profiler: words
meaning: methods as tables name them
rules:
  - { at: new, in: Main.make(int), count: class }
  - { at: call, of: "Main$Node.<init>(Main$Node)", count: callee }
  - { at: entry, in: "*.main(java.lang.String[])", count: method, if: "root == Main.main(java.lang.String[])" }
END
expect "methods as tables name them" 0 end "words:*Main\$Node * 7${newline}*Main\$Node.<init>(Main\$Node) * 7${newline}*Main.main(java.lang.String\[\]) * 1${newline}total*" \
    profile ./words.yaml --by class,callee,method --java Main.java Main returns
cat > keys.yaml << 'END'
profiler: keys
meaning: objects, calls and branches
rules:
  - { at: new, of: Main*, count: [class, tier] }
  - { at: entry, in: Main.make, count: method }
  - { at: branch, in: Main.make, count: taken }
END
expect "rules with keys of their own" 0 end "keys: objects, calls and branches${newline}class *tier *method *taken *count
Main\$Node *interpreted *- *- *7
- *- *- *no *7
- *- *Main.make(int) *- *1
- *- *- *yes *1
total *16" profile ./keys.yaml --int --java Main.java Main returns
expect "rules with keys of their own, by one that all have" 0 end "*${newline}tier *count${newline}interpreted *16${newline}total *" \
    profile ./keys.yaml --by tier --int --java Main.java Main returns
expect "rules with keys of their own, by one that some points have" 0 end "*${newline}class *taken *count
Main\$Node *- *7
- *no *7
- *- *1
- *yes *1
total *16" profile ./keys.yaml --by class,taken --int --java Main.java Main returns
expect "rules with keys of their own, by one that no point has" 2 "" \
    "jitvm: ./keys.yaml:6:5: keys cannot be had by callee: at the point 'branch' there is none" \
    profile ./keys.yaml --by tier,callee --int --java Main.java Main returns
sed 's/at: new/at: nww/' made.yaml > wrong.yaml
expect "a mistake in a file" 2 "" "jitvm: wrong.yaml:4:9: unknown point 'nww', did you mean 'new'[?]" \
    profile wrong.yaml --java Main.java Main returns
mistake "a file that is not there" "cannot open 'none.yaml': No such file or directory" none.yaml
cat > doing.yaml << 'END'
profiler: doing
rules:
  - at: new
    of: Main$Node
    count: [class]
    do: |
      if (Main.kept == null)
          System.out.println(object.getClass().getName() + " at " + site);
END
expect "statements" 0 "Main\$Node at Main.make(I)V:7 (line 13)${newline}end" "doing: doing.yaml*Main\$Node *7*" \
    profile doing.yaml --java Main.java Main returns
expect "statements in compiled code" 0 "Main\$Node at Main.make(I)V:7 (line 13)${newline}end" "doing: doing.yaml*Main\$Node *7*" \
    profile doing.yaml --compile-threshold 1 --loop-threshold 2 --java Main.java Main returns
cat doing.yaml > twice.yaml
cat >> twice.yaml << 'END'
  - at: new
    of: Main$Node
    do: |
      int nothing;
END
expect "statements of a rule that counts nothing" 0 "*end" "doing: twice.yaml*Main\$Node *7${newline}total *7" \
    profile twice.yaml --java Main.java Main returns
sed 's/Main.kept == null/site.charAt(999) > 0/' doing.yaml > throwing.yaml
expect "statements that throw" 0 end \
    "doing: throwing.yaml*Main\$Node *7*jitvm: 7 times, a rule did not count, or what it does was not done to its end" \
    profile throwing.yaml --java Main.java Main returns
sed 's/kept == null/kept = nil/' doing.yaml > nil.yaml
expect "statements that do not compile" 2 "" "jitvm: nil.yaml:7:23: cannot find symbol: variable nil*" profile nil.yaml --java Main.java Main returns
for statements in '} void other() {' '} } class Other { void other() {' 'if (object == null) { } }'; do
    printf 'profiler: escaping\nrules:\n  - at: new\n    count: []\n    do: |\n      %s\n' "$statements" > escaping.yaml
    expect "statements that leave their method by '$statements'" 2 "" "jitvm: escaping.yaml:6:*: no '{' is open that '}' could close" \
        profile escaping.yaml --java Main.java Main returns
done
cat > braces.yaml << 'END'
profiler: braces
rules:
  - at: new
    of: Main$Node
    count: []
    do: |
      Runnable told = () -> { System.out.println("}" + '}'); }; // }
      told.run(); /* } */
END
expect "statements with braces of their own" 0 "}}$newline*end" "*" profile braces.yaml --java Main.java Main returns
mkdir -p folder
cp made.yaml folder/made
expect "a file of another name" 0 end "made: *" profile folder/made --java Main.java Main returns
sed 's/Main/Mian/' made.yaml > unmet.yaml
expect "a filter that nothing met" 2 end "made: *jitvm: unmet.yaml:4:5: at the point 'new' nothing that was run is named by 'Mian[*]'" \
    profile unmet.yaml --java Main.java Main returns
expect "a filter that nothing met in a program that exits" 9 "" "made: *jitvm: unmet.yaml:4:5: at the point 'new' nothing that was run*" \
    profile unmet.yaml --java Main.java Main exits
# Nor one that lacks the package alone, which is told.
mkdir -p geometry
cat > geometry/Shape.java << 'END'
package geometry;

public class Shape {
    int area(int side) {
        return side * side;
    }

    public static void main(String[] arguments) {
        Shape[] shapes = {new Shape()};
        System.out.println(shapes[0].area(3));
    }
}
END
packageless() { # point, filter, name
    printf 'profiler: packages\nrules:\n  - { at: %s, %s: "%s", count: [] }\n' "$1" "$2" "$3" > packages.yaml
    expect "a filter without its package" 2 9 "*jitvm: packages.yaml:3:5: at the point '$1' nothing that was run is named by '$3', did you mean 'geometry.$3'[?]" \
        profile packages.yaml --java geometry/Shape.java geometry.Shape
}
packageless entry in "Shape.area(int)"
packageless call in Shape
packageless call of Shape.area
packageless new of Shape

# Calling contexts.
cat > contexts.yaml << 'END'
profiler: made
meaning: what is made
rules:
  - at: new
    of: Main$Node
    count: [context, class]
    levels: 1
END
expect "contexts as keys" 0 end "allocations: *${newline}context *class *all *bytes${newline}\
Main.make(int) < Main.main(java.lang.String\[\]):* Main\$Node * 7 *${newline}*" \
    profile allocations --by context,class --java Main.java Main returns
expect "contexts of no calls" 0 end "allocations: *${newline}class *context *all *bytes${newline}\
Main\$Node *Main.make(int) * 7 *${newline}*" profile allocations --by class --levels 0 --java Main.java Main returns

expect "a profiler in a file that counts by contexts" 0 end "made: what is made${newline}context *class *count${newline}\
Main.make(int) < Main.main(java.lang.String\[\]):* (line *) *Main\$Node *7${newline}*" profile ./contexts.yaml --java Main.java Main returns

# Trees: the class of the second paper's Figure 1 gives its Figure 5.
cat > Figure1.java << 'END'
interface Shape {
    float area();
}

class Square implements Shape {
    final float a;

    public Square(float a) {
        super();
        this.a = a;
    }

    public float area() {
        return a * a;
    }
}

class Composite implements Shape {
    final Shape x, y;

    public Composite(Shape x, Shape y) {
        super();
        this.x = x;
        this.y = y;
    }

    public float area() {
        float a1 = x.area();
        float a2 = y.area();
        return a1 + a2;
    }
}

public class Figure1 {
    static float sumAreas(Shape[] ss) {
        float sum = 0;
        int i = 0;
        while (true) {
            if (i >= ss.length)
                return sum;
            else
                sum += ss[i++].area();
        }
    }

    public static void main(String[] arguments) {
        Shape s1 = new Square(2);
        Shape s2 = new Composite(s1, s1);
        for (int i = 0; i < arguments.length * 1000 + 1; i++) sumAreas(new Shape[] {s1, s2, s1});
    }
}
END
# Lines of the tree as text from a method to the end of what it calls, without calls and instructions: "depth call blocks".
tree_of() { awk -v name="$2" '$0 ~ " " name { on = 1; print; next } on && $3 <= 1 { exit } on' "$1" | tr -s ' ' | sed 's/^ //'; }
expect "a tree with blocks" 0 "" "" profile contexts,blocks -o tree.xml -o run.tree.txt -o graph.txt -o tree.csv --dump-classes classes \
    --java Figure1.java Figure1
tree_of run.tree.txt 'Figure1.main' > figure
for line in "1 [0-9]* 1 Figure1.main(\[Ljava/lang/String;)V \[.*\]" "1 6 2 @5 Square.<init>(F)V \[1\]" \
    "1 9 2 @15 Composite.<init>(LShape;LShape;)V \[1\]" "1 49 2 @[0-9]* Figure1.sumAreas(\[LShape;)F \[1, 4, 1, 3\]" \
    "1 12 3 @19 Composite.area()F \[1\]" "1 6 4 @4 Square.area()F \[1\]" "1 6 4 @14 Square.area()F \[1\]" \
    "2 12 3 @19 Square.area()F \[2\]"; do
    grep -q "^$line$" figure || fail "the tree of Figure 1 lacks '$line': $(cat figure)"
done
grep -A3 'callsite instruction="16" bci="19"' tree.xml | grep -q '<executedInstructions>12<' || fail "tree.xml has other blocks"
grep -q '^<callingContextTree version="1" blocks="branches" classes="[^"]*">' tree.xml || fail "tree.xml does not say what ends a block"
grep -q '@19 Square.area()F' graph.txt || fail "graph.txt: $(cat graph.txt)"
[ "$("$jitvm" metrics instruction_mix tree.xml classes | sed -n 's/^instructions //p')" -gt 129 ] || fail "the mix of tree.xml"
expect "what is executed is the same by the other rule" 0 "" "" profile contexts,blocks --blocks calls -o tree-xml:calls \
    --dump-classes classes --java Figure1.java Figure1
"$jitvm" metrics instruction_mix tree.xml classes > mix
"$jitvm" metrics instruction_mix calls classes | cmp -s mix - || fail "instructions differ by what ends a block"
grep -q 'blocks="calls"' calls || fail "a tree by calls does not say so"
for way in --int "--compile-threshold 20"; do
    expect "a tree of many rounds, $way" 0 "" "" profile contexts,blocks -o "tree-xml:rounds$way" $way --java Figure1.java Figure1 many
done
cmp -s "rounds--int" "rounds--compile-threshold 20" || fail "the tree of compiled code is another one"
for way in --int "--compile-threshold 2"; do
    expect "trees with fewer contexts, $way" 0 "" \
        "jitvm: there were more than 5 contexts: these called * others; * calls in those, and below, count at their callers, marked, and by method" \
        profile contexts,blocks --without-call-sites --most-contexts 5 -o few.tree.txt -o few.tree.xml $way --java Figure1.java Figure1
    grep -q '@-1' few.tree.txt || fail "a tree without call sites has some"
    expect "a tree with as many contexts as there are, $way" 0 "" "" \
        profile contexts,blocks --without-call-sites -o whole.tree.txt $way --java Figure1.java Figure1
    [ "$(awk 'NR > 1 { calls += $1; executed += $2 } END { print calls, executed }' few.tree.txt)" = \
        "$(awk 'NR > 1 { calls += $1; executed += $2 } END { print calls, executed }' whole.tree.txt)" ] ||
        fail "calls or instructions are lost beyond the limit: $(cat few.tree.txt)"
    [ "$(sed -n 's/.*(and \([0-9]*\) below it .*/\1/p' few.tree.txt | awk '{ marks += $1 } END { print marks }')" = \
        "$(awk '/(all its contexts that had no room)/ { calls += $1 } END { print calls }' few.tree.txt)" ] ||
        fail "marks are not the calls beyond the limit: $(cat few.tree.txt)"
done
"$jitvm" metrics stack_depth few.tree.xml > /dev/null || fail "a tree with a limit is not read"
expect "receivers told apart by callers" 0 "" "*told apart by 0 callers: * sites have one class*told apart by 2 callers: *" \
    profile receivers --levels 2 --compile-threshold 20 --java Figure1.java Figure1 many
cat > Stack.java << 'END'
public class Stack {
    static int inner(int x) {
        return x;
    }

    static int outer(int x) {
        return inner(x) + inner(x);
    }

    public static void main(String[] arguments) {
        int sum = inner(1);
        for (int i = 0; i < 8; i++) sum += outer(i);
    }
}
END
# 9 calls by main alone, 16 by outer below it, of which 4 are left: once outer is compiled they are inlined.
expect "how deep the stack is" 0 "" "*the stack at calls, all: 1.64 methods in the mean, 2 at most${newline}the stack at calls, not inlined: 1.31 methods*" \
    profile calls --levels all --compile-threshold 3 --java Stack.java Stack
expect "how deep the stack is, where callers are cut off" 0 "" "calls: *total *[0-9]" profile calls --levels 1 --java Stack.java Stack
# Each row of a deep recursion has the whole stack.
cat > Deep.java << 'END'
public class Deep {
    static int down(int depth) {
        return depth == 0 ? 0 : 1 + down(depth - 1);
    }

    public static void main(String[] arguments) {
        down(3000);
    }
}
END
expect "a deep recursion" 0 "" "jitvm: 'deep.csv' has of 29[0-9][0-9] rows not all callers: of deeper stacks the 64 innermost frames; JSON and XML \
have all" profile contexts -o deep.txt -o deep.csv -o deep.json --java Deep.java Deep
[ "$(wc -c < deep.txt)" -lt 10000000 ] || fail "the table of a deep recursion has $(wc -c < deep.txt) bytes"
[ "$(wc -c < deep.json)" -lt 2000000 ] || fail "the JSON of a deep recursion has $(wc -c < deep.json) bytes"
[ "$(grep -c '^Deep\.down.* < \.\.\. and [0-9]* more ' deep.txt)" -gt 2900 ] || fail "the table of a deep recursion lacks rows"
# The innermost has those that are named, and how many more there are.
left() { sed -n 's/^"*Deep\.down.* < \.\.\. and \([0-9]*\) more.*/\1/p' "$1" | sort -n | tail -1; }
named=$(awk -F ' < ' '/^"?Deep\.down/ && NF > most { most = NF } END { print most - 2 }' deep.csv)
[ "$named" -eq 63 ] && [ $(($(left deep.csv) + named)) -eq 3001 ] && [ $(($(left deep.txt) + 32)) -eq 3001 ] ||
    fail "the callers of 3001 are $named and $(left deep.csv) more in CSV, 32 and $(left deep.txt) more in text"
# Deep contexts that differ in the outermost call alone are not compared call by call: seconds of the processor, where it took minutes.
cat > Deeper.java << 'END'
public class Deeper {
    static int down(int depth) {
        return depth == 0 ? 0 : 1 + down(depth - 1);
    }

    public static void main(String[] arguments) {
        System.out.println(down(15000) + down(15000) + down(15000) + down(15000) + down(15000) + down(15000) + down(15000) + down(15000));
    }
}
END
(
    ulimit -t 10
    "$jitvm" profile contexts --int --java Deeper.java Deeper > out 2> err
) || fail "contexts that differ in the outermost call: $(cat err)"
[ "$(awk '/^total/ { print ($2 > 120000) }' err)" = 1 ] || fail "contexts that differ in the outermost call: $(cat err)"
expect "a deep recursion of few levels" 0 "" "" profile contexts --levels 5 -o deep.csv --java Deep.java Deep
[ "$(wc -c < deep.csv)" -lt 100000 ] || fail "the callers that --levels leaves out are named: $(wc -c < deep.csv) bytes"

# One site whose receivers one caller tells apart, one for which it takes two, and one that has both whoever calls.
cat > Levels.java << 'END'
public class Levels {
    interface Shape {
        int area(int x);
    }

    static final class A implements Shape {
        public int area(int x) {
            return x + 1;
        }
    }

    static final class B implements Shape {
        public int area(int x) {
            return x + 2;
        }
    }

    static final class C implements Shape {
        public int area(int x) {
            return x + 3;
        }
    }

    static int near(Shape shape, int x) {
        return shape.area(x);
    }

    static int nearA(Shape shape, int x) {
        return near(shape, x);
    }

    static int nearB(Shape shape, int x) {
        return near(shape, x);
    }

    static int nearC(Shape shape, int x) {
        return near(shape, x);
    }

    static int far(Shape shape, int x) {
        return shape.area(x);
    }

    static int between(Shape shape, int x) {
        return far(shape, x);
    }

    static int farA(Shape shape, int x) {
        return between(shape, x);
    }

    static int farB(Shape shape, int x) {
        return between(shape, x);
    }

    static int mixed(Shape shape, int x) {
        return shape.area(x);
    }

    static void run(Shape a, Shape b, Shape c) {
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += nearA(a, i) + nearB(b, i) + nearC(c, i) + farA(a, i) + farB(b, i);
            sum += mixed(i % 2 == 0 ? a : b, i);
        }
        System.out.println(sum);
    }

    public static void main(String[] arguments) {
        run(new A(), new B(), new C());
    }
}
END
# Thousands of calls at sites that have several classes, by how many callers tell them apart.
for way in --int "--compile-threshold 50" "--compile-threshold 50 --loop-threshold 200" "--compile-threshold 50 --without inline"; do
    expect "receivers by levels, $way" 0 3007500 "" profile receivers --levels 3 -o levels.txt $way --java Levels.java Levels
    several=$(awk '/^told apart by/ { print $4 ":" int(($15 - $13) / 1000) }' levels.txt | paste -sd ' ')
    [ "$several" = "0:6 1:3 2:1 3:1" ] || fail "receivers by levels, $way: $several: $(grep '^told' levels.txt)"
done
mistake "a tree without contexts" "'tree.xml' is made of calling contexts: name the profiler contexts, too" blocks -o tree.xml
mistake "blocks that nobody counts" "--blocks is of the profiler blocks, which is not named" calls --blocks calls
mistake "a rule for blocks that is none" "--blocks is branches or calls, and not 'jumps'" blocks --blocks jumps
mistake "sampled lifetimes" "--every is of events that are counted, and lifetimes follows each object" lifetimes --every 3
mistake "samples by some contexts" "call_graph is by all contexts, and not all are kept" call_graph --contexts-of 2
mistake "options that contradict" "--fold-recursion and --contexts-of contradict each other" contexts --fold-recursion --contexts-of 2
mistake "contexts that are no number" "--most-contexts is a number from 1, and not '0'" contexts --most-contexts 0
expect "a tree that cannot be written" 1 "" "jitvm: cannot write 'no/tree.xml': No such file or directory" \
    profile contexts -o no/tree.xml --java Main.java Main returns

# Intervals: what the program calls them, and returns of a method.
cat > Marked.java << 'END'
public class Marked {
    static Object kept;

    static void iteration(int count) {
        for (int i = 0; i < count; i++) kept = new Marked();
    }

    public static void main(String[] arguments) {
        for (int i = 1; i <= 4; i++) {
            iteration(1000 * i);
            if (arguments.length > 0) Profile.mark(i < 3 ? "early" : "late");
        }
        kept = new Marked();
    }
}
END
expect "a program with marks that nobody profiles" 0 "" "" --java Marked.java Marked marks
rows() { awk -F, '$2 == "Marked" { print $1, $3 }' marked.csv | paste -sd ' '; }
marked() { # what, the rows, options and arguments...
    what=$1 wanted=$2
    shift 2
    expect "$what" 0 "" "" profile allocations -o marked.csv --java Marked.java "$@"
    [ "$(rows)" = "$wanted" ] || fail "$what: $(rows)"
}
marked "marks" "early 3000 late 7000 end 1" --by class,mark Marked marks
marked "marks, compiled" "early 3000 late 7000 end 1" --by class,mark --compile-threshold 50 Marked marks
marked "returns that mark" "1 1000 2 2000 3 3000 4 4000 end 1" --by class --marks Marked.iteration --int Marked
marked "returns that mark, compiled" "1 1000 2 2000 3 3000 4 4000 end 1" --by class --marks Marked.iteration \
    --compile-threshold 2 Marked
marked "returns that mark, entered on the stack" "1 1000 2 2000 3 3000 4 4000 end 1" --by class --marks Marked.iteration \
    --loop-threshold 500 Marked
marked "returns that mark of a method as tables name it" "1 1000 2 2000 3 3000 4 4000 end 1" --by class \
    --marks "Marked.iteration(int)" Marked
expect "a method with other parameters" 2 "" "jitvm: method 'Marked.iteration(long)' is one of several or none: say which of *; see *" \
    profile calls --marks "Marked.iteration(long)" --java Marked.java Marked
expect "a method that is not there" 2 "" "jitvm: method 'Marked.iterate' does not exist; did you mean 'Marked.iteration'[?]; see *" \
    profile calls --marks Marked.iterate --java Marked.java Marked
expect "a method that does not return" 2 "" "calls:*$newline*jitvm: --marks: 'Probe.hit' never returned, so that no interval ended" \
    profile calls --marks Probe.hit --java Marked.java Marked
cat > ManyMarks.java << 'END'
public class ManyMarks {
    public static void main(String[] arguments) {
        for (int i = 0; i < 1500; i++) Profile.mark("m" + i);
    }
}
END
expect "more marks than are kept" 0 "" "*there were 500 more marks than are kept: the last interval holds them" \
    profile calls --by mark --java ManyMarks.java ManyMarks
cat > NullMark.java << 'END'
public class NullMark {
    public static void main(String[] arguments) {
        Profile.mark(null);
    }
}
END
expect "a mark without a text" 1 "" "Exception in thread \"main\" java.lang.NullPointerException*" --java NullMark.java NullMark

# The lists in the documentation are those of the tables, in their order.
"$jitvm" profile | awk '/^[^ ]/ { is_profilers = /^Profilers/; next }
    is_profilers { keys = $0; sub(/.*\(/, "", keys); sub(/\)$/, "", keys); print $1 " by " keys }' > profilers.listed
awk -F ' *[|] *' '/^[|]/ { is_profilers = is_profilers || $2 == "profiler" } !/^[|]/ { is_profilers = 0 }
    is_profilers && $2 ~ /^`/ { gsub(/`/, ""); sub(/;.*/, "", $3); print $2 " by " $3 }' "$sources/docs/profilers.md" > profilers.told
diff profilers.listed profilers.told || fail "docs/profilers.md has other profilers, or by other keys, than profilers.def"
sed -n 's/^FORMAT(\([a-z]*\), *"\([^"]*\)".*/\2 \1/p' "$sources/vm/formats/formats.def" > formats.listed
sed -n 's/^| `\(\.[a-z.]*\)` | `\([a-z]*\)` |.*/\1 \2/p' "$sources/docs/profile-formats.md" > formats.told
diff formats.listed formats.told || fail "docs/profile-formats.md has other formats than formats.def"
[ -s profilers.listed ] || fail "there is no list of profilers"
[ -s formats.listed ] || fail "there is no list of formats"

# A disk that is full loses that output alone.
ln -s /dev/full full.csv
expect "a disk that is full" 3 end "jitvm: cannot write 'full.csv': No space left on device" \
    profile allocations --by class -o before.csv -o full.csv -o after.csv --java Main.java Main returns
[ "$(nodes before.csv) $(nodes after.csv)" = "7 7" ] || fail "a disk that is full spoils other outputs"
"$jitvm" profile allocations --java Main.java Main returns > out 2> /dev/full
status=$?
[ "$status $(cat out)" = "3 end" ] || fail "a table that cannot be printed: status $status"
expect "a disk that is full, and a filter that nothing met" 3 end "jitvm: cannot write 'full.csv': *unmet.yaml:4:5: at the point 'new'*" \
    profile unmet.yaml -o full.csv --java Main.java Main returns
expect "a disk that is full, and a program that exits" 3 "" "jitvm: cannot write 'full.csv': No space left on device" \
    profile allocations -o full.csv --java Main.java Main exits

# So does a directory that is removed while the program runs: nothing that is written into it can be found.
mkdir removed
"$jitvm" profile contexts -o removed/a.csv -o removed/tree.xml -o after.csv --java Main.java Main "goes on" > out 2> err &
goes_on
rm -r removed
kill $!
wait $!
status=$?
[ "$status $(grep -c '^Main.make(int)' after.csv)" = "3 1" ] || fail "a directory that is removed: status $status, $(cat after.csv)"
for file in a.csv tree.xml; do
    grep -q "^jitvm: cannot write 'removed/$file': it was removed after it had been opened$" err ||
        fail "a directory that is removed: no word of $file in: $(cat err)"
done

# What the program itself cannot print is none of the outputs.
"$jitvm" profile allocations --by class -o unheard.csv --java Main.java Main throws > out 2> /dev/full
status=$?
[ "$status $(nodes unheard.csv)" = "1 7" ] || fail "a program that cannot print its errors ends with $status"

# No file gets the number of a standard stream that the process was started without, and what the program prints there.
"$jitvm" profile allocations --by class -o closed.csv --java Main.java Main throws > out 2>&-
status=$?
[ "$status $(sed -n 1s/,.*//p closed.csv) $(nodes closed.csv)" = "1 class 7" ] ||
    fail "a run without an error stream: status $status, $(head -3 closed.csv)"

[ $failures -eq 0 ] && echo "jitvm profile does as it is told"
exit $failures
