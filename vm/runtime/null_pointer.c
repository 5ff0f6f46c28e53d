/* NULL POINTER: says in Java's terms what an instruction found to be null (JEP 358). The method's
 * code is walked with a stack that holds, for each slot, the bci of the instruction that pushed it;
 * where paths bring different ones, the slot's origin is unknown. */
#include "runtime/null_pointer.h"

#include <string.h>

#include "base/vec.h"
#include "classfile/bytes.h"
#include "classfile/opcodes.h"
#include "runtime/internal.h"

enum { UNKNOWN = -1 };

/* Expressions are shown to this depth: a.b.c.d.e. */
enum { DEPTH = 5 };

/* A method whose states need more slots than this goes without an explanation. */
enum { SLOTS_LIMIT = 1 << 22 };

struct stack_origins {
    int depth;        /* of the stack; -1: not reached */
    int32_t *origins; /* bcis, or UNKNOWN */
    uint64_t written; /* locals below 64 that were stored to: parameters no more */
};

struct origins {
    const struct code *code;
    const struct constant *constants;
    struct arena *arena;
    struct stack_origins *states; /* by bci, in front of the instruction */
    VEC(uint32_t) work;
};

/* --- walking --- */

static void flow_to(struct origins *walk, uint32_t bci, const struct stack_origins *from) {
    struct stack_origins *to = &walk->states[bci];
    bool changed = to->depth < 0;
    if (changed) {
        to->depth = from->depth;
        to->written = from->written;
        to->origins = ARENA_ARRAY(walk->arena, int32_t, from->depth + 1);
        memory_copy(to->origins, from->origins, sizeof *to->origins * (size_t)from->depth);
    }
    for (int i = 0; i < to->depth && i < from->depth; i++) {
        if (to->origins[i] == from->origins[i] || to->origins[i] == UNKNOWN) continue;
        to->origins[i] = UNKNOWN;
        changed = true;
    }
    changed = changed || (to->written | from->written) != to->written;
    to->written |= from->written;
    if (changed) arena_vec_push(walk->arena, &walk->work, bci);
}

static void push(struct stack_origins *state, int slots, uint32_t bci) {
    while (slots-- > 0) state->origins[state->depth++] = (int32_t)bci;
}

static int slots_of(const char *types) {
    int slots = 0;
    for (; *types; types++) slots += *types == 'J' || *types == 'D' ? 2 : 1;
    return slots;
}

static int slots_of_descriptor(const char *descriptor) {
    return *descriptor == 'J' || *descriptor == 'D' ? 2 : *descriptor == 'V' ? 0 : 1;
}

static const struct constant *operand_constant(const struct origins *walk, uint32_t bci) {
    return &walk->constants[read_u16(walk->code->bytes + bci + 1)];
}

/* Copies the top [count] slots below the [under] slots beneath them: dup and its kin. */
static void duplicate(struct stack_origins *state, int count, int under) {
    int32_t *top = state->origins + state->depth;
    memmove(top - under, top - under - count, sizeof *top * (size_t)(under + count));
    memmove(top - under - count, top, sizeof *top * (size_t)count);
    state->depth += count;
}

static void swap(struct stack_origins *state) {
    int32_t *top = state->origins + state->depth - 1, other = top[-1];
    top[-1] = *top;
    *top = other;
}

/* What leaves values as they are, or copies and moves them. */
static bool shuffle(struct stack_origins *state, uint8_t opcode) {
    switch (opcode) {
    case OP_dup: duplicate(state, 1, 0); return true;
    case OP_dup_x1: duplicate(state, 1, 1); return true;
    case OP_dup_x2: duplicate(state, 1, 2); return true;
    case OP_dup2: duplicate(state, 2, 0); return true;
    case OP_dup2_x1: duplicate(state, 2, 1); return true;
    case OP_dup2_x2: duplicate(state, 2, 2); return true;
    case OP_swap: swap(state); return true;
    case OP_checkcast: return true;
    default: return false;
    }
}

static void call(struct stack_origins *state, const char *descriptor, bool has_receiver,
                 uint32_t bci) {
    const struct method_shape *shape = method_shape_of(descriptor);
    state->depth -= shape->parameter_slots + has_receiver;
    push(state, slots_of_descriptor(strchr(descriptor, ')') + 1), bci);
}

