#!/bin/sh
# Verdicts on other VMs that are checked in (ci/verdicts): as they are, with one that is another, of another version, and where
# there is no such VM; and the picture of them (ci/picture). With LuaJIT, whose specs take a second; skipped where it is not installed.
#
#     verdicts_test.sh BUILD SOURCES SCRATCH_DIRECTORY
set -u
build=$1 sources=$2 scratch=$3 failures=0
command -v luajit >/dev/null || { echo "luajit is not installed"; exit 77; }
rm -rf "$scratch"
mkdir -p "$scratch"
cp -r "$sources/specs/verdicts" "$scratch/tables"

expect() { # what, status, text, PATH, options...
    what=$1 status=$2 text=$3 path=$4 actual=0
    shift 4
    PATH=$path "$sources/ci/verdicts" --build "$build" --tables "$scratch/tables" "$@" >"$scratch/out" 2>&1 || actual=$?
    if [ "$actual" != "$status" ] || ! grep -qF -- "$text" "$scratch/out"; then
        echo "FAIL: $what: status $actual for $status, without '$text':"
        cat "$scratch/out"
        failures=$((failures + 1))
    fi
}

expect 'as they are' 0 'luajit: the verdicts are those of luajit-2.txt (luajit: LuaJIT 2.1' "$PATH" luajit
sed -i '1s/[0-9][^ ]*$/2.0.0/' "$scratch/tables/luajit-2.txt"
expect 'a small step of the version' 0 'luajit: the verdicts are those of luajit-2.txt' "$PATH" luajit
sed -i '/returned/s/holds/fails/' "$scratch/tables/luajit-2.txt"
expect 'another verdict' 1 '    -fails          lua/an_object_that_is_returned_is_allocated_once' "$PATH" luajit
expect 'and which one' 1 '    +holds          lua/an_object_that_is_returned_is_allocated_once' "$PATH" luajit
expect 'how to keep it' 1 'where the new ones are right: ci/verdicts --update luajit' "$PATH" luajit
mv "$scratch/tables/luajit-2.txt" "$scratch/tables/luajit-1.txt"
expect 'another version' 1 'luajit: these verdicts are of another version than those checked in' "$PATH" luajit
expect 'which versions there are' 1 '    luajit-1.txt is of luajit: ' "$PATH" luajit
expect 'to write them' 0 'luajit: written: ' "$PATH" --update luajit
expect 'what was written' 0 'luajit: the verdicts are those of luajit-2.txt' "$PATH" luajit
mkdir "$scratch/programs"
for program in sh env basename cat cp diff dirname grep head mkdir mktemp nproc rm sed; do
    ln -s "$(command -v $program)" "$scratch/programs/$program"
done
expect 'no such VM' 1 'luajit: the specs could not be run: ' "$scratch/programs" luajit
expect 'an unknown word' 2 'verdicts [--build DIRECTORY]' "$PATH" hotspit
"$sources/ci/picture" --check || failures=$((failures + 1))

[ "$failures" = 0 ] && echo "all as expected"
exit $((failures > 0))
