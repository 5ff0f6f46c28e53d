/* RULES: what rules for profiling count in compiled code, as inserted code. Where they meet the
 * bytecode, build has said (graph->met): placeholders where it has been executed, and the
 * operations that carry it out. */
#include "jit/internal.h"

#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "ir/query.h"
#include "runtime/monitor.h"
#include "tally/sample.h"
#include "tally/site.h"

struct tally_key rule_key_at(const struct rule_place *at, int64_t edge) {
    const struct job *job = at->job;
    return (struct tally_key){.rule = at->rule,
                              .position = at->met->position,
                              .root = job->compilation.root,
                              .code = job->compilation.number,
                              .subject = at->met->spot->subject,
                              .edge = edge};
}

static struct vm_profile *profile_of(const struct rule_place *at) {
    return at->job->jit->runtime->profile;
}

static struct tally *tally_at(const struct rule_place *at, int64_t edge) {
    const struct tally_key key = rule_key_at(at, edge);
    return tally_of(profile_of(at), &key);
}

/* Where the rule counts by contexts, its inserted code counts in that of the frame. */
static struct icg *in_context(const struct rule_place *at, struct icg *icg) {
    if (!rule_has_key(at->rule, BY_context)) return icg;
    vec_each(struct block *, block, &icg->body->blocks) {
        block_each_node(node, *block) {
            if (node->kind == NODE_count) node->extra.counter.frame = at->frame;
        }
    }
    return icg;
}

/* No counter of a program is called by it, whatever its letters are. */
const char *rules_counter_name(void) {
    static const char name[] = "rule";
    return name;
}

/* --- amounts --- */

struct icg_size bytes_of_array(const struct class *class, struct node *length) {
    return (struct icg_size){
        .length = length,
        .shift = __builtin_ctz((unsigned)java_type_size(class->element_type)),
        .addend = ARRAY_SIZE_ADDEND,
        .mask = -OBJECT_ALIGNMENT,
    };
}

static struct node *binary(struct icg *icg, enum node_kind kind, struct node *a, struct node *b) {
    return icg_compute(icg, kind, TYPE_LONG, 2, (struct node *[]){a, b});
}

static struct node *sized(struct icg *icg, struct node *length, enum vm_amount amount,
                          const struct class *class) {
    if (amount == VM_AMOUNT_COUNT) return graph_long(icg->body, 1);
    if (amount == VM_AMOUNT_LENGTH) return length;
    ASSERT(amount == VM_AMOUNT_BYTES, "arrays have no '%s'", amount_name(amount));
    struct icg_size size = bytes_of_array(class, length);
    struct node *bytes = binary(icg, NODE_shl, size.length, graph_int(icg->body, size.shift));
    bytes = binary(icg, NODE_add, bytes, graph_long(icg->body, size.addend));
    return binary(icg, NODE_and, bytes, graph_long(icg->body, size.mask));
}

/* Of all arrays of one dimension of an array, which are as many as the lengths of those around them multiply to. */
static struct node *amount_of_arrays(const struct rule_place *at, struct icg *icg,
                                     enum vm_amount amount, const struct class *class,
                                     int dimension) {
    struct node *product = NULL;
    for (int i = 0; i <= dimension; i++) {
        struct node *length = icg_value(at->job->inserted, icg, at->met->lengths[i]);
        length = icg_compute(icg, NODE_convert, TYPE_LONG, 1, &length);
        struct node *factor = i < dimension ? length : sized(icg, length, amount, class);
        product = product ? binary(icg, NODE_mul, product, factor) : factor;
    }
    return product;
}

/* Which kind an answer to the query means; the last one is that of all other answers. */
static const struct kinds_of_point {
    enum vm_point point;
    enum query_kind query;
    int count;
    int32_t answers[3];
    int32_t kinds[3];
} kinds_of_points[] = {
    {POINT_new, QUERY_ALLOCATION_TYPE, 2, {0}, {KIND_allocation_TLAB, KIND_allocation_HEAP}},
    {POINT_lock,
     QUERY_LOCK_TYPE,
     3,
     {LOCK_BIASED, LOCK_RECURSIVE},
     {KIND_lock_BIASED, KIND_lock_RECURSIVE, KIND_lock_CAS}},
    {POINT_call,
     QUERY_CALL_TYPE,
     3,
     {INVOKE_VIRTUAL, INVOKE_INTERFACE},
     {KIND_call_VIRTUAL, KIND_call_VIRTUAL, KIND_call_DIRECT}},
};

