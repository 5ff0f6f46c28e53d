#!/bin/sh
# Specs in JavaScript and Lua hold on V8 and LuaJIT, and rely on the switches that they name.
#
#     other_languages_test.sh JITTEST SOURCES
set -eu
for machine in node luajit; do
    command -v "$machine" >/dev/null || { echo "$machine is not installed"; exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$1" --timeout 600 "$2/examples/04-other-compilers"
grep -rlZ "^relies_on:" "$2/examples/04-other-compilers" | xargs -0 "$1" prove --timeout 600

# Their adapters hold what is asked of languages without class files.
for adapter in jittest-v8 jittest-luajit; do
    "$1" conformance --timeout 600 -- "$(dirname "$1")/$adapter" > "$scratch/checks" || { cat "$scratch/checks"; exit 1; }
    grep -q '^16 hold, 0 do not, 16 skipped$' "$scratch/checks" || { cat "$scratch/checks"; exit 1; }
done

# The same decision in two languages is one row.
"$1" compare --timeout 600 --filter never_escapes "$2/examples/04-other-compilers" --vm v8 --vm luajit > "$scratch/compared"
grep -q '^holds  *holds  *javascript/an_object_that_never_escapes_is_not_allocated$' "$scratch/compared" || { cat "$scratch/compared"; exit 1; }

# The command that a proof that fails gives runs what it says.
sed 's/luajit: sink/luajit: abc/' "$2/examples/04-other-compilers/lua/an_object_passed_to_an_inlined_call_is_not_allocated.yaml" > "$scratch/wrong.yaml"
"$1" prove --timeout 600 "$scratch/wrong.yaml" > "$scratch/said" && { echo "a wrong switch was proved"; exit 1; }
again=$(sed -n 's/^ *reproduce: [^ ]* prove//p; s/^ *reproduce: [^ ]*jittest//p' "$scratch/said" | head -n 1)
# shellcheck disable=SC2086
"$1" --timeout 600 $again > "$scratch/again" || { echo "jittest$again:"; cat "$scratch/again"; exit 1; }
