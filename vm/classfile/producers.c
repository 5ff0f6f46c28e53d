/* PRODUCERS: an abstract interpretation of the stack to a fixpoint; a slot changes at most twice.
 */
#include "classfile/producers.h"

#include <string.h>

#include "base/vec.h"
#include "classfile/blocks.h"
#include "classfile/bytes.h"
#include "classfile/opcodes.h"

struct producer_tracer {
    struct arena *arena;
    const struct constant *constants;
    const struct code *code;
    struct instruction_origin *origins;
    VEC(uint32_t) work;
    int32_t *now;
    int depth;
    uint32_t bci;
};

static const struct constant *operand(const struct constant *constants, const struct code *code,
                                      uint32_t bci) {
    return &constants[read_u16(code->bytes + bci + 1)];
}

static const struct method_shape *shape_of_call(const struct constant *constants,
                                                const struct code *code, uint32_t bci) {
    const struct constant *constant = operand(constants, code, bci);
    bool is_dynamic = code->bytes[bci] == OP_invokedynamic;
    return method_shape_of(is_dynamic ? constant->dynamic.descriptor : constant->member.descriptor);
}

int call_slots(const struct constant *constants, const struct code *code, uint32_t bci) {
    int op = code->bytes[bci];
    bool has_receiver = op != OP_invokestatic && op != OP_invokedynamic;
    return shape_of_call(constants, code, bci)->parameter_slots + has_receiver;
}

/* --- the stack --- */

static void push(struct producer_tracer *t, int32_t producer, int slots) {
    for (int i = 0; i < slots && t->depth < t->code->max_stack; i++) t->now[t->depth++] = producer;
}

static void pop(struct producer_tracer *t, int slots) {
    t->depth = t->depth > slots ? t->depth - slots : 0;
}

static int32_t top(const struct producer_tracer *t) {
    return t->depth ? t->now[t->depth - 1] : PRODUCER_SEVERAL;
}

static int slots_of_letters(const char *letters) {
    int slots = 0;
    for (; *letters; letters++) slots += *letters == 'J' || *letters == 'D' ? 2 : 1;
    return slots;
}

static void plain(struct producer_tracer *t, int op, int32_t producer) {
    pop(t, slots_of_letters(opcode_pops((enum opcode)op)));
    push(t, producer, slots_of_letters(opcode_pushes((enum opcode)op)));
}

/* As in the instruction set: the new order, 'a' being the top before. */
static void shuffle(struct producer_tracer *t, int op) {
    static const struct {
        int taken;
        const char *picture;
    } shuffles[] = {{1, "aa"},    {2, "aba"},    {3, "acba"}, {2, "baba"},
                    {3, "bacba"}, {4, "badcba"}, {2, "ab"}};
    const char *picture = shuffles[op - OP_dup].picture;
    int32_t old[4] = {0};
    int taken = shuffles[op - OP_dup].taken;
    if (t->depth < taken) return;
    for (int i = 0; i < taken; i++) old[i] = t->now[t->depth - 1 - i];
    pop(t, taken);
    for (; *picture; picture++) push(t, old[*picture - 'a'], 1);
}

static void member(struct producer_tracer *t, int op) {
    const char *cursor = operand(t->constants, t->code, t->bci)->member.descriptor;
    int slots = java_type_slots(descriptor_next(&cursor, NULL));
    bool has_object = op == OP_getfield || op == OP_putfield;
    bool reads = op == OP_getfield || op == OP_getstatic;
    pop(t, has_object + (reads ? 0 : slots));
    if (reads) push(t, (int32_t)t->bci, slots);
}

static void call(struct producer_tracer *t) {
    pop(t, call_slots(t->constants, t->code, t->bci));
    enum java_type type = shape_of_call(t->constants, t->code, t->bci)->return_type;
    push(t, (int32_t)t->bci, java_type_slots(type));
}

static void local(struct producer_tracer *t, const struct local_access *access) {
    int slots = java_type_slots(access->type);
    if (access->reads && access->writes) return; /* iinc */
    if (access->reads)
        push(t, PRODUCER_LOCAL - access->index, slots);
    else
        pop(t, slots);
}

static void load_constant(struct producer_tracer *t, int op) {
    push(t, PRODUCER_CONSTANT, op == OP_ldc2_w ? 2 : 1);
}

