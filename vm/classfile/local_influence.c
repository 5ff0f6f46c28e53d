/* LOCAL INFLUENCE: a local that inserted code writes must be written again before it is read, by
 * the program, by other inserted code, and by the same when control comes back. */
#include "classfile/local_influence.h"

#include "base/vec.h"
#include "classfile/blocks.h"
#include "classfile/opcodes.h"

struct search {
    struct arena *arena;
    const struct code *code;
    int local;
    bool *seen; /* by bci */
    uint32_t *targets;
    VEC(uint32_t) work;
};

static void enter(struct search *s, uint32_t bci) {
    if (bci >= s->code->length || s->seen[bci]) return;
    s->seen[bci] = true;
    arena_vec_push(s->arena, &s->work, bci);
}

static void enter_handlers(struct search *s, uint32_t bci) {
    for (int i = -1; (i = code_next_handler(s->code, i + 1, bci)) >= 0;)
        enter(s, s->code->handlers[i].target);
}

/* Control goes on from [bci], unless the local is written there. */
static void go_on(struct search *s, uint32_t bci) {
    struct local_access access;
    enter_handlers(s, bci);
    if (instruction_local_access(s->code, bci, &access) && access.writes &&
        access.index == s->local)
        return;
    int count = instruction_targets(s->code, bci, s->targets);
    for (int i = 0; i < count; i++) enter(s, s->targets[i]);
    if (!opcode_ends_block((enum opcode)s->code->bytes[bci]))
        enter(s, bci + instruction_length(s->code, bci));
}

/* Where the local is read first that was written before [from]; -1: nowhere. */
static int64_t find_read(struct search *s, uint32_t from) {
    enter(s, from);
    while (s->work.count) {
        uint32_t bci = vec_pop(&s->work);
        struct local_access access;
        if (instruction_local_access(s->code, bci, &access) && access.reads &&
            access.index == s->local)
            return bci;
        go_on(s, bci);
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
    return arena_format(arena, "writes %s, which is read behind it at line %d", local,
                        code_line(code, read));
}

const char *find_local_influence(struct arena *arena, const struct code *code,
                                 const struct code_region *region) {
    for (uint32_t bci = region->start; bci < region->end; bci += instruction_length(code, bci)) {
        struct local_access access;
        if (!instruction_local_access(code, bci, &access) || !access.writes) continue;
        struct search search = {.arena = arena,
                                .code = code,
                                .local = access.index,
                                .seen = ARENA_ARRAY(arena, bool, code->length),
                                .targets = ARENA_ARRAY(arena, uint32_t, code->length / 4 + 2)};
        int64_t read = find_read(&search, region->end);
        if (read >= 0) return influence_text(arena, code, access.index, (uint32_t)read);
    }
    return NULL;
}
