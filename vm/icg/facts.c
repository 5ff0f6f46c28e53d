/* What becomes of the base values that inserted code reads, and what is kept of them.
 *
 * A weak edge keeps nothing alive, so the program may lose the value that inserted code reads. No
 * phase takes part: the edit primitives announce what goes, before it is changed. Of a pure value
 * its recipe is kept, the operation and its inputs, from which it is computed again when inserted
 * code comes back. What has a place of its own (a load, a phi, what may only be computed after its
 * guard) leaves a definition there: "from here on the variable is ...", a placeholder that is
 * copied and moved with the control flow. A phi becomes assignments: at the end of each predecessor
 * a variable of its own takes the input, where the phi stood the phi takes that variable (Sreedhar
 * and others: Translating out of static single assignment form); so phis that exchange their values
 * do not see each other's new ones.
 *
 * What was stored just before it is loaded needs no memory: then the object need not exist. Of a
 * load that is gone while its object is still allocated, the entry of the object becomes a variable
 * when the object goes: the stores that go with it define it, over locks and where paths meet.
 *
 * A value with clones is a variable too: its clones define it, and where one of them is replaced
 * or goes, a definition stays. That of a pure value is its recipe, of the same variables, wherever
 * control comes from. */
#include "icg/internal.h"

#include <string.h>

#include "base/bitset.h"
#include "base/die.h"
#include "ir/fold.h"
#include "ir/traits.h"

/* --- the table --- */

static struct fact **fact_slot(const struct icg_set *set, const struct node *node) {
    uint32_t mask = set->fact_capacity - 1;
    uint64_t hash = (uint64_t)(uintptr_t)node * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t i = (uint32_t)(hash >> 32) & mask;
    while (set->facts[i] && set->facts[i]->node != node) i = (i + 1) & mask;
    return &set->facts[i];
}

static void grow_facts(struct icg_set *set) {
    if ((set->fact_count + 1) * 2 <= set->fact_capacity) return;
    struct fact **old = set->facts;
    uint32_t old_capacity = set->fact_capacity;
    set->fact_capacity = old_capacity ? old_capacity * 2 : 64;
    set->facts = ARENA_ARRAY(set->arena, struct fact *, set->fact_capacity);
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i]) *fact_slot(set, old[i]->node) = old[i];
    }
}

struct fact *icg_fact_of(const struct icg_set *set, const struct node *node) {
    return set->fact_capacity ? *fact_slot(set, node) : NULL;
}

struct fact *icg_fact(struct icg_set *set, struct node *node) {
    struct fact *fact = icg_fact_of(set, node);
    if (fact) return fact;
    grow_facts(set);
    fact = ARENA_NEW(set->arena, struct fact);
    fact->node = node;
    fact->origin = fact;
    *fact_slot(set, node) = fact;
    set->fact_count++;
    return fact;
}

void icg_want(struct icg_set *set, struct node *node) {
    icg_fact(set, node)->origin->is_wanted = true;
}

static struct fact *wanted_fact(const struct icg_set *set, const struct node *node) {
    struct fact *fact = icg_fact_of(set, node);
    return fact && fact->origin->is_wanted ? fact : NULL;
}

/* --- what can be had again --- */

static bool is_allocation(const struct node *node) {
    return node_kind_makes(node->kind) || node->kind == NODE_virtual_object;
}

/* A stack trace that nobody looks at is not made. */
static bool may_be_nowhere(const struct node *node) {
    return is_allocation(node) || node->kind == NODE_stack_trace;
}

enum remedy icg_remedy(const struct node *node) {
    if (!node_may_repeat(node)) return REMEDY_NONE;
    return node_order(node) == ORDER_free ? REMEDY_ANYWHERE : REMEDY_AT_ITS_PLACE;
}

static int inputs_at_least(const struct node *node) {
    const char *signature = node_kind_signature(node->kind);
    int count = (int)strlen(signature);
    bool is_open = count > 0 && strchr("*?", signature[count - 1]);
    return is_open ? count - 2 : count;
}

/* Nodes of unreachable blocks lose their inputs before they are eliminated. */
static bool is_whole(const struct node *node) {
    int at_least = node->kind == NODE_phi ? 1 : inputs_at_least(node);
    return node->block && !node->block->is_dead && node->input_count >= at_least;
}

/* --- what was stored --- */

/* What merges objects stands nowhere: it is one of them. */
static bool are_distinct(const struct node *a, const struct node *b) {
    bool are_made = node_kind_makes(a->kind) && node_kind_makes(b->kind);
    return a != b && are_made && a->block && b->block;
}

