#!/bin/sh
# What a run tells of a target that is at fault: it throws, ends the process, never ends.
# usage: run_test.sh JITTEST
jittest=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

# target CALL EXPECTATION < JAVA: a spec with this target.
target() {
    { echo "target:"; echo "  java: |"; sed 's/^/    /'
      echo "run: { call: $1, iterations: 20 }"; echo "expect: [{ $2 }]"; } > "$work/t.yaml"
}

# tells CODE SECONDS TEXT OPTION...: the run exits with CODE, in so many seconds at most, and says TEXT.
tells() {
    code=$1 most=$2 text=$3
    shift 3
    begin=$(date +%s)
    output=$("$jittest" "$@" "$work/t.yaml" 2>&1)
    status=$?
    seconds=$(($(date +%s) - begin))
    if [ $status -ne "$code" ] || [ $seconds -gt "$most" ] || ! printf '%s\n' "$output" | grep -qF -- "$text"; then
        echo "exit $status, expected $code, after $seconds s; expected '$text' in"
        printf '%s\n' "$output"
        failures=$((failures + 1))
    fi
}

target T.f 'deoptimizations: 0' <<END
class T {
    static int zero, one = 1 / zero;
    static int f() { return 1; }
}
END
tells 1 3 "T.f()I was never compiled in 1 call; call 1 threw java.lang.ExceptionInInitializerError; caused by java.lang.ArithmeticException: / by zero, in T.<clinit>()V (line 4)"

target T.f 'deoptimizations: 0' <<END
class T {
    static int f() { throw new IllegalStateException("no"); }
}
END
tells 1 3 "because   call 1 threw java.lang.IllegalStateException: no, in T.f()I (line 4)"
tells 1 3 'expected  calls that return, or `returns: { throws: ... }`'

target T.f 'returns: { throws: java.lang.IllegalStateException }' <<END
class T {
    static int f() { throw new IllegalStateException("no"); }
}
END
tells 0 3 "1 passed"

target T.f 'deoptimizations: 0' <<END
class T {
    static int calls;
    static int f() { if (calls++ < 50) throw new IllegalStateException("no"); return 1; }
}
END
tells 0 3 "1 passed"

# Given up is given up: nobody calls it another 100,000 times.
target T.f 'deoptimizations: 0' <<END
class T {
    static int f() {
        DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
        return 1;
    }
}
END
tells 1 3 "T.f()I was never compiled: inserted code does not have exactly one entry and one exit"

[ $failures -eq 0 ] && echo "all as expected"
exit $((failures > 0))
