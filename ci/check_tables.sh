#!/bin/sh
# Is every table (*.def) read, and is every row of it of use? Prints
#
#   - each kind of row that no file expands where it includes the table;
#   - each column that no expansion reads: none has it in its body. Texts are not looked into: a struct that is filled
#     may have members that nobody reads;
#   - each row whose names nobody uses: those that expansions make of it (EVENT_##name, or name itself) and that are its own.
#     A name is used where a source has one outside of comments and texts, or a macro that pastes makes one, or another table.
#     A comment with "needs no user: why" in the row's line, or on lines of its own with the kinds of rows, excuses rows;
#
# and exits 1 if there is one. Tests count as readers and users of their own tables alone.
#
#     check_tables.sh [ROOT_OF_THE_SOURCES]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/..}"
tables=$(find adapters assertions harness rules sections tests vm -name '*.def' | sort)
# shellcheck disable=SC2046,SC2086 # no name has a space
set -- $(find adapters assertions harness rules sections tests vm -name '*.[ch]' | sort)
exec awk -f "$here/check_tables.awk" pass=tables $tables pass=expansions $tables "$@" pass=uses "$@"
