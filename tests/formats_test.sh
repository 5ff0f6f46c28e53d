#!/bin/sh
# Profiles that were written in every format are read by the programs that such files are for, and by schemas; what these make
# of them agrees with the table. The profiles are made by hand, and by programs that run under the profilers. A reader that is not
# installed is named, and the others are run.
#
#     formats_test.sh FORMATS_SAMPLE JITVM SOURCES FOLDER
set -eu
sample=$1 jitvm=$(realpath "$2") sources=$(cd "$3" && pwd) out=$4
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
missing=
has() {
    command -v "$1" >/dev/null && return
    case " $missing " in *" $1 "*) ;; *) missing="$missing $1" ;; esac
    return 1
}
check() { python3 "$sources/tests/formats_check.py" "$1" "$base.json" "$2"; }
rm -rf "$out"
mkdir -p "$out"
"$sample" "$out"

# profile NAME PROGRAM ARGUMENT...: NAME.csv and so on, of a program of tests/java
profile() {
    name=$out/$1 program=$2
    shift 2
    "$jitvm" profile "$@" -o "$name.txt" -o "$name.csv" -o "$name.json" -o "$name.xml" -o "$name.folded" \
        -o "$name.speedscope.json" -o "$name.callgrind" -o "$name.pb.gz" -o "$name.dot" -o "$name.svg" \
        --java "$sources/tests/java/$program.java" "$program" >/dev/null
}
profilers=$("$jitvm" profile | sed -n '/^Profilers/,/^[^ P]/s/^  \([a-z]*\) .*/\1/p' | paste -sd ,)
profile every_profiler Closures "$profilers" --each
profile paths Strings allocations --by path,kind,class
profile sites_in_contexts Strings receivers,allocations --levels 2
profile both Strings lifetimes,calls --both --compile-threshold 50
grep -q 'class="left"' "$out/both.svg" || { echo "lifetimes of both runs are not back to back"; exit 1; }

# What FORMAT_PROGRAMS names, under each profiler, and several together, in each way that profilers can be asked in; what is refused
# says so, and leaves files empty.
thrown=$sources/profilers/thrown.yaml arrays=$sources/profilers/arrays.yaml
for program in ${FORMAT_PROGRAMS:-}; do
    number=0
    for chosen in $(echo "$profilers" | tr , ' ') contexts,blocks calls,inlining,receivers "$thrown" "$arrays,locks"; do
        for options in "" "--marks $program.main" --perturbed --both "--every 7" "--levels 2" "--levels all --most-contexts 40" \
            "--compile-threshold 20" "--by path" "--by mark,context" "--by thread,class" "--by root,kind,site"; do
            number=$((number + 1)) status=0
            # shellcheck disable=SC2086 # they are words
            profile "$program$number" "$program" "$chosen" $options 2>"$out/refused" || status=$?
            [ $status = 0 ] && continue
            { [ $status -le 2 ] && grep -q '^jitvm: ' "$out/refused"; } || { cat "$out/refused"; exit 1; }
            rm -f "$out/$program$number".*
        done
    done
done
schema=python3-jsonschema
python3 -c 'import jsonschema' 2>/dev/null && schema=
cd "$out"
for base in $(ls -- *.csv | sed 's/\.csv$//'); do
    [ "$schema" ] || check schema "$sources/vm/formats/profile.schema.json"
    for format in txt csv xml svg folded; do check $format "$base.$format"; done
    check speedscope "$base.speedscope.json"
    if has xmllint; then
        xmllint --noout --schema "$sources/vm/formats/profile.xsd" "$base.xml" 2>xmllint.out || { cat xmllint.out; exit 1; }
        xmllint --noout "$base.svg"
    fi
    if has callgrind_annotate; then
        callgrind_annotate --threshold=100 --auto=no "$base.callgrind" >"$base.callgrind.out" 2>&1
        check callgrind "$base.callgrind.out"
    fi
    if has protoc; then
        gzip -dc "$base.pb.gz" |
            protoc --decode=perftools.profiles.Profile -I "$sources/vm/formats" pprof.proto >"$base.protoc.out"
        # All that it has is known: a field that is not is shown by its number.
        if grep -E '^ *[0-9]+(:| \{)' "$base.protoc.out"; then echo "$base.pb.gz: unknown fields"; exit 1; fi
    fi
    if has go; then
        HOME=$PWD PPROF_TMPDIR=$PWD go tool pprof -raw -output="$base.pprof.out" "$base.pb.gz" 2>/dev/null
        check pprof "$base.pprof.out"
    fi
    if has dot; then
        dot -Tjson0 "$base.dot" >"$base.dot.out"
        check dot "$base.dot.out"
    fi
done

"$jitvm" compare paths.json paths.json >compare.out
grep -qx 'allocations: overlap 100.00 % of [a-z_]*' compare.out || { cat compare.out; exit 1; }
head -c 2000 paths.json >cut_off.json
status=0
"$jitvm" compare paths.json cut_off.json >compare.out 2>&1 || status=$?
{ [ $status = 1 ] && grep -q '^jitvm: cut_off.json:[0-9:]* no profile of jitvm: ' compare.out; } || { cat compare.out; exit 1; }
status=0
"$jitvm" compare >compare.out 2>&1 || status=$?
{ [ $status = 2 ] && grep -q '^usage: ' compare.out; } || { cat compare.out; exit 1; }

missing="$missing $schema"
[ "$missing" = " " ] || echo "not installed, so not run:$missing"
