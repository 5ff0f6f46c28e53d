#!/bin/sh
# Specs in JavaScript and Lua hold on V8 and LuaJIT.
#
#     other_languages_test.sh JITTEST SOURCES
set -eu
for machine in node luajit; do
    command -v "$machine" >/dev/null || { echo "$machine is not installed"; exit 77; }
done
exec "$1" "$2/examples/04-other-compilers"
