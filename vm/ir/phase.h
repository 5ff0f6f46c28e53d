/* The phases of a compilation, as phases.def has them: what each is called, needs and breaks. */
#ifndef IR_PHASE_H
#define IR_PHASE_H

#include "ir/node.h"

enum phase {
    PHASE_none,
#define OUTSIDE(phase, purpose)                                PHASE_##phase,
#define PHASE(phase, stage, requires, breaks, purpose)         PHASE_##phase,
#define ROUNDS(phase, stage, requires, breaks, purpose, limit) PHASE_##phase,
#include "ir/phases.def"
    PHASE_COUNT
};

enum phase_stage { STAGE_outside, STAGE_optimize, STAGE_lower };

/* Facts about a graph, as a set. */
enum phase_facts {
    FACTS_NOTHING = 0,
    FACTS_FLOW = 1, /* what cfg_compute fills */
};

struct phase_row {
    const char *name; /* NULL for PHASE_none */
    const char *purpose;
    enum phase_stage stage;
    enum phase_facts requires, breaks;
};
extern const struct phase_row phase_rows[PHASE_COUNT];

static inline const char *phase_name(enum phase phase) { return phase_rows[phase].name; }

/* The flow facts of a graph, for the verifier: taken before a phase; hidden from one that does not
 * require them; held against the graph's after it. */
struct flow_facts;
struct flow_facts *flow_facts_take(const struct graph *graph); /* in the compilation's arena */
void flow_facts_hide(struct graph *graph);
bool flow_facts_hold(const struct flow_facts *facts, const struct graph *graph);

#endif
