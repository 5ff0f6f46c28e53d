#!/bin/sh
# jitvm cache: what written events say, against runs whose answers are known by hand; files that are cut off, mixed, empty, of
# another version; the page and the time line; a long file in seconds.
#
#     cache_command_test.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -eu
jitvm=$1 javasub=$2 classlib=$3 source=$4
rm -rf "$5"
mkdir -p "$5/classes"
cd "$5"

fail() {
    echo "cache_command_test: $1" >&2
    exit 1
}

# says FILE TEXT...: jitvm cache prints these texts.
says() {
    file=$1
    shift
    "$jitvm" cache $options "$file" > out 2>&1 || true
    for text; do
        grep -qF -- "$text" out || fail "'$text' of $file: $(cat out)"
    done
}
options=

# Four methods in rotation where three have room: each compilation after the first round is one of evicted code.
rotate() { # rounds, seconds between
    awk -v rounds="$1" -v pause="$2" 'BEGIN {
        print "{\"event\":\"started\",\"time\":0,\"thread\":0,\"subject\":\"Rotation\",\"amount\":1,\"capacity_bytes\":3000,\"threshold_percent\":100,\"recover_percent\":0}"
        print "{\"event\":\"counters\",\"time\":0,\"thread\":0,\"compilations\":0,\"evictions\":0,\"cache_releases\":0,\"cache_bytes\":0}"
        print "{\"event\":\"main_entered\",\"time\":0,\"thread\":0,\"subject\":\"Rotation.main([Ljava/lang/String;)V\"}"
        for (i = 0; i < 4 * rounds; i++) {
            time = (i + 1) * pause
            if (i >= 3) {
                printf "{\"event\":\"evicted\",\"time\":%.6f,\"thread\":0,\"reason\":\"oldest\",\"root\":\"A.m%d()V\",\"compilation\":%d,\"subject\":\"method\",\"amount\":1000,\"links\":0}\n", time - pause / 4, (i - 3) % 4, i - 2
                printf "{\"event\":\"cache_released\",\"time\":%.6f,\"thread\":0,\"duration\":0.001,\"amount\":1000,\"occupancy_bytes\":2000}\n", time - pause / 4
            }
            printf "{\"event\":\"compiled\",\"time\":%.6f,\"thread\":0,\"duration\":%.6f,\"reason\":\"hot\",\"root\":\"A.m%d()V\",\"compilation\":%d,\"amount\":900,\"occupied_bytes\":1000,\"call_caches\":2,\"occupancy_bytes\":%d}\n", time, pause / 2, i % 4, i + 1, i < 3 ? 1000 * (i + 1) : 3000
        }
        printf "{\"event\":\"counters\",\"time\":%.6f,\"thread\":0,\"compilations\":%d,\"evictions\":%d,\"cache_releases\":%d,\"cache_bytes\":3000}\n", time, 4 * rounds, 4 * rounds - 3, 4 * rounds - 3
        printf "{\"event\":\"shut_down\",\"time\":%.6f,\"thread\":0,\"amount\":0}\n", time
    }'
}

rotate 10 0.1 > rotation.jsonl
says rotation.jsonl "rotation.jsonl: Rotation, 4.000000 s" "at most 3000 bytes of 3000 (100.0 %), 3000 at the end" \
    "as the VM tells it at each of 77 events" "releases        37, 0.037000 s, the longest 0.001000 s; 37000 bytes recovered in 37 evictions" \
    "compilations    40 (0 of loops), 4 needed, 36 unneeded" "compile time    2.000000 s (50.0 % of the run), 1.800000 s of it unneeded" \
    "thrashing       from 0.375 s to 4.000 s: 36 compilations of 4 evicted methods and loops, 35 releases" \
    "4 methods and loops in the cache after main was entered at 0.000000 s: 4000 bytes, 1 pages, 8 call caches" \
    "advice          --code-cache 4k" "counters        are the sums of the events"
