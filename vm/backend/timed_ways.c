/* TIMED WAYS: see the header. */
#include "backend/timed_ways.h"

#include "ir/cfg.h"
#include "ir/compilation.h"
#include "ir/query.h"
#include "runtime/timing.h"

enum { NUMBERS_AT_MOST = 1 << 22 };

struct timed_ways {
    const struct graph *graph;
    VEC(const struct node *) polls;
    double *begins; /* by block, each end's odds from where it begins; NULL: there are no polls */
    double *behind; /* likewise, behind the last of its nodes that ends ways */
    double *at;     /* those before one end */
    const struct block *block;
    const struct node *
        next; /* the block's first end from the node on that was asked for last; NULL: there is none */
};

uint32_t timed_ways_ends(const struct timed_ways *ways) { return ways->polls.count + TIMED_ENDS; }

int32_t timed_ways_poll(const struct timed_ways *ways, const struct node *poll) {
    int32_t i = (int32_t)ways->polls.count - 1;
    while (i >= 0 && ways->polls.items[i] != poll) i--;
    return i;
}

const struct position *timed_ways_position(const struct timed_ways *ways, uint32_t poll) {
    return ways->polls.items[poll]->position;
}

/* A call that is not inlined enters a unit; who leaves the unit stamps as well. */
static bool ends_ways(const struct node *node) {
    return node->kind == NODE_poll || (node->kind == NODE_invoke && !node->extra.call.is_inserted);
}

static int end_of(const struct timed_ways *ways, const struct node *node) {
    if (node->kind != NODE_poll) return (int)ways->polls.count + TIMED_END_AT_STAMP;
    int32_t poll = timed_ways_poll(ways, node);
    return poll >= 0 ? poll : (int)ways->polls.count + TIMED_END_UNKNOWN;
}

static double *odds_in(const struct timed_ways *ways, double *all, const struct block *block) {
    return &all[(size_t)block->order * timed_ways_ends(ways)];
}

static void follow(const struct timed_ways *ways, const struct block *block, double *odds) {
    uint32_t count = timed_ways_ends(ways);
    for (uint32_t i = 0; i < count; i++) odds[i] = 0;
    for (int k = 0; k < block->successor_count; k++) {
        const double *further = odds_in(ways, ways->begins, block->successors[k]);
        for (uint32_t i = 0; i < count; i++) odds[i] += block->probabilities[k] * further[i];
    }
    if (block->successor_count == 0) odds[ways->polls.count + TIMED_END_AT_STAMP] = 1;
}

static const struct node *first_end(const struct node *node) {
    while (node && !ends_ways(node)) node = node->next;
    return node;
}

static void stop_at(const struct timed_ways *ways, const struct node *end, double *odds) {
    for (uint32_t i = 0; i < timed_ways_ends(ways); i++) odds[i] = 0;
    odds[end_of(ways, end)] = 1;
}

static void find_begins(struct timed_ways *ways, const struct block *block) {
    double *begins = odds_in(ways, ways->begins, block);
    const struct node *end = first_end(block->first);
    if (end)
        stop_at(ways, end, begins);
    else
        follow(ways, block, begins);
}

/* False: they are all 0. */
static bool make_whole(const struct timed_ways *ways, double *odds) {
    double sum = 0;
    for (uint32_t i = 0; i < timed_ways_ends(ways); i++) sum += odds[i];
    for (uint32_t i = 0; sum > 0 && i < timed_ways_ends(ways); i++) odds[i] /= sum;
    return sum > 0;
}

/* A round that meets no end goes on as the loop does. So at the head of a loop the odds are those of what leaves a round, and then those
 * of what comes back to it are known as well. */
static void find_odds(struct timed_ways *ways) {
    const struct graph *graph = ways->graph;
    for (int i = graph->order_count; i-- > 0;) {
        find_begins(ways, graph->order[i]);
        if (block_is_loop_header(graph->order[i]))
            make_whole(ways, odds_in(ways, ways->begins, graph->order[i]));
    }
    for (int i = graph->order_count; i-- > 0;) find_begins(ways, graph->order[i]);
    for (int i = 0; i < graph->order_count; i++) {
        double *behind = odds_in(ways, ways->behind, graph->order[i]);
        follow(ways, graph->order[i], behind);
        if (!make_whole(ways, behind)) behind[ways->polls.count + TIMED_END_UNKNOWN] = 1;
    }
}

static void find_polls(struct timed_ways *ways, struct arena *arena) {
    for (int i = 0; i < ways->graph->order_count; i++)
        block_each_node(node, ways->graph->order[i])
            if (node->kind == NODE_poll && node->position)
                arena_vec_push(arena, &ways->polls, (const struct node *)node);
}

struct timed_ways *timed_ways_find(const struct graph *graph, bool by_polls) {
    struct arena *arena = graph->compilation->arena;
    struct timed_ways *ways = ARENA_NEW(arena, struct timed_ways);
    size_t blocks = (size_t)graph->order_count;
    ways->graph = graph;
    if (by_polls) find_polls(ways, arena);
    if (blocks * timed_ways_ends(ways) > NUMBERS_AT_MOST) ways->polls.count = 0;
    size_t ends = timed_ways_ends(ways);
    ways->at = ARENA_ARRAY(arena, double, ends);
    ways->at[TIMED_END_AT_STAMP] = 1;
    if (ways->polls.count == 0) return ways;
    ways->begins = ARENA_ARRAY(arena, double, blocks *ends);
    ways->behind = ARENA_ARRAY(arena, double, blocks *ends);
    find_odds(ways);
    return ways;
}

/* [end]: the first in the rest of the block; NULL: there is none. */
static const double *odds_before(struct timed_ways *ways, const struct node *end) {
    if (ways->polls.count == 0) return ways->at;
    if (!end) return odds_in(ways, ways->behind, ways->block);
    stop_at(ways, end, ways->at);
    return ways->at;
}

const double *timed_ways_begin(struct timed_ways *ways, const struct block *block) {
    ways->block = block;
    ways->next = first_end(block->first);
    return odds_before(ways, ways->next);
}

const double *timed_ways_of(struct timed_ways *ways, const struct node *node) {
    const struct node *end = ways->next;
    if (node == end) ways->next = first_end(node->next);
    return odds_before(ways, end);
}
