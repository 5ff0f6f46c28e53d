/* Traits of nodes: rows of nodes.def, and what they leave to the node. */
#include "ir/traits.h"

#include <string.h>

#include "base/die.h"
#include "ir/fold.h"

bool node_is_state(const struct node *node) {
    return node->type == TYPE_STATE || node->kind == NODE_virtual_object;
}

bool node_is_constant_anywhere(const struct node *node) {
    return node_kind_placement(node->kind) == PLACEMENT_floating &&
           node_kind_again(node->kind) == AGAIN_again;
}

bool node_is_symmetric(const struct node *node) {
    switch (node_kind_commutes(node->kind)) {
    case COMMUTES_no: return false;
    case COMMUTES_yes: return true;
    case COMMUTES_mirror: return condition_is_symmetric(node->extra.condition);
    }
    UNREACHABLE();
}

int node_required_input(const struct node *node) {
    switch (node_kind_requires(node->kind)) {
    case REQUIRES_none: return -1;
    case REQUIRES_object: return 0;
    case REQUIRES_receiver: return node->extra.call.kind == INVOKE_STATIC ? -1 : 0;
    case REQUIRES_divisor: return node->type == TYPE_INT || node->type == TYPE_LONG ? 1 : -1;
    }
    UNREACHABLE();
}

static bool is_volatile(const struct node *node) {
    return node_kind_extra(node->kind) == EXTRA_field && node->extra.field->is_volatile;
}

bool node_may_drop(const struct node *node) {
    return node_kind_again(node->kind) != AGAIN_never && !is_volatile(node);
}

bool node_may_repeat(const struct node *node) {
    return node_kind_again(node->kind) == AGAIN_again && !is_volatile(node);
}

bool node_is_alike(const struct node *a, const struct node *b) {
    return a->kind == b->kind && a->type == b->type && a->input_count == b->input_count &&
           memcmp(&a->extra, &b->extra, sizeof a->extra) == 0;
}

bool node_may_share(const struct node *node) {
    return node_kind_placement(node->kind) == PLACEMENT_pure && node_may_repeat(node);
}

enum node_order node_order(const struct node *node) {
    if (!node_may_repeat(node)) return ORDER_fixed;
    if (node_kind_reads(node->kind) != MEMORY_none) return ORDER_memory;
    return node_required_input(node) >= 0 ? ORDER_check : ORDER_free;
}
