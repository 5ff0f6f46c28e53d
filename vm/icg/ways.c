/* WAYS: what each way through a round passes. */
#include "icg/ways.h"

#include "ir/compilation.h"

bool block_is_in(const struct block *block, const struct block *loop) {
    return !loop || block_in_loop(block, loop);
}

bool edge_ends_round(const struct block *from, const struct block *to) {
    return edge_is_back_edge(from, to) || !block_is_in(to, from->loop);
}

bool edge_enters_loop(const struct block *from, const struct block *to) {
    return block_is_loop_header(to) && !block_in_loop(from, to);
}

const struct block *block_next_round(const struct block *block) {
    bool is_goto = block->successor_count == 1;
    return is_goto && edge_is_back_edge(block, block->successors[0]) ? block->successors[0] : NULL;
}

const struct block *block_dominator_in_round(const struct block *block) {
    const struct block *dominator = block->dominator;
    while (dominator && dominator->loop != block->loop) dominator = dominator->dominator;
    return dominator;
}

const struct node *block_poll(const struct block *block) {
    const struct node *node = block->last;
    while (node && node->kind != NODE_poll) node = node->previous;
    return node;
}

bool block_ends_in_call(const struct block *block) {
    const struct node *end = block->last;
    return end->kind == NODE_invoke && !end->extra.call.is_inserted;
}

static bool begins_with_exception(const struct block *block) {
    block_each_node(node, block)
        if (node->kind == NODE_exception_object || node->kind == NODE_implicit_exception)
            return true;
    return false;
}

/* What the callee or the instruction throws goes on there, or all ways leave compiled code. */
static bool is_bad(const struct ways *ways, const struct block *block) {
    if (begins_with_exception(block)) return true;
    for (int k = 0; k < block->successor_count; k++) {
        const struct block *to = block->successors[k];
        if (edge_is_back_edge(block, to) || !ways->is_bad[to->order]) return false;
    }
    return block->successor_count > 0 || block->last->kind == NODE_deoptimize;
}

/* False where that is as good as never. Some edge out of a loop is taken, however seldom: of the times that it is left. */
static bool is_taken(const struct ways *ways, const struct block *block, int successor) {
    const struct block *loop = block->loop, *to = block->successors[successor];
    double odds = block->probabilities[successor];
    if (!block_is_in(to, loop) && loop->frequency > 0)
        odds *= block->frequency / loop->frequency * loop->iterations;
    return odds >= 1e-3 ||
           ((!ways->is_told || ways->is_told[block->order]) && !ways->is_bad[to->order]);
}

static int meet(const struct ways *ways, int a, int b) {
    while (a != b)
        if (a < b)
            a = ways->end[a];
        else
            b = ways->end[b];
    return a;
}

static void add_way(const struct ways *ways, const struct block *block, const struct block *to) {
    int *end = &ways->end[block->order];
    int way = edge_ends_round(block, to) ? ways->graph->order_count : to->order;
    *end = *end < 0 ? way : meet(ways, *end, way);
}

/* To where a loop that is entered is left to. */
static void add_ways_behind(const struct ways *ways, const struct block *block,
                            const struct block *loop) {
    for (int i = loop->order; i < ways->graph->order_count; i++) {
        const struct block *inside = block_at(ways->graph, i);
        if (!block_in_loop(inside, loop)) continue;
        for (int k = 0; k < inside->successor_count; k++) {
            const struct block *to = inside->successors[k];
            if (is_taken(ways, inside, k) && !block_in_loop(to, loop)) add_way(ways, block, to);
        }
    }
}

static void find_end(const struct ways *ways, const struct block *block) {
    int *end = &ways->end[block->order];
    *end = -1;
    for (int k = 0; k < block->successor_count; k++) {
        const struct block *to = block->successors[k];
        if (!is_taken(ways, block, k)) continue;
        if (edge_enters_loop(block, to))
            add_ways_behind(ways, block, to);
        else
            add_way(ways, block, to);
    }
    if (*end < 0) *end = ways->graph->order_count;
}

static bool is_on_each_way(const struct ways *ways, int block, int from) {
    while (from < block) from = ways->end[from];
    return from == block;
}

static void find_leader(const struct ways *ways, const struct block *block) {
    const struct block *before = block_dominator_in_round(block);
    bool is_led = before && is_on_each_way(ways, block->order, before->order);
    ways->leader[block->order] = is_led ? ways->leader[before->order] : block->order;
}

struct ways ways_find(const struct graph *graph, const bool *is_told) {
    struct arena *arena = graph->compilation->arena;
    int count = graph->order_count;
    struct ways ways = {.graph = graph,
                        .is_told = is_told,
                        .is_bad = ARENA_ARRAY(arena, bool, count),
                        .end = ARENA_ARRAY(arena, int, count),
                        .leader = ARENA_ARRAY(arena, int, count)};
    for (int i = count - 1; i >= 0; i--) ways.is_bad[i] = is_bad(&ways, block_at(graph, i));
    for (int i = count - 1; i >= 0; i--) find_end(&ways, block_at(graph, i));
    for (int i = 0; i < count; i++) find_leader(&ways, block_at(graph, i));
    return ways;
}
