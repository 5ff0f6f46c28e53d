/* MEMBERS: a class's fields and methods, in their order and by name. The table of names is open
 * addressing over interned names; methods of one name are chained in their order. */
#include "frontend/symbols.h"

#include "base/arena.h"
#include "frontend/compiler.h"

struct named_members {
    const char *name; /* NULL: free */
    struct variable *field;
    struct method_symbol *first, *last;
};

static uint32_t slot_of(const struct member_names *names, const char *name) {
    uint32_t mask = names->capacity - 1;
    uint32_t slot = (uint32_t)(((uintptr_t)name >> 3) * 0x9e3779b9u) & mask;
    while (names->rows[slot].name && names->rows[slot].name != name) slot = (slot + 1) & mask;
    return slot;
}

static void grow(struct compiler *compiler, struct member_names *names) {
    struct member_names old = *names;
    names->capacity = old.capacity ? 2 * old.capacity : 8;
    names->rows = ARENA_ARRAY(compiler->arena, struct named_members, names->capacity);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.rows[i].name) names->rows[slot_of(names, old.rows[i].name)] = old.rows[i];
}

static struct named_members *find_or_add(struct compiler *compiler, struct member_names *names,
                                         const char *name) {
    if (2 * names->count >= names->capacity) grow(compiler, names);
    struct named_members *row = &names->rows[slot_of(names, name)];
    if (!row->name) names->count++;
    row->name = name;
    return row;
}

static const struct named_members *find(const struct class_symbol *class, const char *name) {
    static const struct named_members none;
    const struct member_names *names = &class->names;
    return names->count ? &names->rows[slot_of(names, name)] : &none;
}

void class_add_field(struct compiler *compiler, struct class_symbol *class,
                     struct variable *field) {
    find_or_add(compiler, &class->names, field->name)->field = field;
    arena_vec_push(compiler->arena, &class->fields, field);
}

void class_add_method(struct compiler *compiler, struct class_symbol *class,
                      struct method_symbol *method) {
    struct named_members *row = find_or_add(compiler, &class->names, method->name);
    if (row->last)
        row->last->next_of_name = method;
    else
        row->first = method;
    row->last = method;
    arena_vec_push(compiler->arena, &class->methods, method);
}

struct variable *class_field(const struct class_symbol *class, const char *name) {
    return find(class, name)->field;
}

struct method_symbol *class_first_method(const struct class_symbol *class, const char *name) {
    return find(class, name)->first;
}
