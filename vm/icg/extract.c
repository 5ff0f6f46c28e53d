/* Unlinking regions from a base graph (Algorithm 1). Requires a graph as build leaves it; gives the
 * compilation up when a region is not closed or when the base program depends on its values.
 * Afterwards the base graph is the one that the program without the region has.
 *
 * What compiled code has no operation for goes with it: inserted code that is anchored to a load
 * that became a constant is thrown away. */
#include "icg/internal.h"

#include "ir/flow.h"

struct region {
    struct icg_set *set;
    struct graph *graph;
    struct node *begin;
    struct block *entry, *last; /* last: ends with icg_end and goto */
    VEC(struct block *) blocks;
    uint32_t number;         /* scratch of its blocks; 0: base program */
    VEC(struct node *) dead; /* phis of the base program that carry its values without users */
    struct icg *icg;
    struct node *anchor; /* of PRED and SUCC */
};

static _Noreturn void give_up(const struct region *region, enum reason reason) {
    compilation_bail_out(region->set->compilation, reason, region->begin->position);
}

/* --- the region's blocks --- */

/* A block of its own, entered by one goto from the base program. */
static void isolate_entry(struct region *region) {
    struct block *block = region->begin->block;
    bool is_alone = !region->begin->previous && block->predecessors.count == 1 &&
                    block->predecessors.items[0]->last->kind == NODE_goto &&
                    !block->predecessors.items[0]->scratch;
    region->entry = is_alone ? block : block_split_before(region->begin);
}

static struct node *end_of_region(struct block *block) {
    block_each_node(node, block) {
        if (node->kind == NODE_icg_end) return node;
    }
    return NULL;
}

static void visit(struct region *region, struct block *block) {
    if (block->scratch == region->number) return;
    block->scratch = region->number;
    arena_vec_push(region->set->arena, &region->blocks, block);
}

static void add_last(struct region *region, struct block *block, struct node *end) {
    if (region->last) give_up(region, REASON_icg_not_closed);
    if (end->next->kind != NODE_goto) block_split_before(end->next);
    region->last = block;
}

static void collect_blocks(struct region *region) {
    visit(region, region->entry);
    for (uint32_t i = 0; i < region->blocks.count; i++) {
        struct block *block = region->blocks.items[i];
        struct node *end = end_of_region(block);
        if (end) {
            add_last(region, block, end);
            continue;
        }
        if (block->last->kind == NODE_return) give_up(region, REASON_icg_not_closed);
        for (int s = 0; s < block->successor_count; s++) visit(region, block->successors[s]);
    }
    if (!region->last) give_up(region, REASON_icg_not_closed);
}

static bool is_inside(const struct region *region, const struct block *block) {
    return block->scratch == region->number;
}

static void check_closed(const struct region *region) {
    if (is_inside(region, region->last->successors[0])) give_up(region, REASON_icg_not_closed);
    vec_each(struct block *, item, &region->blocks) {
        const struct block *block = *item;
        block_each_node(node, block) {
            if (node->kind == NODE_icg_begin && node != region->begin) {
                give_up(region, REASON_icg_not_closed);
            }
        }
        if (block == region->entry) continue;
        vec_each(struct block *, predecessor, &block->predecessors) {
            if (!is_inside(region, *predecessor)) give_up(region, REASON_icg_not_closed);
        }
    }
}

/* --- values of the region in the base program --- */

static bool is_in_region(const struct region *region, const struct node *node) {
    return node->block && is_inside(region, node->block);
}

static bool is_dead_phi(const struct region *region, const struct node *node) {
    for (uint32_t i = 0; i < region->dead.count; i++) {
        if (region->dead.items[i] == node) return true;
    }
    return false;
}

/* Do only nodes of the region see this state? */
static bool is_state_of_region(const struct region *region, const struct node *state) {
    vec_each(struct node *, use, &state->uses) {
        const struct node *user = *use;
        bool inside = user->type == TYPE_STATE ? is_state_of_region(region, user)
                                               : is_in_region(region, user);
        if (!inside) return false;
    }
    return true;
}

static void forget_in_state(const struct region *region, struct node *state,
                            const struct node *value) {
    for (int i = 0; i < state->input_count; i++) {
        if (state->inputs[i] != value) continue;
        if (i >= state->extra.state->local_count) give_up(region, REASON_icg_flows_into_base);
        node_set_input(state, i, NULL);
    }
}

static bool is_inserted_phi(const struct graph *graph, const struct node *phi) {
    for (uint32_t i = 0; i < graph->inserted_phis.count; i++) {
        if (graph->inserted_phis.items[i] == phi) return true;
    }
    return false;
}

/* What inserted code wrote reaches no other run of inserted code. */
static void forget_in_phi(struct node *phi, const struct node *value) {
    struct node *written = node_new(phi->graph, NODE_weak, phi->type, 0, NULL);
    for (int i = 0; i < phi->input_count; i++) {
        if (phi->inputs[i] == value) node_set_input(phi, i, written);
    }
}

/* A use outside. Returns whether the use list changed. */
static bool cut_use(struct region *region, struct node *value, struct node *user) {
    if (user->type == TYPE_STATE) {
        if (user->uses.count == 0) {
            edit_eliminate(user);
            return true;
        }
        if (is_state_of_region(region, user)) return false;
    }
    if (user->kind == NODE_frame_state) {
        forget_in_state(region, user, value);
        return true;
    }
    if (user->kind != NODE_phi) give_up(region, REASON_icg_flows_into_base);
    if (is_inserted_phi(region->graph, user)) {
        forget_in_phi(user, value);
        return true;
    }
    if (!is_dead_phi(region, user)) arena_vec_push(region->set->arena, &region->dead, user);
    return false;
}

