/* The values of weak edges when inserted code is spliced. Requires control flow facts of a base
 * graph that is not spliced into yet.
 *
 * A value that is there in front of the place is taken as it is. A variable (facts.c) is what its
 * last definition on the way to the place says: they are looked for backwards, with phis where
 * paths meet. What can be computed from inputs that are there is computed in front of the place
 * (the paper's NodeIsAvailable: "can be scheduled before").
 *
 * Where all that fails, a marker stands for the value until all are read: then a phi shows whether
 * it can reach the place. A value that was lost on some way to the place is lost; an object that is
 * not allocated there is null, but nothing is computed of that null. */
#include "icg/internal.h"

#include "base/bitset.h"
#include "ir/cfg.h"
#include "ir/fold.h"
#include "ir/traits.h"

enum { MADE_AT_MOST = 50000 }; /* phis and nodes; more are lost */

#define MADE UINT32_MAX /* scratch of what was made here */

struct stand_in {
    struct node *node; /* its extra: its index */
    const struct fact *fact;
    bool is_nowhere;                /* an object that is not allocated; else lost */
    const struct meta_class *class; /* of that; NULL: not known */
    const struct node *place;       /* where it would be made; NULL: several were found */
};

struct weak_request {
    struct icg_weak *weak;
    struct node *value;
};

