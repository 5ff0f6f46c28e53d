/* Between the files of typeflow. */
#ifndef CLASSFILE_TYPEFLOW_INTERNAL_H
#define CLASSFILE_TYPEFLOW_INTERNAL_H

#include "base/bitset.h"
#include "base/vec.h"
#include "classfile/descriptor.h"
#include "classfile/opcodes.h"
#include "classfile/typeflow.h"

struct slot {
    uint32_t kind : 4;    /* enum slot_kind */
    uint32_t detail : 28; /* uninitialized: bci of the new; reference: index into references */
};

/* A set of class names, ascending by their number. */
struct reference {
    uint32_t count;
    bool is_collapsed; /* too many names met: whatever joins is collapsed too */
    const uint32_t *names;
};

struct named_class;
struct reference_entry;

struct type_state {
    struct slot *slots; /* locals, then stack */
    uint32_t depth;     /* of the stack, in slots */
    uint32_t locks;     /* monitors that the program entered and not left, or LOCKS_UNKNOWN */
    bool is_this_uninitialized;
};

/* What is known of a block of the code. */
struct type_block {
    struct type_state entry; /* slots is NULL: not reached yet */
    bool is_pending;
};

struct typeflow {
    struct arena *arena;
    const struct classfile *file;
    const struct member_info *method;
    const struct code *code;
    const struct class_hierarchy *hierarchy; /* NULL: classes are not told apart */
    struct diag *diag;
    enum typeflow_verdict verdict;

    VEC(const char *) names; /* of classes, by number; interned */
    struct named_class *name_table;
    VEC(struct reference) references;
    struct reference_entry *reference_table;

    uint32_t slot_count;  /* of all entry states */
    uint32_t local_count; /* slots that the code can touch, not max_locals */
    struct code_blocks code_blocks;
    struct type_block *blocks; /* as many */

    struct type_state now;
    uint32_t bci;
    bool locals_changed;            /* since handlers last saw them */
    const char *object, *throwable; /* interned names */
};

/* --- typeflow_types.c: slots --- */

static inline bool slot_equals(struct slot a, struct slot b) {
    return a.kind == b.kind && a.detail == b.detail;
}
static inline struct slot slot_of_kind(enum slot_kind kind) { return (struct slot){.kind = kind}; }
struct slot slot_of_class(struct typeflow *flow, const char *name);
struct slot slot_of_named_class(struct typeflow *flow, const char *text); /* not interned */
/* A descriptor's next type. Classes are NULL when they are not told apart. */
enum java_type read_type(const struct typeflow *flow, const char **cursor, const char **class_name);
/* Of a field, parameter or result; [class_name] for references. */
struct slot slot_of_type(struct typeflow *flow, enum java_type type, const char *class_name);
struct slot slot_join(struct typeflow *flow, struct slot a, struct slot b);
/* May a value be used where this class is wanted? False with the flow stopped when it cannot be
 * known. */
bool slot_is_assignable(struct typeflow *flow, struct slot from, const char *to);
/* The type of the elements of an array of references, when each name of the slot is one (or null):
 * else false. */
bool slot_component(struct typeflow *flow, struct slot array, struct slot *component);
/* Null counts as an array of any kind. */
bool slot_is_array(struct typeflow *flow, struct slot slot);
/* Is every name of the slot this one or the other? */
bool slot_is_array_of(struct typeflow *flow, struct slot array, const char *name,
                      const char *other);
/* The one class that stands for the slot in a frame. NULL when the hierarchy failed. */
const char *slot_class(struct typeflow *flow, struct slot slot);
const char *slot_text(struct typeflow *flow, struct slot slot); /* for messages */
void typeflow_release_tables(struct typeflow *flow);

/* --- typeflow.c --- */

/* Records why the code is wrong, with the instruction; the first stays. Returns false. */
bool typeflow_fail(struct typeflow *flow, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool typeflow_stop(struct typeflow *flow);
static inline bool typeflow_is_done(const struct typeflow *flow) {
    return flow->verdict != TYPEFLOW_RIGHT;
}

/* --- typeflow_stack.c: the state during an instruction; false when the code is wrong --- */

bool push_slot(struct typeflow *flow, struct slot slot); /* long and double with their second */
bool push_letter(struct typeflow *flow, char letter);    /* I J F D */
bool pop_letter(struct typeflow *flow, char letter);
bool pop_slots(struct typeflow *flow, uint32_t count);
/* Any reference, uninitialised ones too. */
bool pop_any_reference(struct typeflow *flow, struct slot *slot);
bool pop_class(struct typeflow *flow, const char *class_name);
bool pop_type(struct typeflow *flow, enum java_type type, const char *class_name);
struct slot *stack_top(struct typeflow *flow, uint32_t below); /* 0: the top */
/* The shuffles move slots: the picture gives the new order, 'a' being the top before; no long or
 * double may be split. */
bool shuffle_stack(struct typeflow *flow, uint32_t taken, uint32_t boundary, const char *picture);
bool access_local(struct typeflow *flow, const struct local_access *access);
void replace_slots(struct typeflow *flow, struct slot old, struct slot new);

/* --- one kind of instruction each --- */

bool typeflow_step(struct typeflow *flow);                  /* typeflow_step.c */
bool check_field_access(struct typeflow *flow, int opcode); /* typeflow_members.c */
bool check_invocation(struct typeflow *flow, int opcode);   /* typeflow_members.c */
bool check_return(struct typeflow *flow, int opcode);       /* typeflow_members.c */

#endif
