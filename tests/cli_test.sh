#!/bin/sh
# The real program from outside: exit codes, and that mistakes are told with their place.
# usage: cli_test.sh JITTEST SOURCE_DIRECTORY
jittest=$1
specs=$2/specs
figure_10=$specs/escape/an_object_that_escapes_on_one_branch_is_allocated_only_there.yaml
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

# expect CODE TEXT ARGUMENT...: exits with CODE and says TEXT.
expect() {
    code=$1 text=$2
    shift 2
    output=$("$jittest" "$@" 2>&1)
    status=$?
    if [ $status -ne "$code" ]; then
        echo "jittest $*: exit $status, expected $code"
        echo "$output"
        failures=$((failures + 1))
    elif ! printf '%s\n' "$output" | grep -qF -- "$text"; then
        echo "jittest $*: does not say '$text'"
        echo "$output"
        failures=$((failures + 1))
    fi
}

# spec NAME METHOD JAVA: a spec whose target is one line of Java.
spec() {
    cat > "$work/$1.yaml" <<END
target:
  java: |
    $3
run: { call: $2, iterations: 10 }
expect: [{ deoptimizations: 0 }]
END
}

expect 0 "[p=0.8]" --list "$figure_10"
expect 0 "5 passed" "$figure_10"
expect 1 "because" --without escape "$figure_10"
expect 1 "it held after no phase: 1 predicted per call after phase build" --without escape "$figure_10"
expect 1 "and no longer after phase sabotage (1)" --sabotage revert_escape "$figure_10"
expect 0 "without escape" prove "$figure_10"
expect 0 "materialised A" explain --filter "[p=0.8]" "$figure_10"
expect 2 "no PATH given"
expect 2 "cannot open" "$work/missing"
expect 2 "no test selected" "$work"
expect 2 "nothing matches" --filter nothing-is-called-so "$specs"
expect 2 "did you mean 'escape'" --without escap "$specs"
expect 2 "unknown sabotage" --sabotage nothing-is-called-so "$specs"

spec syntax A.foo 'class A { static void foo() { int x = 1 } }'
expect 2 "syntax.yaml:3:4" "$work/syntax.yaml"
spec method A.fooo 'class A { static void foo() { } }'
expect 2 "method.yaml:4:14: " "$work/method.yaml"
spec count A.foo 'class A { static void foo(int x) { } }'
expect 2 "A.foo(I)V takes 1 argument, not 0" "$work/count.yaml"
spec good A.foo 'class A { static void foo() { } }'
expect 0 "1 passed" "$work/good.yaml"
expect 2 "1 passed" "$work/good.yaml" "$work/syntax.yaml"
spec endless A.foo 'class A { static int foo() { int i = 0; for (;;) i++; } }'
expect 1 "TIMEOUT" --timeout 1 "$work/endless.yaml"
spec thrown A.foo 'class A { static int foo() { throw new RuntimeException("no"); } }'
echo "  - returns: { throws: java.lang.RuntimeException, message: no }" > "$work/more"
sed -i 's/^expect:.*/expect:/' "$work/thrown.yaml" && cat "$work/more" >> "$work/thrown.yaml"
expect 0 "1 passed" "$work/thrown.yaml"

spec receiver A.foo 'class A { void foo() { } }'
sed -i 's/A.foo,/A.foo, receiver: null,/' "$work/receiver.yaml"
expect 2 "receiver.yaml:4:31: the receiver is null" "$work/receiver.yaml"
expect 1 "reproduce: $jittest $work" --timeout 1 "$work/endless.yaml"

spec thrown A.foo 'class A { static void foo() { } }'
throws() {
    sed -i "s/^expect:.*/expect: [{ returns: { throws: $1 } }]/" "$work/thrown.yaml"
}
throws java.lang.RuntimeExeption
expect 2 "thrown.yaml:5:31: class 'java.lang.RuntimeExeption' does not exist; did you mean 'java.lang.RuntimeException'?" \
    "$work/thrown.yaml"
