/* What a phase is: a function over a graph. It is stateless, edits through ir/edit.h only, reports
 * each decision through compilation_report, and leaves a graph that the verifier accepts. */
#ifndef OPT_PHASE_H
#define OPT_PHASE_H

#include "ir/compilation.h"

/* Every phase's function, from the table. */
#define STEP(step, phase, file, purpose) void phase_##file(struct graph *graph);
#define ORDER(before, after, because)
#include "ir/phases.def"
#undef STEP
#undef ORDER

#endif
