/* Separating the entries of loops: phis are divided into what comes from outside and what comes
 * back. */
#include "ir/entries.h"

#include "ir/cfg.h"
#include "ir/compilation.h"
#include "ir/links.h"

static int entry_count(const struct block *header) {
    int count = 0;
    while (!edge_is_back_edge(header->predecessors.items[count], header)) count++;
    return count;
}

static void split_phi(struct node *phi, struct block *before, int entries) {
    struct node *outer = node_new(phi->graph, NODE_phi, phi->type, entries, phi->inputs);
    outer->position = phi->position;
    phi_append(before, outer);
    node_set_input(phi, 0, outer);
    for (int i = entries - 1; i > 0; i--) node_remove_input(phi, i);
}

static void separate(struct block *header, int entries) {
    struct graph *graph = header->graph;
    struct arena *arena = graph->compilation->arena;
    struct block *before = block_new(graph);
    for (int i = 0; i < entries; i++) {
        struct block *from = header->predecessors.items[i];
        from->successors[0] = before;
        arena_vec_push(arena, &before->predecessors, from);
    }
    for (struct node *phi = header->first; phi->kind == NODE_phi; phi = phi->next)
        split_phi(phi, before, entries);
    for (int i = entries - 1; i > 0; i--) vec_remove(&header->predecessors, i);
    struct node *end = node_new(graph, NODE_goto, TYPE_VOID, 0, NULL);
    end->position = before->predecessors.items[0]->last->position;
    block_end(before, end, 1, &header, NULL);
    header->predecessors.count--; /* block_end put it last */
    header->predecessors.items[0] = before;
}

bool graph_separate_loop_entries(struct graph *graph) {
    bool any = false;
    for (int i = 0; i < graph->order_count; i++) {
        struct block *block = graph->order[i];
        if (!block_is_loop_header(block)) continue;
        int entries = entry_count(block);
        if (entries < 2) continue;
        separate(block, entries);
        any = true;
    }
    return any;
}
