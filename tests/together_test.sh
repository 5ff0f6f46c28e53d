#!/bin/sh
# The programs of tests/java all in one VM: with one thread one after the other, with several at the same time, each with an
# output of its own, which must be what the program prints alone.
#
#     together_test.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY [PROGRAM...]
#
# Without names, all programs but those that tell of the whole VM or of the stack below them: names, numbers and handlers of
# threads, what a collection leaves, traces.
set -u
jitvm=$1 javasub=$2 classlib=$3 source=$4 scratch=$5
shift 5
failures=0
rm -rf "$scratch"
mkdir -p "$scratch/classes" "$scratch/expected" "$scratch/actual"

programs=$*
[ -n "$programs" ] || for file in "$source"/tests/java/*.java; do
    program=$(basename "$file" .java)
    case $program in ThreadEdges | Weak | Traces | Quickening) ;; *) programs="$programs $program" ;; esac
done

files=
for program in $programs; do
    files="$files $source/tests/java/$program.java"
done
{
    cat << 'JAVA'
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** Runs the programs that its arguments name, in so many threads as the first says, and prints what each has printed. */
public class Together {
    static final InheritableThreadLocal<ByteArrayOutputStream> OUTPUT = new InheritableThreadLocal<>();

    /** To the output of the program that writes. */
    static class Sorted extends OutputStream {
        public void write(int b) {
            OUTPUT.get().write(b);
        }

        public void write(byte[] bytes, int from, int count) {
            OUTPUT.get().write(bytes, from, count);
        }
    }

    static class Worker extends Thread {
        static int next = 1;
        final String[] names;
        final ByteArrayOutputStream[] outputs;

        Worker(String[] names, ByteArrayOutputStream[] outputs) {
            this.names = names;
            this.outputs = outputs;
        }

        static synchronized int take() {
            return next++;
        }

        public void run() {
            for (int i = take(); i < names.length; i = take()) {
                outputs[i] = new ByteArrayOutputStream();
                OUTPUT.set(outputs[i]);
                try {
                    runProgram(names[i]);
                } catch (Throwable e) {
                    continue; /* told on the other stream when it ends a program */
                }
            }
        }
    }

    public static void main(String[] arguments) throws Throwable {
        PrintStream out = System.out;
        System.setOut(new PrintStream(new Sorted(), true));
        ByteArrayOutputStream[] outputs = new ByteArrayOutputStream[arguments.length];
        Worker[] workers = new Worker[Integer.parseInt(arguments[0])];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker(arguments, outputs);
            workers[i].start();
        }
        for (Worker worker : workers) worker.join();
        for (int i = 1; i < arguments.length; i++) {
            out.println("=== " + arguments[i]);
            out.print(outputs[i].toString());
        }
        out.flush();
    }

    static void runProgram(String name) throws Throwable {
        String[] none = {};
        switch (name) {
JAVA
    for program in $programs; do
        echo "        case \"$program\":"
        echo "            $program.main(none);"
        echo "            break;"
    done
    printf '        }\n    }\n}\n'
} > "$scratch/Together.java"
"$javasub" -cp "$classlib" -d "$scratch/classes" $files "$scratch/Together.java" || exit 1
for program in $programs; do
    "$jitvm" --int -cp "$scratch/classes" "$program" > "$scratch/expected/$program" 2> /dev/null
done

check() { # threads, options...
    threads=$1
    shift
    rm -f "$scratch"/actual/*
    timeout -k 5 ${LIMIT:-300} "$jitvm" "$@" -cp "$scratch/classes" Together "$threads" $programs \
        > "$scratch/printed" 2> "$scratch/errors"
    status=$?
    awk -v directory="$scratch/actual/" '/^=== / { file = directory $2; printf "" > file; next } { print > file }' "$scratch/printed"
    for program in $programs; do
        cmp -s "$scratch/expected/$program" "$scratch/actual/$program" && continue
        echo "FAILED: $program among $threads threads with '$*' (< expected, > printed)"
        diff "$scratch/expected/$program" "$scratch/actual/$program" 2>&1 | head -10
        failures=$((failures + 1))
    done
    [ $status -eq 0 ] && ! grep -q 'WARNING: ThreadSanitizer' "$scratch/errors" && return
    echo "FAILED: $threads threads with '$*' ended with status $status"
    head -40 "$scratch/errors"
    failures=$((failures + 1))
}

check 1 --int
check 8 --int
check 8 --compile-threshold 2 --loop-threshold 3 -O 0
check 8 --background --compile-threshold 2 --loop-threshold 3 -O 0

[ $failures -eq 0 ] && echo "all programs print the same together"
exit $((failures > 0))
