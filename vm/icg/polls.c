/* POLLS: what runs with a poll. Blocks of which each is executed as often as the others in a round of their loop are a class, which its
 * first block leads. A class with a poll runs as often as that. What has none runs after one that has, as often as is believed.
 * Requires of the verifier: nothing goes back to the entry, and what goes back goes nowhere else. */
#include "base/memory.h"
#include "icg/internal.h"
#include "ir/cfg.h"

enum { NONE = -2, ENTRY = -1 };

#define class_each(i, polls, leader) for (int i = (leader); i >= 0; i = (polls)->next[i])

/* By order of the blocks, as all that follow. */
struct ways {
    int *
        end; /* the next block that each way passes to the end of the round; there is none: the number of blocks */
    int *leader;    /* of its class */
    bool is_strict; /* branches of the program are taken, however seldom the compiler believes */
};

struct polls {
    const struct graph *graph;
    struct ways usual, strict;
    int *next; /* of its class, upwards; NONE */
    int *
        poll; /* of a leader: the block at whose end is the poll that the class runs with; ENTRY; NONE */
    bool *is_bad;     /* where it goes on as seldom as checks fail */
    bool *is_certain; /* what it runs with, whatever branches do */
    double *times;    /* how often it runs with the poll at hand */
    double *rounds;   /* likewise while a loop is passed, where each of its rounds counts; else 0 */
};

static const struct block *block_at(const struct polls *polls, int order) {
    return polls->graph->order[order];
}

static bool is_in(const struct block *block, const struct block *loop) {
    return !loop || block_in_loop(block, loop);
}

/* To another round, or out of the loop. */
static bool ends_round(const struct block *from, const struct block *to) {
    return edge_is_back_edge(from, to) || !is_in(to, from->loop);
}

static bool enters_loop(const struct block *from, const struct block *to) {
    return block_is_loop_header(to) && !block_in_loop(from, to);
}

/* --- classes --- */

/* Is an exception handled there, or do all ways lead to where the method is unwound or compiled code left? */
static bool is_bad(const struct polls *polls, const struct block *block) {
    if (block->first->kind == NODE_exception_object) return true;
    for (int k = 0; k < block->successor_count; k++) {
        const struct block *to = block->successors[k];
        if (edge_is_back_edge(block, to) || !polls->is_bad[to->order]) return false;
    }
    return block->last->kind != NODE_return;
}

/* False where that is as good as never. Some edge out of a loop is taken, however seldom: of the times that it is left. */
static bool is_taken(const struct polls *polls, const struct ways *ways, const struct block *block,
                     int successor) {
    const struct block *loop = block->loop, *to = block->successors[successor];
    double odds = block->probabilities[successor];
    if (!is_in(to, loop) && loop->frequency > 0)
        odds *= block->frequency / loop->frequency * loop->iterations;
    return odds >= 1e-3 || (ways->is_strict && !polls->is_bad[to->order]);
}

static int meet(const struct ways *ways, int a, int b) {
    while (a != b)
        if (a < b)
            a = ways->end[a];
        else
            b = ways->end[b];
    return a;
}

static void add_way(const struct polls *polls, const struct ways *ways, const struct block *block,
                    const struct block *to) {
    int *end = &ways->end[block->order];
    int way = ends_round(block, to) ? polls->graph->order_count : to->order;
    *end = *end < 0 ? way : meet(ways, *end, way);
}

/* To where a loop that is entered is left to. */
static void add_ways_behind(const struct polls *polls, const struct ways *ways,
                            const struct block *block, const struct block *loop) {
    for (int i = loop->order; i < polls->graph->order_count; i++) {
        const struct block *inside = block_at(polls, i);
        if (!block_in_loop(inside, loop)) continue;
        for (int k = 0; k < inside->successor_count; k++) {
            const struct block *to = inside->successors[k];
            if (is_taken(polls, ways, inside, k) && !block_in_loop(to, loop))
                add_way(polls, ways, block, to);
        }
    }
}

static void find_ends(const struct polls *polls, const struct ways *ways) {
    for (int i = polls->graph->order_count - 1; i >= 0; i--) {
        const struct block *block = block_at(polls, i);
        ways->end[i] = -1;
        for (int k = 0; k < block->successor_count; k++) {
            const struct block *to = block->successors[k];
            if (!is_taken(polls, ways, block, k)) continue;
            if (enters_loop(block, to))
                add_ways_behind(polls, ways, block, to);
            else
                add_way(polls, ways, block, to);
        }
        if (ways->end[i] < 0) ways->end[i] = polls->graph->order_count;
    }
}

static bool is_on_each_way(const struct ways *ways, int block, int from) {
    while (from < block) from = ways->end[from];
    return from == block;
}

static const struct block *dominator_in_round(const struct block *block) {
    const struct block *dominator = block->dominator;
    while (dominator && dominator->loop != block->loop) dominator = dominator->dominator;
    return dominator;
}

/* NULL: to none. */
static const struct block *next_round(const struct block *block) {
    bool is_goto = block->successor_count == 1;
    return is_goto && edge_is_back_edge(block, block->successors[0]) ? block->successors[0] : NULL;
}

static bool ends_in_poll(const struct block *block) {
    const struct node *end = block->last;
    bool is_call = end->kind == NODE_invoke && !end->extra.call.is_inserted;
    return is_call || next_round(block);
}