static bool are_distinct_indices(const struct node *a, const struct node *b) {
    return a != b && a->kind == NODE_const_int && b->kind == NODE_const_int;
}

enum load_effect { EFFECT_NONE, EFFECT_GIVES_VALUE, EFFECT_UNKNOWN };

/* What [node] does to what [load] would read of [object]. */
static enum load_effect effect_on(const struct node *load, const struct node *object,
                                  const struct node *node) {
    if (node == object) return EFFECT_GIVES_VALUE;
    if (!(node_kind_writes(node->kind) & node_kind_reads(load->kind))) return EFFECT_NONE;
    bool is_field = node->kind == NODE_store_field, is_element = node->kind == NODE_store_element;
    if (!is_field && !is_element) return EFFECT_UNKNOWN;
    if (is_field && node->extra.field != load->extra.field) return EFFECT_NONE;
    if (are_distinct(node->inputs[0], object)) return EFFECT_NONE;
    if (is_element && are_distinct_indices(node->inputs[1], load->inputs[1])) return EFFECT_NONE;
    bool is_same = node->inputs[0] == object && (is_field || node->inputs[1] == load->inputs[1]);
    return is_same ? EFFECT_GIVES_VALUE : EFFECT_UNKNOWN;
}

/* The last in front of [*node] and of the end of [*block], on the only path, that does something to what [load] would read
 * of [object]; NULL: nothing back to the beginning of [*block], where paths meet. */
static const struct node *effect_before(const struct node *load, const struct node *object,
                                        const struct node *node, const struct block **block) {
    for (;; node = (*block)->last) {
        for (; node; node = node->previous)
            if (effect_on(load, object, node) != EFFECT_NONE) return node;
        if ((*block)->predecessors.count != 1) return NULL;
        *block = (*block)->predecessors.items[0];
    }
}

/* The value that was stored in [object] on the only path to there, or NULL. It is known even if the
 * object is not allocated. */
static struct node *stored_in(const struct node *load, const struct node *object,
                              const struct node *node, const struct block *block) {
    const struct node *by = effect_before(load, object, node, &block);
    if (!by || effect_on(load, object, by) == EFFECT_UNKNOWN) return NULL;
    if (by != object) return by->inputs[by->input_count - 1];
    return is_allocation(by) ? graph_default(load->graph, load->type) : NULL;
}

static bool is_load(const struct node *node) {
    return node->kind == NODE_load_field || node->kind == NODE_load_element;
}

static struct node *stored_before(const struct node *load) {
    return is_load(load) ? stored_in(load, load->inputs[0], load->previous, load->block) : NULL;
}

/* Of a load from what a phi merges, the values that were stored on each way to the phi, when all
 * are known; else NULL. */
static struct node **stored_on_ways(struct icg_set *set, const struct node *load) {
    const struct node *phi = is_load(load) ? load->inputs[0] : NULL;
    const struct block *block = load->block;
    if (!phi || phi->kind != NODE_phi || effect_before(load, phi, load->previous, &block) != phi)
        return NULL;
    struct node **values = ARENA_ARRAY(set->arena, struct node *, phi->input_count);
    for (int i = 0; i < phi->input_count; i++) {
        const struct block *from = block->predecessors.items[i];
        values[i] = stored_in(load, phi->inputs[i], from->last, from);
        if (!values[i]) return NULL;
    }
    return values;
}

/* --- definitions --- */

static void define(struct icg_set *set, struct node *place, struct fact *variable,
                   enum definition_kind kind, struct node *source) {
    struct definition *definition = ARENA_NEW(set->arena, struct definition);
    *definition =
        (struct definition){.place = place, .variable = variable, .kind = kind, .source = source};
    variable->is_variable = true;
    icg_fact(set, place)->definition = definition;
    arena_vec_push(set->arena, &set->definitions, definition);
    if (source) icg_want(set, source);
}

struct node *icg_new_placeholder(const struct node *near) {
    struct node *placeholder = node_new(near->graph, NODE_placeholder, TYPE_VOID, 0, NULL);
    placeholder->position = near->position;
    return placeholder;
}

struct node *icg_placeholder_before(struct node *node) {
    struct node *placeholder = icg_new_placeholder(node);
    node_insert_before(node, placeholder);
    return placeholder;
}

static void insert_at_start(const struct block *block, struct node *placeholder) {
    if (block->first->kind == NODE_phi)
        node_insert_after(block->first, placeholder);
    else
        node_insert_before(block->first, placeholder);
}

