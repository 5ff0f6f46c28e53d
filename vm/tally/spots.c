/* SPOTS: the points of each bytecode, and the rules that meet them. */
#include "tally/spots.h"

#include <stdlib.h>

#include "base/intern.h"
#include "base/mutex.h"
#include "classfile/blocks.h"
#include "classfile/bytes.h"
#include "classfile/opcodes.h"
#include "classfile/regions.h"

/* A point of a bytecode. */
struct occurrence {
    enum vm_point point;
    enum spot_place place;
    uint32_t bci;
    uint8_t object, value;
    enum java_type value_type;
    const char *subject;
    bool ends_at_calls; /* of blocks */
};

struct spotter {
    struct vm_profile *profile;
    const struct method *method;
    const char *method_name;
    const struct code *code;
    VEC(struct spot) spots; /* in the profile's arena */
};

static bool names(const char *filter, const char *name, const char **meant) {
    if (filter_matches(filter, name)) return true;
    bool is_meant = !__atomic_load_n(meant, __ATOMIC_RELAXED) && filter_lacks(filter, name);
    if (is_meant) __atomic_store_n(meant, name, __ATOMIC_RELAXED);
    return false;
}

bool rule_meets(struct vm_profile *profile, const struct vm_rule *rule, const char *method,
                const char *subject) {
    size_t index = (size_t)(rule - profile->rules);
    if (rule->in && !(method && names(rule->in, method, &profile->meant_in[index]))) return false;
    __atomic_store_n(&profile->is_met_by_method[index], true, __ATOMIC_RELAXED);
    if (rule->of && !subject) return true;
    if (!names(rule->of, subject, &profile->meant_of[index])) return false;
    __atomic_store_n(&profile->is_met[index], true, __ATOMIC_RELAXED);
    return true;
}

const struct vm_rule *tallies_unmet(const struct vm_profile *profile, bool *is_of) {
    for (size_t i = 0; i < profile->rule_count; i++) {
        const struct vm_rule *rule = &profile->rules[i];
        if (!rule->in && !rule->of) continue;
        *is_of = rule->of &&
                 (!rule->in || __atomic_load_n(&profile->is_met_by_method[i], __ATOMIC_RELAXED));
        if (!__atomic_load_n(&profile->is_met[i], __ATOMIC_RELAXED)) return rule;
    }
    return NULL;
}

const char *tallies_meant(const struct vm_profile *profile, const struct vm_rule *unmet,
                          bool is_of) {
    const char *filter = is_of ? unmet->of : unmet->in;
    const char **meant = is_of ? profile->meant_of : profile->meant_in;
    const char *name = __atomic_load_n(&meant[unmet - profile->rules], __ATOMIC_RELAXED);
    return name ? intern_format("%.*s%s", (int)filter_lacks(filter, name), name, filter) : NULL;
}

/* Of objects whose class the bytecode does not say, and of receivers. */
static bool is_by_class(const struct vm_rule *rule, const char *subject) {
    bool is_of_class = point_of(rule->point) && !subject;
    return rule_asks(rule, BY_receiver) || (is_of_class && (rule->of || rule_asks(rule, BY_class)));
}

static void meet(struct spotter *spotter, const struct occurrence *at) {
    struct vm_profile *profile = spotter->profile;
    for (size_t i = 0; i < profile->rule_count; i++) {
        const struct vm_rule *rule = &profile->rules[i];
        if (rule->point != at->point || rule->ends_blocks_at_calls != at->ends_at_calls ||
            !rule_meets(profile, rule, spotter->method_name, at->subject))
            continue;
        struct spot spot = {.rule = rule,
                            .place = at->place,
                            .bci = at->bci,
                            .object = at->object,
                            .value = at->value,
                            .value_type = at->value_type,
                            .subject = at->subject,
                            .is_by_class = is_by_class(rule, at->subject),
                            .is_by_edge = rule_asks(rule, BY_taken) || rule_asks(rule, BY_case)};
        arena_vec_push(&profile->arena, &spotter->spots, spot);
    }
}

