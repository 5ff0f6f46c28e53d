#!/bin/sh
# A signal that ends a program under a profiler, also one with a timer's thread: the profile is told as when it ends by itself.
#
#     profile_signals_test.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -eu
jitvm=$1 javasub=$2 classlib=$3
rm -rf "$5"
mkdir -p "$5/classes"
cd "$5"

cat > Endless.java << 'END'
public class Endless {
    static int next(int x) {
        return x * 31 + 7;
    }

    public static void main(String[] arguments) {
        System.out.println("begun");
        System.out.flush();
        for (int x = 0; ; ) x = next(x);
    }
}
END
"$javasub" -cp "$classlib" -d classes Endless.java
cat > unmet.yaml << 'END'
profiler: unmet
rules:
  - { at: new, of: Nowhere, count: [] }
END
for profiler in call_graph cycles "cycles --each" unmet.yaml; do
    for _ in 1 2 3; do
        : > out
        # shellcheck disable=SC2086
        "$jitvm" profile $profiler -cp classes Endless > out 2> profile &
        process=$!
        tries=0
        until grep -q begun out || [ $tries -eq 300 ]; do
            tries=$((tries + 1))
            sleep 0.1
        done
        kill -TERM $process
        status=0
        wait $process || status=$?
        if [ $status -ne 143 ] || ! grep -q "^${profiler%%[ .]*}: " profile; then
            echo "profile_signals_test: $profiler ends with $status: $(cat profile)" >&2
            exit 1
        fi
    done
done
