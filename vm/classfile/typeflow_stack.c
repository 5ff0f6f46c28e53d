/* TYPEFLOW STACK: what instructions do to the stack and the locals, checked. */
#include <string.h>

#include "base/die.h"
#include "classfile/typeflow_internal.h"

static bool is_wide(struct slot slot) { return slot.kind == SLOT_LONG || slot.kind == SLOT_DOUBLE; }

static struct slot *stack_of(struct typeflow *flow) { return flow->now.slots + flow->local_count; }

struct slot *stack_top(struct typeflow *flow, uint32_t below) {
    return stack_of(flow) + flow->now.depth - 1 - below;
}

static bool push_raw(struct typeflow *flow, struct slot slot) {
    if (flow->now.depth >= flow->code->max_stack)
        return typeflow_fail(flow, "operand stack overflow: max_stack is %u",
                             flow->code->max_stack);
    stack_of(flow)[flow->now.depth++] = slot;
    return true;
}

bool push_slot(struct typeflow *flow, struct slot slot) {
    return push_raw(flow, slot) && (!is_wide(slot) || push_raw(flow, slot_of_kind(SLOT_SECOND)));
}

static enum slot_kind kind_of_letter(char letter) {
    switch (letter) {
    case 'I': return SLOT_INT;
    case 'J': return SLOT_LONG;
    case 'F': return SLOT_FLOAT;
    case 'D': return SLOT_DOUBLE;
    }
    BUG("type letter '%c'", letter);
}

bool push_letter(struct typeflow *flow, char letter) {
    return push_slot(flow, slot_of_kind(kind_of_letter(letter)));
}

bool pop_slots(struct typeflow *flow, uint32_t count) {
    if (flow->now.depth < count) return typeflow_fail(flow, "operand stack underflow");
    flow->now.depth -= count;
    return true;
}

static bool fail_operand(struct typeflow *flow, const char *expected, struct slot found) {
    return typeflow_fail(flow, "bad type on operand stack: expected %s, found %s", expected,
                         slot_text(flow, found));
}

/* The top value, a long or double as its first slot. */
static bool pop_value(struct typeflow *flow, struct slot *slot) {
    if (!pop_slots(flow, 1)) return false;
    *slot = stack_of(flow)[flow->now.depth];
    if (slot->kind != SLOT_SECOND) return true;
    *slot = stack_of(flow)[--flow->now.depth];
    return true;
}

bool pop_letter(struct typeflow *flow, char letter) {
    struct slot slot, expected = slot_of_kind(kind_of_letter(letter));
    if (!pop_value(flow, &slot)) return false;
    return slot.kind == expected.kind || fail_operand(flow, slot_text(flow, expected), slot);
}

static bool is_reference(struct slot slot) { return slot.kind >= SLOT_NULL; }

bool pop_any_reference(struct typeflow *flow, struct slot *slot) {
    return pop_value(flow, slot) &&
           (is_reference(*slot) || fail_operand(flow, "a reference", *slot));
}

bool pop_class(struct typeflow *flow, const char *class_name) {
    struct slot slot;
    if (!pop_value(flow, &slot)) return false;
    if (slot_is_assignable(flow, slot, class_name)) return !typeflow_is_done(flow);
    return fail_operand(flow, class_name, slot);
}

bool pop_type(struct typeflow *flow, enum java_type type, const char *class_name) {
    if (type == JAVA_REFERENCE) return pop_class(flow, class_name);
    return pop_letter(flow, java_type_letter(java_stack_type(type)));
}

bool shuffle_stack(struct typeflow *flow, uint32_t taken, uint32_t boundary, const char *picture) {
    if (flow->now.depth < taken) return typeflow_fail(flow, "operand stack underflow");
    struct slot old[4];
    for (uint32_t i = 0; i < taken; i++) old[i] = *stack_top(flow, i);
    if (old[boundary - 1].kind == SLOT_SECOND || old[taken - 1].kind == SLOT_SECOND)
        return typeflow_fail(flow, "a long or double on the operand stack would be split");
    flow->now.depth -= taken;
    for (; *picture; picture++)
        if (!push_raw(flow, old[*picture - 'a'])) return false;
    return true;
}

/* --- locals --- */

/* What becomes of the other half when one half is overwritten. */
static void part_local(struct typeflow *flow, uint32_t index) {
    struct slot *locals = flow->now.slots, top = slot_of_kind(SLOT_TOP);
    if (index > 0 && is_wide(locals[index - 1])) locals[index - 1] = top;
    if (is_wide(locals[index])) locals[index + 1] = top;
}

static void set_local(struct typeflow *flow, uint32_t index, struct slot slot) {
    part_local(flow, index);
    if (is_wide(slot)) part_local(flow, index + 1);
    flow->now.slots[index] = slot;
    if (is_wide(slot)) flow->now.slots[index + 1] = slot_of_kind(SLOT_SECOND);
    flow->locals_changed = true;
}

static bool load_local(struct typeflow *flow, const struct local_access *access) {
    struct slot slot = flow->now.slots[access->index];
    if (access->type == JAVA_REFERENCE) return is_reference(slot) && push_slot(flow, slot);
    return slot.kind == slot_of_type(flow, access->type, NULL).kind && push_slot(flow, slot);
}

static bool store_local(struct typeflow *flow, const struct local_access *access) {
    struct slot slot = slot_of_kind(SLOT_TOP);
    if (access->type == JAVA_REFERENCE) {
        if (!pop_any_reference(flow, &slot)) return false;
    } else {
        slot = slot_of_type(flow, access->type, NULL);
        if (!pop_letter(flow, java_type_letter(access->type))) return false;
    }
    set_local(flow, (uint32_t)access->index, slot);
    return true;
}

static bool fail_local(struct typeflow *flow, const struct local_access *access) {
    struct slot found = flow->now.slots[access->index];
    const char *expected = access->type == JAVA_REFERENCE
                               ? "a reference"
                               : slot_text(flow, slot_of_type(flow, access->type, NULL));
    return typeflow_fail(flow, "bad type of local variable %d: expected %s, found %s",
                         access->index, expected, slot_text(flow, found));
}

bool access_local(struct typeflow *flow, const struct local_access *access) {
    if (access->reads && access->writes) /* iinc */
        return flow->now.slots[access->index].kind == SLOT_INT || fail_local(flow, access);
    if (access->writes) return store_local(flow, access);
    return load_local(flow, access) || fail_local(flow, access);
}

void replace_slots(struct typeflow *flow, struct slot old, struct slot new) {
    for (uint32_t i = 0; i < flow->local_count + flow->now.depth; i++)
        if (slot_equals(flow->now.slots[i], old)) flow->now.slots[i] = new;
    flow->locals_changed = true;
}
