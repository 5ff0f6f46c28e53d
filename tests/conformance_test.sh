#!/bin/sh
# `jittest conformance` is green for this VM as an adapter, and says of one that goes wrong what was due and what was said.
# usage: conformance_test.sh JITTEST JITVM FAKE_ADAPTER MEDDLER
set -u
jittest=$1 jitvm=$2 fake=$3 meddler=$4
out=$(mktemp)
trap 'rm -f "$out"' EXIT
failures=0

fail() {
    echo "FAIL: $1"
    cat "$out"
    failures=$((failures + 1))
}

# conforms NAME STATUS -- WORDS...: what it prints is in $out.
conforms() {
    name=$1 status=$2
    shift 3
    "$jittest" conformance --timeout 300 "$@" > "$out" 2>&1
    ended=$?
    [ "$ended" = "$status" ] || fail "$name: status $ended, not $status"
}

says() {
    grep -qxF -- "$1" "$out" || fail "$name: it does not say '$1'"
}

# says_of CHECK: how it ended, with the lines behind it.
says_of() {
    told=$(awk -v check="$1:" '/^[A-Z]/ { is_it = $2 == check; next } is_it' "$out")
    [ "$told" = "$2" ] || fail "$name: of $1 it says '$told'"
}

conforms "this VM" 0 -- -- "$jitvm" --serve
says "29 hold, 0 do not, 3 skipped"

conforms "nothing" 2 --
says "jittest: no adapter given: jittest conformance -- my-adapter --option"
conforms "what is not there" 3 -- -- /nowhere/adapter
says "jittest: cannot run '/nowhere/adapter'"

conforms "a machine that knows one program" 1 -- -- "$fake" right
grep -q '^HOLDS *allocations_are_exact:' "$out" || fail "$name: its allocations are exact"
grep -q '^SKIPPED *exceptions' "$out" && fail "$name: it tells what calls return"
grep -q "^SKIPPED *bytes_repeat: .* (it has no evidence of allocation.bytes)$" "$out" || fail "$name: it says nothing of bytes"

conforms "events that begin late" 1 -- -- "$fake" late
says_of allocations_are_exact "    due   12345 objects of A in A.foo(Z)Z:0, not 0
    said  {\"tell\":\"observed\",\"executions\":12345,\"in_code\":[[12345,true]],\"results\":[[12345,true]],\"sites\":[{\"kind\":\"allocation\",\"at\":{\"method\":\"A.foo(Z)Z\",\"bci\":0,\"line\":0},\"subject\":\"A\",\"effective\":[[12345,0]],\"bytes\":197520}],\"deoptimizations\":[],\"story\":null}"
conforms "a member that is missing" 1 -- -- "$fake" missing hello
grep -qxF "    due   hello with all members (Object item not found: evidence)" "$out" || fail "$name: evidence is due"
conforms "another language" 1 -- -- "$fake" dialect hello
grep -qxF "    due   language 'class files', 'javascript' or 'lua'" "$out" || fail "$name: a language that specs are in is due"
conforms "another version" 1 -- -- "$fake" version
grep -qxF "    due   protocol 1" "$out" || fail "$name: another version is due"
conforms "a death" 1 -- -- "$fake" dies
says_of zero_is_told "    due   an answer
    said  the adapter $fake was killed by SIGKILL (Killed), asked 'run'"
conforms "one that does not answer" 1 -- -- "$fake" hangs
says_of zero_is_told "    due   an answer
    said  no answer in time"
conforms "garbage" 1 -- -- "$fake" garbage
says_of zero_is_told "    due   an answer
    said  the adapter $fake was asked 'run' and said what is no message ('[' or '{' expected near '#'): # A fatal error has been detected"
conforms "silence" 1 -- -- "$fake" silent
grep -qF "    due   executions, in_code, results, sites and deoptimizations" "$out" || fail "$name: sites are due"

# lies KIND CHECK "WHAT IS DUE"...: of this VM, meddled with, these checks fail and no others.
lies() {
    kind=$1
    shift
    conforms "lies $kind" 1 -- -- "$meddler" "$kind" "$jitvm" --serve
    says "$((29 - $# / 2)) hold, $(($# / 2)) do not, 3 skipped"
    while [ $# -gt 0 ]; do
        told=$(awk -v check="$1:" '/^[A-Z]/ { is_it = $2 == check; next } is_it && /^    due/' "$out")
        [ "$told" = "    due   $2" ] || fail "$name: of $1 it says '$told'"
        shift 2
    done
}

if command -v python3 > /dev/null; then
    conforms "runs that are longer than need be" 0 -- -- "$meddler" no_lies "$jitvm" --serve
    lies of_allocations \
        allocations_are_exact "12345 objects of A in A.foo(Z)Z:0, not 9345" \
        executions_are_told_in_order "3 objects of A in two executions, none in one, 1 in four" \
        bytes_repeat "5500 bytes again" \
        objects_of_a_lambda_have_a_frame "50 objects of A in A.lambda$, not 0" \
        objects_of_the_library_have_a_frame "50 objects of java.lang.Integer in A.foo(I)V:1, not 0" \
        an_object_of_left_code_is_no_allocation "0 objects of A, not 1"
    lies of_compilations \
        the_newest_code_counts "an event \`compiled\` of A.foo(I)I with the call 1, which is at_call" \
        what_was_warm_is_cold_again "compiled at call 1 again" \
        static_state_begins_again "1, then 2"
    lies of_code \
        what_is_compiled_is_entered "in_code, 10 times true" \
        the_newest_code_counts "the amount of the last compilation as code_bytes, not 8"
    lies of_results executions_are_told_in_order "results likewise"
fi

[ "$failures" -eq 0 ] || { echo "$failures failed"; exit 1; }
command -v python3 > /dev/null || { echo "python3 is not installed: nobody meddled"; exit 77; }
