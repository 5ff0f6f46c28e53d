/* What an analysis wants changed. Nodes that effects make are named before they exist by stand-ins:
 * nodes that are in no block and have no inputs. A new phi is its own stand-in. */
#ifndef ESCAPE_EFFECTS_H
#define ESCAPE_EFFECTS_H

#include "escape/block_state.h"

/* A frame state as it must be at one point: which objects it may mention, and how they are there.
 */
struct state_record {
    struct node *state;
    VEC(struct virtual_object *) objects;    /* in the order they are found */
    VEC(const struct object_state *) states; /* of each */
    struct node *made;                       /* once applied */
};

/* Objects that come into being together: all allocations, then their contents, then their locks
 * from the outside in. */
struct group_item {
    struct virtual_object *object;
    const struct object_state *before; /* virtual */
    struct node *stand_in;
    struct node **values; /* of its entries: real values or stand-ins */
    enum reason reason;
};

struct group {
    struct block *block;
    struct node *before;         /* NULL: at the end of the block */
    struct state_record *resume; /* NULL: none */
    VEC(struct group_item) items;
};

/* An input by predecessor. */
struct phi_input {
    struct block *predecessor;
    struct node *value;
};

enum effect_kind {
    EFFECT_ADD_PHI,        /* node: the phi; block; inputs */
    EFFECT_PHI_INPUT,      /* node: a phi that exists; inputs: one */
    EFFECT_MERGE,          /* object: merged; inputs: which object by predecessor (tokens) */
    EFFECT_INPUT,          /* node->inputs[index] becomes value */
    EFFECT_STATE,          /* node's frame state becomes record's */
    EFFECT_ADD_NODE,       /* node: goes before [before] with inputs[..] as its inputs */
    EFFECT_REPLACE,        /* node's value is [value]; node goes */
    EFFECT_DELETE,         /* node goes; nobody uses it any more */
    EFFECT_VIRTUALIZE,     /* object's origin goes */
    EFFECT_REMOVE_LOCK,    /* node: monitor_enter on a virtual object; goes */
    EFFECT_MATERIALIZE,    /* group */
    EFFECT_KEEP_SUCCESSOR, /* node: an if or switch; index */
};

struct effect {
    enum effect_kind kind;
    struct node *node, *value, *before;
    struct block *block;
    int index;
    struct virtual_object *object; /* that gains by it, or NULL */
    struct phi_input *inputs;
    int input_count;
    struct state_record *record;
    struct group *group;
};

typedef VEC(struct effect) effect_list;

struct analysis;

/* Changes the graph and notes decisions in the log. */
void effects_apply(struct analysis *analysis);

#endif