throws IllegalStateException
expect 2 "did you mean 'java.lang.IllegalStateException'?" "$work/thrown.yaml"
throws java.lang.String
expect 2 "thrown.yaml:5:31: a java.lang.String cannot be thrown" "$work/thrown.yaml"

spec abstract A.foo 'abstract class A { abstract void foo(); }'
expect 2 "abstract.yaml:4:14: A.foo()V is abstract or native" "$work/abstract.yaml"

# array ELEMENTS: a spec whose target takes an int[][] and a String[].
array() {
    spec array A.foo 'class A { static int foo(int[][] a, String[] b) { return a[1][0] + b.length; } }'
    sed -i "s/A.foo,/A.foo, args: [$1, { array: $2, of: [x] }],/; s/^expect:.*/expect: [{ returns: 3 }]/" "$work/array.yaml"
}
array "{ array: 'int[]', of: [null, { array: int, of: [2] }] }" java.lang.String
expect 0 "1 passed" "$work/array.yaml"
array "{ array: int, of: [1] }" java.lang.String
expect 2 "array.yaml:4:37: an array of int is not a [[I" "$work/array.yaml"
array "{ array: 'int[]', of: [{ array: long, of: [2] }] }" java.lang.String
expect 2 "an array of long is not a [I" "$work/array.yaml"
array "{ array: 'int[]', of: [null, { array: int, of: [2] }] }" String
expect 2 "class 'String' does not exist; did you mean 'java.lang.String'?" "$work/array.yaml"

# All names that do not exist are told at once, a line each, and no seed of what never ran.
spec names A.foo 'import java.util.concurrent.CountDownLatch; class A { static int foo(boolean b) { return 1; } }'
sed -i 's/A.foo,/A.foo, args: [yes],/; s/^expect:.*/expect: [{ allocation: CountDownLach, is: removed }, { call: A.fo, is: inlined }]\nrelies_on: [escap]/' \
    "$work/names.yaml"
expect 2 "4 errors in the spec" "$work/names.yaml"
expect 2 "names.yaml:4:28: 'yes' is not a value of type boolean: write true or false" "$work/names.yaml"
expect 2 "did you mean 'java.util.concurrent.CountDownLatch'?" "$work/names.yaml"
expect 2 "did you mean 'A.foo'?" "$work/names.yaml"
expect 2 "did you mean 'escape'?" "$work/names.yaml"
"$jittest" "$work/names.yaml" | grep -q seed && { echo "a spec that never ran has a seed"; failures=$((failures + 1)); }
expect 2 "two reports cannot both go to '$work/../$(basename "$work")/report'" \
    --tap "$work/report" --json "$work/../$(basename "$work")/report" "$work/good.yaml"

# A counter of class files is known when they are loaded.
mkdir "$work/classes"
echo 'class A { static void foo(boolean b) { if (b) Probe.hit("hits"); } }' > "$work/A.java"
"$(dirname "$jittest")/tools/javasub" -cp "$(dirname "$jittest")/classlib" -d "$work/classes" "$work/A.java" || failures=$((failures + 1))
counter() {
    cat > "$work/counter.yaml" <<END
target: { classpath: classes }
run: { call: A.foo, args: [false], iterations: 10 }
expect: [{ count: $1, at_most: 0 }]
END
}
counter hits
expect 0 "1 passed" "$work/counter.yaml"
counter hit
expect 2 "counter.yaml:3:19: no class that was loaded names the counter 'hit', and it was never hit; did you mean 'hits'?" \
    "$work/counter.yaml"

# A test that is killed leaves nothing in the directory of temporary files.
mkdir "$work/tmp"
TMPDIR=$work/tmp expect 1 "TIMEOUT" --timeout 1 "$work/endless.yaml"
rmdir "$work/tmp" || failures=$((failures + 1))

[ $failures -eq 0 ] && echo "all as expected"
exit $((failures > 0))