# The first two releases are before anything was compiled again. A cache that knows the future misses every third time.
grep -q ' 1.835000 s lost' out || fail "time lost: $(grep lost out)"
# Nor is one of them that comes when nothing is compiled again any more.
{ grep -v '"shut_down"' rotation.jsonl; echo '{"event":"cache_released","time":9,"thread":0,"duration":4.5,"amount":0,"occupancy_bytes":3000}'; } > released.jsonl
says released.jsonl "from 0.375 s to 4.000 s: 36 compilations of 4 evicted methods and loops, 35 releases, 1.835000 s lost (50.6 % of that time)"
says rotation.jsonl "releases        37"
for row in "3000  age                 37            40        36" "3000  clairvoyant         13            16        12" \
    "6000  links                0             4         0"; do
    grep -qF -- "$row" out || fail "replay has not '$row': $(cat out)"
done

# Code that was invalidated takes room until the next release, and what replaces it is needed in any cache. A frame was in A.m1() where m3() took
# the room of m2(); then it is invalidated, again and again.
{
    echo '{"event":"started","time":0,"thread":0,"subject":"Lost","amount":1,"capacity_bytes":2000,"threshold_percent":100,"recover_percent":0}'
    while read -r kind time method compilation reason; do
        echo '{"event":"'"$kind"'","time":'"$time"',"thread":0,"reason":"'"$reason"'","root":"A.'"$method"'()V","compilation":'"$compilation"',"amount":1000,"occupied_bytes":1000}'
    done << 'END'
compiled 1 m1 1 hot
compiled 2 m2 2 hot
evicted 3 m2 2 oldest
compiled 3 m3 3 hot
evicted 4 m1 1 replaced
compiled 4 m1 4 invalidated_before
evicted 5 m1 4 replaced
compiled 5 m1 5 invalidated_before
evicted 6 m1 5 replaced
compiled 6 m1 6 invalidated_before
END
} > invalidated.jsonl
says invalidated.jsonl "compilations    6 (0 of loops), 6 needed, 0 unneeded" "2000  age                  4             6         0" \
    "4000  age                  1             6         0"

# What had no room at all would take some of a larger cache.
grep -q 'no room at all' out && fail "all had room: $(cat out)"
for reason in larger_than_cache cache_full code_generator_failed; do
    echo '{"event":"bailed_out","time":7,"thread":0,"reason":"'$reason'","root":"A.large()V","subject":"method"}' >> invalidated.jsonl
done
says invalidated.jsonl "3 bailed out" "without the code of 2 compilations that found no room at all: what it takes is not known"
"$jitvm" cache --html unplaced.html invalidated.jsonl > /dev/null
grep -q 'Without the code of 2 compilations' unplaced.html || fail "the page is silent about code without room"

# Far apart in time it is no thrashing, unless the window says so.
rotate 10 40 > slow.jsonl
says slow.jsonl "thrashing       none" "36 unneeded"
options="--window 200" says slow.jsonl "thrashing       from 150.000 s to 1600.000 s: 36 compilations of 4"

# What is missing or wrong is told.
grep -v '"evicted".*"compilation":7,' rotation.jsonl > lost.jsonl
says lost.jsonl "events tell another occupancy, the first at 0.975000 s" "disagree: evictions is 37, the events add up to 36"
sed '1d' rotation.jsonl > headless.jsonl
says headless.jsonl "the program is not named" "36 unneeded"
grep -v compiled rotation.jsonl > nothing.jsonl
for analysis in "occupancy   " compilations "thrashing   " "advice      "; do
    says nothing.jsonl "$analysis    not known: the file has no event 'compiled'"
done
grep -v '"evicted"' rotation.jsonl > kept.jsonl
for analysis in "occupancy   " "releases    " compilations "thrashing   " "advice      "; do
    says kept.jsonl "$analysis    not known: the file has no event 'evicted'"
done
grep -v '"cache_released"' rotation.jsonl > unreleased.jsonl
for analysis in "releases " thrashing; do
    says unreleased.jsonl "$analysis       not known: the file has no event 'cache_released'" "36 unneeded"
