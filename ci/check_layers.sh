#!/bin/sh
# Does every room include only from the rooms that its row in ci/layers.txt names? Prints each violation, exits 1.
set -eu
cd "$(dirname "$0")/.."
find vm/*/ harness assertions -name '*.[ch]' | sort | xargs awk '
    function is_extended(file,    start) {
        for (start in also) if (index(file, start) == 1) return start
        return ""
    }
    BEGIN {
        while ((getline row < "ci/layers.txt") > 0) {
            if (row !~ /^[a-z]+(\/[a-z_]+)?:/) continue
            split(row, part, ":")
            if (part[1] ~ /\//) { also[part[1]] = " " part[2] " "; continue }
            count = split(part[2], names, " ")
            may[part[1], part[1]] = 1
            for (i = 1; i <= count; i++) may[part[1], names[i]] = 1
            known[part[1]] = 1
        }
        while (("ls -d vm/*/ harness assertions" | getline folder) > 0) {
            sub(/^vm\//, "", folder); sub(/\/$/, "", folder); is_room[folder] = 1
        }
    }
    /^#include "/ {
        room = FILENAME; sub(/^vm\//, "", room); sub(/\/.*/, "", room)
        target = $2; gsub(/"/, "", target); file = target
        if (FILENAME ~ /_test\.c$/ || room == "tools") next
        if (target == "vm.h") { target = "vm" } else if (!sub(/\/.*/, "", target)) { target = room }
        if (!(target in is_room) && target != "vm") next
        row = is_extended(FILENAME)
        is_private = is_extended(file) != "" && row == ""
        if (row != "" && index(also[row], " " target " ")) next
        if (room in known && (is_private || !((room, target) in may))) {
            printf "%s:%d: %s may not include %s\n", FILENAME, FNR, room, file
            bad = 1
        }
    }
    END { exit bad }
'
