/* Runs the steps of phases.def over a graph: times, verifies (debug builds) and dumps, for all of
 * them, once. */
#ifndef JIT_PIPELINE_H
#define JIT_PIPELINE_H

#include "ir/compilation.h"

struct pipeline_options {
    const char *const *disabled_phases; /* phase names */
    int disabled_count;
    /* Called after each step that ran (and with step "build" before the first), NULL for nobody. */
    void (*after_step)(void *context, const char *step, struct graph *graph);
    void *context;
};

void pipeline_run(struct graph *graph, const struct pipeline_options *options);
/* False past the end; the same phase once. */
bool pipeline_phase(int index, const char **phase, const char **purpose);
/* NULL, or the ORDER row that the STEP rows violate, in words. */
const char *pipeline_order_violation(void);

#endif
