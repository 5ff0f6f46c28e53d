/* Arguments: generators bound to the parameters of a method, checked against their types, drawn
 * from seeded numbers. The same spec and seed give the same draws in every process. */
#ifndef HARNESS_DRAW_H
#define HARNESS_DRAW_H

#include "base/rng.h"
#include "harness/spec.h"
#include "harness/target.h"

/* One argument's source. Lives in the arena given to drawers_bind. */
struct drawer {
    const struct generator *generator;
    enum java_type type;        /* of the parameter, or of the element it fills */
    struct target_class *class; /* new: the class; array of references: the element's */
    enum java_type element;     /* array */
    struct drawer *choices;     /* one for each choice of the generator */
    uint32_t next;              /* cycle */
    struct rng rng;
};

struct drawers {
    struct drawer *items; /* the receiver first, when the method has one */
    uint32_t count;
    bool has_receiver;
};

/* May a value of this type be the constant? [class_name]: of a reference's type, with slashes. */
bool constant_is_of(const struct spec_value *constant, enum java_type type, const char *class_name);
/* "int"; "a reference" */
const char *value_type_text(enum java_type type);

/* Binds [arguments] (of the run or its warm-up) to the method's parameters. False, with the place
 * in the spec, when their number or a type does not fit. */
bool drawers_bind(struct arena *arena, struct target *target, const struct target_method *method,
                  const struct run_spec *run, const struct generators *arguments, uint64_t seed,
                  struct diag *diag, struct drawers *out);

/* Draws all arguments. [values] and [numbers] have drawers.count entries; the values are only
 * protected while they are on the caller's stack. A number is what the assertions see: booleans 0
 * and 1, references 0 for null and else 1. */
bool drawers_draw(struct drawers *drawers, struct target *target, union target_value *values,
                  double *numbers, struct diag *diag);

#endif