static void meet_at(struct spotter *spotter, enum vm_point point, enum spot_place place,
                    uint32_t bci) {
    meet(spotter, &(struct occurrence){.point = point, .place = place, .bci = bci});
}

/* --- what the constants name --- */

/* Interned: plans outlive compilations and meet again in keys. A hidden class is named by itself alone. */
static const char *source_name(const struct spotter *spotter, const char *internal) {
    if (internal == spotter->method->class->name) return class_source_name(spotter->method->class);
    return intern(class_words(&spotter->profile->arena, internal));
}

static const struct constant *constant_of(const struct spotter *spotter, uint32_t bci) {
    const struct classfile *file = spotter->method->class->file;
    return &file->constants[read_u16(spotter->code->bytes + bci + 1)];
}

static const char *array_of(const struct spotter *spotter, uint32_t bci) {
    return intern_format("%s[]", array_type_name(spotter->code->bytes[bci + 1]));
}

static const char *class_named(const struct spotter *spotter, uint32_t bci) {
    const char *name = source_name(spotter, constant_of(spotter, bci)->name);
    bool is_element = spotter->code->bytes[bci] == OP_anewarray;
    return is_element ? intern_format("%s[]", name) : name;
}

static const char *member_class(const struct spotter *spotter, uint32_t bci) {
    return source_name(spotter, constant_of(spotter, bci)->member.class_name);
}

/* "a.A.foo(I)V"; of invokedynamic what its call site is named. */
static const char *callee_of(const struct spotter *spotter, uint32_t bci) {
    const struct constant *constant = constant_of(spotter, bci);
    if (spotter->code->bytes[bci] == OP_invokedynamic)
        return intern_format("invokedynamic.%s%s", constant->dynamic.name,
                             constant->dynamic.descriptor);
    return intern_format("%s.%s%s", source_name(spotter, constant->member.class_name),
                         constant->member.name, constant->member.descriptor);
}

/* --- points of single bytecodes --- */

static void meet_call(struct spotter *spotter, uint32_t bci) {
    enum opcode opcode = spotter->code->bytes[bci];
    struct occurrence at = {POINT_call, SPOT_BEFORE, bci, .subject = callee_of(spotter, bci)};
    if (opcode != OP_invokestatic && opcode != OP_invokedynamic) {
        const char *descriptor = constant_of(spotter, bci)->member.descriptor;
        at.object = (uint8_t)(method_shape_of(descriptor)->parameter_slots + 1);
    }
    meet(spotter, &at);
}

/* Of a point that is no place in the code: its filters name this, whether or not it happens. */
static void meet_event(struct spotter *spotter, enum vm_point point, const char *subject) {
    struct vm_profile *profile = spotter->profile;
    for (size_t i = 0; i < profile->rule_count; i++)
        if (profile->rules[i].point == point)
            rule_meets(profile, &profile->rules[i], spotter->method_name, subject);
}

/* The arrays in an array are of another class than it. */
static void meet_new(struct spotter *spotter, uint32_t bci) {
    struct occurrence at = {POINT_new, SPOT_AFTER, bci, .object = 1};
    int opcode = spotter->code->bytes[bci];
    if (opcode == OP_newarray) at.subject = array_of(spotter, bci);
    if (opcode == OP_new || opcode == OP_anewarray) at.subject = class_named(spotter, bci);
    meet(spotter, &at);
    meet_event(spotter, POINT_rematerialize, at.subject);
}

static void meet_field(struct spotter *spotter, uint32_t bci) {
    enum opcode opcode = spotter->code->bytes[bci];
    const char *type = constant_of(spotter, bci)->member.descriptor, *class_name;
    bool is_write = opcode == OP_putfield || opcode == OP_putstatic;
    bool has_object = opcode == OP_putfield || opcode == OP_getfield;
    enum java_type value_type = descriptor_next(&type, &class_name);
    int slots = is_write ? java_type_slots(value_type) : 0;
    meet(spotter, &(struct occurrence){is_write ? POINT_write : POINT_read, SPOT_BEFORE, bci,
                                       .object = has_object ? (uint8_t)(slots + 1) : 0,
                                       .value = (uint8_t)slots, .value_type = value_type,
                                       .subject = member_class(spotter, bci)});
}