done
sed 's/"evictions":[0-9]*,"cache_releases"/"collections":2,&/' rotation.jsonl | sed '0,/"collections":2/s//"collections":0/' > uncollected.jsonl
says uncollected.jsonl "collections     not known: the file has no event 'collected'"
for kind in compiled evicted; do
    grep -v "\"event\":\"$kind\"" rotation.jsonl > without.jsonl
    says without.jsonl "working set     not known: the file has no event '$kind'"
done
options="--html lacking.html rotation.jsonl" says without.jsonl "        3000            -         -             -         -          -          -   0.000000   4.000000  without.jsonl" \
    "        3000            4        37            40        36   0.037000   2.000000   0.000000   4.000000  rotation.jsonl"
[ "$(grep -c '<td>not known</td>' lacking.html)" -eq 1 ] || fail "a page of what is not known"
grep -v main_entered rotation.jsonl > unmarked.jsonl
says unmarked.jsonl "working set     not known: the file has no event 'main_entered'"
options="--after warm" says rotation.jsonl "working set     not known: the file has no event 'mark' of 'warm'"
sed '20i{"event":"mark","time":1.1,"thread":0,"subject":"warm"}' rotation.jsonl > marked.jsonl
options="--after warm" says marked.jsonl "in the cache after the mark warm at 1.100000 s: 4000 bytes"
head -c 3000 rotation.jsonl > cut.jsonl
says cut.jsonl "cut off         the last line is not whole" "counters        not compared"
{ cat rotation.jsonl; head -c 4096 /dev/zero; } > killed.jsonl
says killed.jsonl "counters        are the sums of the events"
grep -c 'skipped\|cut off' out > /dev/null && fail "null bytes behind the last event: $(cat out)"
{ head -9 rotation.jsonl; printf 'time,event\r\n1,compiled\r\n{"event":"warp","time":1}\n'; sed 1,9d rotation.jsonl; } > mixed.jsonl
says mixed.jsonl "skipped         2 lines that are no events, the first is line 10" "unknown         1 events of kinds that are not known, as 'warp'" \
    "counters        are the sums of the events"
: > empty
says empty "'empty' has no events: it is empty"
mkdir directory
says directory "cannot read 'directory': Is a directory"
echo '{"event":"warp","time":1}' > foreign.jsonl
says foreign.jsonl "'foreign.jsonl' has no events: 1 are of kinds that are not known, as 'warp'"
sed 's/"time":/"time":-1/' rotation.jsonl > before.jsonl
says before.jsonl "'before.jsonl' has no events: $(grep -c . rotation.jsonl) lines are none, the first is line 1, whose 'time' cannot be"
sed 's/"capacity_bytes":3000/"capacity_bytes":4096/' rotation.jsonl > enough.jsonl
says enough.jsonl "advice          --code-cache 4k"
[ "$(grep -c '^ *4096  links ' out)" -eq 1 ] || fail "the size that is advised is in the table twice: $(cat out)"
# The head of an event is cut off, and what follows is read; a table has no columns without its header.
tail -c +10 rotation.jsonl > headless.jsonl
says headless.jsonl "skipped         1 lines that are no events, the first is line 1" "releases        37"
{ cat rotation.jsonl; printf 'time,event\r\n1,compiled\r\n'; } > tables.jsonl
says tables.jsonl "skipped         2 lines that are no events, the first is line $(($(grep -c . rotation.jsonl) + 1))" "counters        are the sums of the events"
grep -q 'cut off' out && fail "a last line that is whole: $(cat out)"
cat rotation.jsonl rotation.jsonl > two.jsonl
says two.jsonl "'two.jsonl' has the events of several runs"
sed '1s/"amount":1,/"amount":9,/' rotation.jsonl > newer.jsonl
says newer.jsonl "'newer.jsonl' has events of version 9: this reads version 1"
# A pipe, which cannot go back, is read from its first event on.
for name in rotation newer two; do
    says $name.jsonl
    sed "s/$name.jsonl/-/" out > expected
    # shellcheck disable=SC2002
    cat $name.jsonl | "$jitvm" cache /dev/stdin 2>&1 | sed 's/.dev.stdin/-/' | cmp -s - expected || fail "$name.jsonl through a pipe"
