/* What a set of specs pins: phases and rules without which one of them fails, limits that make one
 * fail when changed in either direction, reasons that one of them asks for. What none pins is to be
 * explained in unpinned.def. */
#ifndef HARNESS_COVERAGE_H
#define HARNESS_COVERAGE_H

#include <stdio.h>

#include "harness/spec.h"

struct coverage {
    struct arena *arena;
    struct spec_texts proved;  /* phases, rules, limits with a value */
    struct spec_texts reasons; /* that a spec which passed asks for */
};

/* A spec fails without [thing]. */
void coverage_add_proof(struct coverage *coverage, const char *thing);
/* The spec passed. */
void coverage_add_spec(struct coverage *coverage, const struct spec *spec);

/* Lists what is not pinned, with its explanation; false when something has none, or one that is not
 * true any more. */
bool coverage_print(const struct coverage *coverage, FILE *out);

#endif
