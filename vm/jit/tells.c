/* TELLS: rules that call a function, and rules that count samples, in compiled code. Beside what counts an execution, an inserted code graph calls the runtime
 * with what the program knows there, through weak edges: what is not allocated reads as null, and stays so. */
#include "jit/internal.h"

#include "runtime/stamp_site.h"
#include "tally/sample.h"
#include "tally/told.h"

static struct icg_set *set_of(const struct rule_place *at) { return at->job->inserted; }

/* --- what is known now --- */

static bool is_called(const struct vm_rule *rule) { return rule->tell || !rule_counts_all(rule); }

static bool is_write(const struct rule_place *at) {
    return at->rule->point == POINT_write && at->met->operation;
}

static void know_write(const struct rule_place *at, struct told_facts *facts) {
    const struct node *store = at->met->operation;
    if (at->met->spot->value_type != JAVA_REFERENCE) return;
    if (store->kind == NODE_store_element)
        facts->number = TOLD_INDEX;
    else if (store->extra.field->is_static)
        facts->cell = store->extra.field->address;
    else
        facts->offset = store->extra.field->offset;
}

static void know_edge(const struct rule_place *at, struct told_facts *facts) {
    const struct met_rule *met = at->met;
    facts->number = met->right ? TOLD_TAKEN : TOLD_CASE;
    facts->cases = met->keys;
    facts->case_count = met->key_count;
}

/* [made]: of POINT_new; else NULL. */
static struct told_facts facts_at(const struct rule_place *at, const struct class *made,
                                  int depth) {
    struct told_facts facts = {.spot = at->met->spot,
                               .way = at->job->loop_bci < 0 ? COUNT_COMPILED : COUNT_ON_STACK,
                               .edge = rule_edge_at(at),
                               .made = made,
                               .depth = depth};
    if (made && class_is_array(made)) facts.number = TOLD_LENGTH;
    bool asks_edge = at->rule->tell || at->met->spot->is_by_edge;
    if (is_write(at) && at->rule->tell) know_write(at, &facts);
    if (at->met->left && asks_edge) know_edge(at, &facts);
    return facts;
}

static struct told_place *place_for(const struct rule_place *at, const struct told_facts *facts) {
    struct tally_key key = rule_key_at(at, at->met->spot->is_by_edge ? facts->edge : TALLY_NO_EDGE);
    if (facts->made && !key.subject) key.subject = class_source_name(facts->made);
    return told_place_new(at->job->jit->runtime->profile, facts, &key);
}

/* --- what the execution says --- */

static struct node *as_long(struct icg *icg, struct node *value) {
    return icg_compute(icg, NODE_convert, TYPE_LONG, 1, &value);
}

static struct node *number_of(const struct rule_place *at, struct icg *icg, enum told_number number,
                              struct node *length) {
    const struct met_rule *met = at->met;
    switch (number) {
    case TOLD_NOTHING: break;
    case TOLD_LENGTH: return as_long(icg, icg_value(set_of(at), icg, length));
    case TOLD_INDEX: return as_long(icg, icg_value(set_of(at), icg, met->operation->inputs[1]));
    case TOLD_CASE: return as_long(icg, icg_value(set_of(at), icg, met->left));
    case TOLD_TAKEN:
        return as_long(icg, icg_comparison(set_of(at), icg, met->left, met->right, met->condition));
    }
    return graph_long(icg->body, 0);
}

/* How many arrays there are at this depth: as many as the lengths of those around them multiply to. */
static struct node *arrays_of(const struct rule_place *at, struct icg *icg, int depth) {
    struct node *product = graph_long(icg->body, 1);
    for (int i = 0; i < depth; i++) {
        struct node *factors[] = {product,
                                  as_long(icg, icg_value(set_of(at), icg, at->met->lengths[i]))};
        product = icg_compute(icg, NODE_mul, TYPE_LONG, 2, factors);
    }
    return product;
}

static struct node *value_of(const struct rule_place *at, struct icg *icg, int depth) {
    if (depth) return arrays_of(at, icg, depth);
    struct node *value = at->met->value;
    return value ? icg_value(set_of(at), icg, value) : graph_long(icg->body, 0);
}

static struct node *context_of(const struct rule_place *at, struct icg *icg) {
    return rule_has_key(at->rule, BY_context) ? icg_context(icg, at->frame) : graph_null(icg->body);
}

/* --- samples that several places share --- */

/* What is executed, and the kinds in which it is carried out, are samples of the same executions: their difference is what was
 * eliminated. Whether an execution counts is decided in front of the operation, and kept in a flag. */
static bool is_joint(const struct vm_rule *rule) {
    return !rule->tell && !rule_counts_all(rule) && rule->anchor == VM_HERE &&
           tally_has_kinds(rule);
}

static int flag_of(const struct rule_place *at) {
    struct job *job = at->job;
    for (uint32_t i = job->flags.count; i-- > 0;) {
        const struct rule_flag *known = &job->flags.items[i];
        if (known->spot == at->met->spot && known->position == at->met->position)
            return known->flag;
    }
    struct rule_flag made = {at->met->spot, at->met->position, job->compilation.flag_count++};
    arena_vec_push(&job->arena, &job->flags, made);
    return made.flag;
}

