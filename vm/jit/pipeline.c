/* Runs the steps of phases.def. What holds for every step (the flow of control is computed before
 * it, the graph is verified after it, whoever listens is told) is here once. */
#include "jit/pipeline.h"

#include <stdio.h>
#include <string.h>

#include "base/die.h"
#include "ir/cfg.h"
#include "ir/verify.h"
#include "opt/phase.h"

static const struct step {
    const char *name, *phase;
    void (*run)(struct graph *graph);
    const char *purpose;
} steps[] = {
#define STEP(step, phase, file, purpose) {step, phase, phase_##file, purpose},
#define ORDER(before, after, because)
#include "ir/phases.def"
#undef STEP
#undef ORDER
};

static const struct order {
    const char *before, *after, *because;
} orders[] = {
#define STEP(step, phase, file, purpose)
#define ORDER(before, after, because) {before, after, because},
#include "ir/phases.def"
#undef STEP
#undef ORDER
};

enum { STEP_COUNT = sizeof steps / sizeof *steps, ORDER_COUNT = sizeof orders / sizeof *orders };

static void run_step(struct graph *graph, const struct step *step) {
    graph->compilation->phase = step->phase;
    step->run(graph);
    cfg_compute(graph);
#ifdef JITTEST_VERIFY
    graph_check(graph, step->name);
#endif
}

static bool is_disabled(const struct pipeline_options *options, const char *phase) {
    for (int i = 0; i < options->disabled_count; i++)
        if (strcmp(options->disabled_phases[i], phase) == 0) return true;
    return false;
}

static void tell(const struct pipeline_options *options, const char *step, struct graph *graph) {
    if (options->after_step) options->after_step(options->context, step, graph);
}

/* What no step could remove stays: no phase's decision. */
static void report_checks(struct graph *graph) {
    graph->compilation->phase = NULL;
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) {
            if (node->kind == NODE_guard)
                compilation_report(graph->compilation, EVENT_check_kept, node,
                                   reason_name(node->extra.guard.reason), REASON_none);
        }
    }
}

void pipeline_run(struct graph *graph, const struct pipeline_options *options) {
    cfg_compute(graph);
    tell(options, "build", graph);
    for (int i = 0; i < STEP_COUNT; i++) {
        if (is_disabled(options, steps[i].phase)) continue;
        run_step(graph, &steps[i]);
        tell(options, steps[i].name, graph);
    }
    report_checks(graph);
}

static int step_index(const char *name) {
    for (int i = 0; i < STEP_COUNT; i++)
        if (strcmp(steps[i].name, name) == 0) return i;
    return -1;
}

static bool is_first_of_phase(int index) {
    for (int i = 0; i < index; i++)
        if (strcmp(steps[i].phase, steps[index].phase) == 0) return false;
    return true;
}

bool pipeline_phase(int index, const char **phase, const char **purpose) {
    for (int i = 0; i < STEP_COUNT; i++) {
        if (!is_first_of_phase(i) || index-- > 0) continue;
        *phase = steps[i].phase;
        *purpose = steps[i].purpose;
        return true;
    }
    return false;
}

const char *pipeline_order_violation(void) {
    static char words[200];
    for (int i = 0; i < ORDER_COUNT; i++) {
        int before = step_index(orders[i].before), after = step_index(orders[i].after);
        if (before >= 0 && after >= 0 && before < after) continue;
        snprintf(words, sizeof words, "\"%s\" must come before \"%s\", because %s",
                 orders[i].before, orders[i].after, orders[i].because);
        return words;
    }
    return NULL;
}