done
# As some programs write UTF-8.
says rotation.jsonl
sed 's/rotation.jsonl/marked.jsonl/' out > expected
{ printf '\357\273\277'; cat rotation.jsonl; } > marked.jsonl
says marked.jsonl
cmp -s expected out || fail "events behind a byte order mark: $(diff expected out)"
says absent.jsonl "cannot read 'absent.jsonl'"
# A clock that went back, and a page says what its file lacks as the text does.
awk '/"event":"compiled"/ && !n++ { sub(/"time":[0-9.]*/, "\"time\":3") } { print }' rotation.jsonl | head -c -5 > back.jsonl
options="--html back.html" says back.jsonl "back in time    " " events are of a time before that of one in front of them" "cut off         the last line is not whole"
grep -q '^<p>back in time: [0-9]* events are of a time' back.html && grep -q '^<p>cut off: the last line is not whole' back.html || fail "a page that is silent about its file"
says rotation.jsonl
grep -q 'back in time' out && fail "a clock that does not go back: $(cat out)"
# Numbers that cannot be are no events: of another time, size or count.
sed 's/"threshold_percent":[0-9.]*/"threshold_percent":250/' rotation.jsonl > percent.jsonl
says percent.jsonl "skipped         1 lines that are no events, the first is line 1, whose 'threshold_percent' cannot be"
for wrong in '"time":-5' '"time":1e308' '"occupied_bytes":-7' '"occupied_bytes":1e300' '"compilation":-1' '"duration":nan'; do
    sed "/\"event\":\"compiled\"/s/${wrong%%:*}:[0-9.]*/$wrong/" rotation.jsonl > damaged.jsonl
    says damaged.jsonl "skipped         40 lines that are no events, the first is line " ", whose '$(echo "$wrong" | cut -d'"' -f2)' cannot be" "compilations    not known: the file has no event 'compiled'"
done
says "$source/README.md" "is no file of events"
# A quote too many in a table costs lines, not the rest of the file, however long that is.
awk 'BEGIN {
    print "time,thread,event,root,compilation,occupied_bytes"
    for (i = 0; i < 100000; i++) printf "%d,0,%scompiled,A.m()V,%d,100\r\n", i, i == 5 ? "\"" : "", i
}' > quote.csv
timeout 20 "$jitvm" cache quote.csv > out 2>&1 || fail "a quote too many: $(cat out)"
grep -q "skipped         100 lines that are no events, the first is line 7" out && grep -q "compilations    99900 " out || fail "a quote too many: $(cat out)"
for wrong in ":" "--rows x:--rows is a number from 0, and not 'x'" "--rows 2.5:--rows is a number from 0, and not '2.5'" \
    "--window -1:--window is a number of seconds from 0, and not '-1'" "--window 0x10:--window is a number of seconds from 0, and not '0x10'" \
    "--what 1:unknown option '--what'" "--html:--html needs a value" "--trace line.json --grid cache=1k:--trace is of files that are read, and --grid runs a program" \
    "rotation.jsonl --rows:--rows needs a value" "rotation.jsonl --grid cache=1k:'rotation.jsonl' is a file that is read, and --grid runs a program"; do
    # shellcheck disable=SC2086
    "$jitvm" cache ${wrong%%:*} > out 2>&1 && status=0 || status=$?
    [ $status -eq 2 ] && grep -q '^usage' out && grep -qF -- "${wrong#*:}" out || fail "'${wrong%%:*}': $status, $(cat out)"