struct reading {
    struct icg_set *set;
    struct graph *graph;
    struct arena *arena;
    uint32_t variables;
    VEC(struct node *) made;
    VEC(struct stand_in) stand_ins;
    VEC(struct weak_request) requests;
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

/* --- what is not there --- */

static struct node *stand_in(struct reading *r, const struct fact *fact, bool is_nowhere,
                             const struct meta_class *class, const struct node *place) {
    vec_each(struct stand_in, known, &r->stand_ins) {
        if (known->fact != fact || known->is_nowhere != is_nowhere || known->class != class)
            continue;
        if (known->place != place) known->place = NULL;
        return known->node;
    }
    struct node *node = node_new(r->graph, NODE_weak, fact->node->type, 0, NULL);
    node->extra.integer = r->stand_ins.count;
    arena_vec_push(r->arena, &r->stand_ins,
                   (struct stand_in){node, fact, is_nowhere, class, place});
    return node;
}

static struct node *lost(struct reading *r, const struct fact *fact) {
    return stand_in(r, fact, false, NULL, NULL);
}

/* [object]: what would have been allocated. Where allocations merged, the fact is that of their phi, which has no class any more. */
static struct node *nowhere(struct reading *r, const struct fact *fact, const struct node *object,
                            const struct node *place) {
    return stand_in(r, fact, true, value_exact_class(object), place);
}

/* --- variables --- */

static struct node *value_at(struct reading *r, struct node *source, struct node *place);
static struct node *compute(struct reading *r, struct fact *fact, struct node *place);
static struct node *read_from(struct reading *r, struct fact *variable, struct node *node,
                              struct block *block);

static const struct stand_in *stand_in_of(const struct reading *r, const struct node *node) {
    return node->kind == NODE_weak ? &r->stand_ins.items[node->extra.integer] : NULL;
}

/* What was made for a value, on the way to it. */
struct value_step {
    struct node *node;
    bool is_computed; /* an operation takes it, perhaps over phis */
};

struct value_walk {
    struct arena *arena;
    struct bitset seen, seen_computed; /* by id */
    VEC(struct value_step) work;
};

static struct value_walk walk_begin(const struct reading *r) {
    uint32_t ids = r->graph->next_node_id;
    return (struct value_walk){.arena = r->arena,
                               .seen = bitset_new(r->arena, ids),
                               .seen_computed = bitset_new(r->arena, ids)};
}

static void walk_to(struct value_walk *walk, struct node *node, bool is_computed) {
    struct bitset *seen = is_computed ? &walk->seen_computed : &walk->seen;
    if (bitset_has(seen, node->id)) return;
    bitset_add(seen, node->id);
    arena_vec_push(walk->arena, &walk->work, (struct value_step){node, is_computed});
}

static bool walk_next(struct value_walk *walk, struct value_step *step) {
    if (walk->work.count == 0) return false;
    *step = vec_pop(&walk->work);
    const struct node *node = step->node;
    bool is_computed = step->is_computed || node->kind != NODE_phi;
    for (int i = 0; node->scratch == MADE && i < node->input_count; i++)
        walk_to(walk, node->inputs[i], is_computed);
    return true;
}

/* On all ways the object of [fact], not allocated? Not if a phi on the way is still being made. */
static bool is_nowhere(struct reading *r, struct node *value, const struct fact *fact) {
    struct value_walk walk = walk_begin(r);
    walk_to(&walk, value, false);
    for (struct value_step step; walk_next(&walk, &step);) {
        const struct node *node = step.node;
        const struct stand_in *gone = stand_in_of(r, node);
        bool is_whole = node->kind == NODE_phi && node->scratch == MADE &&
                        node->input_count == (int)node->block->predecessors.count;
        if (!is_whole && !(gone && gone->is_nowhere && gone->fact == fact)) return false;
    }
    return true;
}

/* Of an object that is not allocated there, what it holds. */
static struct node *load_again(struct reading *r, struct fact *load, struct node *place) {
    bool is_known = load->entry && load->entry->number > 0 && load->inputs[0] == load->object;
    if (is_known && is_nowhere(r, value_at(r, load->object, place), icg_fact(r->set, load->object)))
        return read_from(r, load->entry, place, place->block);
    return compute(r, load, place);
}

static struct node *find_defined(struct reading *r, const struct definition *definition) {
    struct node *variable = definition->variable->node, *source = definition->source;
    struct fact *fact = icg_fact(r->set, definition->kind == DEFINED_NOWHERE ? variable : source);
    switch (definition->kind) {
    case DEFINED_AS: return value_at(r, source, definition->place);
    case DEFINED_ITSELF: return source->is_dead ? lost(r, fact) : source;
    case DEFINED_AGAIN: return load_again(r, fact, definition->place);
    case DEFINED_NOWHERE: return nowhere(r, fact, source ? source : variable, definition->place);
    case DEFINED_AS_LOST: break;
    }
    return lost(r, fact);
}

/* On the way round a loop it may have been asked for again, and found. */
static struct node *defined(struct reading *r, struct definition *definition) {
    if (definition->value) return definition->value;
    struct node *value = find_defined(r, definition);
    if (!definition->value) definition->value = value;
    return definition->value;
}

static struct node *read_at_start(struct reading *r, struct fact *variable, struct block *block);

/* From [node] backwards. */
static struct node *read_from(struct reading *r, struct fact *variable, struct node *node,
                              struct block *block) {
    for (; node; node = node->previous) {
        if (node->scratch != variable->number) continue;
        if (node->kind != NODE_placeholder) return node;
        return defined(r, icg_fact_of(r->set, node)->definition);
    }
    return read_at_start(r, variable, block);
}

static struct node *read_over_edge(struct reading *r, struct fact *variable, struct block *from,
                                   const struct block *to) {
    struct node *end = from->last;
    if (end->kind == NODE_invoke && from->successors[0] != to) end = end->previous;
    return read_from(r, variable, end, from);
}

static struct node *new_phi(struct reading *r, enum node_type type, struct block *block) {
    struct node *phi = node_new(r->graph, NODE_phi, type, 0, NULL);
    phi->scratch = MADE;
    phi_append(block, phi);
    arena_vec_push(r->arena, &r->made, phi);
    return phi;
}

static struct node *read_at_start(struct reading *r, struct fact *variable, struct block *block) {
    if (!variable->at_start)
        variable->at_start = ARENA_ARRAY(r->arena, struct node *, r->graph->next_block_id);
    struct node **known = &variable->at_start[block->id];
    if (*known) return *known;
    if (block->predecessors.count == 0 || r->made.count > MADE_AT_MOST)
        return *known = lost(r, variable);
    if (block->predecessors.count == 1) {
        struct node *value = read_over_edge(r, variable, block->predecessors.items[0], block);
        return *known = value;
    }
    struct node *phi = *known = new_phi(r, variable->node->type, block);
    vec_each(struct block *, predecessor, &block->predecessors) {
        node_add_input(phi, read_over_edge(r, variable, *predecessor, block));
    }
    return phi;
}

/* --- values --- */

/* Again in front of [place], of what the recipe says, or of its own inputs. */
static struct node *compute(struct reading *r, struct fact *fact, struct node *place) {
    const struct node *node = fact->node;
    if (fact->place == place) return fact->value;
    if (r->made.count > MADE_AT_MOST) return lost(r, fact);
    struct node *const *inputs = fact->has_recipe ? fact->inputs : node->inputs;
    int count = fact->has_recipe ? fact->input_count : node->input_count;
    struct node **values = ARENA_ARRAY(r->arena, struct node *, count + 1);
    for (int i = 0; i < count; i++) values[i] = value_at(r, inputs[i], place);
    struct node *copy = node_new(r->graph, node->kind, node->type, count, values);
    copy->extra = node->extra;
    copy->position = node->position;
    copy->scratch = MADE;
    node_insert_before(place, copy);
    arena_vec_push(r->arena, &r->made, copy);
    fact->place = place;
    fact->value = copy;
    return copy;
}

static bool may_compute(const struct fact *fact) {
    return (fact->has_recipe || !fact->node->is_dead) && icg_remedy(fact->node) == REMEDY_ANYWHERE;
}

static struct node *value_at(struct reading *r, struct node *source, struct node *place) {
    struct fact *fact = icg_fact(r->set, source)->origin;
    if (!fact->is_variable && icg_is_available(r->graph, source, place)) return source;
    if (may_compute(fact)) return compute(r, fact, place);
    if (fact->is_variable && icg_remedy(source) != REMEDY_ANYWHERE)
        return read_from(r, fact, place->previous, place->block);
    if (icg_is_available(r->graph, source, place)) return source;
    return source->kind == NODE_virtual_object ? nowhere(r, fact, source, NULL) : lost(r, fact);
}

void icg_read(struct reading *r, struct icg_weak *weak, struct node *place) {
    struct weak_request request = {weak, value_at(r, weak->source, place)};
    arena_vec_push(r->arena, &r->requests, request);
}

/* --- beginning --- */

static void number_variable(struct reading *r, struct fact *fact, struct node *node) {
    struct fact *variable = fact->definition ? fact->definition->variable : fact->origin;
    if (!variable->number) variable->number = ++r->variables;
    node->scratch = variable->number;
}

struct reading *icg_reading_begin(struct icg_set *set) {
    struct reading *r = ARENA_NEW(set->arena, struct reading);
    *r = (struct reading){.set = set, .graph = set->compilation->graph, .arena = set->arena};
    vec_each(struct block *, block, &r->graph->blocks) {
        if ((*block)->is_dead) continue;
        block_each_node(node, *block) {
            node->scratch = 0;
            struct fact *fact = icg_fact_of(set, node);
            if (fact) number_variable(r, fact, node);
        }
    }
    return r;
}

/* --- ending --- */

static void replace_made(struct reading *r, struct node *node, struct node *by) {
    vec_each(struct weak_request, request, &r->requests) {
        if (request->value == node) request->value = by;
    }
    edit_replace_and_eliminate(node, by);
}

/* --- tests of what is not allocated --- */

/* A node that was made, with an object that is not allocated, on some way, as input [side]: what it
 * tests its allocation says. */
struct object_test {
    const struct node *test;
    int side;
    struct node **known; /* of phis, by id */
};

/* Of this allocation; NULL: that says nothing. */
static struct node *answer_of(const struct reading *r, const struct object_test *t,
                              const struct stand_in *gone) {
    const struct node *test = t->test;
    struct node *inputs[2] = {0};
    for (int i = 0; i < test->input_count; i++) {
        const struct stand_in *other = stand_in_of(r, test->inputs[i]);
        if (other && i != t->side) return NULL;
        inputs[i] = i == t->side ? gone->fact->node : test->inputs[i];
    }
    struct node *answer = fold_value(test, inputs);
    return answer && !answer->block && !answer->is_dead ? answer : NULL;
}

/* Of an object that is there, at the end of [block]. */
static struct node *test_again(struct reading *r, const struct object_test *t, struct node *object,
                               const struct block *block) {
    struct node *copy = node_new(r->graph, t->test->kind, t->test->type, 1, &object);
    copy->extra = t->test->extra;
    copy->position = t->test->position;
    copy->scratch = MADE;
    node_insert_before(block->last, copy);
    arena_vec_push(r->arena, &r->made, copy);
    return copy;
}

static bool can_be_answered(struct reading *r, const struct object_test *t) {
    bool is_any_gone = false;
    struct value_walk walk = walk_begin(r);
    walk_to(&walk, t->test->inputs[t->side], false);
    for (struct value_step step; walk_next(&walk, &step);) {
        const struct stand_in *gone = stand_in_of(r, step.node);
        bool is_way = step.node->kind == NODE_phi && step.node->scratch == MADE;
        is_any_gone |= gone != NULL;
        if (gone ? !gone->is_nowhere || !answer_of(r, t, gone)
                 : !is_way && (t->test->input_count > 1 || step.node->kind == NODE_invoke))
            return false;
    }
    return is_any_gone;
}

/* For [value], which comes at the end of [block]. */
static struct node *answer(struct reading *r, const struct object_test *t, struct node *value,
                           const struct block *block) {
    const struct stand_in *gone = stand_in_of(r, value);
    if (gone) return answer_of(r, t, gone);
    if (value->kind != NODE_phi || value->scratch != MADE) return test_again(r, t, value, block);
    if (t->known[value->id]) return t->known[value->id];
    struct node *phi = t->known[value->id] = new_phi(r, t->test->type, value->block);
    for (int i = 0; i < value->input_count; i++)
        node_add_input(phi, answer(r, t, value->inputs[i], value->block->predecessors.items[i]));
    return phi;
}

static void answer_tests(struct reading *r) {
    for (uint32_t i = 0, count = r->made.count; i < count; i++) {
        struct node *test = r->made.items[i];
        for (int side = 0;
             test->kind != NODE_phi && test->input_count <= 2 && side < test->input_count; side++) {
            if (test->is_dead || test->inputs[side]->type != TYPE_REFERENCE) continue;
            struct object_test t = {test, side,
                                    ARENA_ARRAY(r->arena, struct node *, r->graph->next_node_id)};
            if (can_be_answered(r, &t))
                replace_made(r, test, answer(r, &t, test->inputs[side], test->block));
        }
    }
}

static void remove_trivial_phis(struct reading *r) {
    for (bool changed = true; changed;) {
        changed = false;
        vec_each(struct node *, item, &r->made) {
            struct node *phi = *item;
            struct node *only =
                phi->kind == NODE_phi && !phi->is_dead ? fold_phi_same(phi, phi->inputs) : NULL;
            if (!only) continue;
            replace_made(r, phi, only);
            changed = true;
        }
    }
}

static const struct fact *loss_in(struct reading *r, struct node *value, bool is_computed) {
    struct value_walk walk = walk_begin(r);
    walk_to(&walk, value, is_computed);
    for (struct value_step step; walk_next(&walk, &step);) {
        const struct stand_in *gone = stand_in_of(r, step.node);
        if (gone && (step.is_computed || !gone->is_nowhere)) return gone->fact;
    }
    return NULL;
}

static void finish_request(struct reading *r, const struct weak_request *request,
                           struct value_walk *kept) {
    request->weak->lost = loss_in(r, request->value, request->weak->is_compared);
    bool is_default = request->weak->lost || stand_in_of(r, request->value);
    request->weak->source = is_default ? NULL : request->value;
    if (!is_default) walk_to(kept, request->value, true);
}

static void drop_what_was_made_in_vain(struct reading *r, const struct bitset *kept) {
    VEC(struct node *) vain = {0};
    vec_each(struct node *, node, &r->made) {
        if (!(*node)->is_dead && !bitset_has(kept, (*node)->id))
            arena_vec_push(r->arena, &vain, *node);
    }
    edit_eliminate_all(vain.items, (int)vain.count);
}

/* --- classes of what is not allocated --- */

static struct node *tagged_class(const struct reading *r, const struct meta_class *class) {
    struct node *node = node_new(r->graph, NODE_const_object, TYPE_REFERENCE, 0, NULL);
    node->extra.object.pointer = (char *)class->runtime + NODE_CLASS_TAG;
    node->extra.object.text = class->name;
    return node;
}

/* The class, tagged, or NULL: it is not known. */
static struct node *class_of(struct reading *r, const struct stand_in *gone) {
    return gone->class ? tagged_class(r, gone->class) : NULL;
}

/* What no object is, and no other allocation that did not happen. */
static struct node *identity_of(struct reading *r, const struct stand_in *gone) {
    struct node *node = node_new(r->graph, NODE_const_object, TYPE_REFERENCE, 0, NULL);
    uintptr_t index = (uintptr_t)(gone - r->stand_ins.items);
    node->extra.object.pointer = (void *)(2 * index + NODE_CLASS_TAG);
    node->extra.object.text = "an object that is not allocated";
    return node;
}

struct replacing {
    struct node *(*by)(struct reading *r, const struct stand_in *gone); /* or NULL */
    struct node **known;                                                /* of phis, by id */
};

/* What [node] is with something else for objects that are not allocated. */
static struct node *replaced(struct reading *r, const struct replacing *replacing,
                             struct node *node) {
    const struct stand_in *gone = stand_in_of(r, node);
    struct node *by = gone && gone->is_nowhere ? replacing->by(r, gone) : NULL;
    if (by) return by;
    if (node->kind != NODE_phi || node->scratch != MADE) return node;
    if (replacing->known[node->id]) return replacing->known[node->id];
    struct node *phi = replacing->known[node->id] = new_phi(r, node->type, node->block);
    for (int i = 0; i < node->input_count; i++)
        node_add_input(phi, replaced(r, replacing, node->inputs[i]));
    return phi;
}

static void keep_classes(struct reading *r) {
    struct replacing classes = {class_of,
                                ARENA_ARRAY(r->arena, struct node *, r->graph->next_node_id)};
    vec_each(struct weak_request, request, &r->requests) {
        if (request->weak->keeps_class) request->value = replaced(r, &classes, request->value);
    }
}

/* --- which objects are the same --- */

/* Is it, on some way to the place, of this allocation, which did not happen? */
static bool is_of(const struct reading *r, struct node *value, const struct fact *allocation) {
    struct value_walk walk = walk_begin(r);
    walk_to(&walk, value, false);
    for (struct value_step step; walk_next(&walk, &step);) {
        const struct stand_in *gone = stand_in_of(r, step.node);
        if (gone && gone->is_nowhere && gone->fact == allocation) return true;
    }
    return false;
}

/* Does it come round a loop that the place is in? */
static bool is_carried(const struct reading *r, struct node *value, const struct node *place) {
    struct value_walk walk = walk_begin(r);
    walk_to(&walk, value, false);
    for (struct value_step step; walk_next(&walk, &step);) {
        const struct node *node = step.node;
        if (node->kind == NODE_phi && node->scratch == MADE && block_is_loop_header(node->block) &&
            block_in_loop(place->block, node->block))
            return true;
    }
    return false;
}

/* Of one allocation, of which it does not show whether it is the same execution? */
static bool may_differ(const struct reading *r, const struct stand_in *gone, struct node *one,
                       struct node *other) {
    return !gone->place || is_carried(r, one, gone->place) || is_carried(r, other, gone->place);
}

static bool is_told_apart(const struct reading *r, struct node *one, struct node *other) {
    vec_each(struct stand_in, gone, &r->stand_ins) {
        if (gone->is_nowhere && is_of(r, one, gone->fact) && is_of(r, other, gone->fact) &&
            may_differ(r, gone, one, other))
            return false;
    }
    return true;
}

static struct weak_request *other_side(struct reading *r, struct weak_request *request) {
    struct weak_request *other = request;
    while (other->weak != request->weak + request->weak->compared_with) other++;
    return other;
}

/* Once for both sides, by the one that is read first. */
static void keep_identities(struct reading *r) {
    struct replacing identities = {identity_of,
                                   ARENA_ARRAY(r->arena, struct node *, r->graph->next_node_id)};
    vec_each(struct weak_request, request, &r->requests) {
        const struct icg_weak *weak = request->weak;
        if (!weak->is_compared || weak->keeps_class || weak->compared_with < 0) continue;
        struct weak_request *other = other_side(r, request);
        if (other != request && !is_told_apart(r, request->value, other->value)) continue;
        request->value = replaced(r, &identities, request->value);
        if (other != request) other->value = replaced(r, &identities, other->value);
    }
}

void icg_reading_end(struct reading *r) {
    answer_tests(r);
    remove_trivial_phis(r);
    keep_classes(r);
    keep_identities(r);
    struct value_walk kept = walk_begin(r);
    vec_each(struct weak_request, request, &r->requests) finish_request(r, request, &kept);
    for (struct value_step step; walk_next(&kept, &step);) {}
    drop_what_was_made_in_vain(r, &kept.seen_computed);
    vec_each(struct stand_in, gone, &r->stand_ins) {
        struct node *node = gone->node;
        edit_replace_and_eliminate(node, graph_default(r->graph, node->type));
    }
}
