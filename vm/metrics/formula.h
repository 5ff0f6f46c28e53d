/* Formulas of cycle models: numbers, names, + - * /, parentheses, min, max (of two), ceil and floor. */
#ifndef METRICS_FORMULA_H
#define METRICS_FORMULA_H

#include "base/arena.h"
#include "base/diag.h"

struct formula;

struct formula_name {
    const char *text;
    double value;
};
struct formula_names {
    const struct formula_name *items;
    size_t count;
};

/* [place] is where the text begins. NULL with an error: a name that is none of [names] (the nearest
 * is suggested), or what is no formula. Constants may be read as they come: the values of names count
 * when the formula is evaluated. */
const struct formula *formula_read(struct arena *arena, const char *text,
                                   const struct formula_names *names, struct place place,
                                   struct diag *diag);
/* [names] has those of formula_read in the same order. What divides by 0 is infinite. */
double formula_value(const struct formula *formula, const struct formula_names *names);
/* Is the name of this index in it? */
bool formula_uses(const struct formula *formula, size_t name);

#endif
