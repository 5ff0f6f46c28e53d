/* Which operation a region belongs to: a walk from where the region was, backwards or forwards,
 * over what is no operation. All regions have left the graph before; markers (placeholders) stand
 * where they were. */
#include "icg/internal.h"

static bool is_operation(const struct node *node) {
    return node_kind_placement(node->kind) == PLACEMENT_fixed && node->kind != NODE_guard &&
           node->kind != NODE_placeholder && node->kind != NODE_query;
}

/* The call that constructs an object belongs to the object's allocation. */
static struct node *allocation_of(struct node *invoke) {
    const struct meta_method *method = invoke->extra.call.method;
    bool constructs = method->is_constructor && invoke->inputs[0]->kind == NODE_new;
    return constructs ? invoke->inputs[0] : invoke;
}

static struct node *nearest_before(const struct node *marker) {
    struct node *node = marker->previous;
    const struct block *block = marker->block;
    for (;;) {
        for (; node; node = node->previous) {
            if (is_operation(node)) return node;
        }
        if (block->predecessors.count != 1) return NULL;
        const struct block *before = block->predecessors.items[0];
        if (before->last->kind == NODE_invoke) return allocation_of(before->last);
        if (before->last->kind != NODE_goto) return NULL;
        block = before;
        node = block->last->previous;
    }
}

static bool is_operation_at_end(const struct node *end) {
    return end->kind == NODE_invoke || end->kind == NODE_if || end->kind == NODE_switch;
}

static struct node *nearest_behind(const struct node *marker) {
    struct node *node = marker->next;
    const struct block *block = marker->block;
    for (;;) {
        for (; node; node = node->next) {
            if (is_operation(node)) return node;
        }
        if (is_operation_at_end(block->last)) return block->last;
        if (block->last->kind != NODE_goto) return NULL;
        block = block->successors[0];
        if (block->predecessors.count != 1) return NULL;
        node = block->first;
    }
}

struct node *icg_find_anchor(const struct node *marker, enum icg_place place) {
    switch (place) {
    case ICG_PRED: return nearest_before(marker);
    case ICG_SUCC: return nearest_behind(marker);
    case ICG_HERE: break;
    }
    return NULL;
}
