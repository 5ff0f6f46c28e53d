/* Inside of the icg room. */
#ifndef ICG_INTERNAL_H
#define ICG_INTERNAL_H

#include "icg/icg.h"

struct clone_pair {
    struct node *origin; /* no clone itself */
    struct node *clone;
};

/* Inserted code graphs of one anchor. Entries stay when their list is empty. */
struct anchor_entry {
    const struct node *anchor;
    struct icg *first, *last;
};

struct icg_set {
    struct compilation *compilation;
    struct arena *arena;
    bool discard;
    bool is_busy; /* extracting or splicing: edits are the set's own */
    struct count *failure_cell;
    void *(*string_object)(void *context, const char *text);
    void *string_context;
    VEC(struct icg *) all;        /* in order of attaching; dropped ones too */
    int count;                    /* attached now */
    struct anchor_entry *anchors; /* open hash table */
    uint32_t anchor_count, anchor_capacity;
    VEC(struct clone_pair) clones;
};

/* --- set.c --- */
void icg_attach(struct icg_set *set, struct icg *icg, struct node *anchor);
struct icg *icg_new(struct icg_set *set, enum icg_place place, struct graph *body);

/* --- extract.c --- */
void icg_extract(struct icg_set *set, struct graph *graph);

/* --- body.c --- */
/* Makes graph of its own of a region's blocks: what goes wrong leads to the exit, base values come
 * through weak edges. The blocks have left the base graph already; [entry] begins with icg_begin,
 * [last] ends with icg_end and goto. */
struct icg *icg_make_body(struct icg_set *set, enum icg_place place, struct block *const *blocks,
                          int count, struct block *entry, struct block *last);
/* A copy, not attached; its weak edges from [from] come from [to]. */
struct icg *icg_copy(struct icg_set *set, const struct icg *icg, struct node *from,
                     struct node *to);
/* The node of a new weak edge from [source], a base value, into the body. */
struct node *icg_weak_edge(struct icg_set *set, struct icg *icg, struct node *source);
/* entry: [node], return. */
struct graph *icg_body_of_node(struct icg_set *set, enum node_kind kind, struct node **node);
struct block *icg_exit(struct graph *body);

/* Pure, never fails, and the same wherever its inputs are. */
bool icg_is_repeatable(const struct node *node);

/* --- value.c --- */
struct node *icg_origin_of(const struct icg_set *set, struct node *node);
/* Is [value] of the base graph there in front of [place]? Needs cfg. */
bool icg_is_available(const struct graph *graph, const struct node *value,
                      const struct node *place);
/* What a weak edge from [source] brings to inserted code in front of [place], or NULL for the
 * default. May add phis and pure nodes to the base graph. Needs cfg. */
struct node *icg_value_at(struct icg_set *set, struct node *source, struct node *place);

#endif
