/* SHARE: what executes equally often is counted once. Of the flow graph of a lowered graph, with the inserted code in it, a
 * spanning tree of the edges that are taken most is left to arithmetic (base/shares.h); the other edges are counted.
 *
 * A block is two vertices, its start and its end, and the edge between them. The world outside is one vertex: the entry
 * comes from there, and returns lead there. So do guards that fail, in the middle of a block, which cost nothing to count,
 * and calls that have not come back, which are counted by whoever reads: leaks. Parts of the graph in which nothing is to
 * be counted are one vertex. */
#include <stdlib.h>

#include "base/die.h"
#include "base/intern.h"
#include "base/shares.h"
#include "icg/internal.h"
#include "ir/cfg.h"

enum edge_kind { EDGE_BLOCK, EDGE_JUMP, EDGE_OUTSIDE };

struct flow_edge {
    enum edge_kind kind;
    struct block *block; /* that it is, or begins at; NULL: the entry */
    int successor;       /* of a jump */
    uint32_t from, to;   /* vertices */
    double weight;
    bool is_in_tree, is_wanted;
    uint32_t variable; /* of those that are wanted */
};

struct vertex {
    uint32_t group;        /* another vertex of its group, or itself */
    VEC(uint32_t) edges;   /* of the group's first: indices, both ways */
    VEC(uint32_t) leaks;   /* likewise: variables */
    struct flow_edge *way; /* likewise: the edge of the tree that leads towards the outside */
};

struct measured {
    struct node *count;
    bool follows; /* from the counts on the ways to its block */
    uint32_t variable;
};

struct sharing {
    struct graph *graph;
    struct arena *arena;
    struct cell_space *cells;
    bool *counts; /* by block's order: is there anything to count in it? */
    uint32_t vertex_count;
    struct vertex *vertices;
    VEC(struct flow_edge) edges;
    uint32_t *order; /* of groups: each behind the one that its way leads to */
    uint32_t order_count;
    VEC(struct measured) measured;     /* blocks in order */
    uint32_t counted, exits, computed; /* variables */
    VEC(struct share_term) terms;
    VEC(uint32_t) term_ends;
    VEC(struct share_target) targets;
};

enum { OUTSIDE };
static uint32_t start_of(const struct block *block) { return 1 + 2 * (uint32_t)block->order; }
static uint32_t end_of(const struct block *block) { return 2 + 2 * (uint32_t)block->order; }

static bool is_of_readers(const struct node *node) {
    const struct icg_set *set = node->graph->compilation->inserted;
    return node->kind == NODE_count && node->extra.counter.name == set->shared_name &&
           !node->extra.counter.frame;
}

static bool is_constant_amount(const struct node *node) {
    return !node->input_count || node->inputs[0]->kind == NODE_const_long;
}

static bool is_shared(const struct node *node) {
    return is_of_readers(node) && is_constant_amount(node);
}

/* Its amount differs from execution to execution. */
static bool is_measured(const struct node *node) {
    return is_of_readers(node) && !is_constant_amount(node);
}

static bool find_shared(const struct block *block) {
    block_each_node(node, block) {
        if (is_shared(node)) return true;
    }
    return false;
}

/* --- groups of vertices --- */

static uint32_t group_of(struct vertex *vertices, uint32_t vertex) {
    while (vertices[vertex].group != vertex) {
        vertices[vertex].group = vertices[vertices[vertex].group].group;
        vertex = vertices[vertex].group;
    }
    return vertex;
}

/* False when they are one already. */
static bool join(struct vertex *vertices, uint32_t a, uint32_t b) {
    a = group_of(vertices, a), b = group_of(vertices, b);
    vertices[a > b ? a : b].group = a > b ? b : a;
    return a != b;
}

/* --- the flow graph --- */

/* Where neither end counts, both are one vertex. */
static void add_edge(struct sharing *s, bool is_counting, struct flow_edge edge) {
    if (is_counting)
        arena_vec_push(s->arena, &s->edges, edge);
    else
        join(s->vertices, edge.from, edge.to);
}

static void add_edges_of(struct sharing *s, struct block *block) {
    bool is_counting = s->counts[block->order];
    add_edge(s, is_counting,
             (struct flow_edge){.kind = EDGE_BLOCK,
                                .block = block,
                                .from = start_of(block),
                                .to = end_of(block),
                                .weight = block->frequency});
    for (int i = 0; i < block->successor_count; i++)
        add_edge(s, is_counting || s->counts[block->successors[i]->order],
                 (struct flow_edge){.kind = EDGE_JUMP,
                                    .block = block,
                                    .successor = i,
                                    .from = end_of(block),
                                    .to = start_of(block->successors[i]),
                                    .weight = block->frequency * block->probabilities[i]});
    if (block->last->kind == NODE_return || block->last->kind == NODE_unwind)
        add_edge(s, is_counting,
                 (struct flow_edge){.kind = EDGE_OUTSIDE,
                                    .block = block,
                                    .from = end_of(block),
                                    .to = OUTSIDE,
                                    .weight = block->frequency});
}

