# Assembler of one compilation (jitvm --dump) without what two runs of the same program never share: addresses and labels, which
# become P1, P2 ... in the order in which they come, the files that debug information names, and GCC's numbers of the blocks of
# a line. Labels are numbered through all compilations, those too that are removed with code that nothing reaches.
function renamed(line, pattern,    result, name) {
    while (match(line, pattern)) {
        name = substr(line, RSTART, RLENGTH)
        if (!(name in names)) names[name] = "P" ++count
        result = result substr(line, 1, RSTART - 1) names[name]
        line = substr(line, RSTART + RLENGTH)
    }
    return result line
}
/libgccjit-|^\.LASF/ { next }
/\.section.*debug/ { exit }
{
    sub(/ discriminator [0-9]+/, "")
    $0 = renamed($0, "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+")
    print renamed($0, "\\.L[A-Z]*[0-9]+")
}