static void cut_uses(struct region *region, struct node *value) {
    for (uint32_t i = 0; i < value->uses.count;) {
        struct node *user = value->uses.items[i];
        bool changed = !is_in_region(region, user) && cut_use(region, value, user);
        i = changed ? 0 : i + 1;
    }
}

static void cut_data_flow(struct region *region) {
    vec_each(struct block *, block, &region->blocks) {
        block_each_node(node, *block) cut_uses(region, node);
    }
    for (uint32_t i = 0; i < region->dead.count; i++) cut_uses(region, region->dead.items[i]);
    vec_each(struct node *, phi, &region->dead) {
        while ((*phi)->input_count > 0) node_remove_input(*phi, (*phi)->input_count - 1);
    }
    vec_each(struct node *, phi, &region->dead) edit_eliminate(*phi);
}

/* --- the seam --- */

static void remove_from_list(struct graph *graph, const struct block *block) {
    for (uint32_t i = graph->blocks.count; i-- > 0;) {
        if (graph->blocks.items[i] != block) continue;
        vec_remove(&graph->blocks, i);
        return;
    }
}

/* The block before the region goes on where the region ended, in the same place among the
 * predecessors. */
static struct block *close_seam(struct region *region) {
    struct block *before = region->entry->predecessors.items[0];
    struct block *behind = region->last->successors[0];
    before->successors[0] = behind;
    behind->predecessors.items[block_predecessor_index(behind, region->last)] = before;
    vec_each(struct block *, block, &region->blocks) remove_from_list(region->graph, *block);
    return before;
}

static void throw_away(struct region *region) {
    struct graph *rest = graph_new(region->set->compilation, NULL);
    vec_each(struct block *, item, &region->blocks) {
        (*item)->graph = rest;
        (*item)->id = rest->next_block_id++;
        arena_vec_push(region->set->arena, &rest->blocks, *item);
    }
    graph_remove_unreachable(rest);
}

static void find_region(struct region *region) {
    isolate_entry(region);
    collect_blocks(region);
    check_closed(region);
}

static struct node *placeholder_at_end(struct block *block, const struct position *position) {
    struct node *placeholder = node_new(block->graph, NODE_placeholder, TYPE_VOID, 0, NULL);
    placeholder->position = position;
    node_insert_before(block->last, placeholder);
    return placeholder;
}

static void extract_region(struct region *region) {
    const struct position *position = region->begin->position;
    enum icg_place place = (enum icg_place)region->begin->extra.region.place;
    bool is_gone = place != ICG_HERE && !region->begin->extra.region.anchor;
    region->anchor = region->begin->extra.region.anchor;
    struct icg_set *set = region->set;
    cut_data_flow(region);
    struct block *before = close_seam(region);
    if (set->discard || is_gone) {
        throw_away(region);
    } else {
        region->icg = icg_make_body(set, place, region->blocks.items, (int)region->blocks.count,
                                    region->entry, region->last);
        if (place == ICG_HERE) region->anchor = placeholder_at_end(before, position);
    }
    block_merge_with_successor(before);
}

/* --- what only inserted code reads --- */

/* The program knows nothing of these phis: what they are for inserted code stays beside it. */
static void extract_phis(struct icg_set *set, struct graph *graph) {
    VEC(struct node *) going = {0};
    vec_each(struct node *, phi, &graph->inserted_phis) {
        if (!(*phi)->is_dead) arena_vec_push(set->arena, &going, *phi);
    }
    icg_values_eliminated(set, going.items, (int)going.count);
    edit_eliminate_all(going.items, (int)going.count);
    vec_each(struct node *, node, &graph->floating) {
        if ((*node)->kind == NODE_weak && !(*node)->is_dead) edit_eliminate(*node);
    }
}

static void name_reads(struct icg_set *set, const struct graph *graph, uint32_t first) {
    for (uint32_t i = first; i < set->all.count; i++) {
        vec_each(struct icg_weak, weak, &set->all.items[i]->weak) {
            for (uint32_t k = 0; k < graph->inserted_reads.count && !weak->name; k++) {
                const struct inserted_read *read = &graph->inserted_reads.items[k];
                if (read->value == weak->source) weak->name = read->name;
            }
        }
    }
}

/* What inserted code reads when a guard fails and the interpreter goes on. */
static void take_locals(struct icg_set *set, struct graph *graph) {
    vec_each(struct inserted_local *, local, &graph->inserted_locals) {
        arena_vec_push(set->arena, &set->locals, *local);
        icg_want(set, (*local)->value);
    }
}

void icg_extract(struct icg_set *set, struct graph *graph) {
    VEC(struct region) regions = {0};
    struct flow flow = flow_order(graph, set->arena);
    for (int i = 0; i < flow.count; i++) {
        flow.blocks[i]->scratch = 0;
        block_each_node(node, flow.blocks[i]) {
            if (node->kind != NODE_icg_begin) continue;
            struct region region = {.set = set, .graph = graph, .begin = node};
            region.number = regions.count + 1;
            arena_vec_push(set->arena, &regions, region);
        }
    }
    vec_each(struct region, region, &regions) find_region(region);
    uint32_t first = set->all.count;
    vec_each(struct region, region, &regions) extract_region(region);
    name_reads(set, graph, first);
    take_locals(set, graph);
    extract_phis(set, graph);
    vec_each(struct region, region, &regions) {
        if (region->icg) icg_attach(set, region->icg, region->anchor);
    }
}
