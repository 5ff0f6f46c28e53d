#!/bin/sh
# The frontend against javac: programs must print the same on `java`, and where the frontend sees an
# error javac must see one in the same line, with the same words. Also reads every class of the JDK.
#
#     frontend_differential.sh JAVASUB CLASSDUMP SOURCE_DIRECTORY SCRATCH_DIRECTORY
#
# Exit code 77 when there is no JDK with javac, java and jimage.
set -u
javasub=$1 classdump=$2 source=$3 scratch=$4
failures=0

javac=$(command -v javac) && java=$(command -v java) && javac=$(readlink -f "$javac") || exit 77
home=$(dirname "$(dirname "$javac")")
jimage=$home/bin/jimage modules=$home/lib/modules
[ -x "$jimage" ] && [ -f "$modules" ] || exit 77

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$scratch"
mkdir -p "$scratch/jdk" "$scratch/javac" "$scratch/ours"
"$jimage" extract --include 'regex:/java.base/.*' --dir "$scratch/jdk" "$modules" || exit 77
library=$scratch/jdk/java.base

# Newer class files are beyond the reader, and other versions of javac word some errors differently.
is_17=false
"$javac" -version 2>&1 | grep -q ' 17' && is_17=true

if $is_17; then
    find "$library" -name '*.class' | sort | xargs -n 500 "$classdump" > /dev/null ||
        fail "reading the classes of java.base"
fi

# Programs: compiled all at once by javac, one by one by the frontend.
"$javac" -nowarn -Xlint:none -d "$scratch/javac" "$source"/tests/java/*.java \
    "$source"/tests/java_jdk/*.java 2> "$scratch/log" || fail "javac: $(cat "$scratch/log")"
for file in "$source"/tests/java/*.java "$source"/tests/java_jdk/*.java; do
    name=$(basename "$file" .java)
    "$javasub" -cp "$library" -d "$scratch/ours" "$file" 2> "$scratch/log" ||
        { fail "$name: $(cat "$scratch/log")"; continue; }
    "$java" -Xshare:auto -XX:TieredStopAtLevel=1 -cp "$scratch/javac" "$name" > "$scratch/expected" 2>&1
    "$java" -Xshare:auto -XX:TieredStopAtLevel=1 -Xverify:all -cp "$scratch/ours" "$name" \
        > "$scratch/actual" 2>&1
    if ! cmp -s "$scratch/expected" "$scratch/actual"; then
        fail "$name prints something else (< javac, > ours)"
        diff "$scratch/expected" "$scratch/actual" | head -20
    fi
done

# Errors: line and first line of the message. javac 17 talks of patterns in switch_on_long.
if $is_17; then
    "$java" "$source/tests/JavacErrors.java" "$scratch/javac" "$source"/tests/java_errors/*.java |
        sed -E 's/;$//' > "$scratch/errors"
    while IFS= read -r theirs; do
        name=${theirs%%:*}
        ours=$(grep "^$name:" "$source/tests/java_errors/expected.txt" | sed -E 's/^([^:]*:[0-9]+):[0-9]+:/\1:/')
        case $ours in
        switch_on_long.java*) ;;
        "$theirs"*) ;;
        *) fail "javac says '$theirs', the frontend '$ours'" ;;
        esac
    done < "$scratch/errors"
    [ "$(wc -l < "$scratch/errors")" -gt 150 ] || fail "no errors from javac"
fi

[ $failures -eq 0 ] && echo "all programs and errors agree with javac"
exit $((failures > 0))
