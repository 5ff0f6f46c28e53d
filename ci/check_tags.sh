#!/bin/sh
# Does one name mean one thing? Prints, with its places, every tag of a struct, union or enum that is defined twice in the rooms,
# then what the compiler says of a file that includes all their headers; exits 1 if it prints anything. Tests and
# the headers of tests are left out: they are programs of their own; and so are the adapters for the file that includes all headers.
#
#     check_tags.sh [ROOT_OF_THE_SOURCES]
set -eu
cd "${1:-$(dirname "$0")/..}"
bad=0
find vm adapters harness assertions rules sections -name '*.[ch]' ! -name '*_test.c' | sort | xargs awk '
    {
        line = $0
        gsub(/"([^"\\]|\\.)*"/, "", line)
        while (match(line, /(^|[^a-zA-Z_0-9])(struct|union|enum) [a-zA-Z_0-9]+ \{/)) {
            tag = substr(line, RSTART, RLENGTH - 2)
            sub(/.* /, "", tag)
            places[tag] = places[tag] " " FILENAME ":" FNR
            if (count[tag]++) bad = 1
            line = substr(line, RSTART + RLENGTH)
        }
    }
    END {
        for (tag in count) if (count[tag] > 1) print tag " is defined " count[tag] " times:" places[tag]
        exit bad
    }
' || bad=1
find vm harness assertions rules sections -name '*.h' ! -name '*_testing.h' ! -name fixture.h ! -name check_run.h | sort |
    sed 's/.*/#include "&"/' | LC_ALL=C gcc -std=gnu17 -Werror -fsyntax-only -I. -Ivm -x c - || bad=1
exit $bad
