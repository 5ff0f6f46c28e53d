/* What a weak edge brings when inserted code is spliced. Requires control flow facts of a base
 * graph that is not spliced into yet.
 *
 * A value may have been cloned: peeling copies it, materialisation copies an allocation to each
 * path where the object escapes. Then the definition that reaches is looked for, backwards from the
 * place, with phis where paths meet; a path without any brings the default. A pure value that
 * stands behind the place is computed there from inputs that reach (the paper's NodeIsAvailable:
 * "can be scheduled before"). */
#include "icg/internal.h"

#include "ir/cfg.h"
#include "ir/fold.h"

struct reaching {
    struct graph *graph;
    struct arena *arena;
    struct node *missing; /* the default */
    VEC(struct node *) definitions;
    struct node **at_start; /* by block id */
};

bool icg_is_available(const struct graph *graph, const struct node *value,
                      const struct node *place) {
    if (!value || value->is_dead || value->graph != graph || value->type == TYPE_VOID) return false;
    if (value->kind == NODE_virtual_object) return false;
    if (!value->block) return node_kind_placement(value->kind) == PLACEMENT_floating;
    if (value->kind == NODE_invoke) {
        return block_dominates(value->block->successors[0], place->block);
    }
    return node_dominates(value, place);
}

struct node *icg_origin_of(const struct icg_set *set, struct node *node) {
    vec_each(struct clone_pair, pair, &set->clones) {
        if (pair->clone == node) return pair->origin;
    }
    return node;
}

/* --- definitions that reach --- */

static void add_definition(struct reaching *r, struct node *node) {
    if (node->is_dead || node->graph != r->graph || !node->block) return;
    arena_vec_push(r->arena, &r->definitions, node);
}

static void find_definitions(struct reaching *r, const struct icg_set *set, struct node *origin) {
    add_definition(r, origin);
    vec_each(struct clone_pair, pair, &set->clones) {
        if (pair->origin == origin) add_definition(r, pair->clone);
    }
}

static bool is_definition(const struct reaching *r, const struct node *node) {
    for (uint32_t i = 0; i < r->definitions.count; i++) {
        if (r->definitions.items[i] == node) return true;
    }
    return false;
}

static struct node *read_at_start(struct reaching *r, struct block *block);

/* From [node] backwards. */
static struct node *read_from(struct reaching *r, struct node *node, struct block *block) {
    for (; node; node = node->previous) {
        if (is_definition(r, node)) return node;
    }
    return read_at_start(r, block);
}

static struct node *read_over_edge(struct reaching *r, struct block *from, const struct block *to) {
    struct node *end = from->last;
    if (end->kind == NODE_invoke && from->successors[0] != to) end = end->previous;
    return read_from(r, end, from);
}

static void forget_phi(struct reaching *r, struct node *phi, struct node *by) {
    for (uint32_t i = 0; i < r->graph->next_block_id; i++) {
        if (r->at_start[i] == phi) r->at_start[i] = by;
    }
    edit_replace_and_eliminate(phi, by);
}

static struct node *read_at_start(struct reaching *r, struct block *block) {
    struct node **known = &r->at_start[block->id];
    if (*known) return *known;
    if (block->predecessors.count == 0) return *known = r->missing;
    if (block->predecessors.count == 1) {
        struct node *result = read_over_edge(r, block->predecessors.items[0], block);
        return *known = result;
    }
    struct node *phi = node_new(r->graph, NODE_phi, r->missing->type, 0, NULL);
    phi_append(block, phi);
    *known = phi;
    vec_each(struct block *, predecessor, &block->predecessors) {
        node_add_input(phi, read_over_edge(r, *predecessor, block));
    }
    struct node *only = fold_phi_same(phi, phi->inputs);
    if (only) forget_phi(r, phi, only);
    return *known;
}

static struct node *reaching_definition(struct icg_set *set, struct node *origin,
                                        struct node *place) {
    struct graph *graph = set->compilation->graph;
    struct reaching r = {.graph = graph, .arena = set->arena};
    find_definitions(&r, set, origin);
    if (r.definitions.count == 0) return NULL;
    r.missing = graph_default(graph, origin->type);
    r.at_start = ARENA_ARRAY(set->arena, struct node *, graph->next_block_id);
    struct node *result = read_from(&r, place->previous, place->block);
    return result == r.missing ? NULL : result;
}

/* --- the value --- */

#define COMPUTED_AT_MOST 16

static bool is_computable(const struct graph *graph, const struct node *value,
                          const struct node *place, int *budget) {
    if (icg_is_available(graph, value, place)) return true;
    if (value->is_dead || value->graph != graph || !value->block) return false;
    if (!icg_is_repeatable(value) || --*budget < 0) return false;
    for (int i = 0; i < value->input_count; i++) {
        if (!is_computable(graph, value->inputs[i], place, budget)) return false;
    }
    return true;
}

static struct node *compute(const struct graph *graph, struct node *value, struct node *place) {
    if (icg_is_available(graph, value, place)) return value;
    struct node *copy = node_new(value->graph, value->kind, value->type, 0, NULL);
    copy->extra = value->extra;
    copy->position = value->position;
    for (int i = 0; i < value->input_count; i++) {
        node_add_input(copy, compute(graph, value->inputs[i], place));
    }
    node_insert_before(place, copy);
    return copy;
}

static bool was_cloned(const struct icg_set *set, const struct node *origin) {
    vec_each(struct clone_pair, pair, &set->clones) {
        if (pair->origin == origin) return true;
    }
    return false;
}

struct node *icg_value_at(struct icg_set *set, struct node *source, struct node *place) {
    struct graph *graph = set->compilation->graph;
    struct node *origin = icg_origin_of(set, source);
    if (was_cloned(set, origin)) return reaching_definition(set, origin, place);
    int budget = COMPUTED_AT_MOST;
    return is_computable(graph, source, place, &budget) ? compute(graph, source, place) : NULL;
}
