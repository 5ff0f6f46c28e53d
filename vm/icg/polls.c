/* POLLS: what runs with a poll. A class with a poll runs as often as that; one behind which there is a poll on each way, as often as these
 * together. What has none runs after one that has, as often as is believed. */
#include "icg/internal.h"
#include "icg/ways.h"
#include "ir/compilation.h"

enum { NONE = -2, ENTRY = -1 };

#define class_each(i, polls, leader) for (int i = (leader); i >= 0; i = (polls)->next[i])

/* By order of the blocks. */
struct polls {
    const struct graph *graph;
    struct ways usual, strict;
    bool *goes_back; /* of a strict leader: its class does, to another round */
    bool *is_told;   /* ways.h */
    int *next;       /* of its class, upwards; NONE */
    int *poll;       /* of a leader: the block whose poll the class runs with, or behind which there
                        is one on each way; ENTRY; NONE */
    bool *is_certain; /* what it runs with, whatever branches do */
    double *times;    /* how often it runs with the poll at hand */
    double *rounds;   /* likewise while a loop is passed, where each of its rounds counts; else 0 */
};

/* --- classes --- */

static int leader_of(const struct polls *polls, int block) { return polls->usual.leader[block]; }

static void find_classes(const struct polls *polls) {
    int count = polls->graph->order_count;
    for (int i = 0; i < count; i++) polls->next[i] = polls->poll[i] = NONE;
    for (int i = count - 1; i > 0; i--) {
        int leader = leader_of(polls, i);
        if (leader == i) continue;
        polls->next[i] = polls->next[leader];
        polls->next[leader] = i;
    }
}

static bool has_poll(const struct block *block) {
    return block_poll(block) || block_ends_in_call(block);
}

/* The first of them: they are equally many. */
static void find_poll(const struct polls *polls, int leader) {
    int *poll = &polls->poll[leader];
    if (leader == 0) *poll = ENTRY;
    class_each(i, polls, leader)
        if (*poll == NONE && has_poll(block_at(polls->graph, i))) *poll = i;
}

static const struct block *strict_leader(const struct polls *polls, const struct block *block) {
    return block_at(polls->graph, polls->strict.leader[block->order]);
}

/* What the block is behind, whose round polls there and not where it goes back; NULL: that is not so. */
static const struct block *told_before(const struct polls *polls, const struct block *block) {
    const struct block *leader = strict_leader(polls, block);
    return polls->goes_back[leader->order] ? NULL : block_dominator_in_round(leader);
}

static void tell_apart(const struct polls *polls, const struct block *block) {
    const struct block *before;
    for (; (before = told_before(polls, block)); block = before)
        vec_each(struct block *, way, &strict_leader(polls, block)->predecessors)
            polls->is_told[(*way)->order] = true;
}

static void find_told(const struct polls *polls) {
    for (int i = 0; i < polls->graph->order_count; i++) {
        const struct block *block = block_at(polls->graph, i);
        if (block_next_round(block)) polls->goes_back[polls->strict.leader[i]] = true;
    }
    for (int i = 0; i < polls->graph->order_count; i++) {
        const struct block *block = block_at(polls->graph, i);
        if (block_poll(block)) tell_apart(polls, block);
    }
}

static void find_moved(const struct polls *polls) {
    for (int i = 0; i < polls->graph->order_count; i++) {
        const struct block *block = block_at(polls->graph, i);
        if (!block_poll(block)) continue;
        while ((block = told_before(polls, block))) {
            int *poll = &polls->poll[leader_of(polls, block->order)];
            if (*poll == NONE) *poll = block->order;
        }
    }
}

/* Each time that it is come to is told, without odds. */
static bool begins_certainly(const struct polls *polls, const struct block *block) {
    vec_each(struct block *, from, &block->predecessors) {
        bool is_goto = (*from)->successor_count == 1;
        if (edge_is_back_edge(*from, block)) continue;
        if (!is_goto || !polls->is_certain[(*from)->order]) return false;
    }
    return true;
}

static void find_certain(const struct polls *polls) {
    const int *strict_leader = polls->strict.leader;
    for (int i = 0; i < polls->graph->order_count; i++) {
        int leader = leader_of(polls, i), with = polls->poll[leader];
        if (with < 0) with = leader;
        bool is_led = strict_leader[i] == strict_leader[with];
        polls->is_certain[i] = is_led && (polls->poll[leader] != NONE ||
                                          begins_certainly(polls, block_at(polls->graph, leader)));
    }
}

/* --- times --- */

/* What has a poll of its own, or runs with what is before, has no part in it. */
static bool takes_times(const struct polls *polls, int block) {
    return leader_of(polls, block) == block && polls->poll[block] == NONE;
}

static void add_times(const struct polls *polls, const struct block *to, double times) {
    if (takes_times(polls, to->order)) polls->times[to->order] += times;
}

