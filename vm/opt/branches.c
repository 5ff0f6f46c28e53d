/* Decided branches and guards. */
#include "opt/branches.h"

#include "event/event.h"

void branch_decide(struct node *end, int keep, enum reason reason) {
    compilation_report(end->graph->compilation, EVENT_branch_removed, end, NULL,
                       branch_value(end, keep), reason);
    block_keep_successor(end->block, keep);
}

static void deoptimize_at(struct node *guard) {
    struct graph *graph = guard->graph;
    struct node *state = node_state(guard);
    struct node *end = node_new(graph, NODE_deoptimize, TYPE_VOID, 1, &state);
    end->extra.guard = guard->extra.guard;
    end->position = guard->position;
    struct block *block = guard->block;
    struct block *rest = block_split_before(guard);
    block_remove_predecessor(rest, 0);
    edit_eliminate(block->last);
    block_end(block, end, 0, NULL, NULL);
    graph_remove_unreachable(graph);
}

void guard_decide(struct node *guard, bool holds, enum reason reason) {
    struct compilation *compilation = guard->graph->compilation;
    if (holds) {
        compilation_report(compilation, EVENT_check_removed, guard,
                           reason_name(guard->extra.guard.reason), 0, reason);
        edit_eliminate(guard);
    } else {
        compilation_report(compilation, EVENT_branch_removed, guard, NULL, 0, reason);
        deoptimize_at(guard);
    }
}