/* Where the node's value exists: of a call, in its normal successor. */
static struct node *placeholder_behind(struct node *node) {
    struct node *placeholder = icg_new_placeholder(node);
    if (node->kind != NODE_invoke) {
        node_insert_after(node, placeholder);
        return placeholder;
    }
    insert_at_start(node->block->successors[0], placeholder);
    return placeholder;
}

static struct node *placeholder_at_start(const struct block *block) {
    struct node *placeholder = icg_new_placeholder(block->first);
    insert_at_start(block, placeholder);
    return placeholder;
}

static struct node *new_variable(struct icg_set *set, const struct node *value) {
    struct node *variable = node_new(value->graph, NODE_phi, value->type, 0, NULL);
    variable->is_dead = true;
    icg_want(set, variable);
    return variable;
}

/* --- entries of objects that go --- */

/* What has clones already may be an older one of them than the last. */
static void watch_entry(struct icg_set *set, struct fact *load) {
    struct node *object = is_load(load->node) ? load->node->inputs[0] : NULL;
    if (!object || !node_kind_makes(object->kind)) return;
    const struct fact *fact = icg_fact(set, object);
    if (fact->origin != fact || fact->is_variable) return;
    load->object = object;
    load->entry = icg_fact(set, new_variable(set, load->node));
    arena_vec_push(set->arena, &set->loads, load);
}

static bool are_clones(const struct icg_set *set, const struct node *a, const struct node *b) {
    const struct fact *fact = icg_fact_of(set, a), *other = icg_fact_of(set, b);
    return node_kind_makes(a->kind) && fact && other && fact->origin == other->origin;
}

/* Is [object], on all ways to [place], the one of its clones that was made last? */
static bool is_last_made(const struct icg_set *set, const struct node *object,
                         const struct node *place) {
    struct bitset seen = bitset_new(set->arena, place->graph->next_block_id);
    VEC(const struct block *) work = {0};
    const struct block *block = place->block;
    for (const struct node *node = place->previous;;) {
        while (node && node != object && !are_clones(set, node, object)) node = node->previous;
        if (node && node != object) return false;
        for (uint32_t i = 0; !node && i < block->predecessors.count; i++) {
            const struct block *from = block->predecessors.items[i];
            if (bitset_has(&seen, from->id)) continue;
            bitset_add(&seen, from->id);
            arena_vec_push(set->arena, &work, from);
        }
        if (work.count == 0) return true;
        block = vec_pop(&work);
        node = block->last;
    }
}

/* The recipe's inputs: the load's own are gone. */
static bool is_same_entry(const struct node *store, const struct fact *load) {
    if (store->kind == NODE_store_field) return store->extra.field == load->node->extra.field;
    return store->inputs[1] == load->inputs[1] && store->extra.type == load->node->extra.type;
}

static bool may_be_entry(const struct node *store, const struct fact *load) {
    bool is_field = load->node->kind == NODE_load_field;
    if (is_field != (store->kind == NODE_store_field)) return false;
    if (is_field) return store->extra.field == load->node->extra.field;
    return !are_distinct_indices(store->inputs[1], load->inputs[1]);
}

static enum java_type entry_type(const struct node *load) {
    return load->kind == NODE_load_field ? load->extra.field->type : load->extra.type;
}

static void store_entry(struct icg_set *set, struct node *store, const struct fact *load) {
    struct node *object = store->inputs[0], *value = store->inputs[store->input_count - 1];
    if (!may_be_entry(store, load)) return;
    bool is_it = are_clones(set, object, load->object);
    if (!is_it && are_distinct(object, load->object)) return;
    bool is_known = is_it && is_same_entry(store, load) &&
                    value_fits(value, entry_type(load->node)) && is_last_made(set, object, store);
    define(set, icg_placeholder_before(store), load->entry, is_known ? DEFINED_AS : DEFINED_AS_LOST,
           is_known ? value : load->node);
}

/* [node] goes: an allocation, or what was stored in an object that goes. */
static void define_entries(struct icg_set *set, struct node *node) {
    bool is_store = node->kind == NODE_store_field || node->kind == NODE_store_element;
    if ((!is_store && !node_kind_makes(node->kind)) || !is_whole(node)) return;
    vec_each(struct fact *, item, &set->loads) {
        struct fact *load = *item;
        if (is_store)
            store_entry(set, node, load);
        else if (are_clones(set, node, load->object))
            define(set, icg_placeholder_before(node), load->entry, DEFINED_AS,
                   graph_default(node->graph, load->node->type));
    }
}