done
# Options may stand behind the files.
"$jitvm" cache --rows 2 rotation.jsonl > expected
"$jitvm" cache rotation.jsonl --rows 2 > out 2>&1 && cmp -s expected out || fail "options behind the file: $(cat out)"
# Nothing that is read or written is lost by what is written.
cp rotation.jsonl read.jsonl
ln -s read.jsonl link.jsonl
for wrong in "--trace read.jsonl:the output 'read.jsonl' and the events 'read.jsonl' are one file" \
    "--html link.jsonl rotation.jsonl:the output 'link.jsonl' and the events 'read.jsonl' are one file" \
    "--html both --trace both:the outputs 'both' and 'both' are one file"; do
    # shellcheck disable=SC2086
    "$jitvm" cache ${wrong%%:*} read.jsonl > out 2>&1 && status=0 || status=$?
    [ $status -eq 2 ] && grep -qF -- "${wrong#*:}" out || fail "'${wrong%%:*}': $status, $(cat out)"
    cmp -s read.jsonl rotation.jsonl && [ ! -e both ] || fail "'${wrong%%:*}' writes"
done
"$jitvm" cache rotation.jsonl 2> out > /dev/full && status=0 || status=$?
[ $status -eq 3 ] && grep -q 'cannot write the output' out || fail "a report that cannot be written: $status, $(cat out)"
"$jitvm" cache rotation.jsonl absent.jsonl > out 2>&1 && fail "an absent file is no mistake"
for output in html trace; do
    "$jitvm" cache "--$output" /dev/full rotation.jsonl > out 2> err && status=0 || status=$?
    [ $status -eq 3 ] && grep -q "^jitvm: cannot write '/dev/full': No space left on device$" err && [ -s out ] ||
        fail "a disk that is full, of --$output: $status, $(cat out err)"
done
"$jitvm" cache --html no/page.html rotation.jsonl > out 2>&1 && status=0 || status=$?
[ $status -eq 1 ] || fail "a page in no directory: $status, $(cat out)"

# A run: both formats say the same, and what the counters say.
cat > Turns.java << 'END'
public class Turns {
    static int one(int x) {
        return x * 31 + 7;
    }

    static int two(int x) {
        return x ^ (x >> 3);
    }

    static int three(int x) {
        return x - 5;
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 300; i++) sum = one(sum);
            for (int i = 0; i < 300; i++) sum = two(sum);
            for (int i = 0; i < 300; i++) sum = three(sum);
        }
        System.out.println(sum);
    }
}
END
"$javasub" -cp "$classlib" -d classes Turns.java
for format in jsonl csv; do
    "$jitvm" -O 0 --compile-threshold 100 --loop-threshold 0 --code-cache 512 --code-cache-recover 90 --events "run.$format" -cp classes Turns > /dev/null
    "$jitvm" cache --rows 50 "run.$format" > "$format.out"
    grep -q "counters        are the sums of the events" "$format.out" || fail "run.$format: $(cat "$format.out")"
    grep -q "as the VM tells it at each of" "$format.out" || fail "run.$format: $(cat "$format.out")"
    grep -q "bytes of 512 (" "$format.out" || fail "run.$format: $(cat "$format.out")"
    sed -E 's/^run\.[a-z]*//; s/[0-9]+\.[0-9]+//g' "$format.out" | grep -v thrashing > "$format.plain"
done
cmp jsonl.plain csv.plain || fail "the same of both formats"
grep -Eq ' [1-9][0-9]* unneeded' jsonl.out || fail "nothing is compiled again in 512 bytes: $(cat jsonl.out)"

# Where nothing was compiled, that is known.
"$jitvm" -int --events interpreted.jsonl -cp classes Turns > /dev/null
says interpreted.jsonl "occupancy       at most 0 bytes of " "compilations    0 (0 of loops), 0 needed, 0 unneeded" "thrashing       none" \
    "advice          none: nothing was compiled" "counters        are the sums of the events"
sed '$d' interpreted.jsonl | sed '$d' > unended.jsonl
says unended.jsonl "compilations    not known: the file has no event 'compiled'"

