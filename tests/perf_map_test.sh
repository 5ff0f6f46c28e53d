#!/bin/sh
# --perf-map: names by address and lines of what is compiled, read by scripts and, where they may run, by perf itself; machine code
# is the same.
#
#     perf_map_test.sh JITVM JAVASUB CLASSLIB SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -eu
jitvm=$1 javasub=$2 classlib=$3
rm -rf "$5"
mkdir -p "$5/classes"
cd "$5"

fail() {
    echo "perf_map_test: $1" >&2
    exit 1
}

cat > Mapped.java << 'END'
public class Mapped {
    static int state;

    static int inner(int x) {
        return x * 31 ^ state++;
    }

    static int outer(int x) {
        return inner(x) +
                inner(x + 1);
    }

    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 60000000; i++)
            sum += outer(i);
        System.out.println(sum);
    }
}
END
"$javasub" -cp "$classlib" -d classes Mapped.java
options="--compile-threshold 1000 --loop-threshold 2000"

# What is compiled is the same, to the byte.
# shellcheck disable=SC2086
for map in "" --perf-map; do
    "$jitvm" $map $options --events "events$map.jsonl" -cp classes Mapped > "out$map" &
    process=$!
    wait $process || fail "Mapped $map"
    sed -E '/"event":"(compiled|inlined|removed)"/!d; s/"(time|duration|[a-z_]*seconds)":[0-9.e-]*,?//g' "events$map.jsonl" > "decisions$map"
done
cmp out out--perf-map && cmp decisions decisions--perf-map || fail "other code with --perf-map"
[ "$(find . -name 'jit-*.dump' | wc -l)" -eq 1 ] || fail "a dump that nobody asked for"

map=/tmp/perf-$process.map dump=jit-$process.dump
trap 'rm -f "$map"' EXIT
grep -q 'Mapped.main(\[Ljava/lang/String;)V loop at [0-9]*$' "$map" || fail "main's loop is not in the map: $(cat "$map")"
grep -q ' Mapped.inner(I)I in Mapped.main' "$map" || fail "an inlined method is not in the map: $(cat "$map")"
# Nothing is there twice, and as much as the events say.
! command -v python3 > /dev/null || python3 - "$map" "$dump" << 'END' || fail "map and dump"
import json, struct, sys
ranges = sorted((int(a, 16), int(b, 16), name) for a, b, name in (line.rstrip("\n").split(" ", 2) for line in open(sys.argv[1])))
for (start, size, name), (after, _, _) in zip(ranges, ranges[1:]):
    assert size > 0 and start + size <= after, (hex(start), size, name)
bridges = [name for _, _, name in ranges if name.startswith("bridge to ")]
assert bridges and len(set(bridges)) == len(bridges), bridges
compiled = [json.loads(line) for line in open("events--perf-map.jsonl") if '"event":"compiled"' in line]
assert sum(size for _, size, name in ranges if name not in bridges) == sum(event["occupied_bytes"] for event in compiled)
data = open(sys.argv[2], "rb").read()
magic, version, header, machine = struct.unpack_from("<IIII", data)
assert (magic, version, header, machine) == (0x4A695444, 1, 40, 62), (magic, version, header, machine)
at, loaded, lines, time = header, 0, {}, 0
while at < len(data):
    kind, size, now = struct.unpack_from("<IIQ", data, at)
    assert size >= 16 and at + size <= len(data) and now >= time, (kind, size)
    time = now
    if kind == 2:
        address, count = struct.unpack_from("<QQ", data, at + 16)
        place, previous = at + 32, 0
        for _ in range(count):
            where, line, _ = struct.unpack_from("<Qii", data, place)
            end = data.index(b"\0", place + 16)
            lines.setdefault(data[place + 16:end].decode(), set()).add(line)
            assert where >= previous >= 0 and where >= address
            previous, place = where, end + 1
        assert place == at + size
    elif kind == 0:
        process, _, _, address, length, number = struct.unpack_from("<IIQQQQ", data, at + 16)
        name = data[at + 56:data.index(b"\0", at + 56)].decode()
        assert 56 + len(name) + 1 + length == size and number == loaded, name
        loaded += 1
    at += size
assert loaded == len(compiled) + len(bridges), (loaded, len(compiled), bridges)
assert {5, 9, 10, 16} <= lines["Mapped.java"], lines["Mapped.java"]
END

# perf itself, where it may sample.
rm -f jit-*.dump
# shellcheck disable=SC2086
command -v perf > /dev/null && perf record -q -k 1 -o perf.data "$jitvm" --perf-map $options -cp classes Mapped > /dev/null 2> errors || {
    echo "no perf, or it may not sample here: $(head -1 errors 2> /dev/null)"
    exit 0
}
perf script -i perf.data > script 2> errors || fail "perf script: $(cat errors)"
grep -q 'Mapped.*(/tmp/perf-[0-9]*.map)' script || fail "perf script names no Java method: $(head -30 script)"
perf inject --jit -i perf.data -o injected.data > /dev/null 2> errors || fail "perf inject: $(cat errors)"
perf script -i injected.data -F ip,sym,srcline > script 2> errors || fail "perf script after inject: $(cat errors)"
grep -q 'Mapped.java:[0-9]' script || fail "perf script has no lines of Java: $(head -30 script)"
for dump in jit-*.dump; do
    process=${dump#jit-} process=${process%.dump}
    rm -f "/tmp/perf-$process.map"
done
