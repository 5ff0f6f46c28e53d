#!/bin/sh
# Nothing that a profiler counts changes what the compiler does. With every rule of every point by all keys, and every built-in
# profiler, it compiles the same methods after the same numbers of interpreted calls, decides the same, leaves the same optimised
# and lowered graphs, and, once the inserted code is taken out of the last graph, gives the same machine code as without. The
# same rules as ordinary program code (--perturbed) fail this: the test could.
#
#     unperturbed_differential.sh RULE_ACCOUNT JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY [RANDOM_PROGRAMS [FIRST_SEED]]
#
# PROGRAMS names programs of bench/programs and tests/java, a few by default; `all` is all of them. POLICIES names those of
# rule_account; CODE_PROGRAMS names the programs whose machine code is compared.
set -u
account=$1 javasub=$2 classlib=$3 source=$4 scratch=$5 random=${6:-${RANDOM_PROGRAMS:-5}} seed=${7:-1}
failures=0 runs=0 codes=0 noticed=0

rm -rf "$scratch"
mkdir -p "$scratch/classes"
"$javasub" -cp "$classlib" -d "$scratch/classes" "$source"/bench/programs/*.java || exit 1
for file in "$source"/tests/java/*.java; do
    "$javasub" -cp "$classlib" -d "$scratch/classes" "$file" || exit 1
done

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Their threads, or the time, decide what they execute.
skipped=" $(sed -n 's/^\([A-Za-z0-9]*\) .*/\1/p' "$source/tests/counts_differential.skip" | tr '\n' ' ') "
all_programs() {
    for file in $(grep -l "static void main" "$source"/bench/programs/*.java) "$source"/tests/java/*.java; do
        program=$(basename "$file" .java)
        case "$skipped" in *" $program "*) ;; *) echo "$program" ;; esac
    done
}

run() { # policy, rules, then what follows the output file
    policy=$1 rules=$2
    shift 2
    "$account" "$policy" "$rules" "$scratch/$rules" "$@" > "$scratch/out.$rules" 2> "$scratch/errors"
    echo "exit status $?" >> "$scratch/$rules"
}

# Once is enough: the test can fail.
is_noticed() { # policy, then what follows the output file
    [ $noticed -eq 0 ] || return
    policy=$1
    shift
    run "$policy" naive "$@"
    cmp -s "$scratch/none" "$scratch/naive" || noticed=1
}

compare() { # name, then what follows the output file
    name=$1
    shift
    for policy in ${POLICIES:-usual guards}; do
        run "$policy" none "$@"
        run "$policy" all "$@"
        runs=$((runs + 1))
        is_noticed "$policy" "$@"
        cmp -s "$scratch/none" "$scratch/all" && continue
        fail "$name, $policy: the compiler does something else (< without rules, > with all)"
        diff "$scratch/none" "$scratch/all" | cut -c1-300 | head -6
        head -3 "$scratch/errors"
    done
}

# Addresses of one run are those of the next, as far as what is allocated is.
compare_code() { # program
    for rules in none stripped; do
        mkdir -p "$scratch/code.$rules"
        DUMP_DIRECTORY="$scratch/code.$rules" run usual "$rules" "$scratch/classes" "$1"
    done
    for file in "$scratch"/code.none/*.s; do
        codes=$((codes + 1))
        awk -f "$source/tests/machine_code.awk" "$file" > "$scratch/without.s"
        awk -f "$source/tests/machine_code.awk" "$scratch/code.stripped/$(basename "$file")" > "$scratch/with.s"
        [ -s "$scratch/without.s" ] && cmp -s "$scratch/without.s" "$scratch/with.s" && continue
        fail "$1: machine code of $(basename "$file") differs (< without rules, > with all, stripped)"
        diff "$scratch/without.s" "$scratch/with.s" | head -6
    done
    rm -rf "$scratch"/code.*
}

programs=${PROGRAMS:-Bounce Towers Queens Exceptions Control Closures Monitors}
[ "$programs" = all ] && programs=$(all_programs)
for program in $programs; do
    compare "$program" "$scratch/classes" "$program"
done
for program in ${CODE_PROGRAMS:-Bounce Towers Queens Havlak}; do
    compare_code "$program"
done
last=$((seed + random))
while [ "$seed" -lt $last ]; do
    compare "the random program of seed $seed" --random "$seed"
    seed=$((seed + 1))
done

[ $noticed -eq 1 ] || fail "the same rules as ordinary program code change nothing"
echo "$runs runs and $codes machine codes compared, $failures differ"
exit $((failures > 0))
