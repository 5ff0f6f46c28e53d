/* One walk over a graph that finds out which objects are virtual where. It never changes the graph.
 * When it turns out late that an object gains nothing, or that a lock must be taken earlier, that
 * is recorded in the object and the walk starts over. */
#ifndef ESCAPE_ANALYSIS_H
#define ESCAPE_ANALYSIS_H

#include "escape/effects.h"
#include "escape/liveness.h"
#include "escape/log.h"

struct node_info {
    struct node *alias;            /* what the node is: a token or another value; NULL: itself */
    struct virtual_object *object; /* of a token, or of an allocation or merging phi */
    struct node *applied;          /* stand-ins: the real node */
    struct node *extra;            /* a node that the analysis made for this one */
};

enum { MATERIALIZED_VALUE = -1 };
struct merge_phi {
    const struct virtual_object *object;
    int entry; /* MATERIALIZED_VALUE: the object itself */
    struct node *phi;
};

struct block_info {
    struct block_state *out;      /* NULL: not reached */
    struct block *only_successor; /* its end is decided; NULL: it is not */
    effect_list merge;            /* at the block's start */
    effect_list body;
    VEC(struct merge_phi)
    phis; /* made for merged states: kept, so that a repeated merge finds the same */
};

struct analysis {
    struct graph *graph;
    struct compilation *compilation;
    struct arena *arena;
    struct liveness liveness;
    struct escape_log *log;
    VEC(struct node_info) nodes;          /* by id */
    struct block_info *blocks;            /* by id */
    VEC(struct virtual_object *) objects; /* by number */
    bool must_start_over;        /* an object must be real earlier, or all the time: walk again */
    long visits, visits_at_most; /* of blocks: what nested loops may cost */
};

/* --- values (analysis.c) --- */
struct node_info *analysis_node(struct analysis *analysis, const struct node *node);
/* What the node is wherever it is defined: itself, another value, or a token. */
struct node *analysis_raw(struct analysis *analysis, struct node *node);
/* What the node is here: for materialised objects, the object; a token only where the object is
 * virtual. */
struct node *analysis_value(struct analysis *analysis, const struct block_state *state,
                            struct node *node);
/* The object whose token this is, or NULL. */
struct virtual_object *analysis_object(struct analysis *analysis, const struct node *value);
/* The object that the node is and that is virtual here, or NULL. */
struct virtual_object *analysis_virtual(struct analysis *analysis, const struct block_state *state,
                                        struct node *node);
struct virtual_object *analysis_new_object(struct analysis *analysis, struct node *of,
                                           struct meta_class *class, int length);
struct effect *analysis_effect(struct analysis *analysis, effect_list *list, enum effect_kind kind,
                               struct node *node);
/* Was the edge taken? */
bool analysis_reaches(const struct analysis *analysis, const struct block *from,
                      const struct block *to);
static inline bool analysis_rule(const struct analysis *analysis, enum rule rule) {
    return compilation_rule(analysis->compilation, rule);
}
static inline double analysis_limit(const struct analysis *analysis, enum limit limit) {
    return compilation_limit(analysis->compilation, limit);
}

/* --- frame states (states.c) --- */
struct state_record *state_record_new(struct analysis *analysis, const struct block_state *state,
                                      struct node *frame_state);
/* The frame state, made now if it differs. */
struct node *state_record_apply(struct analysis *analysis, struct state_record *record);

/* --- materialisation (materialize.c) --- */
struct insertion_point {
    struct block *block;
    struct node *before; /* NULL: at the block's end */
};
/* [object] is virtual in [state]; afterwards it, and what it refers to, is real. */
void materialize(struct analysis *analysis, struct block_state *state,
                 struct virtual_object *object, struct insertion_point place, enum reason reason);
/* Objects that must be real before the visible effect that happens here. */
void materialize_prompt(struct analysis *analysis, struct block_state *state,
                        struct insertion_point place);
/* Objects that must be locked before a lock is taken here. */
void materialize_ordered(struct analysis *analysis, struct block_state *state,
                         struct insertion_point place);
void group_apply(struct analysis *analysis, struct group *group);

/* --- the walk --- */
/* One node (virtualize.c): changes [state], records effects. */
void visit_node(struct analysis *analysis, struct block_state *state, struct node *node);
/* States that meet (merge.c): the state at the start of [block]. Only predecessors with an out
 * state take part. */
struct block_state *merge_states(struct analysis *analysis, struct block *block);
/* All blocks, loops until they settle (loops.c). */
void walk_graph(struct analysis *analysis);

#endif
