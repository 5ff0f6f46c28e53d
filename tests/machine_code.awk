# Assembler of one compilation (jitvm --dump) without what two runs of the same program never share: addresses and labels, which
# become P1, P2 ... in the order in which they come, the files that debug information names, and GCC's numbers of the blocks of
# a line. Labels are numbered through all compilations, those too that are removed with code that nothing reaches. Where code is
# cold, an address whose last bits are 0 is made by a shift: it is written as the move that another address takes. So is one that is made
# from another address, by the distance between both.
function renamed(line, pattern,    result, name) {
    while (match(line, pattern)) {
        name = substr(line, RSTART, RLENGTH)
        if (!(name in names)) names[name] = "P" ++count
        result = result substr(line, 1, RSTART - 1) names[name]
        line = substr(line, RSTART + RLENGTH)
    }
    return result line
}
function wide(register) { # "eax" to "rax", "r8d" to "r8"
    return register ~ /^e/ ? "r" substr(register, 2) : substr(register, 1, length(register) - 1)
}
/libgccjit-|^\.LASF/ { next }
/\.section.*debug/ { exit }
{
    sub(/ discriminator [0-9]+/, "")
    register = substr($3, 2)
    if (($1 == "subq" || $1 == "addq") && $2 ~ /^\$-?[0-9]+,$/ && address[register]) {
        distance = substr($2, 2, length($2) - 2) * ($1 == "subq" ? -1 : 1)
        if (distance >= 65536 || distance <= -65536)
            $0 = sprintf("\tmovabsq\t$%.0f, %%%s", address[register] + distance, register)
    }
    register = substr($NF, 2)
    address[register ~ /^(e[a-z]+|r[0-9]+d)$/ ? wide(register) : register] = 0
    if ($1 == "movabsq" && $2 ~ /^\$[0-9]+,$/ && length($2) >= 16) address[substr($3, 2)] = substr($2, 2, length($2) - 2)
    if (/^\.L|^\tcall/) split("", address)
    if ($1 == "movl" && $2 ~ /^\$[0-9]+,$/ && $3 ~ /^%(e[a-z]+|r[0-9]+d)$/) {
        register = wide(substr($3, 2))
        moved[register] = lines + 1
        value[register] = substr($2, 2, length($2) - 2)
    } else if ($1 == "salq" && $2 ~ /^\$[0-9]+,$/ && moved[substr($3, 2)]) {
        register = substr($3, 2)
        shifted = sprintf("%.0f", value[register] * 2 ^ substr($2, 2, length($2) - 2))
        if (length(shifted) >= 14) {
            line[moved[register]] = "\tmovabsq\t$" shifted ", %" register
            moved[register] = 0
            next
        }
    } else {
        for (register in moved)
            if ($NF == "%" register) moved[register] = 0
    }
    line[++lines] = $0
}
END {
    for (i = 1; i <= lines; i++) {
        addresses = renamed(line[i], "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+")
        print renamed(addresses, "\\.L[A-Z]*[0-9]+")
    }
}
