#!/bin/sh
# What an adapter with inserted code tells of rules and profilers is held against docs/protocol.md: each message that is wrong in
# one place is a fault with the line that was said.
# usage: foreign_inserted_test.sh JITTEST FAKE_ADAPTER
set -u
jittest=$1 adapter=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

cat > "$folder/a.yaml" <<'YAML'
target:
  java: |
    class A { static A sink; static void foo(boolean escapes) { A a = new A(); if (escapes) sink = a; } }
run: { call: A.foo, args: [true], warm_up: { calls: 2 }, iterations: 3 }
probes:
  - { at: new, in: A.foo, count: [kind, path, inlined, code], hit: objects }
expect:
  - distribution: objects
    is: { "TLAB, A.foo(Z)V:0 (line 3) < B.bar()V:7 (line 2), true, 4": 0.5, others: 0.5 }
YAML
cat > "$folder/right" <<'ANSWERS'
< {"tell": "hello", "protocol": 1, "adapter": "fake", "vm": "fake machine", "version": "1.0", "tags": ["fake"], "language": "class files", "inserted_code": true, "takes": ["rules"], "runs": "one", "evidence": {"distribution": {"counted": "it knows"}, "returns": {"counted": "it knows"}}, "reasons": {}, "switches": []}
< {"tell": "defined"}
< {"tell": "compiled", "at_call": 1, "calls": 2, "tier": "fake", "code_bytes": 64, "results": [[2, "void"]], "story": null}
< {"tell": "observed", "executions": 3, "in_code": [[3, true]], "results": [[3, "void"]], "sites": [], "counters": [{"name": "objects", "hits": [[3, 2]], "on_stack": 0, "interpreted": 0, "elsewhere": 0}], "rows": [{"rule": 0, "keys": ["TLAB", {"at": {"method": "A.foo(Z)V", "bci": 0, "line": 3}, "callers": [{"method": "B.bar()V", "bci": 7, "line": 2}]}, true, 4], "hits": [[3, 1]]}, {"rule": 0, "keys": [null, null, false, 0], "hits": [[1, 3], [2, 0]]}], "deoptimizations": [], "story": null}
< {"tell": "decisions", "events": [{"kind": "compiled", "call": 1, "amount": 64}], "unknown": {}, "unmet": null}
ANSWERS

fail() {
    echo "FAIL: $1"
    cat "$folder/out"
    failures=$((failures + 1))
}

# told NAME STATUS TEXT SED...: the right answers, changed so, end with the status and the text.
told() {
    name=$1 status=$2 text=$3
    shift 3
    sed "$@" "$folder/right" > "$folder/answers"
    [ "$*" = "-e p" ] || ! cmp -s "$folder/right" "$folder/answers" || fail "$name: nothing is changed"
    "$jittest" --timeout 300 "$folder/a.yaml" --vm "command:$adapter script $folder/answers" > "$folder/out" 2>&1
    ended=$?
    [ "$ended" = "$status" ] || fail "$name: status $ended, not $status"
    grep -qF -- "$text" "$folder/out" || fail "$name: it does not say '$text'"
}

