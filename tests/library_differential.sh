#!/bin/sh
# The class library against java's: every program of tests/library prints the same with java and its library as with the VM
# and ours, interpreted and compiled.
#
#     library_differential.sh JITVM SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
jitvm=$1 source=$2 scratch=$3
failures=0

if ! command -v javac > /dev/null || ! command -v java > /dev/null; then
    echo "skipped: no JDK to compare with"
    exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch/classes"
javac -nowarn -Xlint:none --release 17 -d "$scratch/classes" "$source"/tests/library/*.java || exit 1

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

for file in "$source"/tests/library/*.java; do
    program=$(basename "$file" .java)
    # java leaves out the messages of exceptions that it throws often, unless told
    java -XX:-OmitStackTraceInFastThrow -cp "$scratch/classes" "$program" > "$scratch/expected"
    compare "$program" -int
    compare "$program" -O 0 --compile-threshold 5000
done

[ $failures -eq 0 ] && echo "the library agrees with java's"
exit $((failures > 0))