/* What is stored from here on is stored in what they merge into. */
static void lose_entries(struct icg_set *set, const struct block *merge,
                         struct node *const *origins) {
    vec_each(struct fact *, item, &set->loads) {
        const struct fact *load = *item;
        bool is_part = false;
        for (uint32_t i = 0; i < merge->predecessors.count; i++)
            is_part |= are_clones(set, origins[i], load->object);
        if (is_part)
            define(set, placeholder_at_start(merge), load->entry, DEFINED_AS_LOST, load->node);
    }
}

/* --- nodes that go --- */

/* The variable is, at [place], what [values] were at the ends of the ways to [merge]. */
static void define_on_ways(struct icg_set *set, struct node *place, struct fact *variable,
                           const struct block *merge, struct node *const *values) {
    struct node *carried = node_new(place->graph, NODE_phi, variable->node->type, 0, NULL);
    carried->is_dead = true;
    for (uint32_t i = 0; i < merge->predecessors.count; i++) {
        define(set, icg_placeholder_before(merge->predecessors.items[i]->last),
               icg_fact(set, carried), DEFINED_AS, values[i]);
    }
    define(set, place, variable, DEFINED_AS, carried);
}

static void keep_phi(struct icg_set *set, struct fact *fact) {
    struct node *phi = fact->node;
    ASSERT(phi->input_count == (int)phi->block->predecessors.count,
           "phi %u has an input too few or many", phi->id);
    define_on_ways(set, placeholder_behind(phi), fact->origin, phi->block, phi->inputs);
}

static void keep_recipe(struct icg_set *set, struct fact *fact);

/* What has clones already, wanted by nobody, is as wanted now as if they were to come. */
static void want_input(struct icg_set *set, struct node *input) {
    struct fact *origin = icg_fact(set, input)->origin;
    origin->is_wanted = true;
    bool is_there = origin->is_variable && !origin->node->is_dead;
    if (is_there && icg_remedy(origin->node) == REMEDY_ANYWHERE) keep_recipe(set, origin);
}

static void keep_recipe(struct icg_set *set, struct fact *fact) {
    const struct node *node = fact->node;
    if (fact->has_recipe) return;
    fact->has_recipe = true;
    fact->input_count = node->input_count;
    fact->inputs = ARENA_ARRAY(set->arena, struct node *, node->input_count + 1);
    for (int i = 0; i < node->input_count; i++) {
        fact->inputs[i] = node->inputs[i];
        want_input(set, node->inputs[i]);
    }
}

static void keep(struct icg_set *set, struct fact *fact) {
    struct node *node = fact->node;
    enum remedy remedy = icg_remedy(node);
    if (!is_whole(node)) return;
    struct node *stored = stored_before(node);
    if (stored) {
        define(set, icg_placeholder_before(node), fact->origin, DEFINED_AS, stored);
        return;
    }
    struct node **on_ways = stored_on_ways(set, node);
    if (on_ways) {
        define_on_ways(set, icg_placeholder_before(node), fact->origin, node->inputs[0]->block,
                       on_ways);
        return;
    }
    if (remedy != REMEDY_NONE) keep_recipe(set, fact);
    if (remedy == REMEDY_ANYWHERE) return;
    if (node->kind == NODE_phi) {
        keep_phi(set, fact);
    } else if (remedy == REMEDY_AT_ITS_PLACE) {
        define(set, icg_placeholder_before(node), fact->origin, DEFINED_AGAIN, node);
        watch_entry(set, fact);
    } else if (node->kind != NODE_invoke) {
        define(set, icg_placeholder_before(node), fact->origin,
               may_be_nowhere(node) ? DEFINED_NOWHERE : DEFINED_AS_LOST, node);
    }
}

void icg_values_eliminated(struct icg_set *set, struct node *const *nodes, int count) {
    for (int i = 0; set->loads.count > 0 && i < count; i++) define_entries(set, nodes[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < count; i++) {
            struct fact *fact = wanted_fact(set, nodes[i]);
            if (!fact || fact->is_gone) continue;
            fact->is_gone = changed = true;
            fact->phase = phase_name(set->compilation->phase);
            keep(set, fact);
        }
    }
}

/* --- other edits --- */

static void retarget(struct icg_set *set, struct node *node, struct node *by) {
    vec_each(struct icg *, icg, &set->all) { /* those that are being extracted too */
        vec_each(struct icg_weak, weak, &(*icg)->weak) {
            if (weak->source == node) weak->source = by;
        }
    }
    vec_each(struct inserted_local *, local, &set->locals) {
        if ((*local)->value == node) (*local)->value = by;
    }
    vec_each(struct definition *, definition, &set->definitions) {
        if ((*definition)->source == node) (*definition)->source = by;
    }
    for (uint32_t i = 0; i < set->fact_capacity; i++) {
        struct fact *fact = set->facts[i];
        for (int k = 0; fact && k < fact->input_count; k++) {
            if (fact->inputs[k] == node) fact->inputs[k] = by;
        }
    }
}

