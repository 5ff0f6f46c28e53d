#!/bin/sh
# What becomes of a spec whose adapter is right, or wrong in one of many ways: each ends as its table says, and hides no other spec.
# usage: foreign_test.sh JITTEST FAKE_ADAPTER JAVASUB CLASS_LIBRARY
set -u
jittest=$1 adapter=$2 javasub=$3 classlib=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

cat > "$folder/a.yaml" <<'YAML'
target:
  java: |
    class A { static A sink; static boolean foo(boolean escapes) { A a = new A(); if (escapes) sink = a; return escapes; } }
run: { call: A.foo, args: [{ likely: 0.5 }], iterations: 200 }
expect:
  - allocation: A
    rate: { at_least: 0.2 }
  - deoptimizations: 0
YAML
sed 's/at_least: 0.2 }/at_most: 0.1 }\n    because: passed_to_call/; /deoptimizations/d' "$folder/a.yaml" > "$folder/because.yaml"
sed 's/^target:/skip: it needs no adapter\ntarget:/' "$folder/a.yaml" > "$folder/no-adapter.yaml"
mkdir "$folder/by-default"
cp "$folder/a.yaml" "$folder/by-default/"
printf 'vm: mine\nvms: { mine: "command:%s right" }\n' "$adapter" > "$folder/by-default/jittest.yaml"

mkdir -p "$folder/two/right" "$folder/two/wrong"
for mode in right wrong; do
    cp "$folder/a.yaml" "$folder/two/$mode/$mode.yaml"
    printf 'vm: mine\nvms: { mine: "command:%s %s" }\n' "$adapter" "$mode" > "$folder/two/$mode/jittest.yaml"
done

fail() {
    echo "FAIL: $1"
    failures=$((failures + 1))
}

# expect NAME STATUS TEXT -- WORDS...: jittest with these words ends with the status and says the text.
expect() {
    name=$1 status=$2 text=$3
    shift 4
    "$jittest" --timeout 300 "$@" > "$folder/out" 2>&1
    ended=$?
    [ "$ended" = "$status" ] || fail "$name: status $ended, not $status"
    grep -qF -- "$text" "$folder/out" || { fail "$name: it does not say '$text'"; cat "$folder/out"; }
}

mode() {
    expect "$1" "$2" "$3" -- "$folder/a.yaml" --vm "command:$adapter $1"
}

mode right 0 '1 passed, 0 failed'
mode extra 0 '1 passed, 0 failed'
mode 'noise define' 0 '1 passed, 0 failed'
mode dies 1 "the adapter $adapter was killed by SIGKILL (Killed), asked 'run'"
mode ends 1 "the adapter $adapter ended with status 0, asked 'run'"
mode fails 1 '| fake_adapter: it fails on purpose'
mode half 1 "the adapter $adapter ended with status 0, asked 'run'"
mode hangs 1 "TIMEOUT: a (1 of 1): after 300 s, the adapter was asked 'run' and did not answer"
mode garbage 3 "was asked 'run' and said what is no message ('[' or '{' expected near '#'): # A fatal error has been detected"
mode list 3 "said what is no message (not an object): [1, 2]"
mode twice 3 "was asked 'decisions' and told "
mode order 3 "was asked 'run' and told what was not asked: {\"tell\":\"defined\"}"
mode unknown 3 "told what was not asked: {\"tell\":\"dreams\""
mode missing 3 'did not tell the results of 200 calls'
mode type 3 'its answer is not right (Expected integer, got real)'
mode version 3 "speaks version 2 of the protocol, not 1"
mode fewer 3 'made other calls than were asked for: {"tell":"observed","executions":199'
mode wrong 1 'compiled and interpreted runs agree'
mode silent 1 'observed  0 (0 of 200)'
mode 'dies hello' 2 "was killed by SIGKILL (Killed), asked 'hello'"
mode 'hangs hello' 2 "the adapter $adapter was asked 'hello' and did not answer in 300 s"
mode 'garbage hello' 2 "was asked 'hello' and said what is no message"

vm="command:$adapter right"
expect 'a clause without evidence' 1 "not known: the adapter of fake machine does not tell it" -- \
    "$folder/because.yaml" --vm "$vm"