static const struct kinds_of_point *kinds_of(enum vm_point point) {
    size_t i = 0;
    while (kinds_of_points[i].point != point) i++;
    return &kinds_of_points[i];
}

struct icg_call rule_kinds(enum vm_point point) {
    const struct kinds_of_point *row = kinds_of(point);
    return (struct icg_call){.query = row->query,
                             .answers = row->answers,
                             .kinds = row->kinds,
                             .kind_count = row->count};
}

/* --- what only the execution tells --- */

static struct count *count_of_class(void *context, const void *class) {
    struct tally *tally = tally_site_of(context, class);
    return tally ? tally_count(tally, KIND_none, VM_AMOUNT_COUNT) : NULL;
}

static void *site_of_class(void *context, const void *class) {
    return tally_site_for(context, class);
}

static const struct kinds_of_point no_kinds = {.count = 1, .kinds = {KIND_none}};

/* [row]: the kinds to tell apart; NULL: none. */
static void count_by_class(const struct rule_place *at, struct node *anchor, enum icg_place place,
                           const struct kinds_of_point *row, struct node *object) {
    struct job *job = at->job;
    bool is_by_context = rule_has_key(at->rule, BY_context);
    const struct tally_key key = rule_key_at(at, TALLY_NO_EDGE);
    struct tally_site *site = tally_site_new(profile_of(at), at->met->spot, &key);
    struct icg_by_class *by_class = ARENA_NEW(&job->arena, struct icg_by_class);
    *by_class = (struct icg_by_class){
        .context = site, .name = rules_counter_name(), .frame = is_by_context ? at->frame : 0};
    if (row)
        by_class->address = site_of_class;
    else
        by_class->cell = count_of_class;
    if (!row) row = &no_kinds;
    const struct icg_call call = {.stub =
                                      is_by_context ? STUB_count_in_context : STUB_count_execution,
                                  .frame = is_by_context ? at->frame : 0,
                                  .address = site,
                                  .text = "rule",
                                  .object = object,
                                  .query = row->query,
                                  .answers = row->answers,
                                  .kinds = row->kinds,
                                  .kind_count = row->count,
                                  .way = job->loop_bci < 0 ? COUNT_COMPILED : COUNT_ON_STACK,
                                  .by_class = by_class};
    icg_attach_call(job->inserted, anchor, place, &call);
}

/* --- where the bytecode is --- */

/* The first of what counts there takes the placeholder itself. */
static struct icg *count_here(const struct rule_place *at, struct count *cell, bool is_first) {
    struct icg_set *set = at->job->inserted;
    struct icg *icg =
        is_first ? icg_attach_counter_at(set, at->met->place, cell, rules_counter_name())
                 : icg_attach_counter(set, at->met->place, ICG_HERE, cell, rules_counter_name());
    return in_context(at, icg);
}

static void count_arrays_here(const struct rule_place *at, struct tally *tally,
                              const struct class *class, int dimension) {
    for (enum vm_amount amount = 0; amount < VM_AMOUNTS; amount++) {
        if (!rule_sums(at->rule, amount)) continue;
        struct icg *icg = count_here(at, tally_count(tally, KIND_none, amount), false);
        bool is_one = amount == VM_AMOUNT_COUNT && dimension == 0;
        if (!is_one) icg_count_amount(icg, amount_of_arrays(at, icg, amount, class, dimension));
    }
}

/* Its class is known, and those of the arrays in it. NULL: a filter of the rule names others. */
static struct tally *tally_of_new(const struct rule_place *at, const struct class *class) {
    const struct spot *spot = at->met->spot;
    const struct tally_key key = rule_key_at(at, TALLY_NO_EDGE);
    return tally_of_class(profile_of(at), spot, &key, spot->is_by_class ? class : NULL);
}

static void count_new_here(const struct rule_place *at) {
    const struct node *made = at->met->operation;
    const struct class *class = made->extra.class->runtime;
    for (int i = 0; i < at->met->length_count; i++, class = class->element_class) {
        struct tally *tally = tally_of_new(at, class);
        if (tally) count_arrays_here(at, tally, class, i);
    }
    if (made->kind != NODE_new) return;
    struct tally *tally = tally_of_new(at, class);
    tally->unit = (int64_t)object_align(class->instance_size);
    count_here(at, tally_count(tally, KIND_none, VM_AMOUNT_COUNT), true);
}

