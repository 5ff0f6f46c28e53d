/* The set of inserted code graphs of a compilation, and how it follows edits (Algorithm 2). */
#include "icg/internal.h"

#include "base/die.h"
#include "ir/cfg.h"
#include "ir/traits.h"

/* --- anchors --- */

static struct anchor_entry *anchor_slot(const struct icg_set *set, const struct node *anchor) {
    uint32_t mask = set->anchor_capacity - 1;
    uint64_t hash = (uint64_t)(uintptr_t)anchor * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t i = (uint32_t)(hash >> 32) & mask;
    while (set->anchors[i].anchor && set->anchors[i].anchor != anchor) i = (i + 1) & mask;
    return &set->anchors[i];
}

static void grow_anchors(struct icg_set *set) {
    if ((set->anchor_count + 1) * 2 <= set->anchor_capacity) return;
    struct anchor_entry *old = set->anchors;
    uint32_t old_capacity = set->anchor_capacity;
    set->anchor_capacity = old_capacity ? old_capacity * 2 : 32;
    set->anchors = ARENA_ARRAY(set->arena, struct anchor_entry, set->anchor_capacity);
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i].anchor) *anchor_slot(set, old[i].anchor) = old[i];
    }
}

void icg_attach(struct icg_set *set, struct icg *icg, struct node *anchor) {
    grow_anchors(set);
    struct anchor_entry *entry = anchor_slot(set, anchor);
    if (!entry->anchor) set->anchor_count++;
    entry->anchor = anchor;
    icg->anchor = anchor;
    icg->next = NULL;
    *(entry->last ? &entry->last->next : &entry->first) = icg;
    entry->last = icg;
    set->count++;
}

struct icg *icg_of(const struct icg_set *set, const struct node *anchor) {
    return set->anchor_capacity ? anchor_slot(set, anchor)->first : NULL;
}

/* The anchor's list, which it loses. */
static struct icg *detach_all(struct icg_set *set, const struct node *anchor) {
    if (!set->anchor_capacity) return NULL;
    struct anchor_entry *entry = anchor_slot(set, anchor);
    struct icg *first = entry->first;
    entry->first = entry->last = NULL;
    for (struct icg *icg = first; icg; icg = icg->next) {
        icg->anchor = NULL;
        set->count--;
    }
    return first;
}

struct icg *icg_new(struct icg_set *set, enum icg_place place, struct graph *body) {
    struct icg *icg = ARENA_NEW(set->arena, struct icg);
    icg->place = place;
    icg->body = body;
    icg->exit = icg_exit(body);
    arena_vec_push(set->arena, &set->all, icg);
    return icg;
}

void icg_set_cells(struct icg_set *set, struct cell_space *cells, const char *name) {
    set->cells = cells;
    set->shared_name = name;
}

void icg_strip(struct icg_set *set) { set->is_stripped = true; }

int icg_count(const struct icg_set *set) { return set->count; }

/* --- following edits --- */

static void on_built(void *context, struct graph *graph) {
    struct icg_set *set = context;
    set->is_busy = true;
    icg_extract(set, graph);
    set->is_busy = false;
}

/* A merged object goes when all that it stood for is in place: objects that are materialised at the
 * end of an edge still read what was so before. */
static void finish_edges(struct icg_set *set, const struct node *merged) {
    struct fact *fact = icg_fact_of(set, merged);
    if (!fact) return;
    vec_each(struct node *, item, &fact->at_edges) {
        struct node *placeholder = *item;
        if (placeholder->block) edit_move_before(placeholder, placeholder->block->last);
    }
}

static void on_eliminated(void *context, struct node *const *nodes, int count) {
    struct icg_set *set = context;
    if (set->is_busy) return;
    for (int i = 0; i < count; i++) {
        finish_edges(set, nodes[i]);
        detach_all(set, nodes[i]);
    }
    icg_values_eliminated(set, nodes, count);
}

static void on_replaced(void *context, struct node *node, struct node *by) {
    struct icg_set *set = context;
    icg_value_replaced(set, node, by);
    vec_each(struct icg *, icg, &set->all) {
        vec_each(struct icg_answer, answer, &(*icg)->answers) {
            if (answer->path == node) answer->path = by;
        }
    }
}

static void on_moved(void *context, struct node *node) { icg_value_moved(context, node); }

static void on_cloned(void *context, struct node *node, struct node *clone) {
    struct icg_set *set = context;
    bool is_idle = set->count == 0 && set->locals.count == 0;
    if (is_idle || set->is_busy || node->type == TYPE_STATE) return;
    icg_value_cloned(set, node, clone);
    for (struct icg *icg = icg_of(set, node); icg; icg = icg->next) {
        icg_attach(set, icg_copy(set, icg, node, clone), clone);
    }
}

static bool is_copied_block(const struct block_copy *copy, const struct block *block) {
    for (uint32_t i = 0; i < copy->block_limit; i++) {
        if (copy->block_clones[i] == block) return true;
    }
    return false;
}

