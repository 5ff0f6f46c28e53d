# Assembler of one compilation (jitvm --dump) without what two runs of the same program never share: addresses, which become
# P1, P2 ... in the order in which they come, and the files that debug information names.
/libgccjit-|^\.LASF/ { next }
/\.section.*debug/ { exit }
{
    while (match($0, /[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+/)) {
        address = substr($0, RSTART, RLENGTH)
        if (!(address in names)) names[address] = "P" ++count
        $0 = substr($0, 1, RSTART - 1) names[address] substr($0, RSTART + RLENGTH)
    }
    print
}
