/* POLICY: whether a call is worth replacing by its callee, and why.
 *
 * Sizes are nodes of the callee's own graph, after inserted code has left it: probes cannot change
 * a decision. */
#include "inlining/inlining.h"

#include "directives.h"
#include "inlining/graft.h"
#include "ir/fold.h"
#include "ir/frame_state.h"
#include "ir/query.h"

struct inline_limits inline_limits_of(const struct compilation *compilation) {
    return (struct inline_limits){
        .trivial_size = (int)compilation_limit(compilation, LIMIT_trivial_size),
        .largest_size = (int)compilation_limit(compilation, LIMIT_largest_size),
        .callee_size = (int)compilation_limit(compilation, LIMIT_callee_size),
        .caller_size = (int)compilation_limit(compilation, LIMIT_caller_size),
        .depth = (int)compilation_limit(compilation, LIMIT_inline_depth),
        .cold_frequency = compilation_limit(compilation, LIMIT_cold_frequency),
        .receiver_share = compilation_limit(compilation, LIMIT_receiver_share),
        .sampled_share = compilation_limit(compilation, LIMIT_sampled_share),
        .hot_callee_size = (int)compilation_limit(compilation, LIMIT_hot_callee_size),
        .hot_share = compilation_limit(compilation, LIMIT_hot_share),
    };
}

static struct inline_decision against(struct method *target, enum reason reason) {
    return (struct inline_decision){.reason = reason, .target = target};
}

/* --- whom it calls --- */

/* A virtual call on an object whose class has become known is an ordinary one. */
static bool devirtualize(struct compilation *compilation, struct node *invoke) {
    struct meta_class *exact = value_exact_class(invoke->inputs[0]);
    struct class *class = exact ? exact->runtime : NULL;
    struct method *method = invoke->extra.call.method->runtime;
    struct method *target = NULL;
    if (class && class_is_subtype(class, method->class))
        target = class_select_method(class, method);
    if (!target || method_is_abstract(target)) return false;
    invoke->extra.call.method = build_meta_method(compilation, target);
    invoke->extra.call.kind = INVOKE_SPECIAL;
    return true;
}

static double least_share(const struct node *invoke, const struct inline_limits *limits) {
    return invoke->extra.call.has_sampled_receivers ? limits->sampled_share
                                                    : limits->receiver_share;
}

/* By the profile; the reason says why not. */
static struct inline_decision guarded_target(const struct compilation *compilation,
                                             const struct node *invoke,
                                             const struct inline_limits *limits) {
    struct method *method = invoke->extra.call.method->runtime;
    struct class *class =
        invoke->extra.call.profiled_class ? invoke->extra.call.profiled_class->runtime : NULL;
    if (!class) return against(method, REASON_no_profile);
    if (invoke->extra.call.profiled_share < least_share(invoke, limits))
        return against(method, REASON_polymorphic_profile);
    struct method *target =
        class_is_subtype(class, method->class) ? class_select_method(class, method) : NULL;
    bool is_allowed = compilation_rule(compilation, RULE_inline_virtual);
    if (!target || method_is_abstract(target) || !is_allowed)
        return against(method, REASON_abstract_callee);
    return (struct inline_decision){.yes = true,
                                    .reason = invoke->extra.call.has_sampled_receivers
                                                  ? REASON_sampled_receivers
                                                  : REASON_monomorphic_profile,
                                    .target = target,
                                    .guarded_class = class};
}

static struct inline_decision find_target(struct compilation *compilation, struct node *invoke,
                                          const struct inline_limits *limits) {
    bool was_dispatched = invoke_is_dispatched(invoke);
    if (was_dispatched && !devirtualize(compilation, invoke))
        return guarded_target(compilation, invoke, limits);
    struct method *target = invoke->extra.call.method->runtime;
    return (struct inline_decision){.yes = true,
                                    .target = target,
                                    .reason = was_dispatched ? REASON_exact_receiver
                                                             : REASON_within_budget};
}

/* --- what forbids it --- */

/* Code of hidden classes has the position of the call that leads there: it adds nothing. */
static int inlining_depth(const struct position *position) {
    int depth = 0;
    for (; position; position = position->caller) depth++;
    return depth;
}

