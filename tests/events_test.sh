#!/bin/sh
# The file of --events: each event has a time and a thread, it is complete however the program ends, a table says the same as
# lines, and the VM does the same with it and without.
#
#     events_test.sh JITVM DIRECTORY
set -eu
jitvm=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"

fail() {
    echo "events_test: $1" >&2
    exit 1
}

cat > Told.java << 'END'
public class Told {
    static int[] kept;

    static int sum(int[] values) {
        int sum = 0;
        for (int value : values) sum += value;
        return sum;
    }

    static int grow(int seed) {
        kept = new int[seed % 64 + 1];
        kept[0] = seed;
        return sum(kept);
    }

    public static void main(String[] arguments) throws Exception {
        int sum = 0;
        for (int i = 0; i < 100000; i++) sum += grow(i);
        System.gc();
        String end = arguments.length > 0 ? arguments[0] : "";
        if (!end.equals("alone")) {
            Thread thread = new Thread(() -> System.out.println("ran"), "a \"quoted\", name");
            thread.start();
            thread.join();
        }
        System.out.println(sum);
        if (end.equals("exit")) System.exit(3);
        if (end.equals("halt")) Runtime.getRuntime().halt(4);
        if (end.equals("throw")) throw new IllegalStateException("thrown");
        if (end.equals("wait")) Thread.sleep(100000);
    }
}
END
options="--heap 2m --compile-threshold 300 --java Told.java Told"

# run STATUS FILE ARGUMENT: $file has the events of a program that ends with this status.
run() {
    status=0
    # shellcheck disable=SC2086
    "$jitvm" --events "$2" $options $3 > out 2> err || status=$?
    [ "$status" -eq "$1" ] || fail "$3 ends with $status: $(cat err)"
}

# has FILE WORDS...: lines that tell these, in this order.
has() {
    file=$1
    shift
    awk -v words="$*" '
        BEGIN { count = split(words, wanted, " "); at = 1 }
        at <= count && index($0, wanted[at]) { at++ }
        END { if (at <= count) { print "no " wanted[at]; exit 1 } }
    ' "$file" || fail "$file"
}

# Lines without what differs from run to run: times, and how often who joins a thread finds it alive; threads run beside each other.
untimed() {
    for thread in 0 1; do
        grep "\"thread\":$thread[,}]" "$1" | sed -E 's/"(time|duration|interpreted_calls|[a-z_]*seconds)":[0-9.e-]+,?//g'
    done
}

whole='"event":"started" "event":"counters" "event":"main_entered" "event":"compiled" "event":"collected" "event":"thread_started"
    "event":"thread_ended" "event":"counters" "event":"shut_down"'
for ending in "0 return" "3 exit" "4 halt" "1 throw"; do
    run "${ending% *}" "${ending#* }.jsonl" "${ending#* }"
    file="${ending#* }.jsonl"
    # shellcheck disable=SC2086
    has "$file" $whole
    tail -n 1 "$file" | grep -q '"event":"shut_down".*"amount":'"${ending% *}}" || fail "the last line of $file"
    awk '!/^\{"event":"[a-z_]+","time":[0-9]+\.[0-9]+,"thread":[0-9]+[,}].*}$|^\{"event":"[a-z_]+","time":[0-9.]+,"thread":[0-9]+}$/ {
             print "line " FNR ": " $0; bad = 1
         }
         { split($0, parts, /"time":/); time = parts[2] + 0; if (time < last) { print "line " FNR " goes back"; bad = 1 } last = time }
         END { exit bad }' "$file" || fail "$file"
done
grep -q '"event":"thread_started".*"thread":1,"subject":"a \\"quoted\\", name"' return.jsonl || fail "the name of a thread"
grep -q '"event":"compiled".*"duration":.*"reason":"hot_loop".*"occupied_bytes":' return.jsonl || fail "no loop is compiled"
grep '"event":"compiled"' return.jsonl | grep -q '"bci":.*"subject":"loop"' || fail "compiled loops are not told as such"
grep '"event":"compiled"' return.jsonl | grep -v '"bci":' | grep -q '"subject":"method"' || fail "compiled methods are not told as such"
grep -q '"event":"code_needed".*"reason":"on_stack_entry"' return.jsonl || fail "nobody needs the code of a loop"
grep -q '"event":"class_loaded".*"duration":.*"subject":"Told"' return.jsonl || fail "no class is loaded"
grep -q '"event":"class_initialized".*"subject":"Told"' return.jsonl || fail "no class is initialised"
grep -q '"event":"collected".*"reason":"\(allocated_enough\|no_room\)".*"mark_seconds":' return.jsonl || fail "no collection by the budget"
grep -q '"event":"collected".*"reason":"asked"' return.jsonl || fail "no collection that is asked for"

# Sums of events are what the counters say.
for pair in compiled:compilations collected:collections deoptimized:deoptimizations bailed_out:bailouts; do
    told=$(grep -c "\"event\":\"${pair%:*}\"" return.jsonl || true)
    for number in $(sed -n 's/.*"event":"counters".*"'"${pair#*:}"'":\([0-9]*\).*/\1/p' return.jsonl); do last=$number; done
    [ "$told" -eq "$last" ] || fail "$told events ${pair%:*}, but $last ${pair#*:}"
