/* SPOTS: where rules for profiling meet the bytecode (tally/spots.h), as it is translated. A
 * placeholder marks each place where a bytecode has been executed: behind the guards that would
 * begin it again in the interpreter, where it would count, and in front of all that belongs to the
 * next. What leaves the bytecode on several ways (branches, checks that throw) has one on each. */
#include "build/builder.h"

#include "base/intern.h"
#include "tally/spots.h"

static const struct position *position_of(struct builder *builder, uint32_t bci) {
    struct position *position = ARENA_NEW(builder->arena, struct position);
    *position = (struct position){.method = method_full_name(builder->method),
                                  .bci = (int)bci,
                                  .line = code_line(builder->code, bci),
                                  .caller = builder->caller};
    return position;
}

static void add(struct builder *builder, const struct met_rule *met) {
    arena_vec_push(builder->arena, &builder->graph->met, *met);
}

/* Points that one node carries out, unless the compiler knows better. */
static bool has_operation(const struct spot *spot) {
    enum {
        WITH_OPERATION = 1 << POINT_new | 1 << POINT_call | 1 << POINT_lock | 1 << POINT_unlock |
                         1 << POINT_read | 1 << POINT_write
    };
    return 1 << spot->rule->point & WITH_OPERATION;
}

static bool follows_operation(const struct spot *spot) {
    return spot->rule->anchor != VM_HERE && has_operation(spot);
}

/* --- as ordinary program code --- */

/* What is made is handed over by all who count allocations so, and statements see it all. */
static bool sees_object(const struct met_rule *met) {
    const struct vm_rule *rule = met->spot->rule;
    return met->object && (met->spot->is_by_class || rule->point == POINT_new || rule->java);
}

static bool sees_value(const struct met_rule *met) {
    return met->spot->rule->java && met->value && met->value->type == TYPE_REFERENCE;
}

static struct block *goto_block(struct builder *builder, struct block *target) {
    struct block *block = block_new(builder->graph);
    block_end(block, node_new(builder->graph, NODE_goto, TYPE_VOID, 0, NULL), 1, &target,
              (double[]){1});
    return block;
}

/* try { Profile.see(object); } catch (Throwable any) { } */
static void call_naive_probe(struct builder *builder, struct method *probe, struct node *object) {
    struct graph *graph = builder->graph;
    struct node *invoke = node_new(graph, NODE_invoke, TYPE_VOID, 1, &object);
    struct node *thrown = node_new(graph, NODE_exception_object, TYPE_REFERENCE, 0, NULL);
    invoke->position = thrown->position = builder->position;
    invoke->extra.call.method = build_meta_method(builder->compilation, probe);
    invoke->extra.call.named = method_full_name(probe);
    invoke->extra.call.kind = INVOKE_STATIC;
    invoke->extra.call.is_inserted = true; /* it is no call of the program: no rule counts it */
    struct block *rest = block_new(graph);
    struct block *arms[] = {goto_block(builder, rest), goto_block(builder, rest)};
    node_insert_before(arms[1]->last, thrown);
    block_end(builder->block, invoke, 2, arms, (double[]){1, 0});
    builder->block = rest;
}

/* In front of the placeholders, which nothing may come between. */
static void perturb(struct builder *builder, const struct met_rule *met) {
    struct method *probe = builder->environment->runtime->naive_probe;
    if (!probe) return;
    call_naive_probe(builder, probe, sees_object(met) ? met->object : graph_null(builder->graph));
    if (sees_value(met)) call_naive_probe(builder, probe, met->value);
}

static bool is_of_other_edges(const struct met_rule *met, uint32_t target) {
    return met->spot->rule->point == POINT_loop && target > (uint32_t)met->position->bci;
}

static void perturb_edge(struct builder *builder, uint32_t target) {
    vec_each(struct met_rule, met, &builder->spotted.before)
        if (!is_of_other_edges(met, target)) perturb(builder, met);
}

/* --- placeholders --- */

static bool is_store(const struct node *node) {
    return node->kind == NODE_store_field || node->kind == NODE_store_static ||
           node->kind == NODE_store_element;
}

