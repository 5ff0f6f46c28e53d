/* A compilation announces itself by its first step; what was given up is forgotten then. */
#include "harness/trace.h"

#include <math.h>
#include <string.h>

static void receive(void *context, const struct trace *trace) {
    struct tracer *tracer = context;
    if (strcmp(trace->root, tracer->target) != 0) return;
    if (trace->node_kind) {
        struct traced_nodes nodes = {trace->node_kind, trace->nodes};
        arena_vec_push(tracer->arena, &vec_last(&tracer->pending).nodes, nodes);
        return;
    }
    if (trace->counter) {
        struct traced_step *step = &tracer->pending.items[tracer->pending.count - 1];
        struct traced_counter counter = {trace->counter, trace->frequency};
        arena_vec_push(tracer->arena, &step->counters, counter);
        return;
    }
    if (strcmp(trace->step, "build") == 0) tracer->pending.count = 0;
    struct traced_step step = {.name = trace->step};
    arena_vec_push(tracer->arena, &tracer->pending, step);
}

struct trace_sink tracer_start(struct tracer *tracer, const char *target, struct arena *arena) {
    *tracer = (struct tracer){.arena = arena, .target = target};
    return (struct trace_sink){receive, tracer};
}

void tracer_compiled(struct tracer *tracer, const char *root) {
    if (!root || strcmp(root, tracer->target) != 0) return;
    tracer->steps = tracer->pending;
    tracer->pending = (traced_steps){0};
}

static double frequency_of(const struct traced_step *step, const struct count *cell) {
    double frequency = 0;
    vec_each(struct traced_counter, counter, &step->counters) {
        if (counter->cell == cell) frequency += fmax(counter->frequency, STEP_STILL_THERE);
    }
    return frequency;
}

static void put_step(const struct traced_step *step, struct target *target,
                     const struct observation *seen, struct arena *arena,
                     struct step_observation *out) {
    double *counters = ARENA_ARRAY(arena, double, seen->counter_count),
           *reached = ARENA_ARRAY(arena, double, seen->site_count),
           *effective = ARENA_ARRAY(arena, double, seen->site_count);
    struct target_site site;
    for (uint32_t i = 0; i < seen->counter_count; i++)
        counters[i] = frequency_of(step, target->counter(target, seen->counters[i].name));
    for (uint32_t i = 0; i < seen->site_count && target->list_sites(target, i, &site); i++) {
        reached[i] = frequency_of(step, site.reached);
        effective[i] = frequency_of(step, site.effective);
    }
    int32_t *nodes = ARENA_ARRAY(arena, int32_t, seen->node_kind_count);
    for (uint32_t i = 0; i < seen->node_kind_count; i++) nodes[i] = step->nodes.items[i].count;
    *out = (struct step_observation){step->name, counters, reached, effective, nodes};
}

/* Each step tells of the same kinds, in the same order. */
static void put_node_kinds(const struct tracer *tracer, struct observation *out) {
    if (!tracer->steps.count) return;
    const struct traced_step *first = &tracer->steps.items[0];
    const char **kinds = ARENA_ARRAY(tracer->arena, const char *, first->nodes.count);
    for (uint32_t i = 0; i < first->nodes.count; i++) kinds[i] = first->nodes.items[i].kind;
    out->node_kinds = kinds;
    out->node_kind_count = first->nodes.count;
}

void tracer_put_steps(const struct tracer *tracer, struct target *target, struct observation *out) {
    struct step_observation *steps =
        ARENA_ARRAY(tracer->arena, struct step_observation, tracer->steps.count);
    put_node_kinds(tracer, out);
    for (uint32_t i = 0; i < tracer->steps.count; i++)
        put_step(&tracer->steps.items[i], target, out, tracer->arena, &steps[i]);
    out->steps = steps;
    out->step_count = tracer->steps.count;
}