/* The instruction at t->bci. */
static void step(struct producer_tracer *t) {
    struct local_access access;
    int op = t->code->bytes[t->bci];
    int32_t self = (int32_t)t->bci;
    if (instruction_local_access(t->code, t->bci, &access)) {
        local(t, &access);
        return;
    }
    switch (op) {
    case OP_aconst_null ... OP_sipush: plain(t, op, PRODUCER_CONSTANT); break;
    case OP_ldc ... OP_ldc2_w: load_constant(t, op); break;
    case OP_iaload ... OP_saload: plain(t, op, self); break;
    case OP_dup ... OP_swap: shuffle(t, op); break;
    case OP_i2l ... OP_i2s: plain(t, op, top(t)); break;
    case OP_getstatic ... OP_putfield: member(t, op); break;
    case OP_invokevirtual ... OP_invokedynamic: call(t); break;
    case OP_new ... OP_anewarray: plain(t, op, self); break;
    case OP_checkcast: plain(t, op, top(t)); break;
    case OP_multianewarray:
        pop(t, t->code->bytes[t->bci + 3]);
        push(t, self, 1);
        break;
    default: plain(t, op, PRODUCER_COMPUTATION);
    }
}

/* --- where control goes --- */

static bool merge(struct producer_tracer *t, struct instruction_origin *origin) {
    bool changed = false;
    int32_t *values = (int32_t *)origin->values;
    for (int i = 0; i < origin->depth && i < t->depth; i++) {
        if (values[i] == t->now[i] || values[i] == PRODUCER_SEVERAL) continue;
        values[i] = PRODUCER_SEVERAL;
        changed = true;
    }
    return changed;
}

static void enter(struct producer_tracer *t, uint32_t target) {
    if (target >= t->code->length) return;
    struct instruction_origin *origin = &t->origins[target];
    bool is_new = !origin->is_reached;
    if (is_new) {
        int32_t *values = ARENA_ARRAY(t->arena, int32_t, t->depth + 1);
        memcpy(values, t->now, (size_t)t->depth * sizeof *values);
        origin->values = values;
        origin->depth = (uint16_t)t->depth;
        origin->is_reached = true;
    }
    if (is_new || merge(t, origin)) arena_vec_push(t->arena, &t->work, target);
}

static void follow(struct producer_tracer *t, uint32_t target, bool is_first_visit) {
    enter(t, target);
    if (!is_first_visit || target >= t->code->length) return;
    t->origins[target].entries++;
    t->origins[target].predecessor = t->bci;
}

static void enter_handlers(struct producer_tracer *t) {
    for (int i = -1; (i = code_next_handler(t->code, i + 1, t->bci)) >= 0;) {
        uint32_t target = t->code->handlers[i].target;
        t->origins[target].is_handler = true;
        t->depth = 0;
        push(t, PRODUCER_CAUGHT, 1);
        enter(t, target);
    }
}

static void visit(struct producer_tracer *t, uint32_t bci, uint32_t *targets, bool is_first) {
    const struct instruction_origin *origin = &t->origins[bci];
    int op = t->code->bytes[bci];
    t->bci = bci;
    t->depth = origin->depth;
    memcpy(t->now, origin->values, (size_t)t->depth * sizeof *t->now);
    step(t);
    int count = instruction_targets(t->code, bci, targets);
    for (int i = 0; i < count; i++) follow(t, targets[i], is_first);
    if (!opcode_ends_block((enum opcode)op))
        follow(t, bci + instruction_length(t->code, bci), is_first);
    if (is_first) enter_handlers(t);
}

const struct instruction_origin *
code_producers(struct arena *arena, const struct constant *constants, const struct code *code) {
    struct producer_tracer t = {.arena = arena, .constants = constants, .code = code};
    t.origins = ARENA_ARRAY(arena, struct instruction_origin, code->length + 1);
    t.now = ARENA_ARRAY(arena, int32_t, code->max_stack + 1);
    bool *visited = ARENA_ARRAY(arena, bool, code->length + 1);
    uint32_t *targets = ARENA_ARRAY(arena, uint32_t, code->length / 4 + 2);
    enter(&t, 0);
    t.origins[0].entries = 1;
    while (t.work.count) {
        uint32_t bci = vec_pop(&t.work);
        bool is_first = !visited[bci];
        visited[bci] = true;
        visit(&t, bci, targets, is_first);
    }
    return t.origins;
}