/* Unlike positions, states know methods of hidden classes. */
static bool is_being_inlined(const struct node *state, const struct method *target) {
    for (; state; state = frame_state_caller(state))
        if (state->extra.state->method->runtime == target) return true;
    return false;
}

static enum reason directive_against(const struct method *target) {
    if (target->directives & VM_NEVER_COMPILE) return REASON_never_compile;
    return target->directives & VM_NEVER_INLINE ? REASON_never_inline : REASON_none;
}

static enum reason what_forbids(const struct node *invoke, struct method *target,
                                const struct inline_limits *limits) {
    enum reason directive = directive_against(target);
    if (directive != REASON_none) return directive;
    if (method_is_abstract(target)) return REASON_abstract_callee;
    if (target->native || !target->code) return REASON_native_callee;
    if (method_is_static(target) && target->class->state < CLASS_INITIALIZING)
        return REASON_not_initialized;
    if (is_being_inlined(node_state(invoke), target)) return REASON_recursive;
    if (inlining_depth(invoke->position) > limits->depth) return REASON_too_deep;
    return REASON_none;
}

/* --- what it costs --- */

/* Of the edge of the call graph: of a guarded call its class's part. */
static double edge_share(const struct compilation *compilation, const struct node *invoke) {
    double share = invoke->extra.call.sampled;
    return compilation->guards_callee ? share * invoke->extra.call.profiled_share : share;
}

/* The hotter an edge is, the larger the callee may be, up to a bound (Arnold and Grove, section 5.1). */
static int largest_callee(double share, const struct inline_limits *limits) {
    double part = share < limits->hot_share ? share / limits->hot_share : 1;
    int more = limits->hot_callee_size - limits->callee_size;
    return limits->callee_size + (more > 0 ? (int)(part * more) : 0);
}

static enum reason weigh(const struct compilation *compilation, const struct node *invoke,
                         const struct graph *callee, const struct inline_limits *limits,
                         bool *yes) {
    const struct method *target = callee->method->runtime;
    int size = graph_size(callee), size_after = graph_size(invoke->graph) + size;
    bool is_trivial = size <= limits->trivial_size && size_after <= limits->largest_size;
    *yes = true;
    if (target->directives & VM_ALWAYS_INLINE) return REASON_always_inline;
    if (is_trivial && compilation_rule(compilation, RULE_inline_trivial))
        return REASON_trivial_size;
    *yes = false;
    double share = edge_share(compilation, invoke);
    if (invoke->block->frequency < limits->cold_frequency && share == 0) return REASON_cold_call;
    if (size > largest_callee(share, limits)) return REASON_callee_too_big;
    if (size_after > limits->caller_size) return REASON_graph_too_big;
    *yes = true;
    return size > limits->callee_size ? REASON_hot_call : REASON_within_budget;
}

struct inline_decision inline_decide(struct compilation *compilation, struct node *invoke,
                                     const struct inline_limits *limits) {
    struct inline_decision decision = find_target(compilation, invoke, limits);
    if (!decision.yes) {
        enum reason directive = directive_against(decision.target);
        return against(decision.target, directive != REASON_none ? directive : decision.reason);
    }
    enum reason forbidden = what_forbids(invoke, decision.target, limits);
    if (forbidden != REASON_none) return against(decision.target, forbidden);
    enum reason why_not;
    compilation->guards_callee = decision.guarded_class != NULL;
    decision.graph = build_graph(compilation, decision.target, invoke->position, &why_not);
    if (!decision.graph) return against(decision.target, REASON_callee_not_compilable);
    enum reason weight = weigh(compilation, invoke, decision.graph, limits, &decision.yes);
    if (!decision.yes) {
        graph_discard(decision.graph);
        return against(decision.target, weight);
    }
    if (decision.reason == REASON_within_budget) decision.reason = weight;
    return decision;
}

bool inline_tries_other(struct node *invoke, const struct inline_limits *limits) {
    struct meta_class *other = invoke->extra.call.other_class;
    double share = invoke->extra.call.other_share, left = 1 - invoke->extra.call.profiled_share;
    if (!other || share < limits->sampled_share || left <= 0) return false;
    invoke->extra.call.profiled_class = other;
    invoke->extra.call.profiled_share = share < left ? share / left : 1;
    invoke->extra.call.sampled *= left;
    invoke->extra.call.other_class = NULL;
    invoke->extra.call.other_share = 0;
    return true;
}
