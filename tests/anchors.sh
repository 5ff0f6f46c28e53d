#!/bin/sh
# What probes are anchored to (tests/probes/Anchors.java) is what tests/probes/anchors.txt says, in class files of our frontend and
# of javac, when there is one.
#
#     anchors.sh JAVASUB CLASSDUMP CLASS_LIBRARY SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -eu
javasub=$1 classdump=$2 library=$3 source=$4 scratch=$5
rm -rf "$scratch"
mkdir -p "$scratch/ours" "$scratch/javac"

"$javasub" -cp "$library" -d "$scratch/ours" "$source/tests/probes/Anchors.java"
"$classdump" --probes "$scratch/ours/Anchors.class" > "$scratch/ours.txt"
diff "$source/tests/probes/anchors.txt" "$scratch/ours.txt"

command -v javac > /dev/null || exit 0
javac -nowarn -Xlint:none -d "$scratch/javac" "$source/tests/probes/Anchors.java" \
    "$source/vm/classlib/core/DelimitationAPI.java" "$source/vm/classlib/core/Probe.java"
# The frontend makes strings with a StringBuilder, javac with a call site.
"$classdump" --probes "$scratch/javac/Anchors.class" |
    sed 's/is anchored to string concatenation/is anchored to call of java.lang.StringBuilder.toString/' > "$scratch/javac.txt"
diff "$source/tests/probes/anchors.txt" "$scratch/javac.txt"
