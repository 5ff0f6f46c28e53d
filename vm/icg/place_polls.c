/* PLACE POLLS: each round of a loop polls. The poll is where the loop goes back, or, where methods are inlined behind a branch that each
 * round comes to, behind that branch on each way, and on each of these likewise: then it tells how often they are called, at no
 * cost. Of several such branches it is the one behind which most are inlined. Positions alone have a say: code is the same whether calls
 * are sampled or not. */
#include "icg/icg.h"
#include "icg/ways.h"
#include "ir/compilation.h"

enum { ARMS_AT_MOST = 16 };

struct calls {
    VEC(const struct position *) inlined;
};

struct placing {
    struct graph *graph;
    struct ways ways;
    bool *has_call;            /* a leader's class */
    const struct block *latch; /* where the loop goes back */
    struct calls *behind;      /* by order of the blocks: branches that may be chosen */
};

/* Ways from a block to others of its loop. One that enters a loop inside leaves it there. */
struct arms {
    int count;
    struct block *items[ARMS_AT_MOST];
};

static const struct block *loop_of(const struct placing *p) { return p->latch->loop; }

static void add_arm(const struct placing *p, struct arms *arms, struct block *to) {
    if (!block_in_loop(to, loop_of(p))) return;
    if (arms->count < ARMS_AT_MOST) arms->items[arms->count] = to;
    arms->count++;
}

static void add_arms_behind(const struct placing *p, struct arms *arms, const struct block *loop) {
    for (int i = loop->order; i < p->graph->order_count; i++) {
        const struct block *inside = block_at(p->graph, i);
        if (!block_in_loop(inside, loop)) continue;
        for (int k = 0; k < inside->successor_count; k++)
            if (!block_in_loop(inside->successors[k], loop))
                add_arm(p, arms, inside->successors[k]);
    }
}

static struct arms arms_of(const struct placing *p, const struct block *block) {
    struct arms arms = {0};
    for (int k = 0; k < block->successor_count; k++) {
        struct block *to = block->successors[k];
        if (edge_enters_loop(block, to))
            add_arms_behind(p, &arms, to);
        else
            add_arm(p, &arms, to);
    }
    return arms;
}

/* --- which branch --- */

/* Can the loop go back that way without a poll, nor by the branch? */
static bool goes_past(const struct placing *p, const struct block *from,
                      const struct block *branch) {
    for (int i = from->order; i <= p->latch->order; i++) {
        struct block *block = p->graph->order[i];
        block->scratch = block == from;
        vec_each(struct block *, before, &block->predecessors) {
            bool is_way = (*before)->order >= from->order && (*before)->order < i &&
                          block_in_loop(*before, loop_of(p));
            block->scratch |= is_way && (*before)->scratch;
        }
        if (block == branch || block_poll(block)) block->scratch = false;
    }
    return p->latch->scratch;
}

static bool is_with(const struct placing *p, const struct block *block, const struct block *start) {
    const int *leader = p->ways.leader;
    return block->loop == loop_of(p) && leader[block->order] == leader[start->order];
}

/* The last block on the way to [block] that is executed as often as [start]; NULL: there is none, or that is itself. */
static const struct block *branch_before(const struct placing *p, const struct block *start,
                                         const struct block *block) {
    if (block->loop != loop_of(p) || is_with(p, block, start)) return NULL;
    const struct block *branch = block;
    while (branch && !is_with(p, branch, start)) branch = block_dominator_in_round(branch);
    return branch;
}

static bool is_inlined_through(const struct position *position, const struct position *call) {
    while (position && !position_equal(position, call)) position = position->caller;
    return position;
}

static bool is_known(const struct calls *behind, const struct block *branch,
                     const struct position *call) {
    vec_each(const struct position *, known, &behind->inlined) {
        if (position_equal(*known, call)) return true;
    }
    return is_inlined_through(branch->last->position, call);
}

static void add_calls(const struct placing *p, const struct block *branch,
                      const struct node *node) {
    if (node->kind == NODE_placeholder || !node->position) return;
    struct calls *behind = &p->behind[branch->order];
    for (const struct position *call = node->position->caller; call; call = call->caller)
        if (!is_known(behind, branch, call) && !is_inlined_through(p->latch->last->position, call))
            arena_vec_push(p->graph->compilation->arena, &behind->inlined, call);
}

static void find_calls(const struct placing *p, const struct block *start) {
    for (int i = 0; i < p->graph->order_count; i++) p->behind[i].inlined.count = 0;
    for (int i = loop_of(p)->order; i < p->graph->order_count; i++) {
        const struct block *block = block_at(p->graph, i), *branch = branch_before(p, start, block);
        bool is_told = p->has_call[p->ways.leader[i]];
        if (branch && !is_told)
            block_each_node(node, block) add_calls(p, branch, node);
    }
}

static bool is_good(const struct placing *p, const struct block *from, const struct block *branch) {
    int arms = arms_of(p, branch).count;
    return branch->last->kind != NODE_invoke && arms > 1 && arms <= ARMS_AT_MOST &&
           !goes_past(p, from, branch);
}

/* Of those that are executed as often as [start], and come behind [from]. NULL: none is good. */
static const struct block *choose_branch(const struct placing *p, const struct block *start,
                                         const struct block *from) {
    const struct block *best = NULL;
    uint32_t most = 0;
    find_calls(p, start);
    for (int i = from->order; i <= p->latch->order; i++) {
        uint32_t count = p->behind[i].inlined.count;
        if (count <= most || !is_good(p, from, block_at(p->graph, i))) continue;
        best = block_at(p->graph, i);
        most = count;
    }
    return best;
}

/* --- placing --- */

static void poll_at_end(const struct placing *p, const struct block *block) {
    struct node *poll = node_new(p->graph, NODE_poll, TYPE_VOID, 0, NULL);
    poll->position = p->latch->last->position;
    node_insert_before(block->last, poll);
}

static void place(const struct placing *p, const struct block *start, const struct block *from) {
    const struct block *branch = choose_branch(p, start, from);
    if (!branch) {
        poll_at_end(p, start);
        return;
    }
    struct arms arms = arms_of(p, branch);
    for (int i = 0; i < arms.count; i++) place(p, arms.items[i], arms.items[i]);
}

static void prepare(struct placing *p) {
    struct arena *arena = p->graph->compilation->arena;
    int count = p->graph->order_count;
    p->ways = ways_find(p->graph, NULL);
    p->has_call = ARENA_ARRAY(arena, bool, count);
    p->behind = ARENA_ARRAY(arena, struct calls, count);
    for (int i = 0; i < count; i++)
        p->has_call[p->ways.leader[i]] |= block_ends_in_call(block_at(p->graph, i));
}

void phase_polls(struct graph *graph) {
    struct placing p = {.graph = graph};
    for (int i = 0; i < graph->order_count; i++) {
        p.latch = block_at(graph, i);
        const struct block *header = block_next_round(p.latch);
        if (!header || !goes_past(&p, header, NULL)) continue;
        if (!p.behind) prepare(&p);
        place(&p, p.latch, header);
    }
}
