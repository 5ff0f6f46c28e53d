#!/bin/sh
# Classes that do not fit together: the cases of linking_cases.txt print the same in java and here, interpreted, compiled and
# with every allocation collecting: errors that are caught, and the last one, which is not. What prints them is the same in every
# case, and most of what would be compiled: the library's methods are compiled by themselves in every 16th case alone. Skipped
# without a JDK.
#
#     linking_differential.sh JITVM SOURCE_DIRECTORY SCRATCH_DIRECTORY    CASES=regular expression of names
set -u
jitvm=$1 source=$2 scratch=$3
command -v javac > /dev/null || { echo "skipped: needs a JDK"; exit 77; }
rm -rf "$scratch"
mkdir -p "$scratch/cases"
cd "$scratch" || exit 1
java "$source/tests/LinkingCases.java" "$source/tests/linking_cases.txt" cases || exit 1

# What java's verifier tells beyond "VerifyError", how its loaders find a class and how it numbers hidden ones is its own affair.
run() { # where the output goes, command...
    to=$1
    shift
    "$@" > out 2> err
    status=$?
    { cat out; echo "--- uncaught:"; cat err; echo "exit status $status"; } |
        awk '/VerifyError: / { sub(/VerifyError: .*/, "VerifyError"); skips = 1; print; next }
            /^\t|^---/ { skips = 0 }
            { gsub(/Lambda.[0-9]+.0x[0-9a-f]+/, "Lambda") }
            !skips && !/^\tat (java.base|jdk\.)/ { sub(/\.\.\. [0-9]+ more/, "... more"); print }' > "$to"
}

failures=0 number=0
# In a small heap, since the sanitizers look through all of its tables whenever the VM ends.
compare() { # case, options
    run actual "$jitvm" --heap 67108864 "$@" Main
    cmp -s expected actual && return
    echo "DIFFERENT: $* (< java, > ours)"
    diff expected actual | head -12
    failures=$((failures + 1))
}

for case in $(sed -n 's/^=== //p' "$source/tests/linking_cases.txt" | tr ' ' '_' | grep -E "${CASES:-.}"); do
    run expected java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "cases/$case" Main
    compare -cp "cases/$case" --int
    compare -cp "cases/$case" --compile-threshold 3 -O 0 --interpret-library
    number=$((number + 1))
    [ $((number % 4)) != 0 ] || compare -cp "cases/$case" --int --collect-always
    [ $((number % 16)) != 0 ] || compare -cp "cases/$case" --compile-threshold 2 -O 0 --collect-always
done

[ $failures = 0 ] && echo "all cases agree"
exit $((failures > 0))
