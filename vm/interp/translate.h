/* A method's code as the interpreter executes it: one instruction per bytecode instruction, in the
 * same order, with decoded operands. The bytecode itself is never changed. Made when the method is
 * first interpreted; lives as long as the method.
 *
 * Where rules of a profile meet the method, instructions of their own (DO_probe) lie in front of an
 * instruction and behind it; their bci is its bci. What goes to a bci begins with those in front of
 * it: an instruction that is executed again counts again. Those of the method's entry come before
 * all that is found by a bci.
 *
 * Quickening is the one change afterwards: an instruction gets other operands and then, once, its
 * quick operation, which a reader acquires. What an instruction that is not quick yet needs besides
 * [row], [local] and [distance] stands in the bytecode at its bci. */
#ifndef INTERP_TRANSLATE_H
#define INTERP_TRANSLATE_H

#include "runtime/runtime.h"
#include "tally/spots.h"

/* DO_iadd, DO_getfield_int ... */
enum operation {
#define SAME(opcode, ...) DO_##opcode,
#define AS(opcode, operation)
#define QUICK(operation, ...) DO_##operation,
#define MEMBER(kind, ...)                                                                          \
    DO_getstatic_##kind, DO_putstatic_##kind, DO_getfield_##kind, DO_putfield_##kind,
#include "interp/operations.def"
#undef SAME
#undef AS
#undef QUICK
#undef MEMBER
};

struct instruction {
    uint16_t bci;
    uint16_t operation;
    union {
        int32_t local;    /* loads, stores, iinc */
        int32_t distance; /* branches: to the target, in instructions */
        int32_t row;      /* the others that are profiled: of the profile */
        uint32_t spot_count;
    };
    union {
        union value constant; /* push */
        int32_t amount;       /* iinc */
        int32_t branch_row;   /* branches: of the profile */
        uint32_t offset;      /* fields of objects */
        union value *cell;    /* static fields */
        struct method *method;
        struct class *class;
        struct spot *spots; /* probes: in a row */
    };
};
_Static_assert(sizeof(struct instruction) == 16, "dense: loops should stay in the cache");

struct translation {
    struct instruction *instructions;
    uint32_t *index; /* by bci: of the instruction that begins there, or its first probe */
    const struct spots *spots; /* NULL: no rule meets the method */
    uint16_t argument_slots;   /* receiver included */
    uint16_t local_slots;
    int32_t rest_slots; /* of a frame beyond its locals */
    int32_t growth;     /* slots that a call takes beyond its arguments */
};

/* The translation of a method with code, made on first use. */
const struct translation *translation_of(struct method *method);
/* NULL when it was not made yet. */
static inline const struct translation *translation_made(const struct method *method) {
    return __atomic_load_n(&method->translation, __ATOMIC_ACQUIRE);
}
/* Has a frame of the method a slot behind its locals for what the method locks? */
static inline bool translation_keeps_monitor(const struct method *method,
                                             const struct translation *translation) {
    return translation->spots && method->access & ACC_SYNCHRONIZED;
}
/* Of all methods; they are made anew on next use. While no code runs. */
void translations_drop(struct runtime *runtime);

#endif
