#!/bin/sh
# The core of the class library takes from the rest what core_takes.txt lists; what it takes besides, and rows that nothing
# needs, are found. So are sources of a class that is said to be there by name only.
#
#     classlib_test.sh JAVASUB CLASSDUMP CLASSES SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -eu
javasub=$1 classdump=$2 classes=$3 source=$4 scratch=$5
rm -rf "$scratch"
mkdir -p "$scratch"

"$source/ci/check_classlib.sh" "$classdump" "$classes"

cp -r "$source/vm/classlib" "$classes" "$scratch"
cat > "$scratch/classlib/core/java/lang/Planted.java" << 'END'
package java.lang;

class Planted {
    private final java.util.Scanner[] scanners = null;

    static class Inside {
        static Object more() {
            return new java.util.LinkedList<String>();
        }
    }
}
END
echo 'java/lang/Math: java/util/BitSet' >> "$scratch/classlib/core_takes.txt"
"$javasub" -cp "$classes" -d "$scratch/$(basename "$classes")" "$scratch/classlib/core/java/lang/Planted.java"
"$source/ci/check_classlib.sh" "$classdump" "$scratch/$(basename "$classes")" "$scratch/classlib" > "$scratch/told" && exit 1
sort "$scratch/told" | diff - /dev/fd/3 3<< 'END'
vm/classlib/core_takes.txt: nothing needs: java/lang/Math may take java/util/BitSet
vm/classlib: core/java/lang/Planted names more/java/util/LinkedList, which core_takes.txt does not list
vm/classlib: core/java/lang/Planted names more/java/util/Scanner, which core_takes.txt does not list
END

if "$(dirname "$javasub")/absent_classes" "$scratch/$(basename "$classes")" 2> "$scratch/told"; then exit 1; fi
grep -q "cannot write '.*java/io/File.class'" "$scratch/told"
