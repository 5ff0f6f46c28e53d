/* Dead code elimination: drops values that nobody uses. What has an effect, ends a block or
 * allocates is alive (an allocation that is not needed is for escape analysis to remove); alive is
 * also what something alive uses, so that dead phis that use each other around a loop go too. */
#include "base/bitset.h"
#include "ir/traits.h"
#include "opt/phase.h"

typedef VEC(struct node *) node_list;

static void mark(struct arena *arena, struct bitset *alive, node_list *work, struct node *node) {
    if (bitset_has(alive, node->id)) return;
    bitset_add(alive, node->id);
    arena_vec_push(arena, work, node);
}

static struct bitset alive_nodes(const struct graph *graph) {
    struct arena *arena = graph->compilation->arena;
    struct bitset alive = bitset_new(arena, graph->next_node_id);
    node_list work = {0};
    vec_each(struct block *, block, &graph->blocks) {
        if ((*block)->is_dead) continue;
        block_each_node(node, *block) {
            if (!node_may_drop(node)) mark(arena, &alive, &work, node);
        }
    }
    while (work.count > 0) {
        struct node *node = vec_pop(&work);
        for (int i = 0; i < node->input_count; i++)
            if (node->inputs[i]) mark(arena, &alive, &work, node->inputs[i]);
    }
    return alive;
}

void phase_dce(struct graph *graph) {
    struct arena *arena = graph->compilation->arena;
    struct bitset alive = alive_nodes(graph);
    node_list dead = {0};
    vec_each(struct node *, node, &graph->floating) {
        if (node_is_state(*node) && !(*node)->is_dead && !bitset_has(&alive, (*node)->id))
            arena_vec_push(arena, &dead, *node);
    }
    vec_each(struct block *, block, &graph->blocks) {
        if ((*block)->is_dead) continue;
        block_each_node(node, *block) {
            if (!bitset_has(&alive, node->id)) arena_vec_push(arena, &dead, node);
        }
    }
    edit_eliminate_all(dead.items, (int)dead.count);
}
