#!/bin/sh
# The tree of calling contexts is the same, with the same counts, when a program is interpreted, when everything is compiled, when
# every guard fails, and when only what the profile saw is compiled. Left out are programs whose calls are up to the clock, or to
# how deep a stack may be.
#
#     contexts_differential.sh CONTEXT_TREE JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
tree=$1 javasub=$2 classlib=$3 source=$4 scratch=$5
failures=0

command -v "$tree" > /dev/null || { echo "FAILED: there is no $tree" >&2 && exit 1; }
rm -rf "$scratch"
mkdir -p "$scratch/classes"
"$javasub" -cp "$classlib" -d "$scratch/classes" "$source"/bench/programs/*.java || exit 1
for file in "$source"/tests/java/*.java; do
    "$javasub" -cp "$classlib" -d "$scratch/classes" "$file" || exit 1
done

run() { # file of the tree, options and program...
    file=$1
    shift
    "$tree" -o "$file" "$@" > "$scratch/out" 2> "$scratch/errors"
    echo "exit status $?" >> "$file"
    grep "warning: code generator" "$scratch/errors" >> "$file"
}

compare() { # program, options...
    program=$1
    shift
    run "$scratch/actual" "$@" "$scratch/classes" "$program"
    cmp -s "$scratch/expected" "$scratch/actual" && return
    echo "FAILED: $program with '$*' has another tree (< interpreted, > compiled)"
    diff "$scratch/expected" "$scratch/actual" | head -10
    failures=$((failures + 1))
}

is_up_to_the_system() {
    case $1 in
        HotMethods|Quickening|ThreadEdges|Traces) true ;;
        *) false ;;
    esac
}

programs="Richards DeltaBlue Json Havlak Queens"
for file in "$source"/tests/java/*.java; do
    program=$(basename "$file" .java)
    is_up_to_the_system "$program" || programs="$programs $program"
done
for program in $programs; do
    run "$scratch/expected" --int "$scratch/classes" "$program"
    compare "$program" --compile-threshold 2 --loop-threshold 3 -O 0
    compare "$program" --compile-threshold 2 --loop-threshold 5 --deoptimize-always -O 0
    compare "$program" --compile-threshold 5 --prune -O 0
done

[ $failures -eq 0 ] && echo "all trees agree"
exit $((failures > 0))