/* What a store overwrites is still there in front of it, where no guard may begin the bytecode again. */
static void add_here(struct builder *builder, struct met_rule met) {
    if (follows_operation(met.spot)) return;
    met.place = node_new(builder->graph, NODE_placeholder, TYPE_VOID, 0, NULL);
    met.place->position = builder->position;
    if (builder->spotted.is_next) met.place->extra.integer = PLACEHOLDER_COUNTS_NEXT;
    if (met.operation && is_store(met.operation))
        node_insert_before(met.operation, met.place);
    else
        node_append(builder->block, met.place);
    add(builder, &met);
}

/* --- operands --- */

/* A slot from the top, 1 being the top. */
static struct node *operand(const struct builder *builder, int slot) {
    return slot ? builder->now.stack[builder->now.depth - slot] : NULL;
}

/* Of a synchronized method what it locks. */
static struct node *object_of(const struct builder *builder, const struct spot *spot) {
    bool is_of_monitor = spot->rule->point == POINT_lock || spot->rule->point == POINT_unlock;
    return is_of_monitor && !spot->object ? builder->method_lock : operand(builder, spot->object);
}

static struct met_rule met_at(struct builder *builder, const struct spot *spot,
                              const struct position *position) {
    return (struct met_rule){.spot = spot,
                             .position = position,
                             .object = object_of(builder, spot),
                             .value = operand(builder, spot->value),
                             .lengths = builder->spotted.lengths,
                             .length_count = builder->spotted.length_count};
}

static void add_at(struct builder *builder, uint32_t bci, enum spot_place place) {
    struct spot *spots;
    uint32_t count = spots_at(builder->spots, bci, place, &spots);
    if (!count) return;
    const struct position *position = position_of(builder, bci);
    for (uint32_t i = 0; i < count; i++)
        arena_vec_push(&builder->scratch, &builder->spotted.before,
                       met_at(builder, &spots[i], position));
}

/* What is to be known of an operand is known before the bytecode takes it from the stack. */
void spots_add(struct builder *builder, uint32_t bci) {
    add_at(builder, bci, SPOT_BEFORE);
    add_at(builder, bci, SPOT_LOCKED);
}

void spots_begin(struct builder *builder) {
    builder->spotted = (struct spotted){.bci = builder->bci};
    spots_add(builder, builder->bci);
}

void spots_operation(struct builder *builder, struct node *node) {
    bool is_jump = node_is_end(node) && node->kind != NODE_invoke;
    if (builder->spots && !is_jump)
        arena_vec_push(&builder->scratch, &builder->spotted.operations, node);
}

/* --- places --- */

static bool has_edges(const struct met_rule *met) {
    return met->spot->rule->point == POINT_branch || met->spot->rule->point == POINT_switch;
}

void spots_on_edge(struct builder *builder, uint32_t target, enum met_edge edge, int32_t key) {
    perturb_edge(builder, target);
    vec_each(struct met_rule, met, &builder->spotted.before) {
        struct met_rule here = *met;
        if (is_of_other_edges(met, target)) continue;
        if (has_edges(met)) {
            here.edge = edge;
            here.case_key = key;
        }
        add_here(builder, here);
    }
    builder->spotted.is_counted = true;
}

static void count_before(struct builder *builder, bool throws) {
    vec_each(struct met_rule, met, &builder->spotted.before) {
        if (throws && met->spot->place == SPOT_LOCKED) continue;
        perturb(builder, met);
    }
    vec_each(struct met_rule, met, &builder->spotted.before) {
        struct met_rule here = *met;
        if (throws && met->spot->place == SPOT_LOCKED) continue;
        if (builder->spotted.operations.count)
            here.operation = builder->spotted.operations.items[0];
        add_here(builder, here);
    }
}

/* Where no lock was taken: the object is null. */
void spots_thrown(struct builder *builder) { count_before(builder, true); }

void spots_before(struct builder *builder) {
    count_before(builder, false);
    builder->spotted.is_counted = true;
}

void spots_before_call(struct builder *builder) {
    builder->spotted.is_next = true;
    spots_before(builder);
    builder->spotted.is_next = false;
}