static int edge_order(const void *left, const void *right) {
    const struct flow_edge *a = left, *b = right;
    if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
    int x = a->block ? a->block->order : -1, y = b->block ? b->block->order : -1;
    if (x != y) return x < y ? -1 : 1;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    return (a->successor > b->successor) - (a->successor < b->successor);
}

static void make_flow_graph(struct sharing *s) {
    const struct graph *graph = s->graph;
    s->counts = ARENA_ARRAY(s->arena, bool, graph->order_count);
    for (int i = 0; i < graph->order_count; i++) s->counts[i] = find_shared(graph->order[i]);
    s->vertex_count = 1 + 2 * (uint32_t)graph->order_count;
    s->vertices = ARENA_ARRAY(s->arena, struct vertex, s->vertex_count);
    for (uint32_t i = 0; i < s->vertex_count; i++) s->vertices[i].group = i;
    for (int i = 0; i < graph->order_count; i++) add_edges_of(s, graph->order[i]);
    add_edge(s, s->counts[graph->entry->order],
             (struct flow_edge){.kind = EDGE_OUTSIDE,
                                .from = OUTSIDE,
                                .to = start_of(graph->entry),
                                .weight = graph->entry->frequency});
    if (s->edges.count) qsort(s->edges.items, s->edges.count, sizeof *s->edges.items, edge_order);
    for (uint32_t i = 0; i < s->edges.count; i++) {
        struct flow_edge *edge = &s->edges.items[i];
        edge->from = group_of(s->vertices, edge->from);
        edge->to = group_of(s->vertices, edge->to);
        arena_vec_push(s->arena, &s->vertices[edge->from].edges, i);
        arena_vec_push(s->arena, &s->vertices[edge->to].edges, i);
    }
}

/* --- the tree --- */

/* Kruskal, the edges being in order. */
static void choose_tree(struct sharing *s) {
    struct vertex *trees = ARENA_ARRAY(s->arena, struct vertex, s->vertex_count);
    for (uint32_t i = 0; i < s->vertex_count; i++) trees[i].group = i;
    vec_each(struct flow_edge, edge, &s->edges)
        edge->is_in_tree = join(trees, edge->from, edge->to);
}

static uint32_t other_end(const struct flow_edge *edge, uint32_t group) {
    return edge->from == group ? edge->to : edge->from;
}

/* From the outside, breadth first. */
static void find_ways(struct sharing *s) {
    s->order = ARENA_ARRAY(s->arena, uint32_t, s->vertex_count);
    s->order[s->order_count++] = OUTSIDE;
    for (uint32_t i = 0; i < s->order_count; i++) {
        uint32_t group = s->order[i];
        vec_each(uint32_t, index, &s->vertices[group].edges) {
            struct flow_edge *edge = &s->edges.items[*index];
            if (!edge->is_in_tree || edge == s->vertices[group].way) continue;
            uint32_t next = other_end(edge, group);
            s->vertices[next].way = edge;
            s->order[s->order_count++] = next;
        }
    }
}

/* Those of blocks are wanted, and what an edge of the tree follows from: all that meets it at the
 * vertex that it is the way of. */
static void choose_edges(struct sharing *s) {
    vec_each(struct flow_edge, edge, &s->edges) edge->is_wanted = edge->kind == EDGE_BLOCK;
    for (uint32_t i = 1; i < s->order_count; i++) {
        const struct vertex *vertex = &s->vertices[s->order[i]];
        if (!vertex->way->is_wanted) continue;
        vec_each(uint32_t, index, &vertex->edges) {
            struct flow_edge *edge = &s->edges.items[*index];
            edge->is_wanted |= edge->from != edge->to;
        }
    }
}

/* --- variables --- */

static bool may_leave(const struct node *node) {
    return node->kind == NODE_guard || node->kind == NODE_deoptimize;
}

static bool may_stay(const struct node *node) {
    return node->kind == NODE_invoke || node->kind == NODE_poll ||
           (node_calls_runtime(node) && node->position);
}

/* Does its vertex tell the flow of an edge? */
static bool is_used(const struct sharing *s, uint32_t vertex) {
    const struct flow_edge *way = s->vertices[group_of(s->vertices, vertex)].way;
    return way && way->is_in_tree && way->is_wanted;
}

static void number_leak(struct sharing *s, const struct node *node, uint32_t *next) {
    s->graph->shares[node->id] = (struct node_share){.is_used = true, .variable = (*next)++};
}