static void meet_element(struct spotter *spotter, uint32_t bci) {
    enum opcode opcode = spotter->code->bytes[bci];
    if (opcode <= OP_saload) {
        meet(spotter, &(struct occurrence){POINT_read, SPOT_BEFORE, bci, .object = 2});
        return;
    }
    static const enum java_type types[] = {JAVA_INT,       JAVA_LONG, JAVA_FLOAT, JAVA_DOUBLE,
                                           JAVA_REFERENCE, JAVA_BYTE, JAVA_CHAR,  JAVA_SHORT};
    enum java_type type = types[opcode - OP_iastore];
    uint8_t slots = (uint8_t)java_type_slots(type);
    meet(spotter,
         &(struct occurrence){POINT_write, SPOT_BEFORE, bci, .object = (uint8_t)(slots + 2),
                              .value = slots, .value_type = type});
    if (opcode == OP_aastore)
        meet(spotter, &(struct occurrence){POINT_check, SPOT_BEFORE, bci, .object = 1});
}

static void meet_object(struct spotter *spotter, enum vm_point point, uint32_t bci) {
    meet(spotter, &(struct occurrence){point, SPOT_BEFORE, bci, .object = 1});
}

static void meet_return(struct spotter *spotter, uint32_t bci) {
    enum java_type type = spotter->method->shape->return_type;
    meet(spotter,
         &(struct occurrence){POINT_exit, SPOT_BEFORE, bci, .value = (uint8_t)java_type_slots(type),
                              .value_type = type});
    if (spotter->method->access & ACC_SYNCHRONIZED)
        meet_at(spotter, POINT_unlock, SPOT_BEFORE, bci);
}

/* Does it lead back to where it is, or before it? */
static bool may_go_back(const struct spotter *spotter, uint32_t bci) {
    int count = instruction_targets(spotter->code, bci, NULL);
    if (count <= 0) return false;
    uint32_t targets[count];
    instruction_targets(spotter->code, bci, targets);
    for (int i = 0; i < count; i++)
        if (targets[i] <= bci) return true;
    return false;
}

static void meet_jump(struct spotter *spotter, uint32_t bci) {
    enum opcode opcode = spotter->code->bytes[bci];
    bool is_switch = opcode == OP_tableswitch || opcode == OP_lookupswitch;
    bool is_goto = opcode == OP_goto || opcode == OP_goto_w;
    if (is_switch) meet_at(spotter, POINT_switch, SPOT_BEFORE, bci);
    if (!is_switch && !is_goto) meet_at(spotter, POINT_branch, SPOT_BEFORE, bci);
    if (may_go_back(spotter, bci)) meet_at(spotter, POINT_loop, SPOT_BEFORE, bci);
}

static void meet_instruction(struct spotter *spotter, uint32_t bci) {
    int opcode = spotter->code->bytes[bci];
    switch (opcode) {
    case OP_iaload ... OP_saload:
    case OP_iastore ... OP_sastore: meet_element(spotter, bci); break;
    case OP_ifeq ... OP_goto:
    case OP_tableswitch ... OP_lookupswitch:
    case OP_ifnull ... OP_goto_w: meet_jump(spotter, bci); break;
    case OP_ireturn ... OP_return: meet_return(spotter, bci); break;
    case OP_getstatic ... OP_putfield: meet_field(spotter, bci); break;
    case OP_invokevirtual ... OP_invokedynamic: meet_call(spotter, bci); break;
    case OP_new ... OP_anewarray:
    case OP_multianewarray: meet_new(spotter, bci); break;
    case OP_athrow: meet_object(spotter, POINT_throw, bci); break;
    case OP_checkcast ... OP_instanceof: meet_object(spotter, POINT_check, bci); break;
    case OP_monitorenter:
        meet(spotter, &(struct occurrence){POINT_lock, SPOT_LOCKED, bci, .object = 1});
        break;
    case OP_monitorexit: meet_object(spotter, POINT_unlock, bci); break;
    }
}

