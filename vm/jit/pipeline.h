/* Runs the rows of phases.def over a graph: the one place that computes control-flow facts,
 * verifies (debug builds), times and reports for all of them. */
#ifndef JIT_PIPELINE_H
#define JIT_PIPELINE_H

#include "ir/compilation.h"

/* The rows, in their order. */
enum step {
#define OUTSIDE(phase, purpose)                                STEP_##phase,
#define PHASE(phase, stage, requires, breaks, purpose)         STEP_##phase,
#define AGAIN(step, text, phase)                               STEP_##step,
#define ROUNDS(phase, stage, requires, breaks, purpose, limit) STEP_##phase,
#define ROUND(of, phase)                                       STEP_##of##_##phase,
#include "ir/phases.def"
    STEP_COUNT
};

/* A row that ran. Borrowed by its receiver for the length of the call. */
struct step_done {
    enum step step;
    const char *name; /* "canonical 2", "escape round 1", "escape round 1: dce" */
    bool is_part;     /* of a phase in rounds, which is reported as a whole after its parts */
    double seconds;
};

/* Nobody listens when after_step is NULL. */
struct step_listener {
    void (*after_step)(void *context, const struct step_done *done, struct graph *graph);
    void *context;
};

/* The rows of one stage, except for phases that are switched off; then control-flow facts are
 * computed. At the end of STAGE_optimize the checks that stay are reported. */
void pipeline_run(struct graph *graph, enum phase_stage stage,
                  const struct step_listener *listener);
/* One row alone, of a phase in rounds with all of them. */
void pipeline_run_step(struct graph *graph, enum step step, const struct step_listener *listener);
/* The phases that can be switched off, in the order of their first rows; PHASE_none past the end.
 */
enum phase pipeline_phase(int index);
/* The rows before lowering that are told as a whole: of the program's graph. False past the end. */
bool pipeline_program_step(int index, const char **name, enum phase *phase);

struct step_order {
    enum step before, after;
    const char *because;
};
/* NULL, or the first of these rows (the table's when NULL) that the pipeline violates, in words. */
const char *pipeline_order_violation(const struct step_order *orders, int count);

#endif