/* Inserted code in the copies sees the values of the copies. */
static void on_copied(void *context, const struct block_copy *copy) {
    struct icg_set *set = context;
    vec_each(struct icg *, icg, &set->all) {
        struct node *anchor = (*icg)->anchor;
        if (!anchor || !anchor->block || !is_copied_block(copy, anchor->block)) continue;
        vec_each(struct icg_weak, weak, &(*icg)->weak) {
            uint32_t id = weak->source->id;
            bool is_copied = weak->source->graph == anchor->graph && id < copy->node_limit;
            if (is_copied && copy->clones[id]) weak->source = copy->clones[id];
        }
    }
}

/* --- expansion --- */

static bool answers(enum query_kind query, enum node_kind operation) {
    return (query == QUERY_ALLOCATION_TYPE && node_kind_makes(operation)) ||
           (query == QUERY_LOCK_TYPE && operation == NODE_monitor_enter);
}

static struct node *path_of(struct graph *graph, const struct expansion *expansion) {
    if (expansion->path || !expansion->path_values) return expansion->path;
    struct block *merge = expansion->merge;
    struct node *phi = node_new(graph, NODE_phi, TYPE_INT, 0, NULL);
    for (uint32_t i = 0; i < merge->predecessors.count; i++) {
        node_add_input(phi, graph_int(graph, expansion->path_values[i]));
    }
    phi_append(merge, phi);
    return phi;
}

/* Returns the node that tells the path: made when the first query asks. */
static struct node *answer_queries(struct icg_set *set, struct icg *icg, const struct node *node,
                                   const struct expansion *expansion, struct node *path) {
    vec_each(struct block *, block, &icg->body->blocks) {
        block_each_node(query, *block) {
            if (query->kind != NODE_query || !answers(query->extra.query.kind, node->kind)) {
                continue;
            }
            if (!path) path = path_of(node->graph, expansion);
            if (path) arena_vec_push(set->arena, &icg->answers, (struct icg_answer){query, path});
        }
    }
    return path;
}

static void on_expanded(void *context, struct node *node, const struct expansion *expansion) {
    struct icg_set *set = context;
    struct node *path = NULL;
    struct icg *next;
    for (struct icg *icg = detach_all(set, node); icg; icg = next) {
        next = icg->next;
        path = answer_queries(set, icg, node, expansion, path);
        icg_attach(set, icg, icg->place == ICG_SUCC ? expansion->entry : expansion->exit);
    }
}

/* --- merging: which origin it was is known at run time only --- */

static void store_flag(struct icg_set *set, struct block *predecessor, int flag, int value,
                       struct node *merged) {
    struct node *store;
    struct graph *body = icg_body_of_node(set, NODE_flag_store, &store);
    node_add_input(store, graph_int(body, value));
    store->extra.integer = flag;
    struct node *placeholder = node_new(predecessor->graph, NODE_placeholder, TYPE_VOID, 0, NULL);
    node_insert_before(predecessor->last, placeholder);
    icg_attach(set, icg_new(set, ICG_HERE, body), placeholder);
    arena_vec_push(set->arena, &icg_fact(set, merged)->at_edges, placeholder);
}

static void on_merged(void *context, struct block *merge, struct node *const *origins,
                      struct node *merged) {
    struct icg_set *set = context;
    icg_values_merged(set, merge, origins, merged);
    int count = (int)merge->predecessors.count;
    bool is_needed = false;
    for (int i = 0; i < count; i++) is_needed |= icg_of(set, origins[i]) != NULL;
    if (!is_needed) return;
    int flag = set->compilation->flag_count++;
    for (int i = 0; i < count; i++) {
        store_flag(set, merge->predecessors.items[i], flag, i, merged);
        for (struct icg *icg = icg_of(set, origins[i]); icg; icg = icg->next) {
            icg_capture(set, icg, origins[i]);
            struct icg *copy = icg_copy(set, icg, origins[i], merged);
            icg_capture_at_edge(set, copy, merge, i);
            arena_vec_push(set->arena, &copy->guards, (struct icg_guard){flag, i});
            icg_attach(set, copy, merged);
        }
    }
}

/* --- the interface --- */

struct icg_set *icg_install(struct compilation *compilation, bool discard) {
    struct icg_set *set = ARENA_NEW(compilation->arena, struct icg_set);
    set->compilation = compilation;
    set->arena = compilation->arena;
    set->discard = discard;
    compilation->inserted = set;
    set->listener = (struct edit_listener){
        .context = set,
        .built = on_built,
        .eliminated = on_eliminated,
        .replaced = on_replaced,
        .expanded = on_expanded,
        .cloned = on_cloned,
        .copied = on_copied,
        .moved = on_moved,
        .merged = on_merged,
    };
    compilation_listen(compilation, &set->listener);
    return set;
}

void icg_set_failure_counter(struct icg_set *set, struct count *cell) { set->failure_cell = cell; }

void icg_set_loss_cells(struct icg_set *set,
                        struct count *(*cell)(void *context, const struct icg_loss *loss),
                        void *context) {
    set->loss_cell = cell;
    set->loss_context = context;
}

void icg_set_strings(struct icg_set *set, void *(*string_object)(void *context, const char *text),
                     void *context) {
    set->string_object = string_object;
    set->string_context = context;
}
