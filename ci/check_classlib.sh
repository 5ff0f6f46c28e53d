#!/bin/sh
# Checks that vm/classlib/core names classes of vm/classlib/more only as vm/classlib/core_takes.txt allows. Prints each class
# that does otherwise, and each row that nothing needs; then exits 1.
#
#     check_classlib.sh CLASSDUMP CLASSES [CLASS_LIBRARY]
#
# CLASSES is the folder of the compiled class library, CLASS_LIBRARY vm/classlib.
set -eu
classdump=$1 classes=$2 library=${3:-$(dirname "$0")/../vm/classlib}
{
    sed 's/#.*//; s/:/ /; /^ *$/d; s/^/TAKES /' "$library/core_takes.txt"
    find "$classes" -name '*.class' -exec "$classdump" --names {} +
} | awk -v library="$library" '
    # core or more: where the source of the class stands
    function part(class, source,    path) {
        path = class; if (!sub(/[^\/]*$/, "", path)) path = ""
        if (!(path source in place)) {
            place[path source] = system("test -e \"" library "/core/" path source "\"") == 0 ? "core" : "more"
        }
        return place[path source]
    }
    function top(class) { sub(/\$.*/, "", class); return class }
    $1 == "TAKES" { for (i = 3; i <= NF; i++) row[$2, $i] = $2 " may take " $i; next }
    {
        part_of[top($1)] = part($1, $2)
        if (part_of[top($1)] == "core") named[top($1) SUBSEP top($3)] = 1
    }
    END {
        for (pair in named) {
            split(pair, class, SUBSEP)
            if (part_of[class[2]] != "more") continue
            if (pair in row) { used[pair] = 1; continue }
            print "vm/classlib: core/" class[1] " names more/" class[2] ", which core_takes.txt does not list"
            bad = 1
        }
        for (pair in row) if (!(pair in used)) {
            print "vm/classlib/core_takes.txt: nothing needs: " row[pair]
            bad = 1
        }
        exit bad
    }
'
