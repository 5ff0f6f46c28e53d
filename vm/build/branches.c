/* BRANCHES: conditions, branches and switches, with their odds from the profile. */
#include "build/builder.h"

#include "classfile/bytes.h"
#include "ir/fold.h"

/* --- pruning --- */

/* Has this arm never been taken by a branch that was executed often? */
static bool is_unreached(const struct builder *builder, bool taken) {
    const struct vm_options *options = builder->environment->runtime->options;
    if (!options->prune_unreached_branches || builder->at->in_region) return false;
    if (!compilation_rule(builder->compilation, RULE_prune_branches)) return false;
    struct profile_row *row =
        builder->profile ? profile_row(builder->profile, (int)builder->bci) : NULL;
    if (!row) return false;
    int64_t yes = profile_read(&row->taken), no = profile_read(&row->not_taken);
    double mature = compilation_limit(builder->compilation, LIMIT_mature_branch);
    return (double)(yes + no) >= mature && (taken ? yes : no) == 0;
}

/* The frame is the one before the branch (at [bci]: its operands are still on the stack). */
static void go(struct builder *builder, struct flow_block *target, bool taken) {
    if (is_unreached(builder, taken)) {
        emit_deoptimize(builder, REASON_unreached_branch);
        return;
    }
    spots_on_edge(builder, target->code->start, taken ? MET_TAKEN : MET_NOT_TAKEN, 0);
    jump_to(builder, target);
}

/* --- two arms --- */

static struct flow_block *successor(const struct builder *builder, uint32_t index) {
    return flow_successor(&builder->flow, builder->at, index);
}

/* Does the branch that ends this block decide anything for the program? */
static bool has_two_arms(const struct builder *builder) {
    return builder->at->code->successor_count == 2 &&
           flow_passed(successor(builder, 0)) != flow_passed(successor(builder, 1));
}

/* Branches when [condition] is not 0, or is 0 when [swapped]. */
static void branch_on(struct builder *builder, struct node *condition, bool swapped) {
    struct flow_block *target = successor(builder, 0), *next = successor(builder, 1);
    double taken = builder->profile ? profile_taken(builder->profile, (int)builder->bci) : -1;
    if (taken < 0) taken = 0.5;
    const struct block *branching = builder->block;
    struct block *other = emit_if(builder, condition, swapped ? 1 - taken : taken);
    is_operation(builder, branching->last);
    go(builder, swapped ? next : target, !swapped);
    builder->block = other;
    go(builder, swapped ? target : next, swapped);
}

/* What decides nothing but inserted code belongs to it. From the first function to the second, what
 * jumps to [target] or passes inserted code on the way there is one region. */
static struct values begin_inserted_arms(struct builder *builder, struct flow_block *target) {
    struct values now = builder->now;
    emit_region_begin(builder);
    builder->meeting = target;
    return now;
}

static void end_inserted_arms(struct builder *builder, struct values now) {
    struct flow_block *target = builder->meeting;
    meet(builder);
    builder->now = now;
    emit_region_end(builder);
    builder->meeting = NULL;
    jump_to(builder, target);
}

static void branch_in_region(struct builder *builder, enum condition condition, struct node *left,
                             struct node *right) {
    struct flow_block *target = successor(builder, 0), *next = successor(builder, 1);
    struct values now = begin_inserted_arms(builder, flow_passed(target));
    struct block *other = emit_if(builder, emit_compare(builder, condition, left, right), 0.5);
    jump_to(builder, target);
    builder->block = other;
    jump_to(builder, next);
    end_inserted_arms(builder, now);
}

static enum condition condition_of(int op) {
    static const enum condition conditions[] = {COND_EQ, COND_NE, COND_LT,
                                                COND_GE, COND_GT, COND_LE};
    if (op == OP_ifnull || op == OP_ifnonnull) return op == OP_ifnull ? COND_EQ : COND_NE;
    if (op >= OP_if_icmpeq) return conditions[(op - OP_if_icmpeq) % 6];
    return conditions[op - OP_ifeq];
}