static void number_variables(struct sharing *s) {
    vec_each(struct flow_edge, edge, &s->edges)
        if (edge->is_wanted && !edge->is_in_tree) edge->variable = s->counted++;
    for (int i = 0; i < s->graph->order_count; i++) {
        const struct block *block = s->graph->order[i];
        if (!s->counts[i] && !is_used(s, end_of(block))) continue;
        block_each_node(node, block) {
            if (may_leave(node)) number_leak(s, node, &s->counted);
            if (may_stay(node)) number_leak(s, node, &s->exits);
        }
    }
}

/* --- amounts --- */

static bool is_same_amount(const struct node *a, const struct node *b, int steps) {
    if (a == b) return true;
    if (steps == 0 || !icg_is_computed(a) || !node_is_alike(a, b)) return false;
    for (int i = 0; i < a->input_count; i++)
        if (!is_same_amount(a->inputs[i], b->inputs[i], steps - 1)) return false;
    return true;
}

/* The last on the way out of the block that adds the same amount; NULL: something may leave or stay behind it. */
static struct node *same_at_end(const struct block *block, const struct node *count) {
    struct node *node = block->last->previous;
    for (; node && !may_leave(node) && !may_stay(node); node = node->previous)
        if (is_measured(node) &&
            is_same_amount(node->inputs[0], count->inputs[0], ICG_STEPS_AT_MOST))
            return node;
    return NULL;
}

/* Is the same amount added on each way to its block? */
static bool follows(const struct node *count) {
    const struct block *block = count->block;
    for (const struct node *node = count; node; node = node->previous)
        if (may_leave(node) || may_stay(node)) return false;
    vec_each(struct block *, way, &block->predecessors) {
        bool leads_here_alone = (*way)->successor_count == 1 && (*way)->order < block->order;
        if (!leads_here_alone || !same_at_end(*way, count)) return false;
    }
    return block->predecessors.count > 0;
}

static void number_amounts(struct sharing *s) {
    for (int i = 0; i < s->graph->order_count; i++) {
        block_each_node(node, s->graph->order[i]) {
            if (!is_measured(node)) continue;
            struct measured measured = {.count = node, .follows = follows(node)};
            if (!measured.follows) measured.variable = s->counted++;
            arena_vec_push(s->arena, &s->measured, measured);
        }
    }
}

static uint32_t leak_variable(const struct sharing *s, const struct node *node) {
    return s->graph->shares[node->id].variable + (may_leave(node) ? 0 : s->counted);
}

static void add_leak(struct sharing *s, uint32_t vertex, const struct node *node) {
    arena_vec_push(s->arena, &s->vertices[group_of(s->vertices, vertex)].leaks,
                   leak_variable(s, node));
}

static bool is_leak(const struct sharing *s, const struct node *node) {
    return s->graph->shares[node->id].is_used && (may_leave(node) || may_stay(node));
}

static void collect_leaks(struct sharing *s) {
    for (int i = 0; i < s->graph->order_count; i++) {
        const struct block *block = s->graph->order[i];
        block_each_node(node, block) {
            if (is_leak(s, node)) add_leak(s, end_of(block), node);
        }
    }
}

/* --- arithmetic --- */

static void add_term(struct sharing *s, uint32_t variable, int sign) {
    arena_vec_push(s->arena, &s->terms, (struct share_term){variable, sign});
}

/* The sum of the terms since the last. */
static uint32_t end_sum(struct sharing *s) {
    arena_vec_push(s->arena, &s->term_ends, s->terms.count);
    return s->counted + s->exits + s->computed++;
}

/* What flows in flows out. */
static void compute_way(struct sharing *s, uint32_t group) {
    const struct vertex *vertex = &s->vertices[group];
    int in = vertex->way->to == group ? -1 : 1;
    vec_each(uint32_t, index, &vertex->edges) {
        const struct flow_edge *edge = &s->edges.items[*index];
        if (edge == vertex->way || edge->from == edge->to) continue;
        add_term(s, edge->variable, edge->to == group ? in : -in);
    }
    vec_each(uint32_t, leak, &vertex->leaks) add_term(s, *leak, -in);
    vertex->way->variable = end_sum(s);
}

static void compute_ways(struct sharing *s) {
    for (uint32_t i = s->order_count; i-- > 1;)
        if (is_used(s, s->order[i])) compute_way(s, s->order[i]);
}