told 'what is right' 0 '1 passed, 0 failed' -e 's/^$//' -e 's/fake machine/right machine/'
told 'another count' 1 'A.foo(Z)V:0 (line 3) < B.bar()V:7 (line 2), true, 4' -e 's/"hits": \[\[1, 3\], \[2, 0\]\]/"hits": [[3, 3]]/'
told 'it takes no rules' 1 'the probe of line 6 is a rule, and fake machine 1.0 has none' -e 's/"takes": \["rules"\], //'
told 'no rule' 3 'told a row of no rule that was asked for: {"rule":1,"keys":["TLAB"' -e 's/"rule": 0, "keys": \["TLAB"/"rule": 1, "keys": ["TLAB"/'
told 'a rule that is no number' 3 'told a row of no rule that was asked for: {"rule":"0"' -e 's/"rule": 0, "keys": \["TLAB"/"rule": "0", "keys": ["TLAB"/'
told 'a key too few' 3 'told a row of 3 keys, of a rule with 4: {"rule":0' -e 's/, true, 4\]/, true]/'
told 'no keys' 3 'told a row of 0 keys, of a rule with 4: {"rule":0' -e 's/"keys": \[null, null, false, 0\], //'
told 'a text that is none' 3 "told a row whose key 'kind' is none: {\"rule\":0" -e 's/\["TLAB"/[7/'
told 'a place that is none' 3 "told a row whose key 'path' is none: {\"rule\":0" -e 's/"B.bar()V"/null/'
told 'a place without callers' 3 "told a row whose key 'path' is none: {\"rule\":0" -e 's/"callers": \[[^]]*\]/"call": 1/'
told 'a flag that is none' 3 "told a row whose key 'inlined' is none: {\"rule\":0" -e 's/, true, 4\]/, 1, 4]/'
told 'a number that is none' 3 "told a row whose key 'code' is none: {\"rule\":0" -e 's/, true, 4\]/, true, 4.5]/'
told 'hits of other executions' 3 "did not tell 'hits' of each execution: {\"rule\":0" -e 's/"hits": \[\[3, 1\]\]/"hits": [[2, 1]]/'
told 'a negative count' 3 "did not tell 'hits' of each execution: {\"rule\":0" -e 's/"hits": \[\[3, 1\]\]/"hits": [[3, -1]]/'
told 'a filter that names nothing' 2 "'in: A.foo' names nothing that ran at a point 'new'" -e 's/"unmet": null/"unmet": {"rule": 0, "filter": "in"}/'
told 'another filter' 3 'told of a rule that was not asked for: {"rule":0,"filter":"at"}' -e 's/"unmet": null/"unmet": {"rule": 0, "filter": "at"}/'
told 'a filter that the rule has not' 3 'told of a rule that was not asked for: {"rule":0,"filter":"of"}' -e 's/"unmet": null/"unmet": {"rule": 0, "filter": "of"}/'

cat > "$folder/a.yaml" <<'YAML'
target:
  java: |
    class A { static A sink; static void foo(boolean escapes) { A a = new A(); if (escapes) sink = a; } }
run: { call: A.foo, args: [true], warm_up: { calls: 2 }, iterations: 3, threads: 2 }
expect:
  - { contexts: A.foo -> A.<init>, rate: 2 }
  - { lifetimes: A, younger_than: 4096, share: 0.75 }
  - { hot: A.foo, share: { at_least: 0.1 } }
  - { call_graph: A.foo -> A.<init>, share: { at_least: 0.1 } }
  - { call_graph: A.foo -> A.<init>, inferred: { at_most: 0.2 } }
YAML
cat > "$folder/right" <<'ANSWERS'
< {"tell": "hello", "protocol": 1, "adapter": "fake", "vm": "fake machine", "version": "1.0", "tags": ["fake"], "language": "class files", "inserted_code": true, "takes": ["threads"], "runs": "one", "evidence": {"contexts": {"counted": "it knows"}, "lifetimes": {"counted": "it knows"}, "hot": {"counted": "it knows"}, "returns": {"counted": "it knows"}, "call_graph": {"counted": "it knows"}}, "reasons": {}, "switches": []}
< {"tell": "defined"}
< {"tell": "compiled", "at_call": 1, "calls": 2, "tier": "fake", "code_bytes": 64, "results": [[2, "void"]], "story": null}
< {"tell": "observed", "executions": 3, "in_code": [[3, true]], "results": [[3, "void"]], "sites": [], "counters": [], "contexts": [{"method": "A.foo(Z)V", "line": 0, "caller": -1, "calls": [[3, 2]]}, {"method": "A.<init>()V", "line": 3, "caller": 0, "calls": [[3, 2]]}], "deoptimizations": [], "story": null}
< {"tell": "decisions", "events": [{"kind": "compiled", "call": 1, "amount": 64}], "unknown": {}, "lives": [{"method": "A.foo(Z)V", "line": 3, "subject": "A", "younger_than": 4096, "made": 8, "younger": 6, "alive": 0}], "cycles": {"windows": 100000, "rows": [{"unit": "A.foo(Z)V", "method": "A.foo(Z)V", "timed": 9.5, "divided": 9.5}]}, "edges": [{"caller": null, "bci": -1, "line": 0, "callee": "A.foo(Z)V", "samples": 5000, "calls": 50000}, {"caller": "A.foo(Z)V", "bci": 4, "line": 3, "callee": "A.<init>()V", "samples": 5000, "calls": 50000, "inferred": 500, "most": 1}]}
ANSWERS