sed 's/allocation: A/allocation: { in: java.util.ArrayList.iterator, of: { own: java.util.ArrayList$Each, fake: java.util.ArrayList$Itr } }/
    s/rate: .*/is: removed/' "$folder/a.yaml" > "$folder/library.yaml"
expect 'a class of another library' 1 'the compiler saw no allocation of java.util.ArrayList$Itr in java.util.ArrayList.iterator' -- "$folder/library.yaml" --vm "$vm"
sed 's/allocation: A/allocation: B/' "$folder/a.yaml" > "$folder/no-class.yaml"
expect 'a class of no library' 2 "class 'B' does not exist" -- "$folder/no-class.yaml" --vm "$vm"
expect 'the rest of it' 1 '1 FAIL of 1 specs' -- "$folder/because.yaml" --vm "$vm"
expect 'jittest.yaml' 0 '1 passed, 0 failed' -- "$folder/by-default"
expect 'its names' 0 '1 passed, 0 failed' -- "$folder/by-default/a.yaml" --vm own
expect 'its names on the command line' 0 '1 passed, 0 failed' -- "$folder/by-default" --vm mine
expect 'its names for columns' 0 'mine: fake machine 1.0' -- compare "$folder/because.yaml" "$folder/by-default" --vm own --vm mine
mkdir "$folder/of-own"
cp "$folder/a.yaml" "$folder/of-own/"
echo 'vms: { own: hotspot }' > "$folder/of-own/jittest.yaml"
expect 'another meaning of own' 2 "jittest.yaml:1:8: 'own' is the VM of jittest itself: give this one another name" -- "$folder/of-own"
expect 'one name for two VMs' 1 '1 PASS, 1 FAIL of 2 specs' -- "$folder/two"
expect 'an unknown VM' 2 "unknown VM 'hotspit', did you mean 'hotspot'?" -- "$folder/a.yaml" --vm hotspit
expect 'an option where a directory is due' 2 "there is no JVM at 'tier=c1': options stand behind a comma: hotspot,tier=c1" -- "$folder/a.yaml" --vm hotspot:tier=c1
expect 'options that there are none of' 2 "own takes no options" -- "$folder/a.yaml" --vm own,tier=c1
expect 'a value that an option does not have' 2 "option 'background' of hotspot takes no value" -- "$folder/a.yaml" --vm hotspot,background=yes
expect 'an option without its value' 2 "option 'tier' of hotspot needs a value" -- "$folder/a.yaml" --vm hotspot,tier
expect 'stress of its heap' 2 "$vm has no --stress: '" -- "$folder/a.yaml" --vm "$vm" --stress collect
expect 'its graphs' 2 "mine has no --graphs: 'a' runs on it" -- explain "$folder/by-default" --graphs
expect 'no program' 2 "cannot run '/nowhere/adapter': No such file or directory" -- "$folder/a.yaml" --vm command:/nowhere/adapter
expect 'one bad adapter hides no other spec' 3 '2 CRASH of 3 specs' -- "$folder/a.yaml" "$folder/because.yaml" "$folder/no-adapter.yaml" --vm "command:$adapter garbage"

silent="command:$adapter silent"
expect 'two VMs beside each other' 0 'holds: every clause holds' -- \
    compare "$folder/a.yaml" --vm own --vm "command:$adapter right" --html "$folder/page.html"
grep -qxF "command:$adapter right: fake machine 1.0" "$folder/out" || fail 'the table does not say the version of the VM'
grep -q '^holds  *holds  *a$' "$folder/out" || fail 'the table has no row of the spec'
grep -q '<td class="holds" title="">holds</td>' "$folder/page.html" || fail 'the page has no cell that holds'
sed 's/rate: .*/because: passed_to_call/; s/deoptimizations: 0/deoptimizations: 1/' "$folder/a.yaml" > "$folder/fails.yaml"
expect 'why it fails' 0 'fails: a clause does not hold' -- \
    compare "$folder/fails.yaml" --vm own --vm "command:$adapter right" --html "$folder/page.html"
grep -q '<td class="fails" title="count of deoptimisations is 0, expected 1">fails</td>' "$folder/page.html" ||
    fail 'it says what is not evaluated before it instead'
