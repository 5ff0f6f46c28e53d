#!/bin/sh
# Trees and classes as files: what jitvm metrics computes is what is expected, by hand or of the queries of profilers/metrics,
# which basex and xmllint run; what is wrong with a file is said.
#
#     metrics_test.sh JITVM JAVASUB CLASSDUMP CLASS_LIBRARY SOURCES SCRATCH_DIRECTORY
set -u
jitvm=$1 javasub=$2 classdump=$3 classlib=$4 source=$5 scratch=$6
tests=$source/tests/metrics queries=$source/profilers/metrics
failures=0
rm -rf "$scratch"
mkdir -p "$scratch/classes/java/lang"
cd "$scratch" || exit 1

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

expect() { # what, status, text on the output (- for any), text on the error stream, arguments...
    what=$1 status=$2 out=$3 err=$4
    shift 4
    "$jitvm" "$@" > out 2> err
    actual=$?
    [ $actual -eq "$status" ] || fail "$what: status $actual instead of $status: $(cat err)"
    case $(cat out) in $out) ;; *) fail "$what: the output is: $(cat out)" ;; esac
    case $(cat err) in $err) ;; *) fail "$what: the errors are: $(cat err)" ;; esac
}

is_valid() { # schema, file
    xmllint --noout --schema "$1" "$2" 2> err || fail "$2 is not valid: $(cat err)"
}