int64_t rule_edge_at(const struct rule_place *at) {
    switch (at->met->edge) {
    case MET_TAKEN: return 1;
    case MET_NOT_TAKEN: return 0;
    case MET_CASE: return at->met->case_key;
    case MET_DEFAULT: return TALLY_DEFAULT;
    case MET_NO_EDGE: break;
    }
    return TALLY_NO_EDGE;
}

static struct count *count_of_edge(const struct rule_place *at, int64_t edge) {
    return tally_count(tally_at(at, edge), KIND_none, VM_AMOUNT_COUNT);
}

/* Several edges come here, told apart by values. */
static void count_chosen_edge(const struct rule_place *at) {
    const struct met_rule *met = at->met;
    struct arena *arena = &at->job->arena;
    int count = met->right ? 1 : met->key_count;
    int32_t *keys = ARENA_ARRAY(arena, int32_t, count + 1);
    struct count **cells = ARENA_ARRAY(arena, struct count *, count + 1);
    keys[0] = 1;
    for (int i = 0; i < count; i++) {
        if (!met->right) keys[i] = met->keys[i];
        cells[i] = count_of_edge(at, keys[i]);
    }
    struct icg_choice choice = {.left = met->left,
                                .right = met->right,
                                .condition = met->condition,
                                .keys = keys,
                                .cells = cells,
                                .count = count,
                                .otherwise = count_of_edge(at, met->right ? 0 : TALLY_DEFAULT)};
    in_context(at, icg_attach_choice(at->job->inserted, met->place, ICG_HERE, &choice,
                                     rules_counter_name()));
}

static void count_at_place(const struct rule_place *at) {
    if (at->rule->point == POINT_new)
        count_new_here(at);
    else if (at->met->spot->is_by_class)
        count_by_class(at, at->met->place, ICG_HERE, NULL, at->met->object);
    else if (at->met->left && at->met->spot->is_by_edge)
        count_chosen_edge(at);
    else
        count_here(at,
                   count_of_edge(at, at->met->spot->is_by_edge ? rule_edge_at(at) : TALLY_NO_EDGE),
                   true);
}

/* --- where the operation is --- */

/* A call counts when it is made, whether or not it comes back. Of all else the kind is known behind it. */
enum icg_place rule_place_of(const struct rule_place *at) {
    bool is_before = at->rule->point == POINT_call ||
                     (at->rule->anchor == VM_SUCC && !tally_has_kinds(at->rule));
    return is_before ? ICG_SUCC : ICG_PRED;
}

static void count_kinds(const struct rule_place *at, struct tally *tally, enum vm_amount amount,
                        const struct icg_size *size) {
    const struct kinds_of_point *row = kinds_of(at->rule->point);
    struct arena *arena = &at->job->arena;
    int count = row->count - 1;
    int32_t *keys = ARENA_ARRAY(arena, int32_t, count);
    struct count **cells = ARENA_ARRAY(arena, struct count *, count);
    for (int i = 0; i < count; i++) {
        keys[i] = row->answers[i];
        cells[i] = tally_count(tally, (enum vm_kind)row->kinds[i], amount);
    }
    struct icg_choice choice = {.query = row->query,
                                .keys = keys,
                                .cells = cells,
                                .count = count,
                                .otherwise =
                                    tally_count(tally, (enum vm_kind)row->kinds[count], amount),
                                .size = size};
    in_context(at, icg_attach_choice(at->job->inserted, at->met->operation, rule_place_of(at),
                                     &choice, rules_counter_name()));
}

static void count_operation(const struct rule_place *at, struct tally *tally, enum vm_amount amount,
                            const struct icg_size *size) {
    struct node *operation = at->met->operation;
    struct count *cell = tally_count(tally, KIND_none, amount);
    if (tally_has_kinds(at->rule))
        count_kinds(at, tally, amount, size);
    else if (size)
        in_context(at, icg_attach_size_counter(at->job->inserted, operation, cell,
                                               rules_counter_name(), size));
    else
        in_context(at, icg_attach_counter(at->job->inserted, operation, rule_place_of(at), cell,
                                          rules_counter_name()));
}

