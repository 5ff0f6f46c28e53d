/* BYTECODE LOOPS: all branches that lead to one bytecode from below are of one loop. */
#include "adapters/hotspot/bytecode_loops.h"

#include "base/memory.h"
#include "classfile/classfile.h"
#include "classfile/opcodes.h"

struct branch {
    int from, to;
};

struct branching {
    struct code code;
    VEC(struct branch) branches; /* to the next bytecode as well */
};

static void add_branch(struct branching *branching, uint32_t from, uint32_t to) {
    if (to < branching->code.length)
        vec_push(&branching->branches, (struct branch){(int)from, (int)to});
}

static void add_targets(struct branching *branching, uint32_t bci) {
    int count = instruction_targets(&branching->code, bci, NULL);
    if (!count) return;
    uint32_t *targets = memory_allocate(sizeof *targets * (size_t)count);
    instruction_targets(&branching->code, bci, targets);
    for (int i = 0; i < count; i++) add_branch(branching, bci, targets[i]);
    memory_free(targets);
}

static void find_branches(struct branching *branching) {
    const struct code *code = &branching->code;
    for (uint32_t bci = 0, length; (length = instruction_length(code, bci)); bci += length) {
        add_targets(branching, bci);
        if (!opcode_ends_block((enum opcode)code->bytes[bci]))
            add_branch(branching, bci, bci + length);
    }
}

/* Where it is entered from outside. */
static int header_of(const struct branching *branching, const struct bytecode_loop *loop) {
    int header = loop->start ? -1 : 0;
    vec_each(const struct branch, branch, &branching->branches) {
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
    struct branching branching = {.code = {.bytes = bytes, .length = (uint32_t)length}};
    find_branches(&branching);
    vec_each(const struct branch, branch, &branching.branches)
        if (branch->to <= branch->from) add_loop(&loops, branch);
    vec_each(struct bytecode_loop, loop, &loops.items) loop->header = header_of(&branching, loop);
    vec_release(&branching.branches);
    return loops;
}