void translate_branch(struct builder *builder, int op) {
    if (op == OP_goto || op == OP_goto_w) {
        spots_on_edge(builder, successor(builder, 0)->code->start, MET_NO_EDGE, 0);
        jump_to(builder, successor(builder, 0));
        return;
    }
    bool is_reference =
        op == OP_if_acmpeq || op == OP_if_acmpne || op == OP_ifnull || op == OP_ifnonnull;
    enum node_type type = is_reference ? TYPE_REFERENCE : TYPE_INT;
    bool against_zero = op <= OP_ifle || op == OP_ifnull || op == OP_ifnonnull;
    struct node *right =
        against_zero ? graph_default(builder->graph, type) : pop_value(builder, type);
    struct node *left = pop_value(builder, type);
    enum condition condition = condition_of(op);
    if (!has_two_arms(builder))
        spots_undecided(builder, successor(builder, 0)->code->start,
                        &(struct met_rule){.left = left, .right = right, .condition = condition});
    if (successor(builder, 0) != successor(builder, 1) && !has_two_arms(builder))
        branch_in_region(builder, condition, left, right);
    else if (has_two_arms(builder))
        branch_on(builder, emit_compare(builder, condition, left, right), false);
    else
        jump_to(builder, successor(builder, 0));
}

/* --- comparisons of long, float, double --- */

/* "lcmp, iflt" is one comparison. Where an unordered comparison would branch, the opposite one
 * decides. */
static void branch_on_comparison(struct builder *builder, int op, int unordered, struct node *left,
                                 struct node *right) {
    enum condition condition = condition_of(op);
    bool branches_unordered = (unordered < 0 && (condition == COND_LT || condition == COND_LE)) ||
                              (unordered > 0 && (condition == COND_GT || condition == COND_GE));
    if (branches_unordered) condition = condition_negated(condition);
    branch_on(builder, emit_compare(builder, condition, left, right), branches_unordered);
}

static bool branches_next(const struct builder *builder) {
    if (builder->next >= builder->at->code->end) return false;
    int op = builder->code->bytes[builder->next];
    return op >= OP_ifeq && op <= OP_ifle && has_two_arms(builder);
}

void translate_compare(struct builder *builder, int op) {
    enum node_type type = op == OP_lcmp ? TYPE_LONG : op <= OP_fcmpg ? TYPE_FLOAT : TYPE_DOUBLE;
    int unordered = op == OP_lcmp ? 0 : op == OP_fcmpl || op == OP_dcmpl ? -1 : 1;
    struct node *right = pop_value(builder, type), *left = pop_value(builder, type);
    if (branches_next(builder)) {
        state_before(builder); /* where a pruned arm resumes: at the comparison */
        builder->bci = builder->next;
        builder->next += instruction_length(builder->code, builder->bci);
        spots_add(builder, builder->bci);
        branch_on_comparison(builder, builder->code->bytes[builder->bci], unordered, left, right);
        return;
    }
    struct node *compare = emit_binary(builder, NODE_compare_three, TYPE_INT, left, right);
    compare->extra.integer = unordered;
    push_value(builder, compare);
}

/* --- switches --- */

/* The default is the last target, and is not a case. */
struct cases {
    int count;
    int32_t *keys;
    struct flow_block **targets;
    double *probabilities;
};

static struct cases cases_new(struct builder *builder, int most) {
    return (struct cases){
        .keys = ARENA_ARRAY(builder->arena, int32_t, most + 1),
        .targets = ARENA_ARRAY(&builder->scratch, struct flow_block *, most + 1),
        .probabilities = ARENA_ARRAY(&builder->scratch, double, most + 1),
    };
}

static void add_case(struct cases *cases, int32_t key, struct flow_block *target, double share) {
    cases->keys[cases->count] = key;
    cases->targets[cases->count] = target;
    cases->probabilities[cases->count++] = share;
}

static void set_default(struct cases *cases, struct flow_block *target, double share) {
    cases->targets[cases->count] = target;
    cases->probabilities[cases->count] = share;
}

static int32_t case_key(const struct builder *builder, bool is_table, int index) {
    const uint8_t *operands = builder->code->bytes + switch_operands(builder->bci);
    return is_table ? read_s32(operands + 4) + index : read_s32(operands + 8 + 8 * index);
}

/* Of the listed cases, then of the default. Each count is read once: others may count meanwhile. */
static const double *case_shares(struct builder *builder, int listed) {
    struct profile_row *row =
        builder->profile ? profile_row(builder->profile, (int)builder->bci) : NULL;
    double *shares = ARENA_ARRAY(&builder->scratch, double, listed + 1), total = 0;
    bool is_counted = row && row->cases && row->case_count == listed + 1;
    for (int i = 0; is_counted && i <= listed; i++)
        total += shares[i] = profile_read(&row->cases[i]);
    for (int i = 0; i <= listed; i++)
        shares[i] = total > 0 ? shares[i] / total : 1.0 / (listed + 1);
    return shares;
}

