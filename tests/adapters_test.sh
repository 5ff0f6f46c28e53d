#!/bin/sh
# The conversation of docs/protocol.md is valid, docs/write-an-adapter.md quotes the adapter that it explains, adapters that are scripts
# have less than 200 lines, and an adapter has all conversations that tests/adapters/NAME keeps.
#
#     adapters_test.sh SOURCES                                    the pages alone
#     adapters_test.sh SOURCES NAME MACHINE ADAPTER [OPTION]...   skipped where MACHINE, what runs the adapter, is not installed
set -eu
sources=$1 schema=$1/docs/protocol.schema.json
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
if [ $# -eq 1 ]; then
    "$sources/tests/protocol_check.py" quotes "$sources/docs/write-an-adapter.md" "$sources/adapters/luajit/jittest-luajit.lua" \
        "$sources/adapters/common/conversation.lua"
    for adapter in "$sources"/adapters/*/jittest-*; do
        [ "$(wc -l < "$adapter")" -lt 200 ] || { echo "$adapter has 200 lines or more"; exit 1; }
    done
    exec "$sources/tests/protocol_check.py" read "$schema" "$sources/docs/protocol.md"
fi
name=$2 machine=$3
command -v "$machine" >/dev/null || { echo "$machine is not installed"; exit 77; }
shift 3
failed=0
for conversation in "$sources/tests/adapters/$name"/*.txt; do
    "$sources/tests/protocol_check.py" play "$schema" "$conversation" "$@" || failed=$?
    [ "$failed" != 77 ] || exit 77
done
exit "$failed"
