/* Natural loops and frequencies, on top of order and dominators (flow.c). Requires edges and
 * probabilities; breaks nothing.
 *
 * Frequencies: in a loop, with its header counted as 1, p is what comes back over the back edges;
 * the header then runs 1 / (1 - p) times for each entry. Loops are solved from the inside out, so
 * that structured loops are exact. */
#include "ir/cfg.h"

#include "base/die.h"
#include "ir/compilation.h"
#include "ir/flow.h"
#include "ir/links.h"

#define ITERATIONS_AT_MOST 1e6

static void compute_order(struct graph *graph) {
    struct arena *arena = graph_arena(graph);
    struct flow flow = flow_order(graph, arena);
    flow_dominators(&flow, graph, arena);
    vec_each(struct block *, block, &graph->blocks) (*block)->order = -1;
    for (int i = 0; i < flow.count; i++) {
        flow.blocks[i]->order = i;
        flow.blocks[i]->dominator = flow.dominators[flow.blocks[i]->id];
    }
    graph->order = flow.blocks;
    graph->order_count = flow.count;
}

bool block_dominates(const struct block *dominator, const struct block *block) {
    while (block && block->order > dominator->order) block = block->dominator;
    return block == dominator;
}

bool node_dominates(const struct node *a, const struct node *b) {
    if (!a->block) return true; /* floating */
    if (!b->block) return false;
    if (a->block != b->block) return block_dominates(a->block, b->block);
    for (const struct node *node = a->next; node; node = node->next) {
        if (node == b) return true;
    }
    return false;
}

/* --- loops --- */

bool edge_is_back_edge(const struct block *from, const struct block *to) {
    return to->order <= from->order && block_dominates(to, from);
}

bool block_in_loop(const struct block *block, const struct block *header) {
    for (const struct block *loop = block->loop; loop; loop = loop->outer_loop) {
        if (loop == header) return true;
    }
    return false;
}

static struct block *outermost_loop(struct block *block) {
    struct block *loop = block->loop;
    while (loop && loop->outer_loop) loop = loop->outer_loop;
    return loop;
}

/* From [block] backwards to the header. Loops inside were collected before and are passed as a
 * whole. */
static void collect_loop(struct graph *graph, struct block *header, struct block *block) {
    VEC(struct block *) work = {0};
    arena_vec_push(graph_arena(graph), &work, block);
    while (work.count > 0) {
        struct block *at = vec_pop(&work);
        struct block *inner = outermost_loop(at);
        if (at == header || inner == header) continue;
        if (inner) {
            inner->outer_loop = header;
            at = inner;
        } else {
            at->loop = header;
        }
        vec_each(struct block *, predecessor, &at->predecessors) {
            if ((*predecessor)->order >= 0 && outermost_loop(*predecessor) != header) {
                arena_vec_push(graph_arena(graph), &work, *predecessor);
            }
        }
    }
}

static void compute_loops(struct graph *graph) {
    for (int i = 0; i < graph->order_count; i++) {
        graph->order[i]->loop = graph->order[i]->outer_loop = NULL;
    }
    for (int i = graph->order_count; i-- > 0;) {
        struct block *header = graph->order[i];
        bool is_header = false;
        vec_each(struct block *, item, &header->predecessors) {
            if ((*item)->order < header->order) continue; /* forward, or not reachable */
            if (!block_dominates(header, *item)) {
                compilation_bail_out(graph->compilation, REASON_irreducible_loop,
                                     header->first ? header->first->position : NULL);
            }
            is_header = true;
        }
        if (!is_header) continue;
        header->loop = header;
        vec_each(struct block *, item, &header->predecessors) {
            if ((*item)->order >= header->order) collect_loop(graph, header, *item);
        }
    }
    for (int i = 0; i < graph->order_count; i++) { /* headers before what is in their loops */
        struct block *block = graph->order[i];
        if (block_is_loop_header(block)) {
            block->loop_depth = block->outer_loop ? block->outer_loop->loop_depth + 1 : 1;
        } else {
            block->loop_depth = block->loop ? block->loop->loop_depth : 0;
        }
    }
}

int loop_blocks(const struct block *header, struct block ***out) {
    struct graph *graph = header->graph;
    struct block **blocks = ARENA_ARRAY(graph_arena(graph), struct block *, graph->order_count);
    int count = 0;
    for (int i = header->order; i < graph->order_count; i++) {
        if (block_in_loop(graph->order[i], header)) blocks[count++] = graph->order[i];
    }
    *out = blocks;
    return count;
}

/* --- frequencies --- */

static double edge_frequency(const struct block *from, const struct block *to) {
    for (int i = 0; i < from->successor_count; i++) {
        if (from->successors[i] == to) return from->frequency * from->probabilities[i];
    }
    BUG("block %u is no successor of block %u", to->id, from->id);
}

static double entering_frequency(const struct block *block) {
    double frequency = 0;
    vec_each(struct block *, item, &block->predecessors) {
        if ((*item)->order >= 0 && (*item)->order < block->order) {
            frequency += edge_frequency(*item, block);
        }
    }
    return frequency;
}

static double returning_frequency(const struct block *header) {
    double frequency = 0;
    vec_each(struct block *, item, &header->predecessors) {
        if ((*item)->order >= header->order) frequency += edge_frequency(*item, header);
    }
    return frequency;
}

static void propagate(struct block *const *blocks, int count) {
    for (int i = 0; i < count; i++) {
        struct block *block = blocks[i];
        block->frequency = i == 0 ? 1 : entering_frequency(block) * block->iterations;
    }
}

static void compute_frequencies(struct graph *graph) {
    for (int i = 0; i < graph->order_count; i++) graph->order[i]->iterations = 1;
    for (int i = graph->order_count; i-- > 0;) {
        struct block *header = graph->order[i];
        if (!block_is_loop_header(header)) continue;
        struct block **blocks;
        int count = loop_blocks(header, &blocks);
        propagate(blocks, count);
        double leaving = 1 - returning_frequency(header);
        header->iterations = leaving * ITERATIONS_AT_MOST > 1 ? 1 / leaving : ITERATIONS_AT_MOST;
    }
    propagate(graph->order, graph->order_count);
}

void cfg_compute(struct graph *graph) {
    compute_order(graph);
    compute_loops(graph);
    compute_frequencies(graph);
}
