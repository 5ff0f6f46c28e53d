#!/bin/sh
# The VM against java on what only javac can compile: every program of tests/java_javac prints the same in java and here, when
# it is interpreted, when everything is compiled, when every guard fails, when every allocation collects. Names and numbers of
# hidden classes are java's own affair: programs do not print them.
#
#     javac_differential.sh JITVM SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
jitvm=$1 source=$2 scratch=$3
. "$source/tests/compare.sh"

if ! command -v javac > /dev/null || ! command -v java > /dev/null; then
    echo "skipped: no JDK here"
    exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch"

# A program's first line may ask for javac's options: "// --enable-preview --release 17".
for file in "$source"/tests/java_javac/*.java; do
    program=$(basename "$file" .java)
    options=$(sed -n '1s|^// ||p' "$file")
    mkdir "$scratch/$program"
    if ! javac -nowarn $options -d "$scratch/$program" "$file" 2> "$scratch/errors"; then
        [ -z "$options" ] && cat "$scratch/errors" && exit 1
        echo "skipped $program: this javac does not know $options"
        continue
    fi
    if [ -n "$options" ]; then # the mark of preview features, which only their own java takes
        for class in "$scratch/$program"/*.class; do
            printf '\0\0' | dd of="$class" bs=1 seek=4 conv=notrunc status=none
        done
    fi
    expect java -XX:TieredStopAtLevel=1 -cp "$scratch/$program" "$program"
    compare_modes "$scratch/$program" "$program"
done

# No object of a lambda is left where all that it meets is inlined.
"$jitvm" -cp "$scratch/Inlined" --compile-threshold 200 --events "$scratch/events" Inlined > "$scratch/actual"
for expected in 'capturing.*virtualized' 'chosen.*virtualized' 'constant.*exact_receiver' 'reference.*exact_receiver'; do
    method=${expected%%.*} decision=${expected##*.\*}
    grep "\"root\":\"Inlined.$method(" "$scratch/events" > "$scratch/actual"
    grep -q "\"$decision\"" "$scratch/actual" && ! grep -q 'allocation_kept.*make-lambda' "$scratch/actual" && continue
    echo "FAILED: Inlined.$method without $decision, or with an object that is left"
    failures=$((failures + 1))
done

# Classes that do not fit together: compiled against the old ones, run with the new. Those of "apart" are compiled without
# either, and only what the old classes know goes with the rest.
changed=$source/tests/java_changed
mkdir -p "$scratch/changed" "$scratch/new" "$scratch/apart"
javac -nowarn -d "$scratch/changed" $(find "$changed/old" -name '*.java') &&
    javac -nowarn -cp "$scratch/changed" -d "$scratch/new" $(find "$changed/new" -name '*.java') &&
    javac -nowarn -d "$scratch/apart" "$changed"/apart/*.java || exit 1
cp -r "$scratch"/new/* "$scratch/changed"
for file in "$changed"/apart/*.java; do cp "$scratch/apart/$(basename "$file" .java).class" "$scratch/changed"; done
for class in $(cat "$changed/removed"); do rm "$scratch/changed/$class"; done
expect java -XX:TieredStopAtLevel=1 -cp "$scratch/changed" Main
compare -cp "$scratch/changed" --int Main
compare -cp "$scratch/changed" --compile-threshold 2 Main

[ $failures -eq 0 ] && echo "all programs agree"
exit $((failures > 0))
