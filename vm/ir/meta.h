/* Classes, fields and methods as the compiler sees them: mirrors of the runtime's, or made by the
 * parser of text graphs. The ir rooms know nothing else of the runtime, so that every phase can be
 * tested without one. Mirrors live as long as their meta_world and are unique: compare by pointer.
 */
#ifndef IR_META_H
#define IR_META_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "classfile/descriptor.h"

struct meta_field {
    struct meta_class *class; /* declaring */
    const char *name;         /* interned */
    const char *full_name;    /* "A.x", interned */
    enum java_type type;
    struct meta_class *type_class; /* references: the declared class; NULL when not loaded */
    bool is_static, is_final, is_volatile;
    uint32_t offset; /* instance: from the object's start */
    void *address;   /* static: of the value; NULL in text graphs */
    int index;       /* instance: into class->fields */
};

struct meta_class {
    const char *name; /* binary name "a.b.C", "int[]"; interned */
    struct meta_class *super;
    VEC(struct meta_class *) supertypes; /* all, itself included */
    VEC(struct meta_field *)
    fields; /* all instance fields, superclass's first: the order of virtual objects */
    VEC(struct meta_field *) statics; /* declared here */
    uint32_t instance_size;
    bool is_interface, is_abstract, is_final, is_array, is_initialized;
    enum java_type element_type;      /* arrays */
    struct meta_class *element_class; /* arrays of references; NULL when not loaded */
    void *runtime;                    /* struct class; NULL in text graphs */
    int display_depth; /* from 1: its place in the display of runtime classes; 0: it has none */
};

struct meta_method {
    struct meta_class *class;
    const char *name;      /* interned */
    const char *full_name; /* "A.foo(Z)V", interned */
    enum java_type return_type;
    uint8_t argument_count;         /* receiver included */
    enum java_type *argument_types; /* stack types */
    bool is_static, is_final, is_native, is_abstract, is_synchronized;
    unsigned directives; /* enum vm_directive bits */
    void *runtime;       /* struct method; NULL in text graphs */
};

/* All mirrors and all their vectors are in the arena (arena_vec_push). */
struct meta_world {
    struct arena arena;
    VEC(struct meta_class *) classes;
    VEC(struct meta_method *) methods;
    struct mirror_map
        *mirrors; /* build's: from the runtime's class or method to its mirror; in the arena */
};

void meta_world_init(struct meta_world *world);
void meta_world_release(struct meta_world *world);

/* By name; NULL when there is none. */
struct meta_class *meta_find_class(struct meta_world *world, const char *name);
struct meta_method *meta_find_method(struct meta_world *world, const char *full_name);
struct meta_field *meta_find_field(struct meta_class *class, const char *name);

/* Is every object of class [from] an instance of [to]? */
bool meta_is_subtype(const struct meta_class *from, const struct meta_class *to);
/* Could an object be an instance of both? false only when it is certain. */
bool meta_may_meet(const struct meta_class *a, const struct meta_class *b);

#endif
