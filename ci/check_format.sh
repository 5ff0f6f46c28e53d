#!/bin/sh
# Are all .c and .h files as clang-format 14 (Debian 12's) would write them with .clang-format? And does .clang-format name every
# macro that is a loop? Prints what is not, exits 1.
#
#     check_format.sh [ROOT_OF_THE_SOURCES]
set -u
cd "${1:-$(dirname "$0")/..}" || exit 2
sources=$(find adapters assertions bench examples harness rules sections tests vm -name '*.[ch]')
bad=0
# shellcheck disable=SC2086 # no name has a space
loops=$(awk '
    function is_head(text,    depth) { # "for (...)" and nothing more
        if (text !~ /^[ \t]*for \(/) return 0
        while (match(text, /[()]/)) {
            depth += substr(text, RSTART, 1) == "(" ? 1 : -1
            text = substr(text, RSTART + 1)
            if (!depth) break
        }
        return text !~ /[^ \t]/
    }
    { line = unfinished $0; unfinished = "" }
    line ~ /\\$/ { sub(/\\$/, "", line); unfinished = line; next }
    line ~ /^#[ \t]*define[ \t]+[a-zA-Z_0-9]+\([^)]*\)/ {
        sub(/^#[ \t]*define[ \t]+/, "", line)
        name = line
        sub(/\(.*/, "", name)
        sub(/^[^)]*\)/, "", line)
        if (is_head(line)) print name
    }
' $sources)
for loop in $loops; do
    grep -q "^ForEachMacros:.*[[ ]$loop[],]" .clang-format || { echo ".clang-format: ForEachMacros lacks $loop"; bad=1; }
done
# shellcheck disable=SC2086
clang-format --dry-run -Werror $sources || bad=1
exit $bad
