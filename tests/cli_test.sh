#!/bin/sh
# The real program from outside: exit codes, and that mistakes are reported with their place.
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
expect 0 "3 passed" "$figure_10"
expect 1 "because" --without escape "$figure_10"
expect 1 "it held after no phase: 1 predicted per call after phase build" --without escape "$figure_10"
expect 1 "and no longer after phase sabotage (1)" --sabotage revert_escape "$figure_10"
expect 0 "without escape" prove "$figure_10"
expect 0 "materialised A" explain --filter "[p=0.8]" "$figure_10"
expect 2 "no PATH given"
expect 2 "cannot open" "$work/missing"
expect 2 "neither a command nor a path: 'prve' (did you mean 'prove'?); see jittest --help" prve "$specs"
expect 2 "cannot open 'missing'" missing
expect 2 "no test selected" "$work"
expect 2 "nothing matches" --filter nothing-is-called-so "$specs"
expect 2 "did you mean 'escape'" --without escap "$specs"
expect 2 "unknown sabotage" --sabotage nothing-is-called-so "$specs"

expect 2 "unknown phase or rule 'list'; \`jittest list phases\`, \`rules\` or \`limits\` lists them" --without list "$specs"

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

# site RUN EXPECTATION JAVA: a spec with one expectation of a site.
site() {
    cat > "$work/site.yaml" <<END
target:
  java: |
    $3
run: { $1, iterations: 500 }
expect: [{ $2 }]
END
}

# What is decided about one object is said of no other.
objects='class P { int v; P(int v) { this.v = v; } static P s; static P m1(int k) { return new P(k); } static P m2(int k) { return new P(k); } } class T { static int f(boolean c) { P a = P.m1(3); P b = P.m2(4); if (c) { P.s = b; return 1; } return a.v; } }'
objects_run='call: T.f, args: [{ cycle: [true, false] }]'
site "$objects_run" 'allocation: { in: P.m1, of: P }, is: moved' "$objects"
expect 1 "    observed  virtualised, 0 of 500 took effect" "$work/site.yaml"
expect 1 "    target    P.m1(I)LP;:0 (line 3) < T.f(Z)I:1 (line 3)" "$work/site.yaml"
site "$objects_run" 'allocation: { in: P.m2, of: P }, is: removed' "$objects"
expect 1 "    observed  virtualised, materialised, 250 of 500 took effect" "$work/site.yaml"
expect 1 "materialised P of P.m2(I)LP;:0 (line 3) < T.f(Z)I:6 (line 3) at T.f(Z)I:15 (line 3): it is stored into a static field" \
    "$work/site.yaml"
site "$objects_run" 'allocation: { in: P.m1, of: P }, because: stored_to_static' "$objects"
expect 1 "    observed  does_not_escape" "$work/site.yaml"

# Words that promise an effect are held against it.
site 'call: T.f, args: [{ cycle: [7, 1, 2] }]' 'allocation: P, is: moved' \
    'class P { int v; P(int v) { this.v = v; } static P s; } class T { static int f(int a) { P p = new P(a); if (a == 7) P.s = p; return p.v + System.identityHashCode(p) * 0; } }'
expect 1 "    observed  moved, and nothing gained: 500 of 500" "$work/site.yaml"
shapes='abstract class S { abstract int a(); } class A extends S { int a() { return 1; } } class B extends S { int a() { return 2; } } class C extends S { int a() { return 3; } } class T { static int f(S s) { return s.a(); } }'
shapes_run='call: T.f, args: [{ cycle: [{ new: B }, { new: C }] }], warm_up: { args: [{ choose: [{ new: A }, { new: B }, { new: C }], weights: [98, 1, 1] }] }'
site "$shapes_run" 'call: T.f -> S.a, is: inlined' "$shapes"
expect 1 "    observed  inlined behind a guard, 500 of 500 took effect" "$work/site.yaml"
site "$shapes_run" 'call: T.f -> A.a, is: guarded' "$shapes"
expect 1 "    observed  guarded, and always dispatched: 500 of 500" "$work/site.yaml"
site "$shapes_run" 'call: T.f -> S.a, share: { at_least: 0.9 }' "$shapes"
expect 1 "    expected  at least 0.9" "$work/site.yaml"
site 'call: T.f, args: [{ cycle: [{ new: B }, { new: C }] }]' 'call: T.f -> S.a, is: virtual, rate: 1' "$shapes"
expect 0 "1 passed" "$work/site.yaml"