void icg_value_replaced(struct icg_set *set, struct node *node, struct node *by) {
    struct fact *fact = wanted_fact(set, node);
    if (!fact) return;
    icg_want(set, by);
    if (!fact->origin->is_variable) {
        retarget(set, node, by);
        fact->is_wanted = false;
        return;
    }
    vec_each(struct definition *, definition, &set->definitions) {
        if ((*definition)->kind == DEFINED_ITSELF && (*definition)->source == node)
            (*definition)->source = by;
    }
    if (node->block && icg_remedy(node) != REMEDY_ANYWHERE)
        define(set, placeholder_behind(node), fact->origin, DEFINED_AS, by);
}

/* The node moves up. At its old place its value defines the variable again, whatever defined it in
 * between. */
void icg_value_moved(struct icg_set *set, struct node *node) {
    struct fact *fact = wanted_fact(set, node);
    if (fact && fact->origin->is_variable)
        define(set, icg_placeholder_before(node), fact->origin, DEFINED_ITSELF, node);
}

static void clone_value(struct icg_set *set, struct node *node, struct node *clone) {
    struct fact *origin = icg_fact(set, node)->origin;
    icg_fact(set, clone)->origin = origin;
    origin->is_variable = true;
    bool is_recipe = origin->is_wanted && icg_remedy(node) == REMEDY_ANYWHERE;
    if (is_recipe && node == origin->node) keep_recipe(set, origin);
}

void icg_value_cloned(struct icg_set *set, struct node *node, struct node *clone) {
    if (node->type != TYPE_VOID) clone_value(set, node, clone);
    const struct fact *fact = node->kind == NODE_placeholder ? icg_fact_of(set, node) : NULL;
    if (!fact || !fact->definition) return;
    const struct definition *definition = fact->definition;
    define(set, clone, definition->variable, definition->kind, definition->source);
}

static bool is_object_of(struct icg_set *set, const struct icg *icg, struct node *value) {
    return icg->anchor && icg_fact(set, value)->origin == icg_fact(set, icg->anchor)->origin;
}

static bool is_captured(struct icg_set *set, const struct icg *icg, struct node *value) {
    bool is_fixed = !value->block && !value->is_dead;
    return !is_fixed && !is_object_of(set, icg, value);
}

void icg_capture(struct icg_set *set, struct icg *icg, struct node *place) {
    if (icg->is_captured) return;
    icg->is_captured = true;
    vec_each(struct icg_weak, weak, &icg->weak) {
        if (!is_captured(set, icg, weak->source)) continue;
        struct node *variable = new_variable(set, weak->source);
        define(set, icg_placeholder_before(place), icg_fact(set, variable), DEFINED_AS,
               weak->source);
        weak->source = variable;
    }
}

/* As a phi is assigned. */
void icg_capture_at_edge(struct icg_set *set, struct icg *icg, struct block *merge, int edge) {
    vec_each(struct icg_weak, weak, &icg->weak) {
        if (!is_captured(set, icg, weak->source)) continue;
        struct node *carried = new_variable(set, weak->source);
        struct node *variable = new_variable(set, weak->source);
        for (int i = 0; i < (int)merge->predecessors.count; i++) {
            define(set, icg_placeholder_before(merge->predecessors.items[i]->last),
                   icg_fact(set, carried), i == edge ? DEFINED_AS : DEFINED_NOWHERE,
                   i == edge ? weak->source : NULL);
        }
        define(set, placeholder_at_start(merge), icg_fact(set, variable), DEFINED_AS, carried);
        weak->source = variable;
    }
}

/* A phi over objects that escape analysis makes one object is that object. */
void icg_values_merged(struct icg_set *set, struct block *merge, struct node *const *origins,
                       struct node *merged) {
    lose_entries(set, merge, origins);
    for (struct node *phi = merge->first; phi && phi->kind == NODE_phi; phi = phi->next) {
        bool is_it = phi->input_count > 0 && wanted_fact(set, phi);
        for (int i = 0; is_it && i < phi->input_count; i++) {
            const struct fact *fact = icg_fact_of(set, origins[i]);
            is_it = phi->inputs[i] == origins[i] || (fact && fact->origin->node == phi->inputs[i]);
        }
        if (is_it) clone_value(set, phi, merged);
    }
}
