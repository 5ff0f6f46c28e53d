#!/bin/sh
# Random programs on java and on the VM: interpreted, and in the ways of the file beside this one, which batches take in turn. A batch
# is one javac (for Java 8, 11 and 17 in turn, with and without local names), one run on java and one jitvm for each way, from a
# directory or from a jar in turn; its first program also runs by itself, and there the exit status and what it says of its exception
# count too. Programs that differ are kept in SCRATCH/found.
#
#     [WAYS=--int] differential.sh RANDOM_PROGRAMS JITVM SCRATCH [SEED [COUNT [BATCH [WAYS_OF_A_BATCH]]]]
#
# WAYS: options of jitvm, the ways separated by commas, each of them for every batch.
set -u
generate=$1 jitvm=$2 scratch=$3 seed=${4:-1} count=${5:-12} batch=${6:-4} turns=${7:-2}
here=$(cd "$(dirname "$0")" && pwd)
command -v javac > /dev/null || { echo "skipped: needs a JDK"; exit 77; }
java="java -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
table=$(wc -l < "$here/ways")

# Of the batch with this number, one a line.
ways() {
    [ -z "${WAYS:-}" ] || { echo "$WAYS" | tr , '\n'; return; }
    echo --int
    for turn in $(seq 0 $((turns - 1))); do
        sed -n "$((($1 * turns + turn) % table + 1))p" "$here/ways"
    done
}

# The numbers of the programs that print something else, unless they say what excuses it; after one that is missing, no more.
differing() { # excuse
    awk -v excuse="$1" 'FNR == NR && /^program [0-9]+$/ { p = $2; order[++n] = p; next }
         FNR == NR { expected[p] = expected[p] $0 "\n"; next }
         /^program [0-9]+$/ { q = $2; told[q] = 1; next }
         { actual[q] = actual[q] $0 "\n" }
         END { for (i = 1; i <= n; i++) { p = order[i]
                   if (expected[p] != actual[p] && (excuse == "" || actual[p] !~ excuse)) print p
                   if (!told[p]) exit } }' \
        "$scratch/expected" "$scratch/actual"
}

# A program, what it does, the way.
keep() {
    cp "$scratch/batch/P$1.java" "$scratch/found/"
    echo "$3" > "$scratch/found/P$1.way"
    echo "P$1 $2 with '$3'" | tee -a "$scratch/differences"
    diff -a "$scratch/expected" "$scratch/actual" | head -6 | cut -c1-300
    head -3 "$scratch/errors"
}

# An allocation that fails ends the program in which it does, and no other; but a class of the library whose initialiser it was in is
# of no more use to those that follow (JVMS 5.5).
run_batch() {
    # shellcheck disable=SC2086
    timeout $((size * 60 + 60)) "$jitvm" $1 -cp "$path" "Batch$seed" > "$scratch/actual" 2> "$scratch/errors"
    status=$?
    may_differ=0 excuse=
    case $1 in *--fail-allocation*) may_differ=1 excuse='NoClassDefFoundError: Could not initialize class java[.]' ;; esac
    differing "$excuse" > "$scratch/differing"
    if [ "$(wc -l < "$scratch/differing")" -gt $may_differ ] || { [ $status -ne 0 ] && [ ! -s "$scratch/differing" ]; }; then
        for number in $(head -3 "$scratch/differing"); do keep "$number" "differs (status $status)" "$1"; done
        [ -s "$scratch/differing" ] || keep "$seed" "and those after it end with status $status" "$1"
    fi
    echo "$size $1" >> "$scratch/runs"
}

# Output, status, and what it says on the stream of errors but for the library's frames.
run_alone() { # output, command...
    output=$1
    shift
    timeout 60 "$@" -cp "$path" "P$seed" > "$output" 2> "$scratch/errors"
    echo "exit status $?" >> "$output"
    grep -a -v -E '^\s+at (java\.base/)?java' "$scratch/errors" >> "$output"
}

rm -rf "$scratch"
mkdir -p "$scratch/found" "$scratch/batch" "$scratch/classes" "$scratch/expect"
javac -d "$scratch/expect" "$here/Expect.java" || exit 1
mkfifo "$scratch/requests" "$scratch/answers"
$java -cp "$scratch/classes:$scratch/expect" Expect "$scratch" < "$scratch/requests" > "$scratch/answers" &
exec 3> "$scratch/requests" 4< "$scratch/answers"
end=$((seed + count))
while [ "$seed" -lt "$end" ]; do
    size=$((end - seed < batch ? end - seed : batch))
    number=$((seed / batch))
    case $((number % 3)) in 0) release=8 ;; 1) release=11 ;; 2) release=17 ;; esac
    [ $((number / 3 % 2)) = 0 ] && names=-g || names=-g:source,lines
    [ $((number / 2 % 2)) = 0 ] && path=$scratch/classes || path=$scratch/batch.jar
    rm -f "$scratch"/batch/*
    "$generate" "$seed" "$size" "$release" "$scratch/batch" || exit 1
    echo "$seed $release $names" >&3
    while read -r answer <&4 && [ "$answer" != ready ]; do echo "$answer" | tee -a "$scratch/refused"; done
    [ "$answer" = ready ] || exit 1
    ways "$number" | while read -r way; do run_batch "$way"; done
    # shellcheck disable=SC2086
    run_alone "$scratch/expected" $java
    ways "$number" | while read -r way; do
        case $way in *--fail-allocation*) continue ;; esac
        # shellcheck disable=SC2086
        run_alone "$scratch/actual" "$jitvm" $way
        cmp -s "$scratch/expected" "$scratch/actual" || keep "$seed" "differs by itself" "$way"
        echo "1 $way, by itself" >> "$scratch/runs"
    done
    echo "$seed to $((seed + size - 1)): Java $release"
    seed=$((seed + size))
done
echo "programs and how they ran:"
awk '{ n = $1; $1 = ""; runs[$0] += n } END { for (way in runs) printf "%7d%s\n", runs[way], way }' "$scratch/runs" | sort -k 2
[ ! -s "$scratch/refused" ] || echo "javac refused $(wc -l < "$scratch/refused")"
if [ -s "$scratch/differences" ]; then
    echo "$(wc -l < "$scratch/differences") differences among $count programs; minimise with: java $here/Minimize.java $jitvm $scratch/found/P….java WAY…"
    exit 1
fi
echo "$count programs agree"
