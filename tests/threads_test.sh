#!/bin/sh
# Threads: every program of tests/java_threads prints what stands beside it, both times, interpreted and compiled, with and
# without collections at every allocation. Built with -fsanitize=thread, the VM must also find no data race.
#
#     [FEWER=1] threads_test.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
#
# FEWER, for ThreadSanitizer, with which all takes long: with collections at every allocation the programs go so many times fewer rounds,
# evictions at every poll are left out, and all is once: most races are found in whatever order threads run.
set -u
jitvm=$1 javasub=$2 classlib=$3 source=$4 scratch=$5 fewer=${FEWER:-1}
failures=0
times=$([ "$fewer" -gt 1 ] && echo 1 || echo "1 2")

rm -rf "$scratch"
mkdir -p "$scratch/classes"

check() { # program, its argument, options...
    program=$1 argument=$2
    shift 2
    for round in $times; do
        timeout -k 5 300 "$jitvm" -cp "$scratch/classes" "$@" "$program" "$argument" > "$scratch/actual" 2> "$scratch/errors"
        status=$?
        cmp -s "$scratch/expected" "$scratch/actual" && [ $status -eq 0 ] && continue
        echo "FAILED: $program $argument with '$*', round $round, ended with $status (< expected, > printed)"
        diff "$scratch/expected" "$scratch/actual" | head -10
        head -40 "$scratch/errors"
        failures=$((failures + 1))
    done
}

for file in "$source"/tests/java_threads/*.java; do
    program=$(basename "$file" .java)
    "$javasub" -cp "$classlib" -d "$scratch/classes" "$file" || exit 1
    cp "$source/tests/java_threads/$program.expected" "$scratch/expected"
    check "$program" 1 --int
    check "$program" 1 --compile-threshold 2 --loop-threshold 4
    check "$program" 1 --compile-threshold 2 --deoptimize-always
    check "$program" 1 --background --compile-threshold 2 --loop-threshold 4 -O 0
    check "$program" 1 --compile-threshold 1000 --loop-threshold 2000 -O 0 --code-cache 4k
    check "$program" 1 --background --compile-threshold 1000 --loop-threshold 2000 -O 0 --code-cache 4k
    "$jitvm" --int -cp "$scratch/classes" "$program" "$fewer" > "$scratch/expected" 2> "$scratch/errors"
    check "$program" "$fewer" --compile-threshold 3 --collect-always --heap 67108864 -O 1
    [ "$fewer" -gt 1 ] || check "$program" 1 --compile-threshold 100 --loop-threshold 200 -O 0 --evict-always --count-executions
done

[ $failures -eq 0 ] && echo "all programs print what they should"
exit $((failures > 0))
