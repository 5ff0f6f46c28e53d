#!/bin/sh
# Specs in JavaScript and Lua hold on V8 and LuaJIT, and rely on the switches that they name.
#
#     other_languages_test.sh JITTEST SOURCES
set -eu
for machine in node luajit; do
    command -v "$machine" >/dev/null || { echo "$machine is not installed"; exit 77; }
done
"$1" "$2/examples/04-other-compilers"
grep -rlZ "^relies_on:" "$2/examples/04-other-compilers" | xargs -0 "$1" prove
