/* Global value numbering: a pure value that an equal one dominates is shared. Blocks are visited
 * in reverse post-order, so a dominator's values are in the table before they are looked for.
 * Nothing moves: a division stays behind its guard, and shares only with one behind the same or an
 * earlier guard. */
#include "ir/cfg.h"
#include "ir/traits.h"
#include "opt/phase.h"

enum { BUCKETS = 256 };

struct entry {
    struct node *node;
    struct entry *next;
};

static uint32_t hash_of(const struct node *node) {
    uint32_t hash = node->kind * 31u + node->type;
    uint32_t inputs = 0;
    for (int i = 0; i < node->input_count; i++) {
        uint32_t id = node->inputs[i]->id * 2654435761u;
        inputs = node_is_symmetric(node) ? inputs + id : inputs * 31u + id;
    }
    return (hash ^ inputs) >> 7;
}

static bool inputs_equal(const struct node *a, const struct node *b) {
    if (node_is_symmetric(a) && a->inputs[0] == b->inputs[1] && a->inputs[1] == b->inputs[0])
        return true;
    for (int i = 0; i < a->input_count; i++)
        if (a->inputs[i] != b->inputs[i]) return false;
    return true;
}

static struct node *dominating_equal(struct entry *entry, const struct node *node) {
    for (; entry; entry = entry->next)
        if (node_is_alike(entry->node, node) && inputs_equal(entry->node, node) &&
            block_dominates(entry->node->block, node->block))
            return entry->node;
    return NULL;
}

static void share(struct node *node, struct node *by) {
    compilation_report(node->graph->compilation, EVENT_value_shared, node,
                       node_kind_text(node->kind), 0, REASON_equal_value);
    edit_replace_and_eliminate(node, by);
}

void phase_gvn(struct graph *graph) {
    struct arena *arena = graph->compilation->arena;
    struct entry **table = ARENA_ARRAY(arena, struct entry *, BUCKETS);
    for (int i = 0; i < graph->order_count; i++) {
        for (struct node *node = graph->order[i]->first, *next; node; node = next) {
            next = node->next;
            if (!node_may_share(node)) continue;
            struct entry **bucket = &table[hash_of(node) % BUCKETS];
            struct node *equal = dominating_equal(*bucket, node);
            if (equal) {
                share(node, equal);
                continue;
            }
            struct entry *entry = ARENA_NEW(arena, struct entry);
            *entry = (struct entry){node, *bucket};
            *bucket = entry;
        }
    }
}