void spots_undecided(struct builder *builder, uint32_t target, const struct met_rule *decision) {
    perturb_edge(builder, target);
    vec_each(struct met_rule, met, &builder->spotted.before) {
        struct met_rule here = *met;
        if (is_of_other_edges(met, target)) continue;
        if (has_edges(met)) {
            here.left = decision->left;
            here.right = decision->right;
            here.condition = decision->condition;
            here.keys = decision->keys;
            here.key_count = decision->key_count;
        }
        add_here(builder, here);
    }
    builder->spotted.is_counted = true;
}

static void add_operations(struct builder *builder, const struct met_rule *met) {
    if (!has_operation(met->spot)) return;
    vec_each(struct node *, operation, &builder->spotted.operations) {
        struct met_rule at = *met;
        at.operation = *operation;
        add(builder, &at);
    }
}

/* Natives count where they are called (tally/execution.h), which these are not. */
void spots_native(struct builder *builder, const struct constant *named) {
    struct vm_profile *profile = builder->environment->runtime->profile;
    if (!profile || builder->at->in_region) return;
    const char *callee =
        intern_format("%s.%s%s", class_words(builder->arena, named->member.class_name),
                      named->member.name, named->member.descriptor);
    for (size_t i = 0; i < profile->rule_count; i++) {
        const struct vm_rule *rule = &profile->rules[i];
        if (rule->point != POINT_native ||
            !rule_meets(profile, rule, method_full_name(builder->method), callee))
            continue;
        struct spot *spot = ARENA_NEW(builder->arena, struct spot);
        *spot = (struct spot){
            .rule = rule, .place = SPOT_BEFORE, .bci = builder->bci, .subject = callee};
        const struct met_rule met = {.spot = spot, .position = position_of(builder, builder->bci)};
        perturb(builder, &met);
        add_here(builder, met);
    }
}

void spots_behind(struct builder *builder) {
    struct spotted *spotted = &builder->spotted;
    if (!builder->spots) return;
    if (builder->block && !spotted->is_counted) spots_before(builder);
    vec_each(struct met_rule, met, &spotted->before) add_operations(builder, met);
    struct spot *spots;
    uint32_t count =
        builder->block ? spots_at(builder->spots, spotted->bci, SPOT_AFTER, &spots) : 0;
    if (!count) return;
    const struct position *position = position_of(builder, spotted->bci);
    for (uint32_t i = 0; i < count; i++) {
        struct met_rule met = met_at(builder, &spots[i], position);
        if (spotted->operations.count) met.operation = spotted->operations.items[0];
        perturb(builder, &met);
        add_here(builder, met);
        add_operations(builder, &met);
    }
}

/* --- of the method, and handlers --- */

void spots_of_method(struct builder *builder, enum spot_place place, struct node *object,
                     struct node *lock) {
    struct spot *spots;
    uint32_t count = builder->at->in_region ? 0 : spots_at(builder->spots, 0, place, &spots);
    uint32_t bci = place == SPOT_ENTRY ? 0 : builder->bci;
    for (uint32_t i = 0; i < count; i++) {
        bool is_lock = has_operation(&spots[i]);
        struct met_rule met = {.spot = &spots[i],
                               .position = position_of(builder, bci),
                               .operation = is_lock ? lock : NULL,
                               .object = is_lock ? builder->method_lock : object};
        perturb(builder, &met);
        add_here(builder, met);
        if (is_lock) add(builder, &met);
    }
}

void spots_of_handler(struct builder *builder, uint32_t target, struct node *exception) {
    struct spot *spots;
    uint32_t count =
        builder->at->in_region ? 0 : spots_at(builder->spots, target, SPOT_CATCH, &spots);
    for (uint32_t i = 0; i < count; i++) {
        const struct met_rule met = {
            .spot = &spots[i], .position = position_of(builder, target), .object = exception};
        perturb(builder, &met);
        add_here(builder, met);
    }
}

void spots_replace(struct graph *graph, const struct node *node, struct node *by) {
    vec_each(struct met_rule, met, &graph->met) {
        if (met->object == node) met->object = by;
        if (met->value == node) met->value = by;
        if (met->left == node) met->left = by;
        if (met->right == node) met->right = by;
        for (int i = 0; i < met->length_count; i++)
            if (met->lengths[i] == node) met->lengths[i] = by;
    }
}