"$javasub" -cp "$classlib" -d classes "$tests"/*.java || exit 1
cp "$classlib/java/lang/Object.class" classes/java/lang
"$classdump" --xml classes > classes.xml || fail "classdump --xml"
command -v xmllint > /dev/null && has_xmllint=1 || has_xmllint=
if [ "$has_xmllint" ]; then
    is_valid "$source/vm/classfile/classes.xsd" classes.xml
    for tree in "$tests"/*.xml; do is_valid "$source/vm/trees/tree.xsd" "$tree"; done
fi

metrics=$("$jitvm" metrics | cut -d ' ' -f 1)
for metric in $metrics; do
    expected=$tests/$metric.txt
    [ -f "$expected" ] || { fail "no $expected"; continue; }
    for classes in classes classes.xml; do
        "$jitvm" metrics "$metric" "$tests/demo.xml" $classes > got 2>&1 || fail "$metric with $classes: $(cat got)"
        diff "$expected" got > differences || fail "$metric with $classes: $(cat differences)"
    done
done

# The queries: the same numbers of every tree that has what they need.
export _JAVA_OPTIONS="-Dorg.basex.path=$scratch" # where basex keeps its settings
query_all() { # tree
    : > ours
    set -- "$1"
    for metric in $metrics; do
        "$jitvm" metrics "$metric" "$1" classes > one 2> err || { grep -q "needs executions" err && continue; }
        cat one >> ours
        set -- "$@" "$queries/$metric.xq"
    done
    tree=$1
    shift
    basex -btree="$tree" -bclasses="$scratch/classes.xml" "$@" > theirs 2> err || fail "basex: $(cat err)"
    diff ours theirs > differences || fail "$tree: jitvm and basex differ: $(cat differences)"
}
for metric in $metrics; do [ -f "$queries/$metric.xq" ] || fail "no query is called $metric"; done
if command -v basex > /dev/null; then
    for tree in "$tests"/*.xml; do query_all "$tree"; done
else
    echo "SKIPPED: the queries: basex is not installed"
fi
if [ "$has_xmllint" ]; then
    for query in "$queries"/*.xpath; do
        xmllint --xpath "$(cat "$query")" "$tests/demo.xml" > theirs
        diff "$tests/$(basename "$query" .xpath).txt" theirs > differences || fail "xmllint $query: $(cat differences)"
    done
else
    echo "SKIPPED: the schemas and XPath: xmllint is not installed"
fi

# Cycles, computed by hand. 130 instructions, of which 10 calls and 11 returns: 109 + 100 + 55. Always missing: 120 bytes by calls,
# 280 by returns. All methods have 15 blocks: 89 bytes once. Seven blocks hold all below sumAreas, three not.
cycles() { # cache, cycles
    expect "a cache of $1" 0 "toy, with*${newline}instructions 130${newline}cycles $2" "" \
        cross --cache "$1" --by program "$tests/toy.yaml" "$tests/demo.xml" classes
}
newline='
'
cycles hits 264
cycles misses 664
cycles 15 353
cycles 7 394
cycles 3 639
expect "cycles of methods" 0 "toy, with a method cache of 15 blocks of 10 bytes$newline*
           113  32.01%            1 Demo.main(*
           104  29.46%            1 Demo.sumAreas(\[LShape;)F$newline*" "" cross "$tests/toy.yaml" "$tests/demo.xml" classes.xml
expect "cycles of contexts" 0 "*
            64             44            1     3     @19 Composite.area()F$newline*
            20             20            2     3     @19 Square.area()F" "" \
    cross --by context "$tests/toy.yaml" "$tests/demo.xml" classes
expect "JOP" 0 "JOP, with a method cache of 16 blocks of 256 bytes${newline}instructions 130${newline}cycles 1494${newline}not in the \
model, 0 cycles each: fconst_0 1, fconst_2 1, aastore 3, fadd 4, fmul 4, new 2, anewarray 1$newline*" "" \
    cross "$source/profilers/models/jop.yaml" "$tests/demo.xml" classes

model_error() { # what, text of the error, a model's lines behind the first
    printf 'model: m\n%s\n' "$3" > model.yaml
    expect "$1" 1 "" "jitvm: $2" cross model.yaml "$tests/demo.xml" classes
}
model_error "an unknown instruction" "model.yaml:3:3: unknown instruction 'ifneg', did you mean 'ineg'?" "cycles:
  ifneg: 1"
model_error "an unknown key" "model.yaml:2:1: unknown key 'cycels'*did you mean 'cycles'?" "cycels: {nop: 1}"
model_error "no cycles" "model.yaml:1:1: *cycles*" ""
model_error "an unknown constant" "model.yaml:3:23: 'wait' is no constant here; did you mean 'waits'?" "constants: {waits: 1}
cycles: {nop: 1, pop: 2 * wait}"
model_error "no formula" "model.yaml:2:15: a number or a name is missing at 'the end' of '1 +'" "cycles: {nop: 1 +}"
model_error "no operator" "model.yaml:2:15: an operator is missing at '2' of '1 2'" "cycles: {nop: 1 2}"
model_error "an instruction twice" "model.yaml:2:18: 'nop' has cycles already" "cycles: {nop: 1, pop nop: 2}"
model_error "a load of no method" "model.yaml:2:10: 'iadd' loads no method: *" "cycles: {iadd: load}"
model_error "cycles below 0" "model.yaml:2:15: the cycles of 'nop' are -1, and not a number from 0" "cycles: {nop: 1 - 2}"
model_error "cycles that divide by 0" "model.yaml:2:15: the cycles of 'nop' are inf, and not a number from 0" "cycles: {nop: 1 / 0}"
model_error "cycles of a call below 0" \
    "model.yaml:2:24: the cycles of 'invokestatic' are -*, and not a number from 0, where a method of * bytes is loaded" \
    "cycles: {invokestatic: 5 - length}"
model_error "a cache of what" "model.yaml:2:8: a cache is 'hits', 'misses' or {blocks: N, bytes: N}, not 'some'" "cache: some
cycles: {nop: 1}"
expect "an option of cross without sense" 2 "" "usage: jitvm cross*" cross --by line a b c
expect "a cache without sense" 1 "" "jitvm: a cache is 'hits', 'misses' or a number of blocks, not '-1'" \
    cross --cache -1 "$tests/toy.yaml" "$tests/demo.xml" classes
printf 'model: m\ncycles: {nop: 1}\n' > model.yaml
expect "blocks of no size" 1 "" "jitvm: the model 'm' does not say how large a block is" \
    cross --cache 4 model.yaml "$tests/demo.xml" classes
expect "cycles without blocks" 1 "" "jitvm: '*' has no executions of basic blocks: *" cross "$tests/toy.yaml" "$tests/calls.xml" classes

# The tree of a run: below main it is the one that stands in demo.xml, but for the blocks; its classes are there, hidden ones too.
strip() { # tree: from main on, calls alone
    sed -n '/name="main"/,$p' "$1" | sed '/<executedInstructions>/d; /<basicBlock/,/<\/basicBlock>/d; /callingContextTree>/d'
}
strip "$tests/demo.xml" | sed 's/^ *//' > expected
for mode in --int --compile-threshold=1; do
    expect "contexts, $mode" 0 "" "" $mode --contexts tree.xml --dump-classes run -cp classes Demo
    strip tree.xml | sed 's/^ *//' | awk '/<method/ { d++ } { if (d > 0) print } /<\/method>/ { if (--d == 0) exit }' > got
    diff expected got > differences || fail "contexts, $mode: $(cat differences)"
    [ "$has_xmllint" ] && is_valid "$source/vm/trees/tree.xsd" tree.xml
    expect "polymorphism of a run, $mode" 0 "sites*targets 2 sites*" "" metrics polymorphism tree.xml run
    expect "the classes that the tree names, $mode" 0 "sites*targets 2 sites*" "" metrics polymorphism tree.xml