expect 'what one of them lost' 0 'lost on command:' -- compare "$folder/a.yaml" --vm own --vm "command:$adapter silent"
expect 'what one of them gained' 0 'gained on own: a' -- compare "$folder/a.yaml" --vm "command:$adapter silent" --vm own
expect 'two of one adapter among others' 0 "lost on $silent: a" -- \
    compare "$folder/a.yaml" --vm own --vm "command:$adapter right" --vm "$silent"
grep -qxF "$silent beside command:$adapter right" "$folder/out" || fail 'it does not say beside which'
[ "$(grep -c ' beside ' "$folder/out")" = 1 ] || fail 'others are compared, too'
expect 'compare needs VMs' 2 'compare needs VMs' -- compare "$folder/a.yaml"
expect 'what is wrong with a spec' 2 "own: no-class: spec error: " -- compare "$folder/no-class.yaml" --vm own
expect 'a run needs one' 2 'one --vm is enough' -- "$folder/a.yaml" --vm own --vm own
expect 'a page that cannot be written' 3 "cannot write '/nowhere/page.html': No such file or directory" -- \
    compare "$folder/a.yaml" --vm own --vm "command:$adapter right" --html /nowhere/page.html
expect 'no switch turns it red' 1 "a by switches (2 of 2): no switch of $vm alone turns it red" -- prove "$folder/a.yaml" --vm "$vm"
export FAKE_SWITCHES='extra silent2 silent hangs'
expect 'switches that turn it red' 0 "a by switches (2 of 2): turned red on $vm by: silent2, silent; not known of: hangs (TIMEOUT)" -- prove "$folder/a.yaml" --vm "$vm"
FAKE_SWITCHES='silent extra late'
expect 'one that another hides' 0 "a by switches (2 of 2): turned red on $vm by: silent" -- prove "$folder/a.yaml" --vm "$vm"
FAKE_SWITCHES='extra1 pair1 extra2 pair2'
expect 'two that do it together' 1 "no switch of $vm alone turns it red, but pair1, pair2 together do" -- prove "$folder/a.yaml" --vm "$vm"
FAKE_SWITCHES='pair1 pair2 pair3 pair4'
expect 'any two of four' 1 "no switch of $vm alone turns it red, but pair1, pair2 together do" -- prove "$folder/a.yaml" --vm "$vm"
FAKE_SWITCHES='pair1 extra1 pair2 extra2 extra3 pair3'
expect 'two of three, each of which can be left out' 1 "no switch of $vm alone turns it red, but pair1, pair2 together do" -- prove "$folder/a.yaml" --vm "$vm"
FAKE_SWITCHES='shows pair1 pair2 hides'
expect 'one that is needed only beside another' 1 "no switch of $vm alone turns it red, but pair1, pair2 together do" -- prove "$folder/a.yaml" --vm "$vm"
FAKE_SWITCHES='size=3 silent'
expect 'limits have no other value' 0 "a by switches (2 of 2): turned red on $vm by: silent" -- prove "$folder/a.yaml" --vm "$vm"
! grep -q 'not known of' "$folder/out" || fail 'a limit was turned'
expect 'a limit without its number' 2 "unknown switch of this VM 'size', did you mean 'size=N'?" -- "$folder/a.yaml" --vm "$vm" --without size
FAKE_SWITCHES='extra1 extra2 extra3 extra4 extra5 extra6 extra7 extra8'
FAKE_STARTS="$folder/turned"
export FAKE_STARTS
expect 'many that do nothing' 1 "no switch of $vm alone turns it red" -- prove "$folder/a.yaml" --vm "$vm"
unset FAKE_STARTS
[ "$(wc -l < "$folder/turned")" = 3 ] || fail "many that do nothing: more than a process that says what it is, one with all, one without"
sed 's/^run:/compiler: { without: [silen] }\nrun:/' "$folder/a.yaml" > "$folder/misspelt.yaml"
FAKE_SWITCHES='extra silent'
expect 'a switch that is misspelt' 1 "the compiler of fake machine has no switch 'silen'; did you mean 'silent'?" -- "$folder/misspelt.yaml" --vm "$vm"
FAKE_SWITCHES='extra hangs'
expect 'none that is known to' 1 "no switch of $vm alone turns it red; not known of: hangs (TIMEOUT)" -- prove "$folder/a.yaml" --vm "$vm"
unset FAKE_SWITCHES
expect 'a switch that it has not' 2 "unknown switch of this VM 'Inline'" -- "$folder/a.yaml" --vm "$vm" --without Inline