# A program that ends while code is made beside it: what is not told is not counted.
for threshold in 10 30 100 300; do
    "$jitvm" --background --compile-threshold $threshold --events beside.jsonl -cp classes Turns > /dev/null
    says beside.jsonl "counters        are the sums of the events"
done

# Each counter that events add up to is compared with them.
for counter in compilations recompilations code_bytes bailouts deoptimizations collections cache_releases evictions cache_bytes \
    most_cache_bytes phase_seconds backend_seconds collection_seconds release_seconds; do
    awk -v name="\"$counter\":" '/"event":"counters"/ && seen++ { at = index($0, name) + length(name); $0 = substr($0, 1, at - 1) "7" substr($0, at) } 1' \
        run.jsonl > wrong.jsonl
    says wrong.jsonl "counters        disagree: $counter is 7"
    [ "$(grep -c disagree out)" -eq 1 ] || fail "more than $counter disagrees: $(cat out)"
done

# A grid of runs.
"$jitvm" cache --html grid.html --grid cache=512,64k heap=8m,32m -O 0 --compile-threshold 100 --loop-threshold 0 -cp classes Turns > out 2> errors ||
    fail "a grid: $(cat errors)"
for run in "code-cache=512 heap=8m" "code-cache=512 heap=32m" "code-cache=64k heap=8m" "code-cache=64k heap=32m"; do
    grep -Eq "^ +(512|65536) .* $run\$" out || fail "the grid has not $run: $(cat out)"
done
awk '/code-cache=512/ { exit $5 > 0 ? 0 : 1 }' out || fail "512 bytes do: $(cat out)"
awk '/code-cache=64k/ { exit $5 == 0 ? 0 : 1 }' out || fail "64k do not: $(cat out)"
grep -q '^seconds of the run: code-cache down, heap across' out || fail "no square: $(cat out)"
[ "$(grep -c '<svg' grid.html)" -eq 5 ] || fail "the grid's page"
for wrong in "--grid" "--grid -cp classes Turns" "--grid cache= -cp classes Turns" "--grid cache=1k"; do
    # shellcheck disable=SC2086
    if "$jitvm" cache $wrong > out 2>&1; then fail "'$wrong' is no mistake"; fi
    grep -q '^usage' out || fail "'$wrong': $(cat out)"
done
# Words are checked before the first run.
for wrong in "cache=1k,none:--code-cache needs a size in bytes (k, m and g are understood), not 'none'" "cache=1k heap=x:--heap needs a size in bytes (k, m and g are understood), not 'x'" \
    "what=1:unknown option '--what=1'" "phases=1:unknown option '--phases=1'" "cache=1k code-cache=2k:--code-cache is said twice, in the grid or for all runs" \
    "cache=1k --code-cache=8k:--code-cache is said twice, in the grid or for all runs" "heap=8m -heap 9m:--heap is said twice, in the grid or for all runs" \
    "heap-st=8m --heap-s 9m:--heap-start is said twice, in the grid or for all runs" \
    "cache=1k --events own.jsonl:the events of a grid are its own, and --events is none of its options"; do
    # shellcheck disable=SC2086
    "$jitvm" cache --html early.html --grid ${wrong%%:*} -cp classes Turns > out 2>&1 && status=0 || status=$?
    [ $status -eq 2 ] && [ "$(cat out)" = "jitvm: ${wrong#*:}; see jitvm --help" ] || fail "'${wrong%%:*}': $(cat out)"
    [ -e early.html ] && fail "'${wrong%%:*}' ran"
done
[ -e own.jsonl ] && fail "a grid wrote the events of another"
"$jitvm" cache --html /dev/full --grid cache=512 -O 0 -cp classes Turns > out 2> err && status=0 || status=$?
[ $status -eq 3 ] && grep -q "^jitvm: cannot write '/dev/full': No space left on device$" err && [ -s out ] ||
    fail "a disk that is full, of a grid's page: $status, $(cat out err)"
