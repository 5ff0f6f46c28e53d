/* INLINE: replaces calls by their callees' graphs, breadth first: each round decides all calls
 * that the round before uncovered, the most frequent first, until the budget is used up. */
#include "classfile/regions.h"
#include "inlining/inlining.h"
#include "ir/cfg.h"
#include "ir/query.h"
#include "opt/phase.h"

#include <stdlib.h>

struct candidate {
    struct node *invoke;
    double frequency;
    int rank; /* in reverse post-order: ties are broken the same way on every machine */
};

static int by_frequency(const void *left, const void *right) {
    const struct candidate *a = left, *b = right;
    if (a->frequency != b->frequency) return a->frequency > b->frequency ? -1 : 1;
    return a->rank - b->rank;
}

/* Those of the program that the last round uncovered: what is grafted gets new ids, from [first_id] on. */
static int new_calls(struct graph *graph, uint32_t first_id, struct candidate **out) {
    int count = 0;
    struct candidate *calls =
        ARENA_ARRAY(graph->compilation->arena, struct candidate, graph->order_count + 1);
    for (int i = 0; i < graph->order_count; i++) {
        struct node *end = graph->order[i]->last;
        if (end->kind != NODE_invoke || end->id < first_id || end->extra.call.is_inserted) continue;
        calls[count] = (struct candidate){end, end->block->frequency, count};
        count++;
    }
    qsort(calls, (size_t)count, sizeof *calls, by_frequency);
    *out = calls;
    return count;
}

static enum event_kind kind_of(const struct node *invoke, const struct inline_decision *decision) {
    if (decision->yes) return decision->guarded_class ? EVENT_guarded : EVENT_inlined;
    return invoke_is_dispatched(invoke) ? EVENT_virtual : EVENT_not_inlined;
}

/* Executions of the call, of a guarded one those that are left to it. */
static double frequency_of(const struct node *invoke, const struct inline_decision *decision) {
    double frequency = invoke->block->frequency;
    if (!decision->yes || !decision->guarded_class) return frequency;
    bool is_left = inline_keeps_call(invoke, decision);
    return is_left ? frequency * (1 - invoke->extra.call.profiled_share) : 0;
}

/* Does the call stay behind a test? */
static bool decide(struct compilation *compilation, struct node *invoke,
                   const struct inline_limits *limits) {
    const char *named = invoke_named(invoke);
    struct inline_decision decision = inline_decide(compilation, invoke, limits);
    const struct method *target = decision.target;
    compilation_tell(compilation,
                     (struct event){
                         .kind = kind_of(invoke, &decision),
                         .reason = decision.reason,
                         .position = invoke->position,
                         .origin = invoke->position,
                         .subject = named,
                         .callee = method_full_name(target),
                         .amount = target->code ? code_program(target->code)->length : 0,
                         .frequency = frequency_of(invoke, &decision),
                     });
    bool stays = decision.yes && inline_keeps_call(invoke, &decision);
    if (decision.yes) inline_graft(compilation, invoke, &decision);
    return stays;
}

void phase_inline(struct graph *graph) {
    struct compilation *compilation = graph->compilation;
    struct inline_limits limits = inline_limits_of(compilation);
    for (uint32_t first_id = 0;;) {
        cfg_compute(graph);
        struct candidate *calls;
        int count = new_calls(graph, first_id, &calls);
        if (!count) break;
        first_id = graph->next_node_id;
        for (int i = 0; i < count; i++) {
            struct node *invoke = calls[i].invoke;
            if (!invoke->is_dead && decide(compilation, invoke, &limits) &&
                inline_tries_other(invoke, &limits))
                decide(compilation, invoke, &limits);
        }
    }
}
