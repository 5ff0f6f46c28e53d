#!/bin/sh
# The VM against java: every program of tests/java prints the same when it is interpreted, when everything is compiled, when
# every guard fails, when every allocation collects, when it is compiled in the background. Without a JDK the interpreter is what the others are compared with.
#
#     vm_differential.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
jitvm=$1 javasub=$2 classlib=$3 source=$4 scratch=$5
. "$source/tests/compare.sh"

rm -rf "$scratch"
mkdir -p "$scratch/classes"
java=$(command -v java) || echo "no java here: compared with the interpreter only"

for file in "$source"/tests/java/*.java; do
    program=$(basename "$file" .java)
    "$javasub" -cp "$classlib" -d "$scratch/classes" "$file" || exit 1
    if [ -n "$java" ]; then
        expect "$java" -cp "$scratch/classes" "$program"
    else
        expect "$jitvm" --int -cp "$scratch/classes" "$program"
    fi
    compare_modes "$scratch/classes" "$program"
    compare -cp "$scratch/classes" --background --compile-threshold 2 --loop-threshold 3 -O 0 "$program"
done

[ $failures -eq 0 ] && echo "all programs agree"
exit $((failures > 0))
