/* What is known of one object at one point of the program: virtual with the values of its entries
 * (fields or elements) and its locks, or materialised. Object states are immutable: a change makes
 * a new one, so states that meet can be compared by pointer first, and a snapshot is a pointer. */
#ifndef ESCAPE_OBJECT_STATE_H
#define ESCAPE_OBJECT_STATE_H

#include "ir/compilation.h"

/* Something that may be virtual: an allocation of the graph, or several that a phi merges into one.
 */
struct virtual_object {
    uint32_t number; /* index into block states */
    struct meta_class *class;
    int length; /* entries */
    bool is_array;
    struct node *token; /* virtual_object: stands for the object as a value */
    struct node
        *origin; /* new or new_array; merged: the detached node, made when effects are applied */
    struct node *phi;              /* merged: the phi that it replaces; else NULL */
    struct block *merge;           /* merged: where */
    struct virtual_object **parts; /* merged, when applied: by predecessor of [merge] */

    /* Decided by earlier passes over the same graph. */
    bool is_kept; /* stays an ordinary allocation, because of kept_reason; merged: is not merged */
    enum reason kept_reason;
    bool is_ordered; /* must take its locks before inner locks are taken */
    bool is_prompt;  /* must be real before an effect, while execution can be repeated */
};

/* A lock that is held on a virtual object; shared tails. */
struct lock_level {
    const struct lock_level *outer;
    struct node *enter; /* monitor_enter */
    int depth;          /* of all locks held, from 0 */
};

struct object_state {
    struct node *materialized;      /* NULL: virtual */
    const struct lock_level *locks; /* innermost first */
    struct node **entries;          /* values, or tokens of other objects; virtual only */
};

struct node *object_entry_default(const struct virtual_object *object, int index);
enum java_type object_entry_type(const struct virtual_object *object, int index);

struct object_state *object_state_fresh(const struct virtual_object *object);
const struct object_state *object_state_with_entry(const struct virtual_object *object,
                                                   const struct object_state *state, int index,
                                                   struct node *value);
const struct object_state *object_state_with_locks(const struct virtual_object *object,
                                                   const struct object_state *state,
                                                   const struct lock_level *locks);
const struct object_state *object_state_materialized(const struct virtual_object *object,
                                                     struct node *value);
bool object_state_equal(const struct virtual_object *object, const struct object_state *a,
                        const struct object_state *b);
bool locks_equal(const struct lock_level *a, const struct lock_level *b);
int locks_count(const struct lock_level *locks);

#endif
