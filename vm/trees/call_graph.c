/* CALL GRAPH: nodes and blocks of the tree are added up in hash tables, then sorted. */
#define _GNU_SOURCE
#include "trees/call_graph.h"

#include <stdlib.h>

#include "base/arena.h"
#include "trees/walk.h"
#include <uthash.h>

struct fold_key {
    uint32_t method, callee; /* of a block: TREE_NONE */
    int32_t bci, number;
};

struct fold {
    UT_hash_handle hh;
    struct fold_key key;
    uint32_t last; /* of a block */
    uint64_t sum;
};

struct folding {
    struct arena arena;
    struct fold *edges, *blocks;
    const struct tree *tree;
    uint32_t *order; /* by method: its rank */
};

static struct fold *find_or_add(struct folding *folding, struct fold **table, struct fold_key key) {
    struct fold *found;
    HASH_FIND(hh, *table, &key, sizeof key, found);
    if (found) return found;
    found = ARENA_NEW(&folding->arena, struct fold);
    found->key = key;
    HASH_ADD(hh, *table, key, sizeof key, found);
    return found;
}

static void fold_node(struct folding *folding, const struct tree_node *node) {
    const struct tree *tree = folding->tree;
    uint32_t caller =
        node->parent == TREE_NONE ? TREE_NONE : tree->nodes.items[node->parent].method;
    struct fold_key edge = {caller, node->method, node->bci, node->number};
    find_or_add(folding, &folding->edges, edge)->sum += node->calls;
    tree_each_block(tree, node, block) {
        struct fold_key key = {node->method, TREE_NONE, block->bci, (int32_t)block->first};
        struct fold *fold = find_or_add(folding, &folding->blocks, key);
        fold->sum += block->executions;
        fold->last = block->last;
    }
}

static uint32_t rank(const struct folding *folding, uint32_t method) {
    return method == TREE_NONE ? 0 : folding->order[method] + 1;
}

static int compare_numbers(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int compare_edges(const void *a, const void *b, void *folding) {
    const struct graph_edge *left = a, *right = b;
    int order = compare_numbers(rank(folding, left->caller), rank(folding, right->caller));
    if (!order) order = compare_numbers(left->number, right->number);
    if (!order) order = compare_numbers(left->bci, right->bci);
    return order ? order
                 : compare_numbers(rank(folding, left->callee), rank(folding, right->callee));
}

static int compare_blocks(const void *a, const void *b, void *folding) {
    const struct graph_block *left = a, *right = b;
    int order = compare_numbers(rank(folding, left->method), rank(folding, right->method));
    return order ? order : compare_numbers(left->block.first, right->block.first);
}

static int compare_methods(const void *a, const void *b, void *context) {
    const struct tree *tree = context;
    return tree_compare_methods(&tree->methods.items[*(const uint32_t *)a],
                                &tree->methods.items[*(const uint32_t *)b]);
}

static void rank_methods(struct call_graph *graph, struct folding *folding) {
    const struct tree *tree = folding->tree;
    uint32_t count = tree->methods.count;
    uint32_t *sorted = ARENA_ARRAY(&folding->arena, uint32_t, count);
    folding->order = ARENA_ARRAY(&folding->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) sorted[i] = i;
    if (count) qsort_r(sorted, count, sizeof *sorted, compare_methods, (void *)tree);
    for (uint32_t i = 0; i < count; i++) {
        folding->order[sorted[i]] = i;
        vec_push(&graph->methods, (struct graph_method){.method = sorted[i]});
    }
}

static void list_edges(struct call_graph *graph, struct folding *folding) {
    struct fold *fold, *next;
    HASH_ITER(hh, folding->edges, fold, next)
    vec_push(&graph->edges, (struct graph_edge){fold->key.method, fold->key.callee, fold->key.bci,
                                                fold->key.number, fold->sum});
    if (graph->edges.count)
        qsort_r(graph->edges.items, graph->edges.count, sizeof *graph->edges.items, compare_edges,
                folding);
    vec_each(struct graph_edge, edge, &graph->edges) {
        graph->methods.items[folding->order[edge->callee]].calls += edge->calls;
        if (edge->caller == TREE_NONE) continue;
        struct graph_method *caller = &graph->methods.items[folding->order[edge->caller]];
        if (!caller->edge_count++) caller->first_edge = (uint32_t)(edge - graph->edges.items);
    }
}

static void list_blocks(struct call_graph *graph, struct folding *folding) {
    struct fold *fold, *next;
    HASH_ITER(hh, folding->blocks, fold, next) {
        struct tree_block block = {fold->key.bci, (uint32_t)fold->key.number, fold->last,
                                   fold->sum};
        vec_push(&graph->blocks, (struct graph_block){fold->key.method, block});
    }
    if (graph->blocks.count)
        qsort_r(graph->blocks.items, graph->blocks.count, sizeof *graph->blocks.items,
                compare_blocks, folding);
    vec_each(struct graph_block, block, &graph->blocks) {
        struct graph_method *method = &graph->methods.items[folding->order[block->method]];
        if (!method->block_count++) method->first_block = (uint32_t)(block - graph->blocks.items);
        method->instructions +=
            block->block.executions * (block->block.last - block->block.first + 1);
    }
}

void call_graph_make(struct call_graph *graph, const struct tree *tree) {
    *graph = (struct call_graph){0};
    struct folding folding = {.tree = tree};
    arena_init(&folding.arena);
    vec_each(struct tree_node, node, &tree->nodes) fold_node(&folding, node);
    rank_methods(graph, &folding);
    list_edges(graph, &folding);
    list_blocks(graph, &folding);
    HASH_CLEAR(hh, folding.edges);
    HASH_CLEAR(hh, folding.blocks);
    arena_release(&folding.arena);
}

void call_graph_release(struct call_graph *graph) {
    vec_release(&graph->methods);
    vec_release(&graph->blocks);
    vec_release(&graph->edges);
}
