/* LOCAL READS. What inserted code writes must be written again before it is read, by the program,
 * by other inserted code, and by the same when control comes back. */
#include "classfile/local_reads.h"

#include "classfile/blocks.h"
#include "classfile/opcodes.h"

static void enter(struct local_reads *reads, uint32_t bci) {
    if (bci >= reads->code->length || reads->seen[bci]) return;
    reads->seen[bci] = true;
    arena_vec_push(reads->arena, &reads->work, bci);
}

static void enter_handlers(struct local_reads *reads, uint32_t bci) {
    for (int i = -1; (i = code_next_handler(reads->code, i + 1, bci)) >= 0;)
        enter(reads, reads->code->handlers[i].target);
}

static void go_on(struct local_reads *reads, uint32_t bci) {
    int count = instruction_targets(reads->code, bci, reads->targets);
    for (int i = 0; i < count; i++) enter(reads, reads->targets[i]);
    if (!opcode_ends_block((enum opcode)reads->code->bytes[bci]))
        enter(reads, bci + instruction_length(reads->code, bci));
}

struct local_reads local_reads_begin(struct arena *arena, const struct code *code, int local,
                                     uint32_t bci) {
    struct local_reads reads = {.arena = arena,
                                .code = code,
                                .local = local,
                                .seen = ARENA_ARRAY(arena, bool, code->length),
                                .targets = ARENA_ARRAY(arena, uint32_t, code->length / 4 + 2)};
    enter(&reads, bci);
    return reads;
}

int64_t local_reads_next(struct local_reads *reads) {
    while (reads->work.count) {
        uint32_t bci = vec_pop(&reads->work);
        struct local_access access = {0};
        bool is_access =
            instruction_local_access(reads->code, bci, &access) && access.index == reads->local;
        enter_handlers(reads, bci);
        if (!is_access || !access.writes) go_on(reads, bci);
        if (is_access && access.reads) return bci;
    }
    return -1;
}

static const char *local_name(const struct code *code, int slot, uint32_t bci) {
    for (int i = 0; i < code->local_count; i++) {
        const struct local_variable *local = &code->locals[i];
        bool is_there = bci >= local->start && bci - local->start < local->length;
        if (local->slot == slot && is_there) return local->name;
    }
    return NULL;
}

static const char *influence_text(struct arena *arena, const struct code *code, int slot,
                                  uint32_t read) {
    const char *name = local_name(code, slot, read);
    const char *local =
        name ? arena_format(arena, "the local '%s'", name) : arena_format(arena, "a local");
    return arena_format(arena, "writes %s, which is read after it at line %d", local,
                        code_line(code, read));
}

const char *find_local_influence(struct arena *arena, const struct code *code,
                                 const struct code_region *region) {
    for (uint32_t bci = region->start; bci < region->end; bci += instruction_length(code, bci)) {
        struct local_access access;
        if (!instruction_local_access(code, bci, &access) || !access.writes) continue;
        struct local_reads reads = local_reads_begin(arena, code, access.index, region->end);
        int64_t read = local_reads_next(&reads);
        if (read >= 0) return influence_text(arena, code, access.index, (uint32_t)read);
    }
    return NULL;
}
