#!/bin/sh
# The VM against java on what only javac can compile: every program of tests/java_javac prints the same in java and here, when
# it is interpreted, when everything is compiled, when every guard fails, when every allocation collects. Names and numbers of
# hidden classes are java's own affair: programs do not print them.
#
#     javac_differential.sh JITVM SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
jitvm=$1 source=$2 scratch=$3
failures=0

if ! command -v javac > /dev/null || ! command -v java > /dev/null; then
    echo "skipped: no JDK here"
    exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch"

compare() { # classes, program, options...
    classes=$1 program=$2
    shift 2
    "$jitvm" -cp "$classes" "$@" "$program" > "$scratch/actual" 2> "$scratch/errors"
    cmp -s "$scratch/expected" "$scratch/actual" && return
    if grep -q 'NoClassDefFoundError: java/' "$scratch/errors"; then
        echo "skipped $program, the class library is too small for it: $(head -1 "$scratch/errors")"
        return
    fi
    echo "FAILED: $program with '$*' prints something else (< expected, > printed)"
    diff "$scratch/expected" "$scratch/actual" | head -10
    head -3 "$scratch/errors"
    failures=$((failures + 1))
}

compare_all() { # classes, program
    java -Xshare:auto -XX:TieredStopAtLevel=1 -cp "$1" "$2" > "$scratch/expected" 2> "$scratch/errors"
    compare "$1" "$2" --int
    compare "$1" "$2" --compile-threshold 2 --loop-threshold 3
    compare "$1" "$2" --compile-threshold 2 --loop-threshold 5 --deoptimize-always
    compare "$1" "$2" --compile-threshold 5 --prune -O 0
    compare "$1" "$2" --compile-threshold 3 --loop-threshold 8 --collect-always --heap 67108864 -O 1
}

for file in "$source"/tests/java_javac/*.java; do
    program=$(basename "$file" .java)
    mkdir "$scratch/$program"
    javac -nowarn -d "$scratch/$program" "$file" 2> "$scratch/errors" || { cat "$scratch/errors"; exit 1; }
    compare_all "$scratch/$program" "$program"
done

[ $failures -eq 0 ] && echo "all programs agree"
exit $((failures > 0))
