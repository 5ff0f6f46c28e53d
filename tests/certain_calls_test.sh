#!/bin/sh
# Sampled call graphs say which inlined calls are certain: they run exactly as often as a poll, whatever branches do. Where every poll is a
# sample, these are as many as the calls that there were, but for code that is left in the middle of a round. What is believed is not
# compared, so two programs must have many that are certain.
#
#     certain_calls_test.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
jitvm=$1 javasub=$2 classlib=$3 source=$4 scratch=$5
failures=0 calls=0
rm -rf "$scratch"
mkdir -p "$scratch/classes"
"$javasub" -cp "$classlib" -d "$scratch/classes" "$source"/bench/programs/*.java "$source"/tests/java/*.java || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Rows of one program. A context has commas; behind it are the numbers of the two tables.
check='
    { sub(/\r$/, "") }
    /^context,/ { numbers = split($0, names, ",") - 1; tables++; next }
    /^$/ { next }
    {
        n = split($0, field, ",")
        context = field[1]
        for (i = 2; i <= n - numbers; i++) context = context "," field[i]
        if (tables == 1) { inferred[context] = field[n - 1]; believed[context] = field[n] }
        else exact[context] = field[n]
    }
    END {
        for (context in inferred) {
            if (inferred[context] == 0 || believed[context] > 0) continue
            off = inferred[context] - exact[context]
            if (off < 0) off = -off
            if (off > 5 && off > exact[context] / 1000) { print context ": " inferred[context] " of " exact[context]; bad = 1 }
            sum += exact[context]
        }
        print sum + 0
        exit bad
    }'

run() { # program, least certain calls, options...
    program=$1 least=$2
    shift 2
    rm -f "$scratch/all.csv"
    "$jitvm" profile call_graph,entries --every-calls 1 --window 1 --stride 1 "$@" -o "$scratch/all.csv" -cp "$scratch/classes" \
        "$program" > "$scratch/out" 2> "$scratch/errors" < /dev/null
    [ -s "$scratch/all.csv" ] || { fail "$program has no graph: $(head -3 "$scratch/errors")"; return; }
    awk "$check" "$scratch/all.csv" > "$scratch/certain" || fail "$program: $(sed '$d' "$scratch/certain")"
    certain=$(tail -n 1 "$scratch/certain")
    [ "$certain" -ge "$least" ] || fail "$program has $certain certain calls, fewer than $least"
    calls=$((calls + certain))
}

# Those that take long here recurse until the stack overflows, or wait.
for file in "$source"/tests/java/*.java; do
    program=$(basename "$file" .java)
    case $program in HotMethods | Quickening | Traces | ThreadEdges) continue ;; esac
    run "$program" 0 --compile-threshold 50 --loop-threshold 200 -O 0
done
run DeltaBlue 400000 -O 0
run CD 400000 -O 0

echo "$calls calls are certain, $failures programs fail"
exit $((failures > 0))
