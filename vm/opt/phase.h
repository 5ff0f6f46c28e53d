/* What a phase is: a function over a graph. It is stateless, edits through ir/edit.h only, reports
 * each decision through compilation_report, and leaves a graph that the verifier accepts. */
#ifndef OPT_PHASE_H
#define OPT_PHASE_H

#include "ir/compilation.h"

/* Every phase's function, from the table. Of a phase in rounds, a round returns whether anything
 * changed, so that another may help; what the phase remembers between rounds is in the compilation.
 */
#define PHASE(phase, stage, requires, breaks, purpose) void phase_##phase(struct graph *graph);
#define ROUNDS(phase, stage, requires, breaks, purpose, limit)                                     \
    void phase_##phase##_begin(struct graph *graph);                                               \
    bool phase_##phase##_round(struct graph *graph);                                               \
    void phase_##phase##_end(struct graph *graph);
#include "ir/phases.def"

#endif
