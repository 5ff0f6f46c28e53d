#!/bin/sh
# The class library against java's: every program of tests/library prints the same with java and its library as with the VM
# and ours, interpreted and compiled.
#
#     library_differential.sh JITVM SOURCE_DIRECTORY SCRATCH_DIRECTORY [PROGRAM...]
#
# Without names, all programs, and what they read and write through pipes and to full disks.
set -u
jitvm=$1 source=$2 scratch=$3
shift 3
. "$source/tests/compare.sh"

if ! command -v javac > /dev/null || ! command -v java > /dev/null; then
    echo "skipped: no JDK to compare with"
    exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch/classes"
javac -nowarn -Xlint:none --release 17 -d "$scratch/classes" "$source"/tests/library/*.java || exit 1

programs=$*
[ -n "$programs" ] || programs=$(basename -s .java "$source"/tests/library/*.java)
for program in $programs; do
    # java leaves out the messages of exceptions that it throws often, unless told
    expect java -Dlibrary.test=set -XX:-OmitStackTraceInFastThrow -cp "$scratch/classes" "$program" < /dev/null
    compare -Dlibrary.test=set -cp "$scratch/classes" --int "$program" < /dev/null
    compare -Dlibrary.test=set -cp "$scratch/classes" -O 0 --compile-threshold 5000 "$program" < /dev/null
done

finish() {
    [ $failures -eq 0 ] && echo "the library agrees with java's"
    exit $((failures > 0))
}
[ $# -eq 0 ] || finish

agree() { # what about
    cmp -s "$scratch/expected" "$scratch/actual" && return
    echo "FAILED: $1 (< expected, > told)"
    diff "$scratch/expected" "$scratch/actual"
    failures=$((failures + 1))
}

java -cp "$scratch/classes" Refused 2> "$scratch/expected" > /dev/full
"$jitvm" -cp "$scratch/classes" Refused 2> "$scratch/actual" > /dev/full
agree "output to a full disk"
java -cp "$scratch/classes" Refused 2> "$scratch/expected" | head -n 1 > "$scratch/first"
"$jitvm" -cp "$scratch/classes" Refused 2> "$scratch/actual" | head -n 1 > "$scratch/first"
agree "output to a reader that leaves"

# What stands in the input, in one piece and in two.
printf 'one\ntwo \303\244\r\nlast' > "$scratch/input"
java -cp "$scratch/classes" Input < "$scratch/input" > "$scratch/expected"
"$jitvm" -cp "$scratch/classes" Input < "$scratch/input" > "$scratch/actual"
agree "System.in"
{ printf 'one\ntwo \303'; sleep 0.1; printf '\244\r\nlast'; } | "$jitvm" -cp "$scratch/classes" Input > "$scratch/actual"
agree "System.in from a pipe"
yes 'a line of some words' | head -c 50000 > "$scratch/input"
java -cp "$scratch/classes" Blocks < "$scratch/input" > "$scratch/expected"
"$jitvm" -cp "$scratch/classes" Blocks < "$scratch/input" > "$scratch/actual"
agree "large blocks of System.in"

# What the library lacks says so, though it has something of its own instead.
cat > "$scratch/Lacks.java" << 'END'
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Locale;

public class Lacks {
    static class Objects extends ObjectInputStream {
        Objects() throws IOException {
        }
    }

    public static void main(String[] arguments) throws IOException {
        try {
            new Objects();
        } catch (NoSuchMethodError e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(new Locale("de"));
        } catch (NoSuchMethodError e) {
            System.out.println(e.getMessage());
        }
    }
}
END
javac -nowarn --release 17 -d "$scratch/classes" "$scratch/Lacks.java" || exit 1
cat > "$scratch/expected" << 'END'
java.io.ObjectInputStream: method 'void <init>()' not found; the class library knows java.io.ObjectInputStream by name only: objects are not serialized; DataInputStream is there
'void java.util.Locale.<init>(java.lang.String)'
END
"$jitvm" -cp "$scratch/classes" Lacks > "$scratch/actual" 2>&1
agree "a constructor that the library lacks"
finish
