/* Inside of the icg room. */
#ifndef ICG_INTERNAL_H
#define ICG_INTERNAL_H

#include "icg/icg.h"
#include "ir/traits.h"

/* What is known of a value of the base program, or of a placeholder. */
struct fact {
    struct node *node;
    struct fact *origin; /* of a clone; else itself */
    bool is_wanted;      /* of an origin: inserted code, or what is kept, depends on it */
    bool is_variable;    /* of an origin: clones or definitions give it, too */
    bool is_gone;        /* eliminated, while it was wanted */
    bool has_recipe;     /* it may be computed again from [inputs], wanted themselves */
    struct node **inputs;
    int input_count;
    const char *phase;   /* that eliminated it; NULL: none */
    struct node *object; /* of a load that is gone: the allocation that it reads; or NULL */
    struct fact *entry;  /* a variable: what that object, while it is nowhere, holds there */
    struct definition *definition; /* of a placeholder */
    VEC(struct node *)
    at_edges; /* of a merged object: placeholders that come last on their edges */
    /* While values are read: */
    uint32_t number;            /* of a variable: the scratch of what defines it */
    struct node **at_start;     /* of a variable, by block id */
    struct node *place, *value; /* computed last: where, and what it was */
};

enum definition_kind {
    DEFINED_AS,      /* [source] */
    DEFINED_ITSELF,  /* [source], which was there and is further up now */
    DEFINED_AGAIN,   /* as the recipe of [source] says */
    DEFINED_NOWHERE, /* an object that is not allocated (any more) */
    DEFINED_AS_LOST, /* [source] is gone */
};

/* "From here on the variable is ...": a placeholder in the base graph. */
struct definition {
    struct node *place;
    struct fact *variable;
    enum definition_kind kind;
    struct node *source;
    struct node *value; /* while values are read: once it was found */
};

/* Inserted code graphs of one anchor. Entries stay when their list is empty. */
struct anchor_entry {
    const struct node *anchor;
    struct icg *first, *last;
};

struct icg_set {
    struct compilation *compilation;
    struct arena *arena;
    struct edit_listener listener;
    bool discard;
    bool is_stripped; /* nothing is spliced */
    bool is_busy;     /* extracting or splicing: edits are the set's own */
    struct count *failure_cell;
    struct cell_space *cells; /* NULL: counts are not shared */
    const char *shared_name;  /* of those that are */
    void *(*string_object)(void *context, const char *text);
    void *string_context;
    struct count *(*loss_cell)(void *context, const struct icg_loss *loss);
    void *loss_context;
    VEC(struct icg *) all;        /* in order of attaching; dropped ones too */
    int count;                    /* attached now */
    struct anchor_entry *anchors; /* open hash table */
    uint32_t anchor_count, anchor_capacity;
    struct fact **facts; /* open hash table by node */
    uint32_t fact_count, fact_capacity;
    VEC(struct definition *) definitions;
    VEC(struct fact *) loads;            /* that are gone and read what a known allocation made */
    VEC(struct inserted_local *) locals; /* of frame states */
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

/* --- facts.c --- */
struct fact *icg_fact_of(const struct icg_set *set, const struct node *node); /* or NULL */
struct fact *icg_fact(struct icg_set *set, struct node *node);
/* Inserted code depends on this value. */
void icg_want(struct icg_set *set, struct node *node);
/* The edits of values. */
void icg_values_eliminated(struct icg_set *set, struct node *const *nodes, int count);
void icg_value_replaced(struct icg_set *set, struct node *node, struct node *by);
void icg_value_moved(struct icg_set *set, struct node *node);
void icg_value_cloned(struct icg_set *set, struct node *node, struct node *clone);
void icg_values_merged(struct icg_set *set, struct block *merge, struct node *const *origins,
                       struct node *merged);

/* From now on the inserted code reads, wherever it goes, what its values are in front of [place];
 * but for the object that it belongs to. */
void icg_capture(struct icg_set *set, struct icg *icg, struct node *place);
/* Likewise at the end of predecessor [edge]; when control comes from another, it does not run. */
void icg_capture_at_edge(struct icg_set *set, struct icg *icg, struct block *merge, int edge);

/* At the position of [near], not yet anywhere. */
struct node *icg_new_placeholder(const struct node *near);
struct node *icg_placeholder_before(struct node *node);

/* Where an operation may be repeated: with the same inputs it gives the same, and never fails,
 * anywhere, or where it stood. */
enum remedy { REMEDY_NONE, REMEDY_AT_ITS_PLACE, REMEDY_ANYWHERE };
enum remedy icg_remedy(const struct node *node);

/* --- value.c --- */
/* Is [value] of the base graph there in front of [place]? Needs cfg. */
bool icg_is_available(const struct graph *graph, const struct node *value,
                      const struct node *place);
/* The values of weak edges, all at once. Needs cfg, and a base graph that nothing is spliced into
 * yet; may add phis and nodes to it. */
struct reading *icg_reading_begin(struct icg_set *set);
/* In front of [place]: until the end, weak->source says nothing. */
void icg_read(struct reading *reading, struct icg_weak *weak, struct node *place);
/* Now each weak->source is the value, or NULL for the default; a value that is neither exact nor
 * that of an object that is not allocated is weak->lost. */
void icg_reading_end(struct reading *reading);

/* Of an amount's computation so many steps are looked at: bytes of an array take four. */
enum { ICG_STEPS_AT_MOST = 5 };

/* Does it follow from its inputs alone, wherever it stands? */
static inline bool icg_is_computed(const struct node *node) {
    return node->block && node->kind != NODE_phi && node_order(node) == ORDER_free;
}

/* --- splice.c --- */
/* What to tell of a lost value, but for what does not run. */
struct icg_loss icg_loss_of(const struct icg_weak *weak, const struct position *position);

/* --- resume.c --- */
/* Between them the values are read. */
struct resuming *icg_resume_begin(struct icg_set *set, struct reading *reading);
void icg_resume_end(struct resuming *resuming);

#endif
