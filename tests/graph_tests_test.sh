#!/bin/sh
# What graph_tests says: of tests that pass and that fail, of mistakes in their files; and what --update writes.
#
#     graph_tests_test.sh GRAPH_TESTS SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
graph_tests=$1 source=$2 scratch=$3
failures=0
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1

fail() {
    echo "$1"
    failures=$((failures + 1))
}

graph='# An object moves.
class A { int x, static A shared }
graph
p: int = parameter 0
e:
    s0 = state @0 locals p
    a = new A s0
    if p -> escape:0.8 stay:0.2
escape:
    storestatic A.shared a
    return
stay:
    return'

# file NAME: the graph, and standard input behind it
file() {
    { printf '%s\n\n' "$graph" && cat; } > "$1.graph"
}

# says CODE NAME TEXT...: of this file, ending with the code
says() {
    code=$1 name=$2
    shift 2
    printed=$("$graph_tests" "$name.graph" 2>&1)
    ended=$?
    [ $ended = "$code" ] || fail "$name: ends with $ended, not $code:
$printed"
    for text; do
        printf '%s\n' "$printed" | grep -qF -- "$text" || fail "$name: does not say: $text
$printed"
    done
}

# refused COLUMN:TEXT: a run: and what is on standard input gives this error in the line that has a @ (which is taken out)
refused() {
    text=$(cat)
    line=$(printf '%s\n\n%s\n' "$graph" "$text" | grep -n @@ | cut -d: -f1)
    printf '%s\n' "$text" | sed 's/@@//' | file refused
    says 1 refused "FAIL refused.graph:$line:$1"
}

file passes <<'X'
run: escape round
expect:
    count new: 1
    frequency new: 0.8000000000001   # near enough
    count new in escape: 1

# Two runs have two names.
run: escape round
without: escape_partial
expect:
    node a:    new   A
X
says 0 passes 'ok   passes.graph:15: An object moves' 'ok   passes.graph:22: Two runs have two names' '2 passed, 0 failed'

file fails <<'X'
run: escape round, dce
expect:
    count new: 2
    frequency new: 0.8
    block escape:
        v1 = new A
        storefield A.x v1 p
        storestatic A.shared v1
        return
X
says 1 fails 'FAIL fails.graph:15: An object moves' '  run: escape round, dce' '  fails.graph:17:' '-   count new: 2' \
    '+   count new: 1' '  fails.graph:19:' '        v1 = new A' '-       storefield A.x v1 p' '        storestatic A.shared v1' \
    '0 passed, 1 failed'
printed=$("$graph_tests" fails.graph)
case $printed in *frequency*) fail "what is right is in the difference: $printed" ;; esac

"$graph_tests" --update fails.graph > updated || fail "--update ends with an error: $(cat updated)"
grep -q 'new  fails.graph:15: An object moves' updated || fail "--update does not tell what it wrote: $(cat updated)"
{ printf '%s\n\n' "$graph" && cat; } > wanted <<'X'
run: escape round, dce
expect:
    count new: 1
    frequency new: 0.8
    block escape:
        v1 = new A
        storestatic A.shared v1
        return
X
diff wanted fails.graph || fail "--update writes something else"

file keeps <<'X'
run: escape round    # one
# why
expect:
    # first
    frequency new:   0.8   # stays as it is
    count new: 7   # is changed

    events virtualized none: 0   # too

# Another run.
run: dce
expect:
    node a: new A
X
sed 's/count new: 7/count new: 1/; s/none: 0/none: 1/' keeps.graph > wanted
"$graph_tests" --update keeps.graph > updated
diff wanted keeps.graph || fail "--update does not keep comments, order and what is right"

file first <<'X'
run: escape round
expect:

# What nothing changes is written down whole.
run: dce
expect:
X
says 1 first 'FAIL first.graph:16:1: this test expects nothing; --update writes what comes'
"$graph_tests" --update first.graph > updated
grep -q '^    frequency new: 0.8$' first.graph || fail "the first --update asks nothing of what changed: $(cat first.graph)"
grep -q '^    events materialized stored_to_static: 1$' first.graph || fail "the first --update asks of no events: $(cat first.graph)"
grep -q '^        escape:$' first.graph || fail "the first --update does not show the graph: $(cat first.graph)"
says 0 first '2 passed'