static struct node *countdown_of(const struct rule_place *at, struct icg *icg) {
    uint32_t cell = sampler_countdown(at->job->jit->runtime->profile, at->rule);
    return graph_int(icg->body, (int32_t)cell);
}

static struct icg *new_decision(const struct rule_place *at) {
    struct icg *icg = icg_new_flag(set_of(at), flag_of(at));
    struct node *rule = icg_address(icg, (void *)at->rule, "rule");
    struct node *inputs[] = {rule, countdown_of(at, icg)};
    struct node *decision = icg_compute(icg, NODE_runtime_call, TYPE_INT, 2, inputs);
    decision->extra.stub = STUB_decide_sample;
    icg_add_argument(icg, decision);
    return icg;
}

/* Each array that one bytecode makes of several is an execution of its own, counted where it is made. */
static bool is_one_of_several(const struct rule_place *at) {
    return is_joint(at->rule) && at->met->length_count > 1;
}

/* Nothing is between the operation and the place, but for an exception that comes instead of the operation; the last that is
 * attached to a placeholder comes first. */
static void decide(const struct rule_place *at) {
    struct node *place = at->met->place, *operation = at->met->operation;
    bool is_behind = at->rule->point != POINT_call && operation && operation->block == place->block;
    if (is_behind)
        icg_attach_before(set_of(at), new_decision(at), operation);
    else
        icg_attach_made(set_of(at), new_decision(at), place);
}

/* --- the call --- */

struct told_values {
    const struct told_facts *facts;
    struct node *object, *length; /* NULL: none */
    const struct icg_call *kinds;
    const struct position *position; /* of frame traces and contexts */
};

/* Contexts that nobody keeps are found on the stack. */
static struct icg *new_sample(const struct rule_place *at, enum icg_place where,
                              const struct position *position) {
    bool is_decided = is_joint(at->rule);
    struct icg *icg =
        icg_new_call(set_of(at), where, is_decided ? STUB_count_sample : STUB_sample_execution,
                     rule_has_key(at->rule, BY_context) ? position : NULL);
    if (is_decided) icg_guard(set_of(at), icg, flag_of(at), 1);
    return icg;
}

/* A sample says of which class an object is, where the rule asks for it. */
static void attach_sample(const struct rule_place *at, struct node *anchor, enum icg_place where,
                          const struct told_values *values) {
    const struct told_facts *facts = values->facts;
    struct icg *icg = new_sample(at, where, values->position);
    bool asks_class = at->met->spot->is_by_class && !facts->made && values->object;
    struct node *object =
        asks_class ? icg_object(set_of(at), icg, values->object) : graph_null(icg->body);
    icg_add_argument(icg, icg_address(icg, place_for(at, facts), "rule"));
    struct node *number = number_of(at, icg, facts->number, values->length);
    struct node *kind = icg_kind(icg, values->kinds);
    struct node *executions = is_joint(at->rule) ? NULL : arrays_of(at, icg, facts->depth);
    icg_add_argument(icg, object);
    icg_add_argument(icg, number);
    icg_add_argument(icg, kind);
    if (executions) {
        icg_add_argument(icg, executions);
        icg_add_argument(icg, countdown_of(at, icg));
    }
    icg_attach_made(set_of(at), icg, anchor);
}

static void attach_tell(const struct rule_place *at, struct node *anchor, enum icg_place where,
                        const struct told_values *values) {
    struct icg *icg = icg_new_call(set_of(at), where, STUB_tell_execution, values->position);
    struct node *object =
        values->object ? icg_object(set_of(at), icg, values->object) : graph_null(icg->body);
    icg_add_argument(icg, icg_address(icg, place_for(at, values->facts), "rule"));
    struct node *value = value_of(at, icg, values->facts->depth);
    struct node *number = number_of(at, icg, values->facts->number, values->length);
    struct node *kind = icg_kind(icg, values->kinds);
    icg_add_argument(icg, object);
    icg_add_argument(icg, value);
    icg_add_argument(icg, number);
    icg_add_argument(icg, kind);
    icg_add_argument(icg, context_of(at, icg));
    icg_attach_made(set_of(at), icg, anchor);
}

/* --- stamps, without a call --- */

static bool stamps(const struct rule_place *at) {
    const struct vm_rule *rule = at->rule;
    return rule->only_stamps && !rule->of && !rule->condition &&
           heap_stamps(&at->job->jit->runtime->heap).first;
}

static struct stamp_site *new_stamp_site(const struct rule_place *at,
                                         const struct told_facts *facts) {
    struct stamp_site *site = ARENA_NEW(&at->job->arena, struct stamp_site);
    *site = (struct stamp_site){.clock = at->rule->tell_context,
                                .stamps = heap_stamps(&at->job->jit->runtime->heap),
                                .cell = facts->cell,
                                .offset = facts->offset,
                                .is_element = facts->number == TOLD_INDEX};
    return site;
}

