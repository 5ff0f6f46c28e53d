/* Counting over the blocks that can be reached; nothing is computed beforehand, except for
 * frequencies. */
#include "ir/query.h"

#include <string.h>

static bool is_counted(const struct block *block) { return !block->is_dead; }

void graph_count_kinds(const struct graph *graph, int counts[NODE_KIND_COUNT]) {
    memset(counts, 0, NODE_KIND_COUNT * sizeof *counts);
    vec_each(struct node *, node, &graph->floating)
        counts[(*node)->kind] += !(*node)->is_dead && (*node)->uses.count > 0;
    vec_each(struct block *, block, &graph->blocks) {
        if (!is_counted(*block)) continue;
        block_each_node(node, *block) counts[node->kind]++;
    }
}

int graph_count(const struct graph *graph, enum node_kind kind) {
    int counts[NODE_KIND_COUNT];
    graph_count_kinds(graph, counts);
    return counts[kind];
}

double graph_frequency(const struct graph *graph, enum node_kind kind) {
    double frequency = 0;
    vec_each(struct block *, block, &graph->blocks) {
        if (!is_counted(*block)) continue;
        block_each_node(node, *block) {
            if (node->kind == kind) frequency += (*block)->frequency;
        }
    }
    return frequency;
}

struct node *graph_find(const struct graph *graph, enum node_kind kind) {
    for (int i = 0; i < graph->order_count; i++) {
        if (graph->order[i]->is_dead) continue;
        block_each_node(node, graph->order[i]) {
            if (node->kind == kind) return node;
        }
    }
    vec_each(struct block *, block, &graph->blocks) { /* made after the order was computed */
        if (!is_counted(*block)) continue;
        block_each_node(node, *block) {
            if (node->kind == kind) return node;
        }
    }
    vec_each(struct node *, node, &graph->floating) {
        if ((*node)->kind == kind && !(*node)->is_dead) return *node;
    }
    return NULL;
}

int block_size(const struct block *block) {
    int size = 0;
    block_each_node(node, block) size += node_kind_cycles(node->kind) > 0;
    return size;
}

int graph_size(const struct graph *graph) {
    int size = 0;
    vec_each(struct block *, block, &graph->blocks) {
        if (is_counted(*block)) size += block_size(*block);
    }
    return size;
}

double graph_cycles(const struct graph *graph) {
    double cycles = 0;
    vec_each(struct block *, block, &graph->blocks) {
        if (!is_counted(*block)) continue;
        block_each_node(node, *block) {
            cycles += node_kind_cycles(node->kind) * (*block)->frequency;
        }
    }
    return cycles;
}

const char *invoke_named(const struct node *invoke) {
    const char *named = invoke->extra.call.named;
    return named ? named : invoke->extra.call.method->full_name;
}
