/* Finding mirrors, and what is known of the objects of a class. */
#include "ir/meta.h"

#include <string.h>

#include "base/intern.h"

void meta_world_init(struct meta_world *world) {
    *world = (struct meta_world){0};
    arena_init(&world->arena);
}

void meta_world_release(struct meta_world *world) { arena_release(&world->arena); }

struct meta_class *meta_find_class(struct meta_world *world, const char *name) {
    const char *wanted = intern(name);
    vec_each(struct meta_class *, class, &world->classes) {
        if ((*class)->name == wanted) return *class;
    }
    return NULL;
}

struct meta_method *meta_find_method(struct meta_world *world, const char *full_name) {
    const char *wanted = intern(full_name);
    vec_each(struct meta_method *, method, &world->methods) {
        if ((*method)->full_name == wanted) return *method;
    }
    return NULL;
}

struct meta_field *meta_find_field(struct meta_class *class, const char *name) {
    const char *wanted = intern(name);
    for (uint32_t i = class->fields.count; i-- > 0;) { /* the most derived first */
        if (class->fields.items[i]->name == wanted) return class->fields.items[i];
    }
    for (struct meta_class *owner = class; owner; owner = owner->super) {
        vec_each(struct meta_field *, field, &owner->statics) {
            if ((*field)->name == wanted) return *field;
        }
    }
    return NULL;
}

static bool is_object(const struct meta_class *class) {
    return !class->super && !class->is_interface && !class->is_array;
}

bool meta_is_subtype(const struct meta_class *from, const struct meta_class *to) {
    if (from == to || is_object(to)) return true;
    if (from->is_array && to->is_array) {
        if (from->element_type != JAVA_REFERENCE || to->element_type != JAVA_REFERENCE) {
            return from->element_type == to->element_type;
        }
        return from->element_class && to->element_class &&
               meta_is_subtype(from->element_class, to->element_class);
    }
    vec_each(struct meta_class *, super, &from->supertypes) {
        if (*super == to) return true;
    }
    /* Not loaded with the array classes that have it as a supertype (JLS 10.7). */
    return from->is_array && !strcmp(to->name, "java.io.Serializable");
}

bool meta_may_meet(const struct meta_class *a, const struct meta_class *b) {
    if (meta_is_subtype(a, b) || meta_is_subtype(b, a)) return true;
    if (a->is_array && b->is_array) {
        if (a->element_type != JAVA_REFERENCE || b->element_type != JAVA_REFERENCE) return false;
        if (!a->element_class || !b->element_class) return true;
        return meta_may_meet(a->element_class, b->element_class);
    }
    if (a->is_array || b->is_array) return false; /* the array's own supertypes were tried above */
    if (!a->is_interface && !b->is_interface) return false;
    /* A class that implements the interface may appear below a class that is not final. */
    return !(a->is_final && !a->is_interface) && !(b->is_final && !b->is_interface);
}
