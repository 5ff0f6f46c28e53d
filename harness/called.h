/* Calls by calling context during the measured executions. */
#ifndef HARNESS_CALLED_H
#define HARNESS_CALLED_H

#include "harness/program.h"

struct called {
    struct target *target; /* NULL: contexts are not kept */
    struct arena *arena;
    int64_t iterations;
    struct {
        struct context_tally {
            int64_t before, total;
            int32_t *per_execution; /* NULL: there were no calls */
        } * items;                  /* by the number of the context */
        uint32_t count, capacity;
    } tallies;
};

void called_begin(struct called *called, const struct program *program, int64_t iterations,
                  struct arena *arena);
void called_begin_call(struct called *called);
/* Of a call that is measured. */
void called_end_call(struct called *called, int64_t execution);
void called_put(const struct called *called, struct observation *out);

#endif