# Classes of the class path have no probes there: those that have some are cut, and are given as they are then.
cat > "$folder/A.java" <<'JAVA'
class A { static A sink; static boolean foo(boolean escapes) { return Far.foo(escapes); } }
class Far {
    static boolean foo(boolean escapes) {
        A a = new A();
        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);
        if (CompilerDecision.isMethodCompiled()) Probe.hit("made");
        DelimitationAPI.instrumentationEnd();
        if (escapes) A.sink = a;
        return escapes;
    }
}
JAVA
"$javasub" -cp "$classlib" -d "$folder/classes" "$folder/A.java"
printf 'target: { classpath: classes }\nrun: { call: A.foo, args: [true], iterations: 9 }\nexpect: [{ rate: made, is: 1 }]\n' > "$folder/path.yaml"
FAKE_ASKED="$folder/asked"
export FAKE_ASKED
expect 'probes on the class path' 1 "probe 'made' is anchored to new A at line 4" -- -v "$folder/path.yaml" --vm "$vm"
unset FAKE_ASKED
grep '"ask":"define"' "$folder/asked" | grep -o '"name":"[^"]*","bytes":"[^"]*"' > "$folder/given"
grep -q '"name":"Far"' "$folder/given" || fail 'the class with probes is not given'
grep -q '"name":"A"' "$folder/given" && fail 'the class without probes is given'
sed 's/.*"bytes":"//; s/"$//' "$folder/given" | base64 -d | cmp -s - "$folder/classes/Far.class" && fail 'the class that is given has its probes'

# warm PROCESSES NAME STATUS TEXT -- WORDS...: three specs, of which the adapter for the second is no more as it should be.
cp "$folder/a.yaml" "$folder/two/b.yaml"
cp "$folder/a.yaml" "$folder/two/c.yaml"
warm() {
    processes=$1
    shift
    rm -f "$folder/starts"
    FAKE_STARTS="$folder/starts"
    export FAKE_STARTS
    expect "$@" -j1 "$folder/a.yaml" "$folder/two/b.yaml" "$folder/two/c.yaml"
    unset FAKE_STARTS
    started=$(wc -l < "$folder/starts")
    [ "$started" = "$processes" ] || fail "$name: $started processes, not $processes"
}
many="command:$adapter many"
warm 2 'one process for all' 0 '3 passed, 0 failed' -- --vm "$many right" --warm
warm 4 'a process each' 0 '3 passed, 0 failed' -- --vm "$many right"
warm 3 'another process after two' 0 '3 passed, 0 failed' -- --vm "$many right" --recycle 2
warm 4 'one that dies' 0 '3 passed, 0 failed' -- --vm "$many dies" --warm
warm 4 'one that hangs' 0 '3 passed, 0 failed' -- --vm "$many hangs" --warm
warm 4 'one that says what is no message' 0 '3 passed, 0 failed' -- --vm "$many garbage define" --warm
warm 4 'one that answers twice' 0 '3 passed, 0 failed' -- --vm "$many twice warm_up" --warm
printf 'compiler: { vm_options: [-quick] }\n' >> "$folder/two/b.yaml"
warm 3 'options of its own' 0 '3 passed, 0 failed' -- --vm "$many right" --warm
expect 'a VM with one program in a process' 2 "--warm: command:$adapter right takes one program in a process" -- "$folder/a.yaml" --vm "$vm" --warm
expect 'beside one with many' 0 'holds: every clause holds' -- compare "$folder/a.yaml" --vm own --vm "$many right" --warm
expect 'no tests in a process' 2 "--recycle is a number of tests from 1, not '0'" -- "$folder/a.yaml" --vm "$vm" --recycle 0

# returned NAME STATUS TEXT CLASS: hidden classes are numbered by the VM that makes them.
cat > "$folder/returned.yaml" <<'YAML'
target:
  java: |
    class A { static Runnable foo(int n) { return () -> System.out.print(n); } }
