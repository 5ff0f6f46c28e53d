#!/bin/sh
# Specs that must go red, with what they say: each file of tests/red has it in comments, "# says: text".
# usage: red_test.sh JITTEST SOURCES
output=$("$1" -j 2 "$2/tests/red" 2>&1)
failures=0
says() {
    printf '%s\n' "$output" | grep -qF -- "$1" && return
    printf 'expected "%s"\n' "$1"
    failures=$((failures + 1))
}
says "0 passed, $(ls "$2"/tests/red/*.yaml | wc -l) failed"
while IFS= read -r text; do says "$text"; done <<END
$(sed -n 's/^# says: //p' "$2"/tests/red/*.yaml)
END
[ $failures -eq 0 ] || printf 'in\n%s\n' "$output"
exit $((failures > 0))