static void find_leaders(const struct polls *polls, const struct ways *ways) {
    find_ends(polls, ways);
    for (int i = 0; i < polls->graph->order_count; i++) {
        const struct block *before = dominator_in_round(block_at(polls, i));
        bool is_led = before && is_on_each_way(ways, i, before->order);
        ways->leader[i] = is_led ? ways->leader[before->order] : i;
    }
}

static int leader_of(const struct polls *polls, int block) { return polls->usual.leader[block]; }

static void find_classes(const struct polls *polls) {
    find_leaders(polls, &polls->usual);
    int count = polls->graph->order_count;
    for (int i = 0; i < count; i++) polls->next[i] = polls->poll[i] = NONE;
    for (int i = count - 1; i > 0; i--) {
        int leader = leader_of(polls, i);
        if (leader == i) continue;
        polls->next[i] = polls->next[leader];
        polls->next[leader] = i;
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
    find_leaders(polls, &polls->strict);
    for (int i = 0; i < polls->graph->order_count; i++) {
        int leader = leader_of(polls, i), with = polls->poll[leader];
        if (with < 0) with = leader;
        bool is_led = strict_leader[i] == strict_leader[with];
        polls->is_certain[i] = is_led && (polls->poll[leader] != NONE ||
                                          begins_certainly(polls, block_at(polls, leader)));
    }
}

/* The first of them: they are equally many. */
static void find_poll(const struct polls *polls, int leader) {
    if (leader == 0) polls->poll[leader] = ENTRY;
    class_each(i, polls, leader)
        if (polls->poll[leader] == NONE && ends_in_poll(block_at(polls, i)))
            polls->poll[leader] = i;
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
    for (const struct block *loop = from->loop; !is_in(to, loop); loop = loop->outer_loop)
        times *= loop->iterations;
    return times;
}

/* Behind a loop, as often as it is entered. */
static void pass_loop(const struct polls *polls, const struct block *loop, double entered) {
    double *rounds = polls->rounds;
    rounds[loop->order] = entered;
    for (int i = loop->order; i < polls->graph->order_count; i++) {
        const struct block *block = block_at(polls, i);
        for (int k = 0; rounds[i] > 0 && k < block->successor_count; k++) {
            const struct block *to = block->successors[k];
            if (edge_is_back_edge(block, to)) continue;
            double times = rounds[i] * block->probabilities[k] * times_left(block, to);
            if (block_in_loop(to, loop))
                rounds[to->order] += times;
            else if (is_in(to, loop->outer_loop))
                add_times(polls, to, times);
        }
        rounds[i] = 0;
    }
}

static void go_on(const struct polls *polls, const struct block *block) {
    for (int k = 0; k < block->successor_count; k++) {
        const struct block *to = block->successors[k];
        double times = polls->times[block->order] * block->probabilities[k];
        if (times == 0 || ends_round(block, to)) continue;
        if (enters_loop(block, to)) pass_loop(polls, to, times);
        add_times(polls, to, times);
    }
}

static void follow(const struct polls *polls) {
    for (int i = 0; i < polls->graph->order_count; i++) {
        if (polls->times[i] == 0) continue;
        if (takes_times(polls, i))
            class_each(k, polls, i) polls->times[k] = polls->times[i];
        go_on(polls, block_at(polls, i));
    }
}

/* Of the class that runs with the poll, if it is one of the polls that classes run with. */
static void set_times(const struct polls *polls, int block, int poll) {
    int leader = leader_of(polls, block);
    if (polls->poll[leader] != poll) return;
    class_each(i, polls, leader) {
        const struct block *next = next_round(block_at(polls, i));
        polls->times[i] = 1;
        if (next) add_times(polls, next, 1);
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

static void tell(struct telling *telling, int block, int poll) {
    const struct polls *polls = telling->polls;
    const struct icg_poll_listener *listener = telling->listener;
    set_times(polls, block, poll);
    follow(polls);
    icg_forecast_times(telling->set, polls->graph, polls->times, tell_belief, telling);
    listener->end(listener->context, poll == ENTRY ? NULL : block_at(polls, poll)->last);
    for (int i = 0; i < polls->graph->order_count; i++) polls->times[i] = 0;
}

void icg_forecast_polls(const struct icg_set *set, const struct graph *graph,
                        const struct icg_poll_listener *listener) {
    int count = graph->order_count;
    size_t size = (size_t)count;
    int *orders = memory_allocate(6 * size * sizeof *orders);
    bool *flags = memory_allocate(2 * size * sizeof *flags);
    double *times = memory_allocate(2 * size * sizeof *times);
    const struct polls polls = {
        .graph = graph,
        .usual = {.end = orders, .leader = orders + size},
        .strict = {.end = orders + 2 * size, .leader = orders + 3 * size, .is_strict = true},
        .next = orders + 4 * size,
        .poll = orders + 5 * size,
        .is_bad = flags,
        .is_certain = flags + size,
        .times = times,
        .rounds = times + size};
    struct telling telling = {&polls, set, listener};
    for (int i = count - 1; i >= 0; i--) polls.is_bad[i] = is_bad(&polls, block_at(&polls, i));
    find_classes(&polls);
    for (int i = 0; i < count; i++)
        if (leader_of(&polls, i) == i) find_poll(&polls, i);
    find_certain(&polls);
    tell(&telling, 0, ENTRY);
    for (int i = 0; i < count; i++)
        if (ends_in_poll(block_at(&polls, i))) tell(&telling, i, i);
    memory_free(orders);
    memory_free(flags);
    memory_free(times);
}