run: { call: A.foo, args: [1], warm_up: { calls: 2 }, iterations: 4 }
expect: [{ deoptimizations: 0 }]
YAML
returned() {
    cat > "$folder/answers" <<ANSWERS
< {"tell": "hello", "protocol": 1, "adapter": "fake", "vm": "fake machine", "version": "1.0", "tags": ["fake"], "language": "class files", "inserted_code": false, "runs": "one", "evidence": {"deoptimizations": {"counted": "it knows"}, "returns": {"counted": "it knows"}}, "reasons": {}, "switches": []}
< {"tell": "defined"}
< {"tell": "compiled", "at_call": 1, "calls": 2, "tier": "fake", "code_bytes": 64, "results": [[2, {"object": "$4"}]], "story": null}
< {"tell": "observed", "executions": 4, "in_code": [[4, true]], "results": [[4, {"object": "$4"}]], "sites": [], "deoptimizations": [], "story": null}
< {"tell": "decisions", "events": [{"kind": "compiled", "call": 1, "amount": 64}], "unknown": {}}
ANSWERS
    expect "$1" "$2" "$3" -- "$folder/returned.yaml" --vm "command:$adapter script $folder/answers"
}
returned 'the same lambda' 0 '1 passed' 'A$$Lambda/0x0000000000000009'
returned 'the same with two numbers' 0 '1 passed' 'A$$Lambda$12/0x00007f27b2000a08'
returned 'a lambda of another class' 1 'but returned a B$$Lambda/0x0000000000000001' 'B$$Lambda/0x0000000000000001'
returned 'a class that is not hidden' 1 'but returned a A$$Lambda' 'A$$Lambda'

# bytes NAME STATUS TEXT RUNS...: what the calls allocated follows from their bytes; A has 16.
cat > "$folder/bytes.yaml" <<'YAML'
target:
  java: |
    class A { static A sink; static void foo(boolean escapes) { A a = new A(); if (escapes) sink = a; } }
run: { call: A.foo, args: [true], warm_up: { calls: 2 }, iterations: 4 }
expect:
  - { allocation: A, rate: 0.5 }
YAML
sed 's/^    class A {/    class B {} class A { static B other = null;/; s/A a = new A();/& other = new B();/' "$folder/bytes.yaml" > "$folder/two-classes.yaml"
bytes() {
    cat > "$folder/answers" <<ANSWERS
< {"tell": "hello", "protocol": 1, "adapter": "fake", "vm": "fake machine", "version": "1.0", "tags": ["fake"], "language": "class files", "inserted_code": false, "runs": "one", "evidence": {"allocation.rate": {"counted": "it knows"}, "returns": {"counted": "it knows"}}, "reasons": {}, "switches": []}
< {"tell": "defined"}
< {"tell": "compiled", "at_call": 1, "calls": 2, "tier": "fake", "code_bytes": 64, "results": [[2, "void"]], "story": null}
< {"tell": "observed", "executions": 4, "in_code": [[4, true]], "results": [[4, "void"]], "sites": [], "bytes": $4, "sizes": {"A": 16, "B": 16}, "evidence": {"allocation.rate": {"estimate": "it tells bytes"}}, "deoptimizations": [], "story": null}
< {"tell": "decisions", "events": [{"kind": "compiled", "call": 1, "amount": 64}], "unknown": {"dream": 2, "loop_tree": 1}}
ANSWERS
    expect "$1" "$2" "$3" -- explain "$folder/${5:-bytes}.yaml" --vm "command:$adapter script $folder/answers"
}
bytes 'bytes of whole objects' 0 '4 reached, 2 took effect' '[[2, 16], [2, 0]]'
grep -q 'an estimate' "$folder/out" && fail "$name: it is none"
grep -qF '4 reached, 2 took effect: rate 0.5000, not predicted' "$folder/out" || fail "$name: nobody predicted anything"
bytes 'bytes of all' 1 '4 reached, 4 took effect' '[[4, 16]]'
bytes 'bytes of no object' 0 'an estimate: it tells bytes' '[[2, 24], [2, 0]]'
bytes 'bytes of one of two classes' 0 '2 took effect' '[[2, 32], [2, 0]]' two-classes
bytes 'an estimate says so' 0 'an estimate: it tells bytes' '[[2, 32], [2, 0]]' two-classes
bytes 'bytes of other executions' 3 "did not tell 'bytes' of each execution" '[[2, 16]]'
bytes 'what its log has beside' 0 "in the VM's log, and not known: dream 2, loop_tree 1" '[[2, 16], [2, 0]]'

[ "$failures" = 0 ] && echo "all as expected"
exit $((failures > 0))
