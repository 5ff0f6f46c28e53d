#!/bin/sh
# The VM against java: every program of tests/java prints the same when it is interpreted, when everything is compiled, when
# every guard fails, when every allocation collects. Without a JDK the interpreter is what the others are compared with.
#
#     vm_differential.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
jitvm=$1 javasub=$2 classlib=$3 source=$4 scratch=$5
failures=0

rm -rf "$scratch"
mkdir -p "$scratch/classes"
java=$(command -v java) || echo "no java here: compared with the interpreter only"

compare() { # program, options...
    program=$1
    shift
    "$jitvm" -cp "$scratch/classes" "$@" "$program" > "$scratch/actual" 2> "$scratch/errors"
    cmp -s "$scratch/expected" "$scratch/actual" && return
    echo "FAILED: $program with '$*' prints something else (< expected, > printed)"
    diff "$scratch/expected" "$scratch/actual" | head -10
    head -3 "$scratch/errors"
    failures=$((failures + 1))
}

for file in "$source"/tests/java/*.java; do
    program=$(basename "$file" .java)
    if ! "$javasub" -cp "$classlib" -d "$scratch/classes" "$file" 2> "$scratch/errors"; then
        echo "skipped, the class library is too small for it: $(cat "$scratch/errors")"
        continue
    fi
    if [ -n "$java" ]; then
        "$java" -cp "$scratch/classes" "$program" > "$scratch/expected" 2> "$scratch/errors"
    else
        "$jitvm" --int -cp "$scratch/classes" "$program" > "$scratch/expected" 2> "$scratch/errors"
    fi
    compare "$program" --int
    compare "$program" --compile-threshold 2 --loop-threshold 3
    compare "$program" --compile-threshold 2 --loop-threshold 5 --deoptimize-always
    compare "$program" --compile-threshold 5 --prune -O 0
    compare "$program" --compile-threshold 3 --loop-threshold 8 --collect-always --heap 67108864 -O 1
done

[ $failures -eq 0 ] && echo "all programs agree"
exit $((failures > 0))