/* --- points of blocks and of the method --- */

static void meet_method(struct spotter *spotter) {
    meet_at(spotter, POINT_entry, SPOT_ENTRY, 0);
    meet_at(spotter, POINT_unwind, SPOT_UNWIND, 0);
    if (!(spotter->method->access & ACC_SYNCHRONIZED)) return;
    meet_at(spotter, POINT_lock, SPOT_ENTRY, 0);
    meet_at(spotter, POINT_unlock, SPOT_UNWIND, 0);
}

static void meet_handlers(struct spotter *spotter) {
    const struct code *code = spotter->code;
    for (int i = 0; i < code->handler_count; i++) {
        bool is_first = true;
        for (int k = 0; k < i; k++)
            is_first &= code->handlers[k].target != code->handlers[i].target;
        if (is_first)
            meet(spotter, &(struct occurrence){POINT_catch, SPOT_CATCH, code->handlers[i].target,
                                               .object = 1});
    }
}

static void meet_blocks(struct spotter *spotter) {
    struct arena arena;
    arena_init(&arena);
    for (enum block_rule rule = 0; rule < BLOCK_RULES; rule++) {
        struct code_blocks blocks = code_blocks_by_rule(&arena, spotter->code, rule);
        for (uint32_t i = 0; i < blocks.count; i++)
            if (!code_region_at(spotter->code, blocks.items[i].start))
                meet(spotter, &(struct occurrence){POINT_block, SPOT_BEFORE, blocks.items[i].start,
                                                   .ends_at_calls = rule == BLOCKS_CALLS});
    }
    arena_release(&arena);
}

/* --- the whole --- */

/* In compiled code what follows the operation is in front of what is at the bytecode, where the clock goes on. */
static bool is_first_behind(const struct spot *spot) {
    return spot->place == SPOT_AFTER && spot->rule->anchor != VM_HERE &&
           rule_sums(spot->rule, VM_AMOUNT_CLOCK);
}

static int spot_order(const void *left, const void *right) {
    const struct spot *a = left, *b = right;
    if (a->bci != b->bci) return a->bci < b->bci ? -1 : 1;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    if (is_first_behind(a) != is_first_behind(b)) return is_first_behind(a) ? -1 : 1;
    return (a->rule > b->rule) - (a->rule < b->rule);
}

static const struct spots *spots_new(struct vm_profile *profile, struct method *method) {
    struct spotter spotter = {.profile = profile,
                              .method = method,
                              .method_name = method_full_name(method),
                              .code = method->code};
    const struct code *code = method->code;
    meet_event(&spotter, POINT_deoptimize, NULL);
    meet_method(&spotter);
    meet_handlers(&spotter);
    meet_blocks(&spotter);
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        if (!code_region_at(code, bci)) meet_instruction(&spotter, bci);
    struct spots *spots = ARENA_NEW(&profile->arena, struct spots);
    *spots = (struct spots){spotter.spots.items, spotter.spots.count};
    if (spots->count) qsort(spots->items, spots->count, sizeof *spots->items, spot_order);
    return spots;
}

const struct spots *spots_of(struct vm_profile *profile, struct method *method) {
    bool is_locked = mutex_enter(&profile->mutex);
    if (!method->spots) method->spots = spots_new(profile, method);
    const struct spots *spots = method->spots;
    mutex_leave(&profile->mutex, is_locked);
    return spots->count ? spots : NULL;
}

static bool is_before(const struct spot *spot, uint32_t bci, enum spot_place place) {
    return spot->bci < bci || (spot->bci == bci && spot->place < place);
}

uint32_t spots_at(const struct spots *spots, uint32_t bci, enum spot_place place,
                  struct spot **out) {
    uint32_t first = 0, end = spots ? spots->count : 0, count = 0;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (is_before(&spots->items[middle], bci, place))
            first = middle + 1;
        else
            end = middle;
    }
    while (spots && first + count < spots->count && spots->items[first + count].bci == bci &&
           spots->items[first + count].place == place)
        count++;
    *out = spots ? spots->items + first : NULL;
    return count;
}
