/* Order, dominators (Cooper, Harvey, Kennedy 2001), natural loops, frequencies. Requires edges and
 * probabilities; breaks nothing.
 *
 * Frequencies: in a loop, with its header counted as 1, p is what comes back over the back edges;
 * the header then runs 1 / (1 - p) times for each entry. Loops are solved from the inside out, so
 * that structured loops are exact. */
#include "ir/cfg.h"

#include "base/die.h"
#include "ir/compilation.h"
#include "ir/links.h"

#define UNVISITED          (-1)
#define ON_STACK           (-2)
#define ITERATIONS_AT_MOST 1e6

struct walk {
    struct block *block;
    int next_successor; /* counts down, so that successor 0 comes first in the result */
};

static void compute_order(struct graph *graph) {
    struct arena *arena = graph_arena(graph);
    vec_each(struct block *, block, &graph->blocks)(*block)->order = UNVISITED;
    graph->order = ARENA_ARRAY(arena, struct block *, graph->blocks.count + 1);
    VEC(struct walk) stack = {0};
    int place = (int)graph->blocks.count; /* filled from the back */
    graph->entry->order = ON_STACK;
    arena_vec_push(arena, &stack, (struct walk){graph->entry, graph->entry->successor_count});
    while (stack.count > 0) {
        struct walk *top = &vec_last(&stack);
        if (top->next_successor == 0) {
            graph->order[--place] = top->block;
            stack.count--;
            continue;
        }
        struct block *next = top->block->successors[--top->next_successor];
        if (next->order != UNVISITED) continue;
        next->order = ON_STACK;
        arena_vec_push(arena, &stack, (struct walk){next, next->successor_count});
    }
    graph->order += place;
    graph->order_count = (int)graph->blocks.count - place;
    for (int i = 0; i < graph->order_count; i++) graph->order[i]->order = i;
}

static struct block *common_dominator(struct block *a, struct block *b) {
    while (a != b) {
        while (a->order > b->order) a = a->dominator;
        while (b->order > a->order) b = b->dominator;
    }
    return a;
}

static void compute_dominators(struct graph *graph) {
    for (int i = 0; i < graph->order_count; i++) graph->order[i]->dominator = NULL;
    graph->entry->dominator = graph->entry; /* for the walk only */
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 1; i < graph->order_count; i++) {
            struct block *block = graph->order[i];
            struct block *dominator = NULL;
            vec_each(struct block *, item, &block->predecessors) {
                if ((*item)->order < 0 || !(*item)->dominator) continue;
                dominator = dominator ? common_dominator(*item, dominator) : *item;
            }
            changed |= dominator != block->dominator;
            block->dominator = dominator;
        }
    }
    graph->entry->dominator = NULL;
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

/* --- loops
 * --------------------------------------------------------------------------------------------------------
 */

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

/* --- frequencies
 * --------------------------------------------------------------------------------------------------
 */

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

/* [iterations] by order: how often a header runs each time its loop is entered. */
static void propagate(struct block *const *blocks, int count, const double *iterations) {
    for (int i = 0; i < count; i++) {
        struct block *block = blocks[i];
        block->frequency = i == 0 ? 1 : entering_frequency(block) * iterations[block->order];
    }
}

static void compute_frequencies(struct graph *graph) {
    double *iterations = ARENA_ARRAY(graph_arena(graph), double, graph->order_count);
    for (int i = 0; i < graph->order_count; i++) iterations[i] = 1;
    for (int i = graph->order_count; i-- > 0;) {
        struct block *header = graph->order[i];
        if (!block_is_loop_header(header)) continue;
        struct block **blocks;
        int count = loop_blocks(header, &blocks);
        propagate(blocks, count, iterations);
        double leaving = 1 - returning_frequency(header);
        iterations[i] = leaving * ITERATIONS_AT_MOST > 1 ? 1 / leaving : ITERATIONS_AT_MOST;
    }
    propagate(graph->order, graph->order_count, iterations);
}

void cfg_compute(struct graph *graph) {
    compute_order(graph);
    compute_dominators(graph);
    compute_loops(graph);
    compute_frequencies(graph);
}
