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