printf 'run: @@escpae\nexpect:\n' | refused "6: there is no phase of graphs 'escpae'; did you mean 'escape'?"
printf 'run: @@inline\nexpect:\n' | refused "6: there is no phase of graphs 'inline'"
printf 'run: @@generate\nexpect:\n' | refused "6: there is no phase of graphs 'generate'"
printf 'run: optimize @@round\nexpect:\n' | refused "15: a comma is missing"
printf 'run: dce,@@\nexpect:\n' | refused "9: a comma and a phase are missing"
printf 'run: dce @@gvn\nexpect:\n' | refused "10: a comma is missing: dce has no rounds"
printf 'run: escape @@2 dce\nexpect:\n' | refused "13: '2' should be a comma, 'round' or a number of rounds"
printf 'run:@@\nexpect:\n' | refused "5: a phase is missing"
printf 'run: dce\nwithout: @@escape_partail\nexpect:\n' | refused "10: there is no phase or rule 'escape_partail'; did you mean 'escape_partial'?"
printf 'run: dce\nwithout: @@escape_ruonds=1\nexpect:\n' | refused "10: there is no limit 'escape_ruonds'; did you mean 'escape_rounds'?"
printf 'run: dce\nwithout: @@escape_rounds=x\nexpect:\n' | refused "10: 'escape_rounds=x' sets no limit to a number"
printf 'run: dce\nsabotage: @@this\nexpect:\n' | refused "11: there is no sabotage 'this'"
printf 'run: dce\n@@expects:\n' | refused "1: 'without:', 'sabotage:' or 'expect:' is missing"
printf 'run: @@dce\n' | refused "1: this run has no 'expect:'" 2>/dev/null
printf 'run: dce\nexpect:\n    @@count newaray: 1\n' | refused "11: there is no kind of nodes 'newaray'; did you mean 'newarray'?"
printf 'run: dce\nexpect:\n    @@cuont new: 1\n' | refused "5: there is no question 'cuont'; did you mean 'count'?"
printf 'run: dce\nexpect:\n    @@count: 1\n' | refused "5: a kind of nodes is missing behind 'count'"
printf 'run: dce\nexpect:\n    @@count new\n' | refused "5: a question, a colon and its answer are missing"
printf 'run: dce\nexpect:\n    @@count new in nowhere: 1\n' | refused "18: the graph has no block 'nowhere'"
printf 'run: dce\nexpect:\n    @@count new 1: 1\n' | refused "15: '1' is too much here"
printf 'run: dce\nexpect:\n    @@events virtualised: 1\n' | refused "12: there is no kind of events 'virtualised'; did you mean 'virtualized'?"
printf 'run: dce\nexpect:\n    @@events virtualized because: 1\n' | refused "24: there is no reason 'because'"
printf 'run: dce\nexpect:\n    @@events virtualized returned: 1\n' | refused "24: 'returned' is never a reason for 'virtualized'"
printf 'run: dce\nexpect:\n    @@node zz: gone\n' | refused "10: the graph has no node 'zz', and there is no such kind"
printf 'run: dce\nexpect:\n    @@event virtualized 0: none\n' | refused "23: '0' should be a number, from 1 on"
printf 'run: dce\nexpect:\n    count new: 1\n    @@count new: 1\n' | refused "5: 'count new' is asked twice"
printf 'run: dce\nexpect:\n    count new: 1\n@@run: dce\nexpect:\n' | refused "1: a comment that names the test is missing: a sentence with a full stop"
printf 'run: dce\nexpect:\n    count new: 1\n# Two.\n@@count new: 1\n' | refused "1: a question (indented) or 'run:' is missing"

printf '# No graph.\n\nrun: dce\nexpect:\n    count new: 1\n' > no_graph.graph
says 1 no_graph 'FAIL no_graph.graph:'
printf '# A wrong graph.\ngraph\ne:\n    retrun\n\nrun: dce\nexpect:\n    count new: 1\n' > wrong.graph
says 1 wrong 'FAIL wrong.graph:4:5: '
printf '# No run.\ngraph\ne:\n    return\n' > no_run.graph
says 1 no_run "FAIL no_run.graph:4:1: there is no 'run:'"
: > empty.graph
says 1 empty 'FAIL empty.graph:1:1: the file is empty'
says 1 missing "cannot open 'missing.graph'"

sed -n '/^## Graph tests/,$p' "$source/docs/graph-text.md" | sed -n '/^```$/,/^```$/p' | sed '/^```$/d' > manual.graph
says 0 manual 'manual.graph:15: An object that escapes on one branch is allocated only there' '2 passed, 0 failed'

mkdir -p folder/deeper nothing
cp passes.graph folder/deeper
cp wrong.graph folder/ignored.text
printed=$("$graph_tests" --quiet folder) || fail "a folder with a test that passes ends with an error"
[ "$printed" = '2 passed, 0 failed' ] || fail "--quiet says more: $printed"
"$graph_tests" nothing > printed 2>&1 && fail "no test at all is no error"

[ $failures = 0 ]