/* Instructions whose effect their operand tells. */
static void run_by_operand(struct origins *walk, struct stack_origins *state, uint8_t opcode,
                           uint32_t bci) {
    const uint8_t *operands = walk->code->bytes + bci + 1;
    bool is_static = opcode == OP_getstatic || opcode == OP_putstatic || opcode == OP_invokestatic;
    switch (opcode) {
    case OP_ldc:
    case OP_ldc_w: push(state, 1, bci); return;
    case OP_ldc2_w: push(state, 2, bci); return;
    case OP_getstatic:
    case OP_getfield:
        state->depth -= !is_static;
        push(state, slots_of_descriptor(operand_constant(walk, bci)->member.descriptor), bci);
        return;
    case OP_putstatic:
    case OP_putfield:
        state->depth -=
            slots_of_descriptor(operand_constant(walk, bci)->member.descriptor) + !is_static;
        return;
    case OP_invokedynamic:
        call(state, operand_constant(walk, bci)->dynamic.descriptor, false, bci);
        return;
    case OP_multianewarray:
        state->depth -= operands[2];
        push(state, 1, bci);
        return;
    default: /* the invocations */
        call(state, operand_constant(walk, bci)->member.descriptor, !is_static, bci);
        return;
    }
}

/* The local that an instruction stores to, or -1. */
static int stored_local(const struct code *code, uint32_t bci) {
    const uint8_t *at = code->bytes + bci;
    bool is_wide = *at == OP_wide;
    uint8_t opcode = at[is_wide];
    if ((opcode >= OP_istore && opcode <= OP_astore) || opcode == OP_iinc)
        return is_wide ? read_u16(at + 2) : at[1];
    if (opcode >= OP_istore_0 && opcode <= OP_astore_3) return (opcode - OP_istore_0) % 4;
    return -1;
}

static void run(struct origins *walk, struct stack_origins *state, uint32_t bci) {
    uint8_t opcode = walk->code->bytes[bci];
    int local = stored_local(walk->code, bci);
    if (local >= 0 && local < 64) state->written |= (uint64_t)1 << local;
    if (opcode == OP_wide) opcode = walk->code->bytes[bci + 1];
    if (shuffle(state, opcode)) return;
    if (*opcode_pops(opcode) == '*' || *opcode_pushes(opcode) == '*') {
        run_by_operand(walk, state, opcode, bci);
        return;
    }
    state->depth -= slots_of(opcode_pops(opcode));
    push(state, slots_of(opcode_pushes(opcode)), bci);
}

static void flow_to_switch_targets(struct origins *walk, uint32_t bci,
                                   const struct stack_origins *state) {
    const uint8_t *operands = walk->code->bytes + switch_operands(bci);
    bool is_table = walk->code->bytes[bci] == OP_tableswitch;
    flow_to(walk, bci + (uint32_t)read_s32(operands), state);
    int64_t count = is_table ? (int64_t)read_s32(operands + 8) - read_s32(operands + 4) + 1
                             : read_s32(operands + 4);
    const uint8_t *targets = operands + 12;
    for (int64_t i = 0; i < count; i++)
        flow_to(walk, bci + (uint32_t)read_s32(targets + i * (is_table ? 4 : 8)), state);
}

static void flow_on(struct origins *walk, uint32_t bci, const struct stack_origins *state) {
    uint8_t opcode = walk->code->bytes[bci];
    const uint8_t *operands = walk->code->bytes + bci + 1;
    enum operand_format format = opcode_operands(opcode);
    if (format == OPERANDS_branch16) flow_to(walk, bci + (uint32_t)read_s16(operands), state);
    if (format == OPERANDS_branch32) flow_to(walk, bci + (uint32_t)read_s32(operands), state);
    if (format == OPERANDS_tableswitch || format == OPERANDS_lookupswitch)
        flow_to_switch_targets(walk, bci, state);
    if (!opcode_ends_block(opcode)) flow_to(walk, bci + instruction_length(walk->code, bci), state);
}

static void find_origins(struct origins *walk) {
    const struct code *code = walk->code;
    int32_t *slots = ARENA_ARRAY(walk->arena, int32_t, code->max_stack + 4);
    int32_t unknown = UNKNOWN;
    walk->states = ARENA_ARRAY(walk->arena, struct stack_origins, code->length);
    for (uint32_t bci = 0; bci < code->length; bci++) walk->states[bci].depth = -1;
    flow_to(walk, 0, &(struct stack_origins){0});
    for (int i = 0; i < code->handler_count; i++)
        flow_to(walk, code->handlers[i].target,
                &(struct stack_origins){.depth = 1, .origins = &unknown});
    while (walk->work.count) {
        uint32_t bci = vec_pop(&walk->work);
        struct stack_origins state = walk->states[bci];
        memory_copy(slots, state.origins, sizeof *slots * (size_t)state.depth);
        state.origins = slots;
        run(walk, &state, bci);
        flow_on(walk, bci, &state);
    }
}

/* --- telling --- */

struct description {
    struct strbuf *out;
    const struct method *method;
    const struct origins *origins;
};

