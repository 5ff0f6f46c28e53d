/* What the compiler believed after each step of the last compilation of the target that succeeded.
 */
#ifndef HARNESS_TRACE_H
#define HARNESS_TRACE_H

#include "assertions/observation.h"
#include "base/vec.h"
#include "harness/target.h"

struct traced_step {
    const char *name;
    VEC(struct traced_counter {
        const struct count *cell;
        double frequency;
    })
    counters;
    VEC(struct traced_nodes {
        const char *kind;
        int32_t count;
    })
    nodes;
};

typedef VEC(struct traced_step) traced_steps;

struct tracer {
    struct arena *arena;
    const char *target;
    traced_steps pending, steps; /* of a compilation at work; of the last that succeeded */
};

/* The sink for the compilations of [target]. The tracer must stay where it is. */
struct trace_sink tracer_start(struct tracer *tracer, const char *target, struct arena *arena);
/* A compilation of [root] succeeded. */
void tracer_compiled(struct tracer *tracer, const char *root);
/* The steps, for the counters and sites that are in the observation, in their order. */
void tracer_put_steps(const struct tracer *tracer, struct target *target, struct observation *out);

#endif