told 'what profilers told' 0 '1 passed, 0 failed' -e 's/^$//' -e 's/fake machine/right machine/'
told 'fewer calls' 1 'observed  1 (3 of 3)' -e 's/"caller": 0, "calls": \[\[3, 2\]\]/"caller": 0, "calls": [[3, 1]]/'
told 'other lives' 1 'observed  0.625 (5 of 8 in 3 executions)' -e 's/"younger": 6/"younger": 5/'
told 'a thread alone' 1 'run.threads: the adapter of fake machine makes calls in one thread' -e 's/"takes": \["threads"\], //'
told 'a caller that comes later' 3 'told a context that is none: {"method":"A.<init>()V"' -e 's/"caller": 0/"caller": 1/'
told 'a context without a caller' 3 'told a context that is none: {"method":"A.<init>()V"' -e 's/"caller": 0, //'
told 'calls of other executions' 3 "did not tell 'calls' of each execution" -e 's/"caller": 0, "calls": \[\[3, 2\]\]/"caller": 0, "calls": [[2, 2]]/'
told 'a life of no class' 3 "told a row without 'subject'" -e 's/"subject": "A", //'
told 'cycles of no unit' 3 "told a row without 'unit'" -e 's/"unit": "A.foo(Z)V", //'
told 'more that is inferred' 1 'observed  0.5, 99.99999 % interval [0.4733, 0.5267], of 10000 calls, of which up to 1 are of one sample' -e 's/"inferred": 500/"inferred": 5000/'
told 'nothing of what is inferred' 1 'the adapter of fake machine 1.0 does not tell what it infers' -e 's/, "inferred": 500, "most": 1//'
told 'an edge without a callee' 3 "told a row without 'callee'" -e 's/, "callee": "A.<init>()V"//'

cat > "$folder/a.yaml" <<'YAML'
target:
  java: |
    class A { static A sink; static void foo(boolean escapes) { A a = new A(); if (escapes) sink = a; } }
run: { call: A.foo, args: [true], warm_up: { calls: 2 }, iterations: 3 }
expect:
  - { node: new, after: build, is: 2 }
  - { node: new, is: 0 }
YAML
cat > "$folder/right" <<'ANSWERS'
< {"tell": "hello", "protocol": 1, "adapter": "fake", "vm": "fake machine", "version": "1.0", "tags": ["fake"], "language": "class files", "inserted_code": true, "runs": "one", "evidence": {"node": {"counted": "the graph"}, "returns": {"counted": "each call"}}, "reasons": {}, "switches": []}
< {"tell": "defined"}
< {"tell": "compiled", "at_call": 1, "calls": 2, "tier": "fake", "code_bytes": 64, "results": [[2, "void"]], "story": null}
< {"tell": "observed", "executions": 3, "in_code": [[3, true]], "results": [[3, "void"]], "sites": [], "counters": []}
< {"tell": "decisions", "events": [{"kind": "compiled", "call": 1, "amount": 64}], "unknown": {}, "beliefs": [{"step": "build", "nodes": {"new": 2, "mul": 1}}, {"step": "escape", "nodes": {"mul": 1}}]}
ANSWERS

told 'nodes' 0 '1 passed, 0 failed' -e 's/^$//' -e 's/fake machine/right machine/'
told 'a node that stays' 1 'because   2 after build, 1 after escape' -e 's/"nodes": {"mul": 1}/"nodes": {"mul": 1, "new": 1}/'
told 'no such node' 1 "no graph of the target's compilation has a node 'new'" -e 's/"new": 2, //'
told 'a step without a name' 3 'told a belief after no step' -e 's/"step": "build", //'
told 'a number that is none' 3 'told a number of nodes that is none' -e 's/"new": 2, "mul": 1/"new": 2, "mul": -1/'
told 'a number that is too large' 3 'told a number of nodes that is none' -e 's/"new": 2, "mul": 1/"new": 2, "mul": 4294967297/'

[ "$failures" = 0 ] && echo "all as expected"
exit $((failures > 0))