/* A loop that is entered is left once, by one of its edges: its rounds but one are left out, and so their ends are, too. */
static double times_left(const struct block *from, const struct block *to) {
    double times = 1;
    for (const struct block *loop = from->loop; !block_is_in(to, loop); loop = loop->outer_loop)
        times *= loop->iterations;
    return times;
}

/* Behind a loop, as often as it is entered. */
static void pass_loop(const struct polls *polls, const struct block *loop, double entered) {
    double *rounds = polls->rounds;
    rounds[loop->order] = entered;
    for (int i = loop->order; i < polls->graph->order_count; i++) {
        const struct block *block = block_at(polls->graph, i);
        for (int k = 0; rounds[i] > 0 && k < block->successor_count; k++) {
            const struct block *to = block->successors[k];
            if (edge_is_back_edge(block, to)) continue;
            double times = rounds[i] * block->probabilities[k] * times_left(block, to);
            if (block_in_loop(to, loop))
                rounds[to->order] += times;
            else if (block_is_in(to, loop->outer_loop))
                add_times(polls, to, times);
        }
        rounds[i] = 0;
    }
}

static void go_on(const struct polls *polls, const struct block *block) {
    for (int k = 0; k < block->successor_count; k++) {
        const struct block *to = block->successors[k];
        double times = polls->times[block->order] * block->probabilities[k];
        if (times == 0 || edge_ends_round(block, to)) continue;
        if (edge_enters_loop(block, to)) pass_loop(polls, to, times);
        add_times(polls, to, times);
    }
}

static void follow(const struct polls *polls) {
    for (int i = 0; i < polls->graph->order_count; i++) {
        if (polls->times[i] == 0) continue;
        if (takes_times(polls, i))
            class_each(k, polls, i) polls->times[k] = polls->times[i];
        go_on(polls, block_at(polls->graph, i));
    }
}

static void set_class(const struct polls *polls, int leader) {
    class_each(i, polls, leader) {
        const struct block *next = block_next_round(block_at(polls->graph, i));
        polls->times[i] = 1;
        if (next) add_times(polls, next, 1);
    }
}

/* Of classes that run with the poll. */
static void set_times(const struct polls *polls, const struct block *block) {
    int leader = leader_of(polls, block->order);
    if (polls->poll[leader] == block->order) set_class(polls, leader);
    if (!block_poll(block)) return;
    while ((block = told_before(polls, block))) {
        leader = leader_of(polls, block->order);
        if (polls->poll[leader] == block->order) set_class(polls, leader);
    }
}

/* --- polls --- */

struct telling {
    const struct polls *polls;
    const struct icg_set *set;
    const struct icg_poll_listener *listener;
};

static void tell_belief(void *context, const struct icg_belief *belief) {
    const struct telling *telling = context;
    bool is_certain = telling->polls->is_certain[belief->block->order];
    telling->listener->tell(telling->listener->context, belief, is_certain);
}

/* [block]: at whose end it is; NULL: the entry. */
static void tell(struct telling *telling, const struct block *block, const struct node *poll) {
    const struct polls *polls = telling->polls;
    const struct icg_poll_listener *listener = telling->listener;
    if (block)
        set_times(polls, block);
    else
        set_class(polls, 0);
    follow(polls);
    icg_forecast_times(telling->set, polls->graph, polls->times, tell_belief, telling);
    listener->end(listener->context, poll);
    for (int i = 0; i < polls->graph->order_count; i++) polls->times[i] = 0;
}

void icg_forecast_polls(const struct icg_set *set, const struct graph *graph,
                        const struct icg_poll_listener *listener) {
    struct arena *arena = graph->compilation->arena;
    int count = graph->order_count;
    struct polls polls = {.graph = graph,
                          .strict = ways_find(graph, NULL),
                          .goes_back = ARENA_ARRAY(arena, bool, count),
                          .is_told = ARENA_ARRAY(arena, bool, count),
                          .next = ARENA_ARRAY(arena, int, count),
                          .poll = ARENA_ARRAY(arena, int, count),
                          .is_certain = ARENA_ARRAY(arena, bool, count),
                          .times = ARENA_ARRAY(arena, double, count),
                          .rounds = ARENA_ARRAY(arena, double, count)};
    struct telling telling = {&polls, set, listener};
    find_told(&polls);
    polls.usual = ways_find(graph, polls.is_told);
    find_classes(&polls);
    for (int i = 0; i < count; i++)
        if (leader_of(&polls, i) == i) find_poll(&polls, i);
    find_moved(&polls);
    find_certain(&polls);
    tell(&telling, NULL, NULL);
    for (int i = 0; i < count; i++) {
        const struct block *block = block_at(graph, i);
        if (has_poll(block))
            tell(&telling, block, block_poll(block) ? block_poll(block) : block->last);
    }
}
