/* BYTECODE LOOPS: all branches that lead to one bytecode from below are of one loop. */
#include "adapters/hotspot/bytecode_loops.h"

#include <stdint.h>

enum operand_shape {
    FORMAT_none,
    FORMAT_byte,
    FORMAT_short,
    FORMAT_constant8,
    FORMAT_constant16,
    FORMAT_local8,
    FORMAT_iinc,
    FORMAT_branch16,
    FORMAT_branch32,
    FORMAT_array_type,
    FORMAT_invokeinterface,
    FORMAT_invokedynamic,
    FORMAT_multianewarray,
    FORMAT_tableswitch,
    FORMAT_lookupswitch,
    FORMAT_wide
};

static const struct {
    unsigned char format, length;
} opcodes[256] = {
#define OPCODE(number, mnemonic, operands, length, pops, pushes)                                   \
    [number] = {FORMAT_##operands, length},
#include "classfile/opcodes.def"
#undef OPCODE
};

enum {
#define OPCODE(number, mnemonic, operands, length, pops, pushes) OP_##mnemonic = number,
#include "classfile/opcodes.def"
#undef OPCODE
};

struct branch {
    int from, to;
};

struct branching {
    const unsigned char *bytes;
    int length;
    VEC(struct branch) branches; /* to the next bytecode as well */
};

static int number_at(const struct branching *code, int at, int size) {
    uint32_t number = 0;
    if (at < 0 || at > code->length - size) return 0;
    for (int i = 0; i < size; i++) number = number << 8 | code->bytes[at + i];
    return size == 2 ? (int16_t)number : (int32_t)number;
}

static void add_branch(struct branching *code, int from, int offset) {
    int64_t to = (int64_t)from + offset;
    if (to >= 0 && to < code->length) vec_push(&code->branches, (struct branch){from, (int)to});
}

/* Its length; 0: it does not end. */
static int add_switch(struct branching *code, int bci, bool is_table) {
    int operands = (bci + 4) & ~3;
    int64_t count =
        is_table ? (int64_t)number_at(code, operands + 8, 4) - number_at(code, operands + 4, 4) + 1
                 : number_at(code, operands + 4, 4);
    int first = operands + 12, step = is_table ? 4 : 8;
    if (count < 0 || count > code->length) return 0;
    add_branch(code, bci, number_at(code, operands, 4));
    for (int i = 0; i < count; i++) add_branch(code, bci, number_at(code, first + i * step, 4));
    return (is_table ? first : first - 4) + (int)count * step - bci;
}

/* To the next bytecode. */
static bool goes_on(int opcode) {
    bool is_left = opcode == OP_goto || opcode == OP_goto_w || opcode == OP_athrow ||
                   opcode == OP_ret || (opcode >= OP_tableswitch && opcode <= OP_return);
    return !is_left;
}

static bool is_wide_iinc(const struct branching *code, int bci) {
    return bci + 1 < code->length && code->bytes[bci + 1] == OP_iinc;
}

static void find_branches(struct branching *code) {
    for (int bci = 0, length; bci < code->length; bci += length) {
        int opcode = code->bytes[bci], format = opcodes[opcode].format;
        length = opcodes[opcode].length;
        if (format == FORMAT_branch16) add_branch(code, bci, number_at(code, bci + 1, 2));
        if (format == FORMAT_branch32) add_branch(code, bci, number_at(code, bci + 1, 4));
        if (format == FORMAT_tableswitch || format == FORMAT_lookupswitch)
            length = add_switch(code, bci, format == FORMAT_tableswitch);
        if (format == FORMAT_wide) length = is_wide_iinc(code, bci) ? 6 : 4;
        if (length <= 0) return;
        if (goes_on(opcode)) add_branch(code, bci, length);
    }
}

/* Where it is entered from outside. */
static int header_of(const struct branching *code, const struct bytecode_loop *loop) {
    int header = loop->start ? -1 : 0;
    vec_each(const struct branch, branch, &code->branches) {
        if (bytecode_loop_has(loop, branch->from) || !bytecode_loop_has(loop, branch->to)) continue;
        if (header >= 0 && header != branch->to) return -1;
        header = branch->to;
    }
    return header < 0 ? loop->start : header; /* of an exception's handler */
}

static void add_loop(struct bytecode_loops *loops, const struct branch *back) {
    uint32_t i = 0;
    while (i < loops->items.count && loops->items.items[i].start < back->to) i++;
    if (i < loops->items.count && loops->items.items[i].start == back->to) {
        struct bytecode_loop *loop = &loops->items.items[i];
        if (loop->end < back->from) loop->end = back->from;
    } else {
        vec_insert(&loops->items, i, ((struct bytecode_loop){back->to, back->from, -1}));
    }
}

struct bytecode_loops bytecode_loops_find(const unsigned char *bytes, int length) {
    struct bytecode_loops loops = {0};
    struct branching code = {.bytes = bytes, .length = length};
    find_branches(&code);
    vec_each(const struct branch, branch, &code.branches)
        if (branch->to <= branch->from) add_loop(&loops, branch);
    vec_each(struct bytecode_loop, loop, &loops.items) loop->header = header_of(&code, loop);
    vec_release(&code.branches);
    return loops;
}
