/* TYPEFLOW TYPES: slots, and the sets of class names that stand for references. Equal sets have
 * equal numbers, so slots compare as words. Object swallows every set that it joins; a set that
 * would grow beyond MOST_NAMES becomes the nearest common superclass of its names. */
#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "classfile/typeflow_internal.h"
#include <uthash.h>

enum { MOST_NAMES = 32 };

struct named_class {
    const char *name;
    uint32_t number, reference;
    UT_hash_handle hh;
};

struct reference_entry {
    uint32_t index;
    UT_hash_handle hh;
    uint32_t key[]; /* is_collapsed, then the names */
};

void typeflow_release_tables(struct typeflow *flow) {
    HASH_CLEAR(hh, flow->name_table);
    HASH_CLEAR(hh, flow->reference_table);
}

/* --- sets --- */

static uint32_t reference_number(struct typeflow *flow, const uint32_t *names, uint32_t count,
                                 bool is_collapsed) {
    uint32_t key[MOST_NAMES + 1] = {is_collapsed};
    memcpy(key + 1, names, count * sizeof *names);
    size_t size = (count + 1) * sizeof *key;
    struct reference_entry *entry;
    HASH_FIND(hh, flow->reference_table, key, size, entry);
    if (entry) return entry->index;
    entry = arena_allocate(flow->arena, sizeof *entry + size);
    memcpy(entry->key, key, size);
    entry->index = flow->references.count;
    HASH_ADD_KEYPTR(hh, flow->reference_table, entry->key, size, entry);
    struct reference reference = {count, is_collapsed, entry->key + 1};
    arena_vec_push(flow->arena, &flow->references, reference);
    return entry->index;
}

static const struct named_class *class_entry_of(struct typeflow *flow, const char *name) {
    struct named_class *entry;
    HASH_FIND_PTR(flow->name_table, &name, entry);
    if (entry) return entry;
    entry = ARENA_NEW(flow->arena, struct named_class);
    entry->name = name;
    entry->number = flow->names.count;
    arena_vec_push(flow->arena, &flow->names, name);
    HASH_ADD_PTR(flow->name_table, name, entry);
    entry->reference = reference_number(flow, &entry->number, 1, false);
    return entry;
}

struct slot slot_of_class(struct typeflow *flow, const char *name) {
    if (!flow->hierarchy) return slot_of_kind(SLOT_REFERENCE);
    return (struct slot){.kind = SLOT_REFERENCE, .detail = class_entry_of(flow, name)->reference};
}

struct slot slot_of_named_class(struct typeflow *flow, const char *text) {
    return slot_of_class(flow, flow->hierarchy ? intern(text) : NULL);
}

enum java_type read_type(const struct typeflow *flow, const char **cursor,
                         const char **class_name) {
    *class_name = NULL;
    return descriptor_next(cursor, flow->hierarchy ? class_name : NULL);
}