done

# The same run gives the same events, and a table has as many.
cp return.jsonl first.jsonl
run 0 return.jsonl return
untimed first.jsonl > first
untimed return.jsonl > second
cmp first second || fail "two runs tell different events"
run 0 return.csv return
head -n 1 return.csv | grep -q '^time,thread,event,duration,reason,' || fail "the names of columns"
[ "$(($(wc -l < return.csv) - 1))" -eq "$(wc -l < return.jsonl)" ] || fail "a table has another number of events"
grep -q '^[0-9.]*,1,thread_started,.*,"a ""quoted"", name",' return.csv || fail "the name of a thread in a table"
sed 1d return.csv | cut -d, -f3 | sort > first
sed 's/{"event":"\([a-z_]*\)".*/\1/' return.jsonl | sort > second
cmp first second || fail "a table tells other events"
awk -F'"[^"]*"' 'NR == 1 { wanted = gsub(/,/, ",") } { got = 0; for (i = 1; i <= NF; i++) got += gsub(/,/, ",", $i) }
    got != wanted { print "line " NR " has " got " commas"; exit 1 }' return.csv || fail "the columns of a table"

# Who interprets the library has code of the program's own methods alone, with what they inline.
compiled() { # options...
    "$jitvm" --events compiled.jsonl --compile-threshold 1 -O 0 "$@" --java Told.java Told alone > out 2> err ||
        fail "$*: $(cat err)"
    sed -n 's/.*"event":"compiled".*"root":"\([^.(]*\).*/\1/p' compiled.jsonl | sort -u | tr '\n' ' '
}
own=$(compiled --interpret-library)
all=$(compiled)
[ "$own" = "Told " ] && [ "$all" != "$own" ] || fail "compiled with an interpreted library: $own, else: $all"

# Without events the VM compiles the same in the same order, and counts the same.
tell() {
    # shellcheck disable=SC2086
    "$jitvm" "$@" --stats json --stats-file stats --phases $options alone 2>&1 | sed -E 's/ +[0-9.]+$//' > phases
    sed -E 's/"[a-z_]*seconds": [0-9.]+,?//g' stats
}
tell > first
cp phases first.phases
tell --events again.jsonl > second
cmp first second || fail "statistics differ with events"
cmp first.phases phases || fail "compilations differ with events"

# A signal ends the program as without; a killed one leaves what was told.
for signal in TERM KILL ABRT; do
    # shellcheck disable=SC2086
    "$jitvm" --events "$signal.jsonl" $options wait > out 2> err &
    id=$!
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
        grep -qa '"event":"thread_ended"' "$signal.jsonl" 2> /dev/null && break
        sleep 0.2
    done
    kill "-$signal" "$id"
    wait "$id" 2> /dev/null || true
    tr -d '\000' < "$signal.jsonl" > text
    has text '"event":"main_entered"' '"event":"thread_ended"'
    tail -n 1 text | grep -q '}$' || fail "$signal cuts a line off"
done
tail -n 1 TERM.jsonl | grep -q '"event":"shut_down".*"amount":143}' || fail "the last line after SIGTERM"

# Two outputs are two files.
for outputs in "--stats json --stats-file one.jsonl --events one.jsonl" "--contexts one --events ./one" "profile calls -o csv:one.csv --events one.csv"; do
    # shellcheck disable=SC2086
    "$jitvm" $outputs $options return > out 2> err && fail "$outputs: status 0"
    grep -q "^jitvm: the outputs '.*one.*' and '.*one.*' are one file" err || fail "$outputs: $(cat err)"
done

# Pipes, names that say nothing of how events are to be written, and files that cannot grow.
# shellcheck disable=SC2086
"$jitvm" --events /dev/stdout $options return | grep -q '"event":"shut_down"' || fail "a pipe"
# shellcheck disable=SC2086
(sleep 1; timeout 60 "$jitvm" --events /dev/stdout $options return 2> err || echo $? > status) | :
[ "$(cat status)" -eq 3 ] || fail "a pipe that nobody reads: status $(cat status)"
grep -q "^jitvm: cannot write '/dev/stdout': Broken pipe" err || fail "a pipe that nobody reads: $(cat err)"
# shellcheck disable=SC2086
"$jitvm" --events ./bare $options return > out && grep -q '^{"event":"started"' bare || fail "a name without an extension"
for name in run.txt run.json run.CSV ./run.csv.gz; do
    status=0
    # shellcheck disable=SC2086
    "$jitvm" --events "$name" $options return > out 2> err || status=$?
    [ "$status" -eq 2 ] && [ ! -s out ] && [ ! -e "$name" ] || fail "$name: $status, $(cat out err)"
    grep -q "^jitvm: events are written as lines of JSON (.jsonl, or a name without a dot) or as a table (.csv), not as '.${name##*.}': '$name'" err ||
        fail "$name: $(cat err)"
done
status=0
# shellcheck disable=SC2086
"$jitvm" --events /dev/full $options return > out 2> err || status=$?
[ "$status" -eq 3 ] && grep -q "cannot write '/dev/full': No space left on device" err || fail "a full disk: $status, $(cat err)"
