#!/bin/sh
# Checks that the compiler can report every switch that a new kind must visit: no cast hides the enumeration, and no switch over
# kinds has a default. Tokens do not count: at each place of the grammar only some are allowed. Prints each violation in the
# folders given (none: all sources); then exits 1.
set -eu
[ $# -gt 0 ] || { cd "$(dirname "$0")/.." && set -- vm adapters harness assertions rules sections; }
find "$@" -name '*.[ch]' | sort | xargs awk '
    function complain(line, what) { printf "%s:%d: %s\n", FILENAME, line, what; bad = 1 }
    FNR == 1 { depth = open = 0 }
    { line = $0; gsub(/"([^"\\]|\\.)*"/, "\"\"", line); gsub(/\047([^\047\\]|\\.)\047/, "0", line) }
    line ~ /(^|[^a-z_])switch \(/ {
        operand = line; sub(/.*switch \(/, "", operand); sub(/\) *{.*/, "", operand)
        outside[++open] = depth
        is_cast[open] = operand ~ /^\((unsigned|int|u?int[0-9]+_t)[ a-z]*\)/ ? FNR : 0
        is_over_kinds[open] = operand ~ /kind\)*$/ || operand ~ /kind(_[a-z]+)?\(.*\)$/
    }
    open && is_cast[open] && line ~ /(^|[^a-z_])case / {
        if (line !~ /case TOKEN_/) complain(is_cast[open], "a switch over an enumeration that is cast away")
        is_cast[open] = 0
    }
    open && is_over_kinds[open] && line ~ /(^|[^a-z_])default *:/ { complain(FNR, "a default in a switch over kinds") }
    {
        depth += gsub(/{/, "", line) - gsub(/}/, "", line)
        while (open && depth <= outside[open]) open--
    }
    END { exit bad }
'
