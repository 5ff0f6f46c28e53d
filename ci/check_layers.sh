#!/bin/sh
# Does every room include only from the rooms that its row in ci/layers.txt names, and vm.h only from those of its own row? Has each
# a row in docs/architecture.md? Prints each violation, exits 1. The tests in a room (*_test.c) may include from any room.
#
#     check_layers.sh [ROOT_OF_THE_SOURCES]
set -eu
cd "${1:-$(dirname "$0")/..}"
find vm adapters harness assertions rules sections -name '*.[ch]' ! -name '*_test.c' | sort | xargs awk '
    function room_of(path) { # "vm/ir/node.h" and "ir/node.h": ir; "vm/jar.c": vm; "harness/run.h": harness
        sub(/^vm\//, "", path)
        return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : "vm"
    }
    function is_in_vm(file) {
        if (!(file in in_vm)) in_vm[file] = system("test -e vm/" file) == 0
        return in_vm[file]
    }
    function files_row(file,    start) { # the row of files whose names begin so, or none
        for (start in of_files) if (index(file, start) == 1) return start
        return ""
    }
    function is_allowed(from, target, file) {
        return from == target || (from, target) in may || (from, file) in may
    }
    BEGIN {
        while ((getline row < "ci/layers.txt") > 0) {
            if (row !~ /^[a-z._\/]+:/) continue
            split(row, part, ":")
            has_row[part[1]] = 1
            if (part[1] ~ /\//) of_files[part[1]] = 1
            count = split(part[2], names, " ")
            for (i = 1; i <= count; i++) may[part[1], names[i]] = 1
        }
    }
    /^#[ \t]*include[ \t]*"/ {
        room = FILENAME == "vm/vm.h" ? "vm.h" : room_of(FILENAME)
        split($0, quoted, "\"")
        file = quoted[2]
        if (file !~ /\// && !is_in_vm(file)) file = room "/" file
        target = room_of(file)
        row = files_row(FILENAME)
        is_private = row == "" && files_row(file) != ""
        is_extra = row != "" && is_allowed(row, target, file)
        if (!(room in has_row)) {
            printf "%s:%d: ci/layers.txt has no row for %s\n", FILENAME, FNR, room
            bad = 1
        } else if (is_private || (!is_extra && !is_allowed(room, target, file))) {
            printf "%s:%d: %s may not include %s\n", FILENAME, FNR, room, file
            bad = 1
        }
    }
    END { exit bad }
'

# docs/architecture.md says what each room is.
for room in $(sed -n 's/^\([a-z_]*\):.*/\1/p' ci/layers.txt); do
    grep -Eq "^\|.*\`(vm/)?$room[\`/]" docs/architecture.md || { echo "docs/architecture.md has no row for $room"; exit 1; }
done