done
expect "contexts that cannot be written" 1 "" "jitvm: cannot write 'no/tree.xml': No such file or directory" \
    --contexts no/tree.xml -cp classes Demo
if [ -e /dev/full ]; then
    expect "contexts onto a full disk" 3 "" "jitvm: cannot write '/dev/full': No space left on device" --contexts /dev/full -cp classes Demo
fi

# What is wrong.
expect "an unknown metric" 2 "" "jitvm: metric 'instruction_mx' does not exist; did you mean 'instruction_mix'?; see jitvm metrics" metrics instruction_mx a b
expect "no tree" 2 "" "usage: jitvm metrics stack_depth TREE" metrics stack_depth
expect "a tree that is not there" 1 "" "jitvm: cannot open 'no.xml': No such file or directory" metrics stack_depth no.xml
expect "a directory as a tree" 1 "" "jitvm: cannot read 'classes': Is a directory" metrics stack_depth classes
head -c 2000 "$tests/demo.xml" > cut.xml
: > empty.xml
echo '{"format": "jittest-profile"}' > profile.json
expect "a tree that is empty" 1 "" "jitvm: empty.xml:1: not XML: the file is empty" metrics stack_depth empty.xml
expect "a profile in JSON as a tree" 1 "" "jitvm: profile.json:1: not XML: it does not begin with an element" metrics stack_depth profile.json
expect "a tree that is cut short" 1 "" "jitvm: cut.xml:*: the file is cut short: * elements are open at its end" metrics stack_depth cut.xml
expect "another file" 1 "" "jitvm: classes.xml:2: <classes> is no calling-context tree" metrics stack_depth classes.xml
expect "a tree as classes" 1 "" "jitvm: $tests/demo.xml:2: <callingContextTree> is no dump of classes" \
    metrics instruction_mix "$tests/demo.xml" "$tests/demo.xml"
expect "no classes" 1 "" "jitvm: instruction_mix needs the classes of the run: *" metrics instruction_mix "$tests/demo.xml"
sed 's/version="1"/& classes="nowhere"/' "$tests/demo.xml" > nowhere.xml
expect "classes that are no longer there" 1 "" "jitvm: cannot open 'nowhere': No such file or directory" metrics instruction_mix nowhere.xml
expect "metrics that need none" 0 "*" "" metrics stack_depth nowhere.xml
expect "cycles of what" 1 "" "jitvm: name the classes of the run: '*demo.xml' does not say where they are" \
    cross "$tests/toy.yaml" "$tests/demo.xml"
expect "cycles of classes that are not there" 1 "" "jitvm: cannot open 'nowhere': *" cross "$tests/toy.yaml" nowhere.xml
expect "no blocks" 1 "" "jitvm: block_size needs executions of basic blocks, and '*' has none: *" metrics block_size "$tests/calls.xml"
mkdir less
cp classes/Demo.class less
expect "a class that is missing" 1 "" "jitvm: class '*' is not in 'less'" metrics instruction_mix "$tests/demo.xml" less
"$classdump" --xml less > less.xml
expect "a class that is missing in XML" 1 "" "jitvm: class '*' is not in 'less.xml'" metrics instruction_mix "$tests/demo.xml" less.xml
sed 's/name="sumAreas"/name="sum"/' "$tests/demo.xml" > other.xml
expect "a method that is missing" 1 "" "jitvm: class 'Demo' in 'classes' has no method 'sum(\[LShape;)F'" metrics instruction_mix other.xml classes
sed 's/endInstruction="19"/endInstruction="39"/; s/>49</>109</' "$tests/demo.xml" > other.xml
expect "other classes" 1 "" "jitvm: the tree counts instruction 39 of 'Demo.sumAreas(\[LShape;)F', which has 19 in 'classes': *" \
    metrics instruction_mix other.xml classes

[ $failures -eq 0 ] && echo "all as expected"
exit $((failures > 0))
