# For the scripts of this directory, which begin with it: with --help they print what stands at their top.
#
#     . "$(dirname "$0")/usage.sh"

case " $* " in
*" -h "* | *" --help "*)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac

# What is no program of bench/programs is an error, before anything runs.
programs_exist() { # PROGRAM...
    for program; do
        [ -f "$(dirname "$0")/programs/$program.java" ] && continue
        echo "$(basename "$0"): there is no program '$program' in bench/programs" >&2
        exit 2
    done
}

# SECONDS STATS: without what compiling took, by the statistics of that run in JSON; and that.
without_compiling() {
    python3 -c '
import json, sys
stats = json.load(open(sys.argv[2]))
compiling = stats["phase_seconds"] + stats["backend_seconds"]
print(float(sys.argv[1]) - compiling, compiling)' "$1" "$2"
}
