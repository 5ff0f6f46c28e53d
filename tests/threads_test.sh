#!/bin/sh
# Threads: every program of tests/java_threads prints what stands beside it, each time, interpreted and compiled, with and
# without collections at every allocation. Built with -fsanitize=thread, the VM must also find no data race.
#
#     [COLLECT_ALWAYS=no] threads_test.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
#
# COLLECT_ALWAYS=no leaves out the collections at every allocation: instrumented, threads that stop each other so often take
# many minutes.
set -u
jitvm=$1 javasub=$2 classlib=$3 source=$4 scratch=$5
failures=0

rm -rf "$scratch"
mkdir -p "$scratch/classes"

check() { # program, options...
    program=$1
    shift
    for round in 1 2; do
        timeout -k 5 300 "$jitvm" -cp "$scratch/classes" "$@" "$program" > "$scratch/actual" 2> "$scratch/errors"
        status=$?
        cmp -s "$source/tests/java_threads/$program.expected" "$scratch/actual" && [ $status -eq 0 ] && continue
        echo "FAILED: $program with '$*', round $round, ended with $status (< expected, > printed)"
        diff "$source/tests/java_threads/$program.expected" "$scratch/actual" | head -10
        head -40 "$scratch/errors"
        failures=$((failures + 1))
    done
}

for file in "$source"/tests/java_threads/*.java; do
    program=$(basename "$file" .java)
    "$javasub" -cp "$classlib" -d "$scratch/classes" "$file" || exit 1
    check "$program" --int
    check "$program" --compile-threshold 2 --loop-threshold 4
    check "$program" --compile-threshold 2 --deoptimize-always
    check "$program" --background --compile-threshold 2 --loop-threshold 4 -O 0
    [ "${COLLECT_ALWAYS:-yes}" = no ] || check "$program" --compile-threshold 3 --collect-always --heap 67108864 -O 1
done

[ $failures -eq 0 ] && echo "all programs print what they should"
exit $((failures > 0))
