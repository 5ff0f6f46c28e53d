#!/bin/sh
# The verifier against java's: class files of javac, damaged at random, are right for both or wrong for both.
#
# Class files of version 49 are judged by inference in both, and the verdicts must be the same, down to the class of the error.
# Those of newer versions java judges by their StackMapTable, which is only a hint here: an error of java's verifier may be due to
# frames alone. jsr and ret are refused here. java looks for the superclass and the interfaces before it reads the rest of the file.
#
#     verifier_differential.sh VERDICTS SOURCE_DIRECTORY SCRATCH_DIRECTORY    FILES=n damaged files of each kind, SEED=n
set -eu
verdicts=$1 source=$2 scratch=$3
if ! command -v javac > /dev/null; then
    echo "SKIPPED: no javac here"
    exit 77
fi

rm -rf "$scratch"
mkdir -p "$scratch/old" "$scratch/new" "$scratch/driver" "$scratch/damaged"
cd "$scratch"
# Without lambdas: class files of version 49 have no invokedynamic.
programs=
for name in Algorithms Arithmetic Arrays Control Exceptions Initialization Monitors Nested Overloads Strings Wide; do
    programs="$programs $source/tests/java/$name.java"
done
javac -nowarn -d driver "$source/tests/Verdicts.java"
javac -nowarn -g --release 8 -d old $programs 2> javac.log
newer="$source/tests/java_javac/Lambdas.java $source/tests/java_javac/Records.java"
javac -nowarn -g --release 17 -XDstringConcat=inline -d new $programs $newer 2>> javac.log
for file in old/*.class; do
    printf '\000\061' | dd of="$file" bs=1 seek=6 conv=notrunc 2> dd.log
done

# Prints the files on which the two disagree; $4 is the java exception that is excused.
judge() { # seed, files, classes, excuse
    rm -f damaged/*.class
    "$verdicts" "$1" "$2" damaged "$3" "$3"/*.class > ours
    java -cp driver Verdicts damaged "$(wc -l < ours)" "$3" > theirs
    [ "$(wc -l < ours)" = "$(wc -l < theirs)" ] || echo "java stopped"
    grep CRASH ours || true
    paste -d'|' ours theirs | awk -F'|' -v excuse="$4" '{
        split($1, a, " "); split($2, b, " ")
        early = a[2] ~ /ClassFormatError/ && b[2] ~ /ClassCircularityError|NoClassDefFoundError/
        if ($1 !~ /jsr and ret/ && a[2] != b[2] && !early && !(a[2] == "ok" && b[2] ~ excuse)) print "'"$3"': ours " $1 " | java " $2
    }'
}

{
    judge 1 0 old none
    judge 1 0 new none
    judge "${SEED:-1}" "${FILES:-1500}" old none
    judge "${SEED:-1}" "${FILES:-1500}" new "VerifyError|NoClassDefFoundError"
} > disagreements
cut -c1-400 disagreements | head -20
[ ! -s disagreements ] && echo "all verdicts agree"
