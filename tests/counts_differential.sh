#!/bin/sh
# One rule, two engines: every point of every rule counts the same, site by site, when a program is interpreted and when its
# methods and loops are compiled, when every guard fails, when every allocation collects (or, in bench/programs, which would take days,
# when it happens often), and when the rules are ordinary program code.
#
#     counts_differential.sh RULE_COUNTS JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY [RANDOM_PROGRAMS [FIRST_SEED]]
#
# Programs of tests/java, and random ones, every fifth with threads, too; with COUNT_BENCH=yes those of bench/programs, too. What a program prints is not compared
# here. COUNT_MODES names the modes of rule_counts, COUNT_PROGRAMS the programs, all by default; with COUNT_IN_TURN=yes each program runs
# in one of the modes, the next in the next.
set -u
counts=$1 javasub=$2 classlib=$3 source=$4 scratch=$5 random=${6:-${RANDOM_PROGRAMS:-25}} seed=${7:-1}
failures=0 runs=0 collected=collected compared=0

rm -rf "$scratch"
mkdir -p "$scratch/classes"

# Their threads, or the time, decide what they execute.
skipped=" $(sed -n 's/^\([A-Za-z0-9]*\) .*/\1/p' "$source/tests/counts_differential.skip" | tr '\n' ' ') "

# Compiled code makes no stack trace that nobody looks at: the native makes no array then.
count() { # mode, where to, then what follows the output file
    mode=$1 to=$2
    shift 2
    : > "$scratch/rows"
    "$counts" "$mode" "$scratch/rows" "$@" > "$scratch/out" 2> "$scratch/errors"
    status=$?
    grep -v '^new java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;:24 ' "$scratch/rows" > "$to"
    return $status
}

set_modes() { # mode...
    modes=$*
    [ "${COUNT_IN_TURN:-}" = yes ] || return
    shift $((compared % $#))
    modes=$1 compared=$((compared + 1))
}

compare() { # name, then what follows the output file
    name=$1
    shift
    count interpreted "$scratch/expected" "$@"
    expected=$?
    if [ ! -s "$scratch/expected" ]; then
        echo "FAILED: $name counts nothing when it is interpreted (exit $expected)"
        head -3 "$scratch/errors"
        failures=$((failures + 1))
        return
    fi
    # shellcheck disable=SC2086 # words
    set_modes ${COUNT_MODES:-compiled late guards pruned $collected perturbed}
    for mode in $modes; do
        count $mode "$scratch/actual" "$@"
        status=$?
        runs=$((runs + 1))
        [ $status -eq $expected ] && cmp -s "$scratch/expected" "$scratch/actual" && continue
        echo "FAILED: $name counts something else when it runs '$mode' (< interpreted, exit $expected, > $mode, exit $status)"
        diff "$scratch/expected" "$scratch/actual" | head -10
        head -3 "$scratch/errors"
        failures=$((failures + 1))
    done
}

for file in "$source"/tests/java/*.java; do
    program=$(basename "$file" .java)
    case " ${COUNT_PROGRAMS:-$program} " in *" $program "*) ;; *) continue ;; esac
    case "$skipped" in *" $program "*) continue ;; esac
    "$javasub" -cp "$classlib" -d "$scratch/classes" "$file" || exit 1
    compare "$program" "$scratch/classes" "$program"
done
if [ "${COUNT_BENCH:-}" = yes ]; then
    "$javasub" -cp "$classlib" -d "$scratch/classes" "$source"/bench/programs/*.java || exit 1
    collected=often
    for file in $(grep -l 'void main(' "$source"/bench/programs/*.java); do
        program=$(basename "$file" .java)
        case " ${COUNT_PROGRAMS:-$program} " in *" $program "*) compare "$program" "$scratch/classes" "$program" ;; esac
    done
    collected=collected
fi
last=$((seed + random))
while [ "$seed" -lt $last ]; do
    compare "the random program of seed $seed" --random "$seed"
    # How often is the same for threads in any order; what they write where they share it is not, nor who does which work, nor
    # when.
    [ $((seed % 5)) -ne 0 ] || [ -n "${TOLD:-}${EVERY:-}${CLOCK:-}" ] ||
        compare "the random program of seed $seed with threads" --threads "$seed"
    seed=$((seed + 1))
done

echo "$runs runs compared, $failures differ"
exit $((failures > 0))