/* What is counted behind leaks is executed less often. */
static void take_counts(struct sharing *s, const struct flow_edge *edge) {
    uint32_t now = edge->variable, next_leak = 0;
    VEC(uint32_t) leaks = {0};
    struct node *next;
    for (struct node *node = edge->block->first; node; node = next) {
        next = node->next;
        if (is_leak(s, node)) arena_vec_push(s->arena, &leaks, leak_variable(s, node));
        if (!is_shared(node)) continue;
        if (next_leak < leaks.count) {
            add_term(s, now, 1);
            while (next_leak < leaks.count) add_term(s, leaks.items[next_leak++], -1);
            now = end_sum(s);
        }
        int64_t amount = node->input_count ? node->inputs[0]->extra.integer : 1;
        arena_vec_push(s->arena, &s->targets,
                       (struct share_target){node->extra.counter.cell, now, amount});
        edit_eliminate(node);
    }
}

static const struct measured *measured_of(const struct sharing *s, const struct node *count) {
    const struct measured *measured = s->measured.items;
    while (measured->count != count) measured++;
    return measured;
}

static void take_amounts(struct sharing *s) {
    vec_each(struct measured, measured, &s->measured) {
        const struct node *count = measured->count;
        if (measured->follows) {
            vec_each(struct block *, way, &count->block->predecessors)
                add_term(s, measured_of(s, same_at_end(*way, count))->variable, 1);
            measured->variable = end_sum(s);
        }
        arena_vec_push(s->arena, &s->targets,
                       (struct share_target){count->extra.counter.cell, measured->variable, 1});
    }
}

/* --- the counters --- */

static struct node *first_place(const struct block *block) {
    struct node *place = block->first;
    while (place->kind == NODE_phi || place->kind == NODE_exception_object) place = place->next;
    return place;
}

static struct node *place_of_count(const struct sharing *s, const struct flow_edge *edge) {
    if (!edge->block) return first_place(s->graph->entry);
    if (edge->kind == EDGE_BLOCK) return first_place(edge->block);
    if (edge->kind == EDGE_OUTSIDE || edge->block->successor_count == 1) return edge->block->last;
    struct block *to = edge->block->successors[edge->successor];
    ASSERT(to->predecessors.count == 1, "a critical edge");
    return first_place(to);
}

static void insert_count(const struct sharing *s, const struct flow_edge *edge,
                         struct count *cell) {
    struct node *count = node_new(s->graph, NODE_count, TYPE_VOID, 0, NULL);
    count->extra.counter.cell = cell;
    count->extra.counter.name = intern("flow");
    node_insert_before(place_of_count(s, edge), count);
}

static void *copy_of(const void *items, size_t size) {
    void *copy = memory_allocate(size + 1);
    memory_copy(copy, items, size);
    return copy;
}

static struct count_shares *shares_new(const struct sharing *s) {
    struct count_shares *shares = memory_allocate(sizeof *shares);
    *shares = (struct count_shares){
        .way = s->graph->is_loop ? COUNT_ON_STACK : COUNT_COMPILED,
        .counted_count = s->counted,
        .exit_count = s->exits,
        .computed_count = s->computed,
        .counted = memory_allocate(sizeof *shares->counted * (s->counted + 1)),
        .active = memory_allocate(sizeof *shares->active * (s->exits + 1)),
        .term_ends = copy_of(s->term_ends.items, sizeof *s->term_ends.items * s->term_ends.count),
        .terms = copy_of(s->terms.items, sizeof *s->terms.items * s->terms.count),
    };
    for (uint32_t i = 0; i < s->counted; i++)
        shares->counted[i] = count_make_near(s->cells, shares->way);
    vec_each(struct share_target, target, &s->targets) vec_push(&shares->targets, *target);
    return shares;
}

static void connect(const struct sharing *s, const struct count_shares *shares) {
    vec_each(struct flow_edge, edge, &s->edges)
        if (edge->is_wanted && !edge->is_in_tree)
            insert_count(s, edge, &shares->counted[edge->variable]);
    vec_each(struct measured, measured, &s->measured) {
        if (measured->follows)
            edit_eliminate(measured->count);
        else
            measured->count->extra.counter.cell = &shares->counted[measured->variable];
    }
}

void phase_share(struct graph *graph) {
    struct icg_set *set = graph->compilation->inserted;
    if (!set || !set->cells) return;
    struct sharing s = {.graph = graph, .arena = set->arena, .cells = set->cells};
    make_flow_graph(&s);
    number_amounts(&s);
    if (s.edges.count + s.measured.count == 0) return;
    graph->share_count = graph->next_node_id;
    graph->shares = ARENA_ARRAY(s.arena, struct node_share, graph->share_count);
    choose_tree(&s);
    find_ways(&s);
    choose_edges(&s);
    number_variables(&s);
    collect_leaks(&s);
    compute_ways(&s);
    vec_each(struct flow_edge, edge, &s.edges)
        if (edge->kind == EDGE_BLOCK) take_counts(&s, edge);
    take_amounts(&s);
    struct count_shares *shares = shares_new(&s);
    connect(&s, shares);
    graph->flow = shares;
}