static void count_new(const struct rule_place *at) {
    const struct node *operation = at->met->operation;
    if (operation->kind != NODE_new && operation->kind != NODE_new_array)
        return; /* arrays are put into arrays */
    const struct class *class = operation->extra.class->runtime;
    struct tally *tally = tally_of_new(at, class);
    if (!tally) return;
    count_operation(at, tally, VM_AMOUNT_COUNT, NULL);
    if (operation->kind == NODE_new) tally->unit = (int64_t)object_align(class->instance_size);
    if (operation->kind != NODE_new_array) return;
    struct icg_size length = {.length = operation->inputs[0], .mask = -1};
    struct icg_size bytes = bytes_of_array(class, operation->inputs[0]);
    if (rule_sums(at->rule, VM_AMOUNT_BYTES)) count_operation(at, tally, VM_AMOUNT_BYTES, &bytes);
    if (rule_sums(at->rule, VM_AMOUNT_LENGTH))
        count_operation(at, tally, VM_AMOUNT_LENGTH, &length);
}

static void count_at_operation(const struct rule_place *at) {
    bool has_kinds = tally_has_kinds(at->rule);
    if (at->rule->anchor == VM_HERE && !has_kinds) return;
    if (at->rule->point == POINT_new)
        count_new(at);
    else if (at->met->spot->is_by_class)
        count_by_class(at, at->met->operation, rule_place_of(at),
                       has_kinds ? kinds_of(at->rule->point) : NULL, at->met->object);
    else
        count_operation(at, tally_at(at, TALLY_NO_EDGE), VM_AMOUNT_COUNT, NULL);
}

/* --- calls that are inlined --- */

static void remember_call(const struct rule_place *at) {
    const struct node *invoke = at->met->operation;
    struct rule_call call = {invoke->position, invoke_named(invoke), *at->met, at->frame};
    arena_vec_push(&at->job->arena, &at->job->calls, call);
}

struct node *rule_receiver_of(const struct graph *callee) {
    vec_each(struct node *, node, &callee->floating) {
        if ((*node)->kind == NODE_parameter && (*node)->extra.integer == 0) return *node;
    }
    return NULL;
}

static void count_inlined_call(const struct rule_place *at, struct graph *callee) {
    bool is_guarded = at->job->compilation.guards_callee;
    enum vm_kind kind = is_guarded ? KIND_call_GUARDED : KIND_call_INLINED;
    if (!at->met->spot->is_by_class) {
        struct tally *tally = tally_at(at, TALLY_NO_EDGE);
        in_context(at, icg_attach_entry_counter(at->job->inserted, callee,
                                                tally_count(tally, kind, VM_AMOUNT_COUNT),
                                                rules_counter_name()));
        return;
    }
    struct kinds_of_point *row = ARENA_NEW(&at->job->arena, struct kinds_of_point);
    *row = (struct kinds_of_point){.count = 1, .kinds = {(int32_t)kind}};
    count_by_class(at, icg_entry_placeholder(callee), ICG_HERE, row,
                   at->met->object ? rule_receiver_of(callee) : NULL);
}

static void count_inlined(struct job *job, struct graph *callee) {
    vec_each(struct rule_call, call, &job->calls) {
        if (call->position != callee->call ||
            strcmp(method_without_class(call->named),
                   method_without_class(callee->method->full_name)) != 0)
            continue;
        const struct rule_place at = {job, &call->met, call->met.spot->rule, call->frame};
        if (rule_counts_all(at.rule)) count_inlined_call(&at, callee);
        tells_attach_inlined(&at, callee);
    }
}

/* --- the whole --- */

void rules_attach(struct job *job, struct graph *graph) {
    if (graph->call) count_inlined(job, graph);
    vec_each(struct met_rule, met, &graph->met) {
        struct rule_place at = {job, met, met->spot->rule, graph->frame};
        if (met->place) {
            tells_attach_here(&at);
            if (rule_counts_all(at.rule)) count_at_place(&at);
        } else {
            if (rule_counts_all(at.rule)) count_at_operation(&at);
            tells_attach_operation(&at);
        }
        bool is_call = !met->place && at.rule->point == POINT_call && tally_has_kinds(at.rule);
        if (is_call) remember_call(&at);
    }
}
