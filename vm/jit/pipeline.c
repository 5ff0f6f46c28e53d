/* Runs the rows of phases.def. What holds for every row (what it requires is computed before it,
 * the graph is verified after it, listeners are told) is here once. */
#include "jit/pipeline.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/die.h"
#include "ir/cfg.h"
#include "ir/verify.h"
#include "opt/phase.h"

/* One piece of work on a graph: did it change anything? Only rounds tell. */
#define PHASE(phase, stage, requires, breaks, purpose)                                             \
    static bool run_##phase(struct graph *graph) {                                                 \
        phase_##phase(graph);                                                                      \
        return true;                                                                               \
    }
#define ROUNDS(phase, stage, requires, breaks, purpose, limit)                                     \
    static bool begin_##phase(struct graph *graph) {                                               \
        phase_##phase##_begin(graph);                                                              \
        return true;                                                                               \
    }                                                                                              \
    static bool end_##phase(struct graph *graph) {                                                 \
        phase_##phase##_end(graph);                                                                \
        return true;                                                                               \
    }
#include "ir/phases.def"

static const struct pipeline_row {
    const char *name;
    enum phase phase, part_of; /* part_of: PHASE_none, or the phase behind whose rounds it runs */
    bool (*run)(struct graph *graph); /* NULL: outside; of a phase in rounds: one round */
    bool (*begin)(struct graph *graph), (*end)(struct graph *graph); /* of rounds */
    enum limit rounds;
} rows[STEP_COUNT] = {
#define OUTSIDE(step, purpose) [STEP_##step] = {.name = #step, .phase = PHASE_##step},
#define PHASE(step, stage, requires, breaks, purpose)                                              \
    [STEP_##step] = {.name = #step, .phase = PHASE_##step, .run = run_##step},
#define AGAIN(step, text, again)                                                                   \
    [STEP_##step] = {.name = text, .phase = PHASE_##again, .run = run_##again},
#define ROUNDS(step, stage, requires, breaks, purpose, limit)                                      \
    [STEP_##step] = {.name = #step,                                                                \
                     .phase = PHASE_##step,                                                        \
                     .run = phase_##step##_round,                                                  \
                     .begin = begin_##step,                                                        \
                     .end = end_##step,                                                            \
                     .rounds = LIMIT_##limit},
#define ROUND(of, part)                                                                            \
    [STEP_##of##_##                                                                                \
        part] = {.name = #part, .phase = PHASE_##part, .part_of = PHASE_##of, .run = run_##part},
#include "ir/phases.def"
};

static const struct step_order table[] = {
#define ORDER(before, after, because) {STEP_##before, STEP_##after, because},
#include "ir/phases.def"
};

/* --- a piece of work --- */

#ifdef JITTEST_VERIFY
static bool run_with_facts(struct graph *graph, const struct phase_row *phase, const char *name,
                           bool (*run)(struct graph *graph)) {
    struct flow_facts *before = flow_facts_take(graph);
    if (!(phase->requires & FACTS_FLOW)) flow_facts_hide(graph);
    bool has_changed = run(graph);
    cfg_compute(graph);
    if (!(phase->breaks & FACTS_FLOW) && !flow_facts_hold(before, graph))
        BUG("%s changed the control flow, which its row says it does not break", name);
    graph_check(graph, name);
    return has_changed;
}
#else
static bool run_with_facts(struct graph *graph, const struct phase_row *phase, const char *name,
                           bool (*run)(struct graph *graph)) {
    bool has_changed = run(graph);
    if (phase->breaks & FACTS_FLOW) cfg_compute(graph);
    return has_changed;
}
#endif

/* The decisions of a row that runs after the rounds of a phase are reported as that phase's. */
static bool work(struct graph *graph, const struct pipeline_row *row,
                 bool (*run)(struct graph *graph), double *seconds) {
    double start = clock_seconds();
    graph->compilation->phase = row->part_of ? row->part_of : row->phase;
    bool has_changed = run_with_facts(graph, &phase_rows[row->phase], row->name, run);
    *seconds += clock_seconds() - start;
    return has_changed;
}

static void tell(const struct step_listener *listener, const struct step_done *done,
                 struct graph *graph) {
    if (listener->after_step) listener->after_step(listener->context, done, graph);
}

/* --- rows --- */

static bool is_wanted(const struct graph *graph, const struct pipeline_row *row) {
    return !graph->compilation->phase_disabled[row->phase];
}

/* Returns whether another round may help. */
static bool run_round(struct graph *graph, const struct pipeline_row *row, int round,
                      const struct step_listener *listener, double *seconds) {
    char name[80];
    snprintf(name, sizeof name, "%s round %d", row->name, round);
    struct step_done done = {(enum step)(row - rows), name, true, 0};
    bool has_changed = work(graph, row, row->run, &done.seconds);
    tell(listener, &done, graph);
    *seconds += done.seconds;
    for (int i = 0; has_changed && i < STEP_COUNT; i++) {
        if (rows[i].part_of != row->phase || !is_wanted(graph, &rows[i])) continue;
        snprintf(name, sizeof name, "%s round %d: %s", row->name, round, rows[i].name);
        done = (struct step_done){(enum step)i, name, true, 0};
        work(graph, &rows[i], rows[i].run, &done.seconds);
        tell(listener, &done, graph);
        *seconds += done.seconds;
    }
    return has_changed;
}

static void run_rounds(struct graph *graph, const struct pipeline_row *row,
                       const struct step_listener *listener, double *seconds) {
    work(graph, row, row->begin, seconds);
    double rounds = compilation_limit(graph->compilation, row->rounds);
    for (int round = 0; round < rounds; round++)
        if (!run_round(graph, row, round + 1, listener, seconds)) break;
    work(graph, row, row->end, seconds);
}

void pipeline_run_step(struct graph *graph, enum step step, const struct step_listener *listener) {
    const struct pipeline_row *row = &rows[step];
    struct step_done done = {.step = step, .name = row->name};
    if (row->begin)
        run_rounds(graph, row, listener, &done.seconds);
    else
        work(graph, row, row->run, &done.seconds);
    tell(listener, &done, graph);
}

/* Checks that no step could remove are reported as kept, by no phase. */
static void report_checks(struct graph *graph) {
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) {
            if (node->kind == NODE_guard)
                compilation_report(graph->compilation, EVENT_check_kept, node,
                                   reason_name(node->extra.guard.reason), 0, REASON_none);
        }
    }
}

/* Likewise loops, which may be several where the loop around was copied, and those that are none any more. */
static void report_loop(struct graph *graph, const struct position *start) {
    bool is_kept = false;
    double frequency = 0;
    for (int i = 0; i < graph->order_count; i++) {
        const struct block *block = graph->order[i];
        if (block->loop_start != start || !block_is_loop_header(block)) continue;
        is_kept = true;
        frequency += block->frequency;
    }
    compilation_report_loop(graph->compilation, is_kept ? EVENT_loop_kept : EVENT_loop_removed,
                            start, is_kept ? frequency : -1, 0, REASON_none);
}

void pipeline_run(struct graph *graph, enum phase_stage stage,
                  const struct step_listener *listener) {
    for (int i = 0; i < STEP_COUNT; i++) {
        const struct pipeline_row *row = &rows[i];
        bool is_here = row->run && !row->part_of && phase_rows[row->phase].stage == stage;
        if (is_here && is_wanted(graph, row)) pipeline_run_step(graph, (enum step)i, listener);
    }
    if (stage != STAGE_optimize) return;
    graph->compilation->phase = PHASE_none;
    report_checks(graph);
    vec_each(const struct position *, start, &graph->loops) report_loop(graph, *start);
}

/* --- the table --- */

enum phase pipeline_phase(int index) {
    for (int i = PHASE_none + 1; i < PHASE_COUNT; i++)
        if (phase_rows[i].stage == STAGE_optimize && index-- == 0) return (enum phase)i;
    return PHASE_none;
}

bool pipeline_program_step(int index, const char **name, enum phase *phase) {
    for (int step = 0; step < STEP_lower; step++) {
        if (rows[step].part_of || index-- > 0) continue;
        *name = rows[step].name;
        *phase = rows[step].phase;
        return true;
    }
    return false;
}

const char *pipeline_order_violation(const struct step_order *orders, int count) {
    static char words[200];
    if (!orders) orders = table, count = sizeof table / sizeof *table;
    for (int i = 0; i < count; i++) {
        if (orders[i].before < orders[i].after) continue;
        snprintf(words, sizeof words, "\"%s\" must come before \"%s\", because %s",
                 rows[orders[i].before].name, rows[orders[i].after].name, orders[i].because);
        return words;
    }
    return NULL;
}