static void attach_stamps(const struct rule_place *at, struct node *anchor, enum icg_place where,
                          const struct told_values *values) {
    struct icg *icg = icg_new_call(set_of(at), where, STUB_stamp_object, NULL);
    struct node *object =
        values->object ? icg_object(set_of(at), icg, values->object) : graph_null(icg->body);
    struct node *number = number_of(at, icg, values->facts->number, values->length);
    icg_add_argument(icg, icg_address(icg, new_stamp_site(at, values->facts), "clock"));
    icg_add_argument(icg, object);
    icg_add_argument(icg, number);
    icg_attach_made(set_of(at), icg, anchor);
}

static void attach_call(const struct rule_place *at, struct node *anchor, enum icg_place where,
                        const struct told_values *values) {
    if (!rule_counts_all(at->rule)) attach_sample(at, anchor, where, values);
    if (!at->rule->tell) return;
    if (stamps(at))
        attach_stamps(at, anchor, where, values);
    else
        attach_tell(at, anchor, where, values);
}

static const struct icg_call no_kinds = {.kinds = (const int32_t[]){KIND_none}, .kind_count = 1};

/* --- where the bytecode is --- */

static void tell_here(const struct rule_place *at, const struct class *made, int depth,
                      struct node *length) {
    struct told_facts facts = facts_at(at, made, depth);
    const struct told_values values = {.facts = &facts,
                                       .object = at->met->object,
                                       .length = length,
                                       .kinds = &no_kinds,
                                       .position = at->met->place->position};
    attach_call(at, at->met->place, ICG_HERE, &values);
}

static void tell_new_here(const struct rule_place *at) {
    const struct met_rule *met = at->met;
    const struct class *class = met->operation->extra.class->runtime;
    if (met->operation->kind == NODE_new) tell_here(at, class, 0, NULL);
    /* Behind the placeholder: the last that is attached comes first. */
    int count = met->length_count;
    for (int depth = count; depth-- > 0;) {
        const struct class *made = class;
        for (int i = 0; i < depth; i++) made = made->element_class;
        tell_here(at, made, depth, met->lengths[depth]);
    }
}

/* --- where the operation is --- */

/* Of a write what it overwrites is there in front of it. */
static enum icg_place place_of_operation(const struct rule_place *at) {
    return is_write(at) && at->rule->tell ? ICG_SUCC : rule_place_of(at);
}

/* That an array is made, in front of it. */
static void tell_one_of_several(const struct rule_place *at, struct told_values values) {
    struct node *decided = icg_attach_before(set_of(at), new_decision(at), at->met->operation);
    values.object = NULL;
    values.kinds = &no_kinds;
    attach_call(at, decided, ICG_HERE, &values);
}

static void tell_operation(const struct rule_place *at) {
    struct node *operation = at->met->operation;
    bool is_new = at->rule->point == POINT_new;
    const struct class *made = is_new ? operation->extra.class->runtime : NULL;
    struct told_facts facts = facts_at(at, made, 0);
    struct icg_call kinds = tally_has_kinds(at->rule) ? rule_kinds(at->rule->point) : no_kinds;
    const struct told_values values = {.facts = &facts,
                                       .object = is_new ? operation : at->met->object,
                                       .length = facts.number == TOLD_LENGTH ? operation->inputs[0]
                                                                             : NULL,
                                       .kinds = &kinds,
                                       .position = operation->position};
    if (is_one_of_several(at)) tell_one_of_several(at, values);
    attach_call(at, operation, place_of_operation(at), &values);
}

static bool is_called_at_operation(const struct vm_rule *rule) {
    return is_called(rule) && (rule->anchor != VM_HERE || is_joint(rule));
}

/* --- the whole --- */

void tells_attach_here(const struct rule_place *at) {
    if (!is_called(at->rule) || is_one_of_several(at)) return;
    if (at->rule->point == POINT_new)
        tell_new_here(at);
    else
        tell_here(at, NULL, 0, NULL);
    if (is_joint(at->rule)) decide(at);
}

/* Stores put arrays into arrays that were made with them. */
static bool is_told(const struct rule_place *at) {
    enum node_kind kind = at->met->operation->kind;
    bool is_made = kind == NODE_new || kind == NODE_new_array;
    return is_called_at_operation(at->rule) && (at->rule->point != POINT_new || is_made);
}

void tells_attach_operation(const struct rule_place *at) {
    if (is_told(at)) tell_operation(at);
}

void tells_attach_inlined(const struct rule_place *at, struct graph *callee) {
    if (!is_called_at_operation(at->rule)) return;
    bool is_guarded = at->job->compilation.guards_callee;
    const int32_t kind = is_guarded ? KIND_call_GUARDED : KIND_call_INLINED;
    const struct icg_call kinds = {.kinds = &kind, .kind_count = 1};
    struct told_facts facts = facts_at(at, NULL, 0);
    const struct told_values values = {.facts = &facts,
                                       .object = at->met->object ? rule_receiver_of(callee) : NULL,
                                       .kinds = &kinds,
                                       .position = callee->call};
    struct node *placeholder = icg_entry_placeholder(callee);
    attach_call(at, placeholder, ICG_HERE, &values);
}