struct slot slot_of_type(struct typeflow *flow, enum java_type type, const char *class_name) {
    switch (java_stack_type(type)) {
    case JAVA_INT: return slot_of_kind(SLOT_INT);
    case JAVA_LONG: return slot_of_kind(SLOT_LONG);
    case JAVA_FLOAT: return slot_of_kind(SLOT_FLOAT);
    case JAVA_DOUBLE: return slot_of_kind(SLOT_DOUBLE);
    case JAVA_REFERENCE: return slot_of_class(flow, class_name);
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT:
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    return slot_of_kind(SLOT_TOP);
}

static const struct reference *reference_of(const struct typeflow *flow, struct slot slot) {
    return &flow->references.items[slot.detail];
}

static const char *name_at(const struct typeflow *flow, const struct reference *reference,
                           uint32_t i) {
    return flow->names.items[reference->names[i]];
}

/* --- classes --- */

/* The class of an element descriptor "La/B;", or of a class constant when nothing was stripped of
 * it; NULL for a primitive type. */
static const char *class_of_element(const char *text, bool is_descriptor) {
    if (!is_descriptor) return text;
    return *text == 'L' ? intern_bytes(text + 1, strlen(text) - 2) : NULL;
}

static bool is_class_assignable(struct typeflow *flow, const char *from, const char *to) {
    if (!from || !to) return false;
    if (from == to || to == flow->object) return true;
    enum hierarchy_answer answer =
        flow->hierarchy->is_assignable(flow->hierarchy->context, from, to);
    if (answer == ANSWER_FAILED) typeflow_stop(flow);
    return answer == ANSWER_YES;
}

static bool is_name_assignable(struct typeflow *flow, const char *from, const char *to) {
    if (from == to || to == flow->object) return true;
    bool is_stripped = false;
    for (; *from == '[' && *to == '['; from++, to++) is_stripped = true;
    if (*to == '[') return false;
    const char *class = class_of_element(to, is_stripped);
    if (*from == '[')
        return class && (class == flow->object || !strcmp(class, "java/lang/Cloneable") ||
                         !strcmp(class, "java/io/Serializable"));
    return is_class_assignable(flow, class_of_element(from, is_stripped), class);
}

/* Is nothing known that would tell this value from one of the wanted class? */
static bool may_be_any(const struct typeflow *flow, struct slot slot) {
    return slot.kind == SLOT_NULL || (slot.kind == SLOT_REFERENCE && !flow->hierarchy);
}

bool slot_is_assignable(struct typeflow *flow, struct slot from, const char *to) {
    if (may_be_any(flow, from)) return true;
    if (from.kind != SLOT_REFERENCE) return false;
    const struct reference *reference = reference_of(flow, from);
    for (uint32_t i = 0; i < reference->count; i++)
        if (!is_name_assignable(flow, name_at(flow, reference, i), to)) return false;
    return true;
}

/* Of two arrays, the array of what their elements have in common; NULL when the hierarchy failed.
 */
static const char *common_array(struct typeflow *flow, const char *a, const char *b);

static const char *common_class(struct typeflow *flow, const char *a, const char *b) {
    if (a == b) return a;
    if (a == flow->object || b == flow->object) return flow->object;
    if (*a == '[' && *b == '[') return common_array(flow, a, b);
    if (*a == '[' || *b == '[') return flow->object;
    return flow->hierarchy->common_superclass(flow->hierarchy->context, a, b);
}

static const char *common_array(struct typeflow *flow, const char *a, const char *b) {
    int dimensions = 0;
    for (; *a == '[' && *b == '['; a++, b++) dimensions++;
    const char *of_a = class_of_element(a, true), *of_b = class_of_element(b, true);
    const char *common = flow->object;
    if (of_a && of_b) common = common_class(flow, of_a, of_b);
    if (!common) return NULL;
    bool has_primitive = (!of_a && *a != '[') || (!of_b && *b != '[');
    if (has_primitive && --dimensions == 0) return flow->object;
    char brackets[256];
    memset(brackets, '[', (size_t)dimensions);
    brackets[dimensions] = '\0';
    return intern_format("%sL%s;", brackets, common);
}

const char *slot_class(struct typeflow *flow, struct slot slot) {
    const struct reference *reference = reference_of(flow, slot);
    const char *name = name_at(flow, reference, 0);
    for (uint32_t i = 1; i < reference->count && name; i++)
        name = common_class(flow, name, name_at(flow, reference, i));
    if (!name) typeflow_stop(flow);
    return name;
}

/* --- joins --- */

static uint32_t unite(const struct reference *a, const struct reference *b, uint32_t *names) {
    uint32_t count = 0;
    for (uint32_t i = 0, j = 0; i < a->count || j < b->count; count++) {
        if (j == b->count || (i < a->count && a->names[i] < b->names[j]))
            names[count] = a->names[i++];
        else if (i == a->count || b->names[j] < a->names[i])
            names[count] = b->names[j++];
        else
            names[count] = a->names[i++], j++;
    }
    return count;
}

static struct slot collapse(struct typeflow *flow, const uint32_t *names, uint32_t count) {
    const char *name = flow->names.items[names[0]];
    for (uint32_t i = 1; i < count && name; i++)
        name = common_class(flow, name, flow->names.items[names[i]]);
    if (!name) {
        typeflow_stop(flow);
        name = flow->object;
    }
    struct slot plain = slot_of_class(flow, name);
    if (name == flow->object) return plain;
    uint32_t number = reference_of(flow, plain)->names[0];
    return (struct slot){.kind = SLOT_REFERENCE,
                         .detail = reference_number(flow, &number, 1, true)};
}

static struct slot join_references(struct typeflow *flow, struct slot a, struct slot b) {
    struct slot object = slot_of_class(flow, flow->object);
    if (slot_equals(a, object) || slot_equals(b, object)) return object;
    const struct reference *of_a = reference_of(flow, a), *of_b = reference_of(flow, b);
    uint32_t names[2 * MOST_NAMES];
    uint32_t count = unite(of_a, of_b, names);
    if (count > MOST_NAMES || of_a->is_collapsed || of_b->is_collapsed)
        return collapse(flow, names, count);
    return (struct slot){.kind = SLOT_REFERENCE,
                         .detail = reference_number(flow, names, count, false)};
}

struct slot slot_join(struct typeflow *flow, struct slot a, struct slot b) {
    if (slot_equals(a, b)) return a;
    if (a.kind == SLOT_NULL && b.kind == SLOT_REFERENCE) return b;
    if (b.kind == SLOT_NULL && a.kind == SLOT_REFERENCE) return a;
    if (a.kind == SLOT_REFERENCE && b.kind == SLOT_REFERENCE) return join_references(flow, a, b);
    return slot_of_kind(SLOT_TOP);
}

/* --- arrays --- */

bool slot_is_array_of(struct typeflow *flow, struct slot array, const char *name,
                      const char *other) {
    if (may_be_any(flow, array)) return true;
    if (array.kind != SLOT_REFERENCE) return false;
    const struct reference *reference = reference_of(flow, array);
    for (uint32_t i = 0; i < reference->count; i++) {
        const char *found = name_at(flow, reference, i);
        if (strcmp(found, name) && strcmp(found, other)) return false;
    }
    return true;
}

bool slot_is_array(struct typeflow *flow, struct slot slot) {
    if (may_be_any(flow, slot)) return true;
    if (slot.kind != SLOT_REFERENCE) return false;
    const struct reference *reference = reference_of(flow, slot);
    for (uint32_t i = 0; i < reference->count; i++)
        if (*name_at(flow, reference, i) != '[') return false;
    return true;
}

bool slot_component(struct typeflow *flow, struct slot array, struct slot *component) {
    *component = slot_of_kind((enum slot_kind)array.kind);
    if (may_be_any(flow, array)) return true;
    if (array.kind != SLOT_REFERENCE) return false;
    *component = slot_of_kind(SLOT_NULL);
    for (uint32_t i = 0; i < reference_of(flow, array)->count; i++) {
        const char *name = name_at(flow, reference_of(flow, array), i);
        if (name[0] != '[' || (name[1] != 'L' && name[1] != '[')) return false;
        const char *element = name[1] == '[' ? intern(name + 1) : class_of_element(name + 1, true);
        *component = slot_join(flow, *component, slot_of_class(flow, element));
    }
    return true;
}

/* --- text --- */

const char *slot_text(struct typeflow *flow, struct slot slot) {
    static const char *const names[] = {
        [SLOT_TOP] = "nothing usable",
        [SLOT_INT] = "int",
        [SLOT_FLOAT] = "float",
        [SLOT_LONG] = "long",
        [SLOT_DOUBLE] = "double",
        [SLOT_SECOND] = "half of a long or double",
        [SLOT_NULL] = "null",
        [SLOT_UNINITIALIZED_THIS] = "uninitialized this",
        [SLOT_UNINITIALIZED] = "uninitialized",
        [SLOT_REFERENCE] = "a reference",
    };
    if (slot.kind == SLOT_UNINITIALIZED)
        return arena_format(flow->arena, "uninitialized object made at bci %u", slot.detail);
    if (slot.kind != SLOT_REFERENCE || !flow->hierarchy) return names[slot.kind];
    const struct reference *reference = reference_of(flow, slot);
    const char *text = name_at(flow, reference, 0);
    for (uint32_t i = 1; i < reference->count; i++)
        text = arena_format(flow->arena, "%s or %s", text, name_at(flow, reference, i));
    return text;
}
