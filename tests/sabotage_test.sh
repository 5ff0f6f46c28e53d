#!/bin/sh
# Every known performance bug (vm/ir/sabotages.def), switched on, turns at least one spec red, and none of the verdicts is a
# crash or a wrong result: what goes red is the decision. And every failure text tells the phase in which the bug strikes: as
# the one that broke what was expected, or as one that the spec relies on and that did not bring it about. Specs of when methods
# are compiled and of what profilers see take half of the time, and hardly one is of these decisions: they are left out.
# Arguments: the jittest program, the source directory.
set -eu
jittest=$1
cd "$2"
specs=$(find specs -mindepth 1 -maxdepth 1 -type d ! -name compile ! -name profilers ! -name verdicts | sort)
failed=0
for sabotage in $(sed -n 's/^SABOTAGE(\([a-z_]*\),.*/\1/p' vm/ir/sabotages.def); do
    status=0
    # shellcheck disable=SC2086 # words
    "$jittest" --color never -q -j 2 --sabotage "$sabotage" $specs >"${TMPDIR:-/tmp}/sabotage.$$" 2>&1 || status=$?
    red=$(grep -c '^FAIL: ' "${TMPDIR:-/tmp}/sabotage.$$" || true)
    phase=$(sed -n "s/^SABOTAGE($sabotage, *\"\([a-z]*\)\",.*/\1/p" vm/ir/sabotages.def)
    told=$(grep '^    phases  ' "${TMPDIR:-/tmp}/sabotage.$$" || true)
    elsewhere=$(printf '%s\n' "$told" | grep -vcE "no longer after phase $phase |held after no phase.*relies on.*\b$phase\b" || true)
    wrong=$(grep -cE '^(CRASH|TIMEOUT): |compiled and interpreted runs agree$' "${TMPDIR:-/tmp}/sabotage.$$" || true)
    if [ "$status" = 1 ] && [ "$red" -gt 0 ] && [ "$wrong" = 0 ] && [ "$elsewhere" = 0 ]; then
        echo "ok: $sabotage turns $red specs red, all for phase $phase"
    else
        echo "not ok: $sabotage: exit status $status, $red specs red, $wrong with a crash or a wrong result, $elsewhere put down to something else than phase $phase:"
        printf '%s\n' "$told"
        failed=1
    fi
    rm -f "${TMPDIR:-/tmp}/sabotage.$$"
done
exit $failed