/* Object and String go without their package. */
static const char *known_name(const char *binary_name) {
    static const char package[] = "java.lang.";
    const char *simple_name = binary_name + sizeof package - 1;
    if (strncmp(binary_name, package, sizeof package - 1) != 0) return binary_name;
    size_t length = strcspn(simple_name, "[");
    bool is_known = length == 6 && (strncmp(simple_name, "Object", 6) == 0 ||
                                    strncmp(simple_name, "String", 6) == 0);
    return is_known ? simple_name : binary_name;
}

static void add_class(struct strbuf *out, const char *internal_name) {
    strbuf_add_text(out, known_name(binary_name_of(internal_name)));
}

static void add_parameter(struct strbuf *out, const char **descriptor) {
    struct strbuf type = STRBUF_INIT;
    text_add_type(&type, descriptor);
    strbuf_add_text(out, known_name(strbuf_text(&type)));
    strbuf_release(&type);
}

static void add_method(struct description *d, uint32_t bci) {
    const struct constant *constant = operand_constant(d->origins, bci);
    add_class(d->out, constant->member.class_name);
    strbuf_addf(d->out, ".%s(", constant->member.name);
    for (const char *cursor = constant->member.descriptor + 1; *cursor != ')';) {
        add_parameter(d->out, &cursor);
        if (*cursor != ')') strbuf_add_text(d->out, ", ");
    }
    strbuf_add_char(d->out, ')');
}

static const char *local_name(const struct code *code, uint32_t bci, int slot) {
    for (int i = 0; i < code->local_count; i++) {
        const struct local_variable *local = &code->locals[i];
        if (local->slot == slot && bci >= local->start && bci - local->start < local->length)
            return local->name;
    }
    return NULL;
}

/* The number, from 1, of the parameter that arrives in a slot; 0: none does. */
static int parameter_of(const struct method *method, int slot) {
    int at = !method_is_static(method);
    for (int i = 0; i < method->shape->parameter_count; i++) {
        if (at == slot) return i + 1;
        at += java_type_slots(method->shape->parameters[i]);
    }
    return 0;
}

static void add_local(struct description *d, uint32_t bci, int slot) {
    uint64_t written = d->origins->states[bci].written;
    bool is_as_passed = slot >= 64 || !(written >> slot & 1);
    const char *name = local_name(d->method->code, bci, slot);
    int parameter = parameter_of(d->method, slot);
    if (d->method->code->local_count && name)
        strbuf_add_text(d->out, name);
    else if (is_as_passed && slot == 0 && !method_is_static(d->method))
        strbuf_add_text(d->out, "this");
    else if (is_as_passed && parameter)
        strbuf_addf(d->out, "<parameter%d>", parameter);
    else
        strbuf_addf(d->out, "<local%d>", slot);
}

static bool add_origin(struct description *d, uint32_t bci, int from_top, int depth);

static bool add_element(struct description *d, uint32_t bci, int depth) {
    if (!add_origin(d, bci, 1, depth - 1)) strbuf_add_text(d->out, "<array>");
    strbuf_add_char(d->out, '[');
    if (!add_origin(d, bci, 0, depth)) strbuf_add_text(d->out, "...");
    strbuf_add_char(d->out, ']');
    return true;
}

static bool add_field(struct description *d, uint32_t bci, int depth) {
    if (add_origin(d, bci, 0, depth - 1)) strbuf_add_char(d->out, '.');
    strbuf_add_text(d->out, operand_constant(d->origins, bci)->member.name);
    return true;
}

static bool add_static_field(struct description *d, uint32_t bci) {
    const struct constant *constant = operand_constant(d->origins, bci);
    add_class(d->out, constant->member.class_name);
    strbuf_addf(d->out, ".%s", constant->member.name);
    return true;
}

static bool add_number(struct description *d, int number) {
    strbuf_addf(d->out, "%d", number);
    return true;
}

/* The local that an iload or aload reads, or -1. */
static int loaded_local(const uint8_t *at) {
    bool is_wide = *at == OP_wide;
    uint8_t opcode = at[is_wide];
    if (opcode == OP_iload || opcode == OP_aload) return is_wide ? read_u16(at + 2) : at[1];
    if (opcode >= OP_iload_0 && opcode <= OP_iload_3) return opcode - OP_iload_0;
    if (opcode >= OP_aload_0 && opcode <= OP_aload_3) return opcode - OP_aload_0;
    return -1;
}

/* The expression whose value the instruction at [bci] pushed; false when it is not told. */
static bool add_expression(struct description *d, uint32_t bci, int depth) {
    const uint8_t *at = d->origins->code->bytes + bci;
    int local = loaded_local(at);
    if (local >= 0) {
        add_local(d, bci, local);
        return true;
    }
    if (*at >= OP_iconst_m1 && *at <= OP_iconst_5) return add_number(d, *at - OP_iconst_0);
    switch (*at) {
    case OP_aconst_null: strbuf_add_text(d->out, "null"); return true;
    case OP_bipush: return add_number(d, (int8_t)at[1]);
    case OP_sipush: return add_number(d, read_s16(at + 1));
    case OP_getstatic: return add_static_field(d, bci);
    case OP_getfield: return add_field(d, bci, depth);
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokestatic:
    case OP_invokeinterface: add_method(d, bci); return true;
    case OP_iaload:
    case OP_aaload: return add_element(d, bci, depth);
    default: return false;
    }
}

