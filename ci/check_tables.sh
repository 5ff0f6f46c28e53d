#!/bin/sh
# Does every row of the tables of reasons, events, rules, sabotages and known classes have a user? Prints each row that
# nothing uses; then exits 1.
set -eu
cd "${1:-$(dirname "$0")/..}"
bad=0
check() { # macro, file, prefix of the identifiers made from it, start of the rows of other tables that make them, too
    for name in $(sed -n "s/^$1(\([a-z_0-9]*\),.*/\1/p" "$2"); do
        if ! grep -rqw --include='*.c' --include='*.h' --include='*.def' "$3$name" vm harness assertions &&
            ! grep -rqE --include='*.def' "^${4:-none}\\([^\"]*\\b$name *," vm; then
            echo "$2: nobody uses $1($name)"
            bad=1
        fi
    done
}
check EVENT vm/event/events.def EVENT_
check REASON vm/event/reasons.def REASON_
check RULE vm/ir/rules.def RULE_ FOLD
check SABOTAGE vm/ir/sabotages.def SABOTAGE_
check STUB vm/backend/stubs.def STUB_
exit $bad