"$jitvm" cache --grid cache=1k without=inline --without gvn -O 0 -cp classes Turns --code-cache > out 2>&1 || fail "a grid of what may be said twice: $(cat out)"
"$jitvm" cache --grid cache=1k --contexts absent/file -cp classes Turns > out 2>&1 && fail "a file that cannot be written is no mistake"
grep -q 'a run did not begin' out || fail "a run that did not begin: $(cat out)"

# The page and the time line, for foreign readers.
"$jitvm" cache --html page.html --trace line.json run.jsonl rotation.jsonl > out
grep -q 'run.jsonl$' out || fail "no comparison of two runs"
[ "$(grep -c '<svg' page.html)" -eq 3 ] && [ "$(grep -c '<polyline' page.html)" -eq 2 ] && [ "$(grep -c '<table' page.html)" -eq 5 ] || fail "page.html has not its parts"
sed 's/<[^>]*>/ /g; s/  */ /g' page.html > page.text
for text in "Thrashing from 0.375 s to 4.000 s: 36 compilations of 4 evicted methods and loops, 35 releases" "in which nothing is compiled twice for want of room: --code-cache 4k" \
    " 3000 37 40 36 2.000000 age: the youngest" " 6000 0 4 0 0.200000 links: what most calls led to"; do
    grep -qF -- "$text" page.text || fail "page.html has not '$text'"
done
grep -q 'http' page.html && fail "page.html needs other files"
sed 's/<!DOCTYPE html>//; s/<meta charset="utf-8">//; s/<input \([^>]*\)>/<input \1\/>/; /<script>/,/<\/script>/{/<\/body>/!d}' page.html | sed 's/.*<\/body>/<\/body>/' > page.xml
! command -v xmllint > /dev/null || xmllint --noout page.xml || fail "page.html has tags that are not closed"
! command -v python3 > /dev/null || python3 - << 'END' || fail "line.json"
import json
events = json.load(open("line.json"))["traceEvents"]
known = {"X": {"ts", "dur", "tid", "cat"}, "i": {"ts", "s", "tid"}, "C": {"ts", "args"}, "M": {"args", "tid"}}
for event in events:
    missing = known[event["ph"]] | {"name", "pid"}
    assert missing <= event.keys(), event
    assert event.get("ts", 0) >= -1 and event.get("dur", 0) >= 0, event
compiled = [e for e in events if e.get("cat") == "compiled" and e["pid"] == 2]
assert len(compiled) == 40 and abs(compiled[0]["ts"] - 5e4) < 1 and abs(compiled[0]["dur"] - 5e4) < 1, compiled[:1]
END

# Long files take seconds, with many methods too, of which all but one stay at each release.
awk 'BEGIN {
    print "{\"event\":\"started\",\"time\":0,\"thread\":0,\"subject\":\"Wide\",\"amount\":1,\"capacity_bytes\":4000000,\"threshold_percent\":100,\"recover_percent\":0}"
    for (i = 0; i < 40000; i++) {
        if (i >= 4000) printf "{\"event\":\"evicted\",\"time\":%d,\"thread\":0,\"root\":\"A.m%d()V\",\"compilation\":%d,\"amount\":1000,\"links\":0}\n", i, (i - 4000) % 8000, i - 3999
        printf "{\"event\":\"compiled\",\"time\":%d,\"thread\":0,\"root\":\"A.m%d()V\",\"compilation\":%d,\"amount\":900,\"occupied_bytes\":1000}\n", i, i % 8000, i + 1
    }
}' > wide.jsonl
timeout 30 "$jitvm" cache wide.jsonl > out || fail "a long file of many methods: $(cat out)"
grep -q '4000000  age              36000         40000     32000' out || fail "a long file of many methods: $(cat out)"
rotate 40000 0.001 > long.jsonl
timeout 60 "$jitvm" cache long.jsonl > out || fail "a long file: $(cat out)"
grep -q '160000 (0 of loops), 4 needed, 159996 unneeded' out || fail "a long file: $(cat out)"