/* The bci that pushed a slot in front of [bci], or UNKNOWN. */
static int32_t origin_of(const struct origins *origins, uint32_t bci, int from_top) {
    const struct stack_origins *state = &origins->states[bci];
    return state->depth > from_top ? state->origins[state->depth - 1 - from_top] : UNKNOWN;
}

static bool add_origin(struct description *d, uint32_t bci, int from_top, int depth) {
    int32_t origin = origin_of(d->origins, bci, from_top);
    return depth > 0 && origin != UNKNOWN && add_expression(d, (uint32_t)origin, depth);
}

static bool is_invocation(uint8_t opcode) {
    return opcode >= OP_invokevirtual && opcode <= OP_invokeinterface;
}

static void add_cause(struct description *d, uint32_t bci, int from_top) {
    int32_t origin = origin_of(d->origins, bci, from_top);
    struct strbuf *out = d->out, expression = STRBUF_INIT;
    d->out = &expression;
    if (origin != UNKNOWN && add_expression(d, (uint32_t)origin, DEPTH)) {
        bool is_result = is_invocation(d->origins->code->bytes[origin]);
        strbuf_addf(out, " because %s\"%s\" is null", is_result ? "the return value of " : "",
                    strbuf_text(&expression));
    }
    strbuf_release(&expression);
}

/* What failed, and where the null lay: slots from the top. UNKNOWN: this instruction throws none.
 */
static int add_action(struct description *d, uint32_t bci) {
    static const char *const elements[] = {"int",    "long",         "float", "double",
                                           "object", "byte/boolean", "char",  "short"};
    uint8_t opcode = d->origins->code->bytes[bci];
    if (opcode >= OP_iaload && opcode <= OP_saload) {
        strbuf_addf(d->out, "Cannot load from %s array", elements[opcode - OP_iaload]);
        return 1;
    }
    if (opcode >= OP_iastore && opcode <= OP_sastore) {
        strbuf_addf(d->out, "Cannot store to %s array", elements[opcode - OP_iastore]);
        return opcode == OP_lastore || opcode == OP_dastore ? 3 : 2;
    }
    switch (opcode) {
    case OP_arraylength: strbuf_add_text(d->out, "Cannot read the array length"); return 0;
    case OP_athrow: strbuf_add_text(d->out, "Cannot throw exception"); return 0;
    case OP_monitorenter: strbuf_add_text(d->out, "Cannot enter synchronized block"); return 0;
    case OP_monitorexit: strbuf_add_text(d->out, "Cannot exit synchronized block"); return 0;
    default: return UNKNOWN;
    }
}

static int add_member_action(struct description *d, uint32_t bci) {
    uint8_t opcode = d->origins->code->bytes[bci];
    bool is_member = opcode == OP_getfield || opcode == OP_putfield ||
                     (is_invocation(opcode) && opcode != OP_invokestatic);
    if (!is_member) return UNKNOWN;
    const struct constant *constant = operand_constant(d->origins, bci);
    if (opcode == OP_getfield) {
        strbuf_addf(d->out, "Cannot read field \"%s\"", constant->member.name);
        return 0;
    }
    if (opcode == OP_putfield) {
        strbuf_addf(d->out, "Cannot assign field \"%s\"", constant->member.name);
        return slots_of_descriptor(constant->member.descriptor);
    }
    if (strcmp(constant->member.name, "<init>") == 0) return UNKNOWN;
    strbuf_add_text(d->out, "Cannot invoke \"");
    add_method(d, bci);
    strbuf_add_char(d->out, '"');
    const struct method_shape *shape = method_shape_of(constant->member.descriptor);
    return shape->parameter_slots;
}

void null_pointer_describe(struct strbuf *out, const struct method *method, int bci) {
    const struct code *code = method->code;
    if (!code || method->native || (uint64_t)code->length * code->max_stack > SLOTS_LIMIT) return;
    struct arena arena;
    arena_init(&arena);
    struct origins origins = {
        .code = code, .constants = method->class->file->constants, .arena = &arena};
    struct description description = {out, method, &origins};
    int from_top = add_action(&description, (uint32_t)bci);
    if (from_top == UNKNOWN) from_top = add_member_action(&description, (uint32_t)bci);
    if (from_top != UNKNOWN) {
        find_origins(&origins);
        add_cause(&description, (uint32_t)bci, from_top);
    }
    arena_release(&arena);
}