# Several sites must each hold, and code that was left out names where.
site 'call: T.f, args: [1]' 'lock: java.lang.Object, is: removed' \
    'class T { static Object o = new Object(), p = new Object(); static int f(int x) { synchronized (o) { x++; } synchronized (p) { x++; } return x; } }'
expect 1 "    observed  at T.f(I)I:5 (line 3): lock kept, 500 of 500 took effect; at T.f(I)I:24 (line 3): lock kept, 500 of 500 took effect" \
    "$work/site.yaml"
sed -i 's/is: removed/is: kept, because: not_allocated_here, predicted: 1/' "$work/site.yaml"
expect 0 "1 passed" "$work/site.yaml"
site 'call: T.f, args: [1]' 'call: T.g -> T.h, is: inlined' \
    'class T { static int f(int x) { return g(x) + 1; } static int g(int x) { return h(x) + 1; } static int h(int x) { return x; } }'
sed -i 's/^run:/  never_inline: [T.g]\nrun:/' "$work/site.yaml"
expect 1 "the compiler saw no call of T.h in T.g; its code was left out: not inlined T.g(I)I at T.f(I)I:1 (line 3): never_inline" \
    "$work/site.yaml"
sed -i 's/^  never_inline.*/compiler: { without: [inline_depth=1] }/; s/T.g -> T.h/T.h -> T.i/; s/return x; }/return i(x); } static int i(int x) { return x; }/' \
    "$work/site.yaml"
expect 1 "its code was left out: not inlined T.h(I)I at T.g(I)I:1 (line 3) < T.f(I)I:1 (line 3): inlining is too deep" \
    "$work/site.yaml"

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
begin=DelimitationAPI.instrumentationBegin end='DelimitationAPI.instrumentationEnd();'
spec hangs A.foo "class A { static int n; static int foo() { int x = 1; $begin(0); Probe.hit(\"a\"); $end
       $begin(1); n = 2; $end if (x < 2) return n; $begin(2); Probe.hit(\"b\"); if (x > 2) return 3; $end return 4; }
      static int bar() { int x = 1; $begin(0); Probe.hit(\"c\"); $end return x; } }"
expect 2 "hangs.yaml:4:1: A.foo()I: probe 'b' is not closed: it returns from the method; every path must enter at one \
instrumentationBegin and leave at one instrumentationEnd after it" "$work/hangs.yaml"
expect 2 "hangs.yaml:5:1: A.bar()I: probe 'c' is anchored to nothing: the value before it is a constant; write HERE, or \
move it directly after the operation that it means" "$work/hangs.yaml"
spec writes A.foo "class A { static int n; static int foo() { $begin(2); n = 2; $end
      return n; } }"
expect 2 "writes.yaml:3:1: A.foo()I: the probe at line 3 writes A.n, which A.foo reads at line 4; let it write only what \
probes alone read, or count with Probe.hit" "$work/writes.yaml"
spec added A.foo "import java.util.ArrayList; class A { static ArrayList<Integer> list = new ArrayList<>();
      static int foo() { $begin(2); if (list.size() < 4) list.add(1); $end return list.size(); } }"
