/* The parts of the inliner: the policy with its reasons, and the graft of a callee's graph into its
 * caller. */
#ifndef INLINING_INLINING_H
#define INLINING_INLINING_H

#include "build/build.h"

struct inline_decision {
    bool yes;
    enum reason reason;
    struct method *target;       /* what would be inlined */
    struct class *guarded_class; /* receiver class to guard for; NULL: no guard is needed */
    struct graph *graph;         /* the callee's, built for this call; NULL when !yes */
};

/* Limits, in nodes of the graph (graph_size), so that probes cannot change a decision. */
struct inline_limits {
    int trivial_size;      /* callees up to this are inlined even where they are cold, ... */
    int largest_size;      /* ... until the graph has grown to this: trivial callees call others */
    int callee_size;       /* the largest callee */
    int caller_size;       /* no inlining of larger ones once the graph has grown to this */
    int depth;             /* of nested inlined calls */
    double cold_frequency; /* calls below this relative frequency are not inlined */
    double receiver_share; /* a guarded receiver must have at least this share */
    double sampled_share;  /* likewise, of samples */
    int hot_callee_size;   /* the largest callee where a call has ... */
    double hot_share;      /* ... this share of all sampled calls; below, in proportion */
};
struct inline_limits inline_limits_of(const struct compilation *compilation);

/* Is the method that it calls chosen when it runs? */
static inline bool invoke_is_dispatched(const struct node *invoke) {
    return invoke->extra.call.kind == INVOKE_VIRTUAL || invoke->extra.call.kind == INVOKE_INTERFACE;
}

/* Worth it? [invoke] is a NODE_invoke of the graph. */
struct inline_decision inline_decide(struct compilation *compilation, struct node *invoke,
                                     const struct inline_limits *limits);

/* A call that was left behind a test of the receiver's class: is there another class to test for? It is the call's profile now. */
bool inline_tries_other(struct node *invoke, const struct inline_limits *limits);
/* Does the call stay, as the other arm of a test of the receiver's class? */
bool inline_keeps_call(const struct node *invoke, const struct inline_decision *decision);
/* Replaces the call by the decision's graph. Frame states of the callee get the call's as caller.
 */
void inline_graft(struct compilation *compilation, struct node *invoke,
                  const struct inline_decision *decision);

#endif
