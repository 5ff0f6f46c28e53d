#!/bin/sh
# Random programs on java and on the VM: interpreted, compiled early, with every guard failing, without phases, with a small heap.
# A batch of programs is one javac, one java and one jitvm for each way; programs that differ are kept in SCRATCH/found.
#
#     [WAYS=--int] differential.sh RANDOM_PROGRAMS JITVM SCRATCH [SEED [COUNT [BATCH]]]
#
# WAYS: options of jitvm, the ways separated by commas, instead of those below.
set -u
generate=$1 jitvm=$2 scratch=$3 seed=${4:-1} count=${5:-12} batch=${6:-12}
here=$(cd "$(dirname "$0")" && pwd)
command -v javac > /dev/null || { echo "skipped: needs a JDK"; exit 77; }

# One a line.
ways() {
    [ -z "${WAYS:-}" ] || { echo "$WAYS" | tr , '\n'; return; }
    cat << END
--int
--compile-threshold 3
--compile-threshold 3 --loop-threshold 20 -O 1
--compile-threshold 10 --deoptimize-always
--compile-threshold 5 --prune -O 0 --heap 8m
--compile-threshold 30 --without escape --without inline --tlab 512
END
}

rm -rf "$scratch"
mkdir -p "$scratch/found"
end=$((seed + count))
while [ "$seed" -lt "$end" ]; do
    size=$((end - seed < batch ? end - seed : batch))
    rm -rf "$scratch/batch"
    mkdir -p "$scratch/batch/classes"
    "$generate" "$seed" "$size" "$scratch/batch" || exit 1
    javac -nowarn -d "$scratch/batch/classes" "$scratch"/batch/*.java || exit 1
    java -cp "$scratch/batch/classes" Batch > "$scratch/expected" 2> "$scratch/errors"
    ways | while read -r way; do
        # shellcheck disable=SC2086
        timeout 600 "$jitvm" $way -cp "$scratch/batch/classes" Batch > "$scratch/actual" 2> "$scratch/errors"
        status=$?
        cmp -s "$scratch/expected" "$scratch/actual" && continue
        number=$(diff "$scratch/expected" "$scratch/actual" | sed -n '1s/[^0-9].*//p')
        program=$(head -n "${number:-1}" "$scratch/expected" | awk '/^program [0-9]+$/ { p = $2 } END { print p }')
        echo "P$program differs with '$way' (status $status):"
        diff "$scratch/expected" "$scratch/actual" | head -6
        head -3 "$scratch/errors"
        cp "$scratch/batch/P$program.java" "$scratch/found/"
        echo "$way" > "$scratch/found/P$program.way"
        echo "P$program" >> "$scratch/differences"
    done
    seed=$((seed + size))
done
if [ -s "$scratch/differences" ]; then
    echo "$(wc -l < "$scratch/differences") differences among $count programs; minimise with: java $here/Minimize.java $jitvm $scratch/found/P….java WAY…"
    exit 1
fi
echo "$count programs agree in $(ways | wc -l) ways"