expect 1 "observed  warm-up call 1 returned 1 with probes, but returned 0 without: it reads what they write" "$work/added.yaml"
spec hung A.foo "class A { static A a; static int foo() { a = null;
      A b = new A(); $begin(0); Probe.hit(\"made\"); $end a = b; return 1; } }"
sed -i 's/expect:.*/expect: [{ rate: made, is: 0 }]/' "$work/hung.yaml"
expect 1 "    probes    probe 'made' is anchored to new A at line 4" "$work/hung.yaml"
expect 1 "  probe 'made' is anchored to new A at line 4" explain "$work/hung.yaml"
# Options of other commands.
expect 2 "jittest: lint takes no --json; see jittest --help" lint --json "$work/json" "$work/hung.yaml"
expect 2 "jittest: compare takes no --quiet; see jittest --help" compare -q --vm own "$work/hung.yaml"
expect 2 "jittest: run takes no --html; see jittest --help" --html "$work/page" "$work/hung.yaml"
expect 2 "jittest: explain takes no --list; see jittest --help" --list explain "$work/hung.yaml"
expect 2 "jittest: list takes no --vm; see jittest --help" list phases --vm own
echo 'foo: 1' > "$work/errors.yaml"
expect 2 "  $work/errors.yaml:1:1: spec needs 'run': what is called, with which arguments, how often" explain "$work/errors.yaml"
rm "$work/errors.yaml"
"$jittest" "$work/names.yaml" | grep -q seed && { echo "a spec that never ran has a seed"; failures=$((failures + 1)); }
expect 2 "two reports cannot both go to '$work/../$(basename "$work")/report'" \
    --tap "$work/report" --json "$work/../$(basename "$work")/report" "$work/good.yaml"

expect 2 "a report to '$work/good.yaml' would overwrite a spec that is run" --tap "$work/good.yaml" "$work/good.yaml"
expect 0 "1 passed" "$work/good.yaml"
expect 2 "two reports cannot both go to '-'" --tap /dev/stdout --json - "$work/good.yaml"
"$jittest" --tap "$work/report" "$work/good.yaml" > "$work/report" 2> "$work/err"
grep -q "^1 PASS" "$work/err" && ! grep -q "^1 PASS" "$work/report" && grep -q "^ok 1" "$work/report" || {
    echo "a report into the file of standard output: $(cat "$work/report")"
    failures=$((failures + 1))
}

# A pipe is read when somebody writes it.
mkfifo "$work/unwritten"
expect 2 "cannot read '$work/unwritten': it is a pipe that nobody writes to" "$work/unwritten"
(sleep 0.2; cat "$work/good.yaml") | "$jittest" -q /dev/stdin | grep -q "1 passed" || {
    echo "a spec that comes through a pipe is not read"
    failures=$((failures + 1))
}

# What is returned is held against the type that the target returns.
returned() { # JAVA CONSTANT
    spec returned A.foo "class A { static $1 }"
    sed -i "s/^expect:.*/expect: [{ returns: $2 }]/" "$work/returned.yaml"
}
returned 'float foo() { return 0.1f; }' 0.1
expect 0 "1 passed" "$work/returned.yaml"
returned 'double foo() { return 0.1f; }' 0.1
expect 1 "0.10000000149011612 in execution 0" "$work/returned.yaml"
returned 'double foo() { return -0.0; }' 0.0
expect 1 "-0 in execution 0" "$work/returned.yaml"
returned 'char foo() { return 120; }' x
expect 0 "1 passed" "$work/returned.yaml"
returned 'int[] foo() { return new int[2]; }' "{ object: 'int[]' }"
expect 0 "1 passed" "$work/returned.yaml"
returned 'int foo() { return 2; }' 0.5
expect 2 "returns: 0.5 is not a value of type int, which A.foo()I returns" "$work/returned.yaml"
returned 'double foo() { return 0; }' false
expect 2 "returns: false is not a value of type double, which A.foo()D returns" "$work/returned.yaml"
returned 'Integer foo() { return 1000; }' 1000
expect 2 "A.foo()Ljava/lang/Integer; returns an object: expect { object: its class }, null, or a text in quotes" \
    "$work/returned.yaml"
returned 'Object foo() { return new String[1]; }' "{ object: 'String[]' }"
expect 2 "class 'String' does not exist; did you mean 'java.lang.String'?" "$work/returned.yaml"
returned 'int[] foo() { return new int[2]; }' "{ object: '[I' }"
expect 2 "'[I' is not a class: write an array as int[] or A[][]" "$work/returned.yaml"

# What a ledger is held against is a value of its column's type.
ledger() { # TYPE CHOICES EQUALS CONDITION
    spec ledger A.foo "class A { static int foo($1 x) { $begin if ($4) Probe.hit(\"hit\"); $end return 3; } }"
    sed -i "s/A.foo,/A.foo, args: [{ choose: [$2] }],/; s/10 }/300 }/
        s/^expect:.*/expect: [{ ledger: hit, exactly_when: argument 0, equals: $3 }]/" "$work/ledger.yaml"
}
begin='DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);' end='DelimitationAPI.instrumentationEnd();'
ledger float '0.1, 0.2' 0.1 'x < 0.15f'
expect 0 "1 passed" "$work/ledger.yaml"
ledger double '0.1, 0.2' 0.1 'x < 0.15'
expect 0 "1 passed" "$work/ledger.yaml"
ledger char 'a, b' a "x == 97"
expect 0 "1 passed" "$work/ledger.yaml"
ledger long '9007199254740992, 9007199254740993' 9007199254740993 'x > 9007199254740992L'
expect 2 "a ledger cannot tell longs of 9007199254740992 (2 to the 53) and more apart" "$work/ledger.yaml"
ledger int '1, 2' 1.5 'x == 1'
expect 2 "'1.5' is not a value of type int: say in 'equals' which one demands a hit" "$work/ledger.yaml"
ledger String 'a, b' a 'x == null'
expect 2 "a ledger compares numbers, and that argument of A.foo(Ljava/lang/String;)I is not one" "$work/ledger.yaml"

# A limit without a value, and what is switched on or off in a spec.
spec off A.foo 'class A { static void foo() { } }'
sed -i '$ a relies_on: inline_depth' "$work/off.yaml"
expect 2 "off.yaml:6:12: a limit needs a value other than its own: write inline_depth=N, not 9" "$work/off.yaml"
sed -i '$ d' "$work/off.yaml"
sed -i '$ a compiler: { sabotage: nothing-is-called-so }' "$work/off.yaml"
expect 2 "unknown sabotage 'nothing-is-called-so'; \`jittest list sabotages\` lists them" "$work/off.yaml"

# What nothing could turn red is not green.
region='DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE); Probe.hit("dead"); DelimitationAPI.instrumentationEnd();'
vacuous() { # EXPECTATION JAVA [ARGUMENT]
    spec vacuous A.foo "class A { $2 }"
    sed -i "s/A.foo,/A.foo, args: [${3:-8}],/; s/^expect:.*/expect: [{ $1 }]/" "$work/vacuous.yaml"
}
vacuous 'rate: dead, is: 0' "static void dead() { $region } static int foo(int a) { return a; }"
expect 1 "its probe is in no code that ran: A.dead()V was neither called while measured nor inlined" "$work/vacuous.yaml"
vacuous 'rate: dead, is: 0' "static int foo(int a) { if (a == 9) { $region } return a; }"
expect 0 "1 passed" "$work/vacuous.yaml"
vacuous 'ledger: dead, exactly_when: argument 0' "static int foo(boolean b) { if (b) { $region } return 1; }" false
expect 1 "no execution demands a hit: argument 0 (false) was never 1 in all" "$work/vacuous.yaml"
vacuous 'allocation: A, rate: { at_least: 0, at_most: 1 }' "static A a; static int foo(int x) { a = new A(); return x; }"
expect 2 "nothing is below 0: leave 'at_least' out, or expect more" "$work/vacuous.yaml"

# A file that has no end is none.
cat > "$work/zero.yaml" <<END
target: { java_file: /dev/zero }
run: { call: A.foo, iterations: 10 }
expect: [{ deoptimizations: 0 }]
END
expect 2 "zero.yaml:1:22: cannot read '/dev/zero': it is a device, not a file" "$work/zero.yaml"
expect 2 "cannot read '/dev/zero': it is a device, not a file" /dev/zero
sed 's|/dev/zero|.|' "$work/zero.yaml" > "$work/folder.yaml"
expect 2 "it is a directory, not a file" "$work/folder.yaml"

# Nor is a pipe, which may wait for its writer for ever; one that the shell makes is a spec.
mkdir "$work/pipes"
mkfifo "$work/pipe" "$work/pipes/Pipe.class"
sed 's|/dev/zero|pipe|' "$work/zero.yaml" > "$work/pipe.yaml"
expect 2 "pipe.yaml:1:22: cannot read '$work/pipe': it is a pipe, not a file" "$work/pipe.yaml"
sed 's|java_file: /dev/zero|classpath: pipe|' "$work/zero.yaml" > "$work/pipe.yaml"
expect 2 "cannot read class path '$work/pipe': it is neither a directory nor a jar" "$work/pipe.yaml"
sed 's|java_file: /dev/zero|classpath: pipes|; s|A.foo|Pipe.foo|' "$work/zero.yaml" > "$work/pipe.yaml"
expect 2 "pipe.yaml:2:14: class 'Pipe' does not exist" "$work/pipe.yaml"
cat "$work/zero.yaml" > "$work/pipe" &
expect 2 "cannot read '/dev/zero': it is a device, not a file" "$work/pipe"

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

# One of sources is known from their bytecode: a comment names none, nor does code that is left out of it, and a name that is
# chosen as the program runs may be any.
named() {
    cat > "$work/named.yaml" <<END
target: { java: 'class A { static final boolean LOGS = false; static void foo(boolean b) { Probe.hit($1); } }' }
run: { call: A.foo, args: [false], iterations: 10 }
expect: [{ count: hit, at_most: 0 }]
END
}
named '"hits"'
expect 2 "named.yaml:3:19: unknown counter 'hit', did you mean 'hits'?" "$work/named.yaml"
for left_out in '"hits" /* "hit" */' '"hits"); if (false) Probe.hit("hit"' '"hits"); if (LOGS) Probe.hit("hit"'; do
    named "$left_out"
    expect 2 "named.yaml:3:19: no bytecode hits the counter 'hit', though the Java text has the name: it stands in a comment, or \
where code is left out, as behind 'if (false)'" "$work/named.yaml"
done
named 'b ? "hit" : "hits"'
expect 0 "1 passed" "$work/named.yaml"

# Probes of the spec: their counters are known, what is wrong in them has its place, and what they name must have run.
probed() {
    cat > "$work/probed.yaml" <<END
target: { java: 'class A { static void foo(boolean b) { new A(); if (b) bar(); } static void bar() {} }' }
run: { call: A.foo, args: [false], iterations: 10 }
probes:
  - { $1 }
expect: [{ count: hits, is: $2 }]
END
}
probed 'at: entry, in: A.foo, hit: hits' 10
expect 0 "1 passed" "$work/probed.yaml"
probed 'at: entry, in: A.foo, hit: hits' 11
expect 1 "observed  10" "$work/probed.yaml"
expect 1 "probes    the probe 'hits' of line 4 is at each execution of 'entry'" "$work/probed.yaml"
probed 'at: entry, in: A.foo, if: interpreted, hit: hits' 0
expect 0 "1 passed" "$work/probed.yaml"
probed 'at: entry, in: A.foo, hit: hit' 10
expect 2 "probed.yaml:5:19: unknown counter 'hits', did you mean 'hit'?" "$work/probed.yaml"
probed 'at: entry, in: A.bar, hit: hits' 0
expect 2 "probed.yaml:4:5: 'in: A.bar' names nothing that ran at a point 'entry'" "$work/probed.yaml"
probed 'at: call, of: A.foo, hit: hits' 0
expect 2 "probed.yaml:4:5: 'of: A.foo' names nothing that ran at a point 'call'" "$work/probed.yaml"
# A call in a line where its caller has no code is never made, which says nothing.
for path in 'contexts: A.foo:3 -> A.bar, share: 0' 'call_graph: A.foo:3 -> A.bar, share: { at_most: 0.5 }'; do
    cat > "$work/lines.yaml" <<END
target:
  java: |
    class A {
      static void foo(boolean b) { bar(); }
      static void bar() {}
    }
run: { call: A.foo, args: [false], iterations: 10 }
expect: [{ $path }]
END
    expect 2 "A.foo has no code in line 3: a spec counts lines from the first of its Java text, which is line 3 here" "$work/lines.yaml"
done
sed 's/call_graph: A.foo:3 -> A.bar, share: .*/contexts: A.foo:2 -> A.bar, rate: 1 }]/' "$work/lines.yaml" > "$work/line.yaml"
expect 0 "1 passed" "$work/line.yaml"
# Nor is one that is not in the caller, or not in that line. What a call of an interface's method leads to has any name.
called() { # expectation, what A.foo does
    cat > "$work/called.yaml" <<END
target:
  java: |
    interface I { void go(); }
    class X implements I { public void go() {} }
    class A {
      static void foo(boolean b) { $2
        bar(b); }
      static void bar(boolean b) { if (b) System.out.println(); }
      static void other() {}
    }
run: { call: A.foo, args: [false], iterations: 1000 }
compiler: { without: [inline] }
expect: [{ $1 }]
END
}
called 'call_graph: A.foo -> A.other, share: { at_most: 0.5 }' ''
expect 2 "called.yaml:13:24: A.foo has no call of A.other" "$work/called.yaml"
called 'call_graph: A.foo:4 -> A.bar, share: { at_most: 0.5 }' 'int x = 1;'
expect 2 "called.yaml:13:24: A.foo has no call of A.bar in this line" "$work/called.yaml"
called 'contexts: A.bar -> A.foo, rate: 0' ''
expect 2 "called.yaml:13:22: A.bar has no call of A.foo" "$work/called.yaml"
called 'call_graph: A.foo -> A.bar:5, share: { at_most: 0.5 }' ''
expect 2 "called.yaml:13:24: a line is that of the call: write 'A.foo:12 -> A.bar'" "$work/called.yaml"
called 'call_graph: A.foo:5 -> A.bar, share: { at_least: 0.1 }' ''
expect 0 "1 passed" "$work/called.yaml"
called 'contexts: A.foo -> X.go, rate: 1' 'I i = new X(); i.go();'
expect 0 "1 passed" "$work/called.yaml"
# Nor is an abstract method: what is called is one that overrides it.
for path in 'contexts: A.foo -> I.go, rate: 0' 'call_graph: A.foo -> I.go, share: { at_most: 0.5 }'; do
    cat > "$work/abstract.yaml" <<END
target:
  java: |
    interface I { int go(); }
    class X implements I { public int go() { return 1; } }
    class A { static I i = new X(); static int foo(boolean b) { return i.go(); } }
run: { call: A.foo, args: [false], iterations: 10 }
expect: [{ $path }]
END
    expect 2 "I.go is abstract: what is called is a method that overrides it, so name that" "$work/abstract.yaml"
done
# Chances that are added up are at most 1.
cat > "$work/chances.yaml" <<END
target: { java: 'class A { static int foo(boolean b) { return b ? 1 : 2; } }' }
run: { call: A.foo, args: [{ likely: 0.5 }], iterations: 1000 }
probes: [{ at: branch, in: A.foo, count: taken, hit: taken }]
expect: [{ distribution: taken, is: { true: 0.5, false: 0.5 } }, { distribution: taken, is: { true: 0.5 } }]
END
expect 1 "risk      false alarm 1, miss" "$work/chances.yaml"
expect 1 "risk of the whole run: false alarm at most 1, miss" "$work/chances.yaml"
# What happens nowhere in the code is met by the methods and objects that it could have happened to.
for rule in 'at: deoptimize, in: A.foo' 'at: rematerialize, of: A' 'at: rematerialize, of: A, in: A.foo'; do
    probed "$rule, hit: hits" 0
    expect 0 "1 passed" "$work/probed.yaml"
done
probed 'at: deoptimize, in: A.bar, hit: hits' 0
expect 2 "probed.yaml:4:5: 'in: A.bar' names nothing that ran at a point 'deoptimize'" "$work/probed.yaml"
probed 'at: rematerialize, of: java.lang.Integer, hit: hits' 0
expect 2 "probed.yaml:4:5: 'of: java.lang.Integer' names nothing that ran at a point 'rematerialize'" "$work/probed.yaml"
probed 'at: throw, hit: hits' 0
expect 0 "1 passed" "$work/probed.yaml"
probed 'at: entry, in: A.foo, hit: other, do: "Probe.hit(\"hits\"); Probe.hit(\"hits\");"' 20
expect 0 "1 passed" "$work/probed.yaml"
probed 'at: entry, in: A.foo, hit: hits, do: "int i = site;"' 10
expect 2 "probed.yaml:4:53: incompatible types: String cannot be converted to int" "$work/probed.yaml"
probed 'at: entry, in: A.foo, hit: hits, do: ""' 10
expect 2 "probed.yaml:4:44: 'do' must be text, not an empty text" "$work/probed.yaml"
probed 'at: entry, in: A.foo, if: code ==, hit: hits' 0
expect 2 "probed.yaml:4:40: a value must follow '=='" "$work/probed.yaml"
cat > "$work/mine.yaml" <<END
profiler: mine
rules: [{ at: entry, in: A.foo, count: [method], hit: hits }]
END
probed 'at: entry, in: A.foo, hit: other' 10
sed -i 's|^probes:|profile: mine.yaml\n&|' "$work/probed.yaml"
expect 0 "1 passed" "$work/probed.yaml"

# A name is the same in the spec and in compiled code, though class files write it in their own way.
cat > "$work/emoji.yaml" <<END
target: { java: 'class A { static void foo() { Probe.hit("é😀"); } }' }
run: { call: A.foo, iterations: 10 }
expect: [{ count: é😀, is: 10 }]
END
expect 0 "1 passed" "$work/emoji.yaml"

# A counter says who hit it: interpreted behind a cast that failed, in a thread that the target started, in a loop that goes on
# in compiled code.
cat > "$work/threads.yaml" <<END
target:
  java: |
    class A {
        static int work(Object o) {
            int n;
            try { n = ((String) o).length(); } catch (ClassCastException e) { n = -1; }
            DelimitationAPI.instrumentationBegin(DelimitationAPI.HERE);
            Probe.hit("work");
            DelimitationAPI.instrumentationEnd();
            return n;
        }
        static void complete(Thread thread) throws InterruptedException { thread.start(); thread.join(); }
        static int foo(boolean thread, boolean text) throws InterruptedException {
            Object o = text ? "text" : new Object();
            if (thread) complete(new Thread(() -> work(o)));
            return work(o);
        }
    }
  never_compile: A.complete # whether it waits is up to the system
run:
  call: A.foo
  args: [{ cycle: [true, false, false, false] }, { cycle: [false, true] }]
  iterations: 20
expect: [{ count: work, is: 25 }]
END
expect 0 "because   of 25 hits 10 interpreted, 5 in other threads" -v "$work/threads.yaml"
expect 0 "work                     25 hits, 1.2500 per execution: of 25 hits 10 interpreted, 5 in other threads" \
    explain "$work/threads.yaml"
loop=$specs/compile/a_call_that_is_interpreted_goes_on_in_compiled_code_at_its_loop.yaml
expect 0 "because   of 5000 hits 75 interpreted, 4925 after on-stack replacement" -v --json "$work/json" "$loop"
tr -d ' \n' < "$work/json" | grep -qF '"hits_by":{"compiled":0,"on_stack":4925,"interpreted":75,"other_threads":0}' ||
    { echo "JSON does not split hits: $(grep -A5 hits_by "$work/json")"; failures=$((failures + 1)); }

# The calls that are profiled are chosen for what is predicted; loops that leave too few of them are told.
predicted=$specs/escape/merged_objects_of_arms_that_are_drawn_are_predicted_from_as_many_calls_as_their_risk_takes.yaml
expect 0 "  compile_threshold 3576, chosen for the risk of 'predicted'" -v --json "$work/json" "$predicted"
grep -q '"chosen_compile_threshold": 3576' "$work/json" || { echo "JSON has no chosen threshold"; failures=$((failures + 1)); }
expect 0 "compiled at call 3576, 3676 calls of warm-up, compile_threshold 3576 chosen for the risk of 'predicted'" explain "$predicted"
# What the compiler did not decide, it did not predict.
expect 0 "500 reached, 500 took effect: rate 1.0000, not predicted" explain "$specs/compile/code_that_is_entered_is_the_working_set.yaml"
for seed in 1 2 3 4 5; do
    expect 0 "1 passed" --seed $seed "$predicted"
done
cat > "$work/loops.yaml" <<END
target:
  java: |
    class A {
        static A sink;
        static int foo(boolean b) {
            int n = 0;
            for (int i = 0; i < 100; i++) n += i * n;
            A a = new A();
            if (b) sink = a;
            return n;
        }
    }
run: { call: A.foo, args: [{ likely: 0.5 }], iterations: 100 }
expect: [{ allocation: A, predicted: { is: 0.5, epsilon: 0.05 } }]
END
expect 1 "a correct compiler would fail this with probability 0.15, more than 1e-06: only 216 profiled calls decided it" \
    "$work/loops.yaml"
sed -i 's/is: 0.5, epsilon: 0.05/at_most: 3/' "$work/loops.yaml"
expect 0 "risk      not known: more than one in a call" -v "$work/loops.yaml"
expect 0 "; not known of 1 expectation" "$work/loops.yaml"

# A test that is killed leaves nothing in the directory of temporary files.
mkdir "$work/tmp"
TMPDIR=$work/tmp expect 1 "TIMEOUT" --timeout 1 "$work/endless.yaml"
rmdir "$work/tmp" || failures=$((failures + 1))

# What a signal ends leaves its reports, its status and nothing else.
spec slow A.foo 'class A { static void foo() { while (true) { } } }'
ended() { # signal number
    mkdir "$work/tmp"
    TMPDIR=$work/tmp "$jittest" -j1 --tap "$work/tap" "$work/good.yaml" "$work/slow.yaml" > "$work/out" 2>&1 &
    run=$!
    for wait in $(seq 200); do
        grep -q PASS "$work/out" && break
        sleep 0.3
    done
    kill -s "$1" $run
    wait $run
    status=$?
    [ $status -eq $((128 + $2)) ] || { echo "SIG$1: exit $status"; failures=$((failures + 1)); }
    grep -q "^Bail out! interrupted after 1 of 2 specs" "$work/tap" || { echo "SIG$1: the TAP report is cut"; failures=$((failures + 1)); }
    rmdir "$work/tmp" || failures=$((failures + 1))
}
ended TERM 15
ended HUP 1

# A reader that goes away ends the run; what is written elsewhere is whole.
for copy in 1 2 3 4 5 6 7 8; do cp "$work/good.yaml" "$work/good$copy.yaml"; done
{
    "$jittest" -j1 --tap "$work/tap" "$work"/good?.yaml "$work/slow.yaml" 2> "$work/err"
    echo $? > "$work/status"
} | true
[ "$(cat "$work/status")" -eq 141 ] || { echo "SIGPIPE: exit $(cat "$work/status")"; failures=$((failures + 1)); }
grep -q "^Bail out! interrupted" "$work/tap" || { echo "SIGPIPE: the TAP report is cut"; failures=$((failures + 1)); }

# What the environment refuses is one sentence, once, and no test's result.
refused() { # SENTENCE COMMAND...
    sentence=$1
    shift
    output=$("$@" 2>&1)
    status=$?
    [ $status -eq 3 ] || { echo "'$sentence': exit $status"; failures=$((failures + 1)); }
    [ "$(printf '%s\n' "$output" | grep -c "^jittest: ")" -eq 1 ] || { echo "'$sentence': $output"; failures=$((failures + 1)); }
    printf '%s\n' "$output" | grep -qF "$sentence" || { echo "not '$sentence' but: $output"; failures=$((failures + 1)); }
    printf '%s\n' "$output" | grep -qE "CRASH|FAIL|EVALUATED" && { echo "'$sentence' has results: $output"; failures=$((failures + 1)); }
}
limited() { # LIMIT COMMAND...
    (ulimit $1 && shift && "$@")
}
console_is_full() {
    "$jittest" "$work/good.yaml" 2>&1 > /dev/full
}
refused "cannot write the console: No space left on device" console_is_full
refused "cannot make a temporary folder in '/nowhere' (TMPDIR): No such file or directory" env TMPDIR=/nowhere "$jittest" "$figure_10"
refused "nothing can be compiled here: code generator: there is no assembler: 'as' is in no folder of PATH" env PATH=/nowhere "$jittest" "$figure_10"
refused "nothing can be compiled here" env PATH=/nowhere "$jittest" "$work/good.yaml"
refused "nothing can be compiled here" env PATH=/nowhere "$jittest" "$work/good.yaml" "$work/syntax.yaml"
refused "files may have 8192 bytes here (ulimit -f), tests need 1048576" limited "-f 16" "$jittest" "$figure_10"
refused "12 files may be open here (ulimit -n), tests need 64" limited "-n 12" "$jittest" "$figure_10"
if (ulimit -v 200000 && "$jittest" --help) > /dev/null 2>&1; then # not with sanitizers
    refused "cannot reserve a heap of 268435456 bytes: Cannot allocate memory" limited "-v 200000" "$jittest" "$figure_10"
fi
if (ulimit -s 64 && "$jittest" --help) > /dev/null 2>&1; then # likewise
    for command in "" lint prove explain; do
        refused "the stack may have 65536 bytes here (ulimit -s), tests need 1048576" limited "-s 64" "$jittest" $command "$figure_10"
    done
fi

[ $failures -eq 0 ] && echo "all as expected"
exit $((failures > 0))