/* Cases that go where the default goes do not count. When they pass inserted code on the way, they
 * are [inserted]. */
static struct cases collect_cases(struct builder *builder, bool is_table, struct cases *inserted) {
    int listed = (int)builder->at->code->successor_count - 1;
    struct cases cases = cases_new(builder, listed);
    struct flow_block *fallback = successor(builder, (uint32_t)listed);
    const double *shares = case_shares(builder, listed);
    double fallback_share = shares[listed];
    *inserted = cases_new(builder, listed);
    for (int i = 0; i < listed; i++) {
        struct flow_block *target = successor(builder, (uint32_t)i);
        bool goes_with_default = flow_passed(target) == flow_passed(fallback);
        if (goes_with_default) fallback_share += shares[i];
        if (target != fallback)
            add_case(goes_with_default ? inserted : &cases, case_key(builder, is_table, i), target,
                     shares[i]);
    }
    set_default(&cases, fallback, fallback_share);
    set_default(inserted, fallback, 0);
    return cases;
}

/* Ends the block; leaves where each case begins. */
static struct block **switch_on(struct builder *builder, struct node *value,
                                const struct cases *cases) {
    struct block **arms = ARENA_ARRAY(&builder->scratch, struct block *, cases->count + 1);
    for (int i = 0; i <= cases->count; i++) arms[i] = block_new(builder->graph);
    struct node *end = node_new(builder->graph, NODE_switch, TYPE_VOID, 1, &value);
    end->position = builder->position;
    end->extra.keys.keys = cases->keys;
    end->extra.keys.count = cases->count;
    block_end(builder->block, end, cases->count + 1, arms, cases->probabilities);
    return arms;
}

static void go_to_default(struct builder *builder, struct node *value,
                          const struct cases *inserted) {
    struct flow_block *fallback = inserted->targets[inserted->count];
    if (!inserted->count) {
        jump_to(builder, fallback);
        return;
    }
    struct values now = begin_inserted_arms(builder, flow_passed(fallback));
    for (int i = 0; i <= inserted->count; i++)
        inserted->probabilities[i] = 1.0 / (inserted->count + 1);
    struct block **arms = switch_on(builder, value, inserted);
    for (int i = 0; i <= inserted->count; i++) {
        builder->block = arms[i];
        jump_to(builder, inserted->targets[i]);
    }
    end_inserted_arms(builder, now);
}

/* The arm of the default is that of cases which go the same way. */
static void spots_on_default(struct builder *builder, bool is_table, struct node *value,
                             const struct cases *cases) {
    int listed = (int)builder->at->code->successor_count - 1;
    uint32_t target = cases->targets[cases->count]->code->start;
    if (listed == cases->count) {
        spots_on_edge(builder, target, MET_DEFAULT, 0);
        return;
    }
    int32_t *keys = ARENA_ARRAY(builder->arena, int32_t, listed);
    for (int i = 0; i < listed; i++) keys[i] = case_key(builder, is_table, i);
    spots_undecided(builder, target,
                    &(struct met_rule){.left = value, .keys = keys, .key_count = listed});
}

void translate_switch(struct builder *builder, int op) {
    struct node *value = pop_value(builder, TYPE_INT);
    struct cases inserted, cases = collect_cases(builder, op == OP_tableswitch, &inserted);
    if (!cases.count) {
        spots_on_default(builder, op == OP_tableswitch, value, &cases);
        go_to_default(builder, value, &inserted);
        return;
    }
    const struct block *switching = builder->block;
    struct block **arms = switch_on(builder, value, &cases);
    is_operation(builder, switching->last);
    for (int i = 0; i < cases.count; i++) {
        builder->block = arms[i];
        spots_on_edge(builder, cases.targets[i]->code->start, MET_CASE, cases.keys[i]);
        jump_to(builder, cases.targets[i]);
    }
    builder->block = arms[cases.count];
    spots_on_default(builder, op == OP_tableswitch, value, &cases);
    go_to_default(builder, value, &inserted);
}
