# Sourced by the tests that compare the VM with java; [jitvm] and [scratch] are set. Streams of errors are not compared.
failures=0

expect() { # command...: what it prints and its exit status are expected from now on
    "$@" > "$scratch/expected" 2> "$scratch/errors"
    echo "exit status $?" >> "$scratch/expected"
}

# In a small heap, since the sanitizers look through all of its tables whenever the VM ends.
compare() { # options and program...
    "$jitvm" --heap 67108864 "$@" > "$scratch/actual" 2> "$scratch/errors"
    echo "exit status $?" >> "$scratch/actual"
    cmp -s "$scratch/expected" "$scratch/actual" && return
    echo "FAILED: '$*' prints something else (< expected, > printed)"
    diff "$scratch/expected" "$scratch/actual" | head -10
    head -3 "$scratch/errors"
    failures=$((failures + 1))
}

# Interpreted; everything compiled; every guard fails; only what the profile saw is compiled; every allocation collects. The
# code generator optimises in one of them: most of the time is its. Where anything is compiled, every fourth program compiles methods of
# the library as well, which are much the same in each.
programs=0
compare_modes() { # classes, program
    programs=$((programs + 1)) library=--interpret-library
    [ $((programs % 4)) != 0 ] || library=
    compare -cp "$1" --int "$2"
    compare -cp "$1" --compile-threshold 2 --loop-threshold 3 $library "$2"
    compare -cp "$1" --compile-threshold 2 --loop-threshold 5 --deoptimize-always -O 0 $library "$2"
    compare -cp "$1" --compile-threshold 5 --prune -O 0 $library "$2"
    compare -cp "$1" --compile-threshold 3 --loop-threshold 8 --collect-always -O 0 $library "$2"
}
