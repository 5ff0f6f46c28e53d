/* The calling-context tree (Ammons, Ball and Larus; JP2, Sarimbekov et al., PPPJ 2011, 2 and 3): a
 * node for each chain of calls, (node of the caller, bytecode of the call, method), shared by all
 * threads and free of locks.
 *
 * A node has a slot for each call of its method, and slot 0 for all else that leads to a method:
 * natives that call back, class initialisers. A slot is the head of a chain of links, one for each
 * method that was called there; each chain ends with the link that says which slot it is. The
 * caller leaves the address of the slot in its thread; the callee takes the first link if it is its
 * own, and else asks here. Nothing is restored when a method returns.
 *
 * A link may lead to a node that is at home elsewhere: where recursion is folded, contexts have so
 * many levels only, calls are not told apart, or there may be no more nodes.
 *
 * Where there may be no more, a method runs in a node of its own that stands for all its contexts
 * without one. Whatever it calls does, too: a stack has contexts with nodes, and then without. A
 * call without a node is counted at its method's, and beside that at the innermost caller that has
 * a node of the tree, as that one's mark; a thread knows that caller since it left the tree there.
 * Links to such contexts name the method by another name, so that nobody takes them without asking
 * here. */
#ifndef CONTEXT_CONTEXT_H
#define CONTEXT_CONTEXT_H

#include <stddef.h>

#include "base/cells.h"
#include "classfile/classfile.h"

struct context;
struct context_method;
struct context_row;

/* The call of what was not called by a bytecode. */
enum { CONTEXT_NO_CALL = -1 };

struct context_link {
    struct context_method *method; /* NULL: the end */
    struct context *node;
    struct context_link *next;
    int32_t bci;   /* of the call; of the end: of its slot */
    uint32_t slot; /* of the end: its number */
};

enum context_kind {
    CONTEXT_OF_PROGRAM,
    CONTEXT_BEYOND_LIMIT, /* one node a method, as for the next */
    CONTEXT_OF_INSERTED,  /* what inserted code calls, which is none of the program's */
    CONTEXT_KINDS
};

struct context {
    struct context_link link; /* in the slot where it is at home */
    struct context *parent;   /* NULL: a root */
    struct context_row *
        row; /* of compiled code that was entered in it (context/counts.h): the last that was asked for */
    uint32_t chunk;      /* bytes from struct cells to the pointer to where its count is */
    uint32_t word;       /* the count's, there */
    uint32_t depth : 30; /* of the root: 0 */
    uint32_t kind : 2;
    uint32_t mark; /* cell of calls below it in contexts that were not made; 0: none was */
    struct context_link *slots[];
};

/* A method as the tree knows it. */
struct context_method {
    void *method; /* the runtime's */
    bool is_native;
    bool is_of_inserted; /* part of what inserted code is written with */
    uint32_t slot_count;
    const uint16_t *slot_at;               /* by bci: the call's, or 0; NULL: no code */
    struct context *shared[CONTEXT_KINDS]; /* its one node, but for CONTEXT_OF_PROGRAM */
    struct context_method *alias;          /* its name in links beyond the limit; NULL: none is */
    struct context_method *next;
    struct context_link ends[]; /* of its slots' chains */
};

struct context_options {
    bool without_call_sites; /* one node for each (caller's node, method) */
    bool without_natives;
    bool fold_recursion; /* onto the innermost caller that is the same method */
    uint32_t levels;     /* so many innermost methods make a context; 0: all */
    uint64_t most_nodes; /* 0: as many as there are */
};

/* What contexts count beside calls: context/counts.h. */
struct context_rows {
    pthread_mutex_t mutex;
    struct row_table *table;
    struct context_row *oldest, **youngest; /* all of them; where the next one is put */
    uint32_t count;
    struct context_counts *counts;
};

struct context_tree {
    struct cell_space *cells;
    struct context_rows rows;
    struct context_options options;
    struct context *roots[CONTEXT_KINDS];
    struct context *
        parts; /* the root of contexts that only their innermost calls are known of: no method is called in them */
    struct context_method *methods;
    struct context_method *of_roots;
    uint64_t node_count, refused; /* contexts that were not made, of callers that were */
    uint64_t bytes;
};

void context_tree_init(struct context_tree *tree, struct cell_space *cells,
                       const struct context_options *options);
void context_tree_release(struct context_tree *tree);

/* [code] is NULL for a method without. */
struct context_method *context_method_new(struct context_tree *tree, void *method,
                                          const struct code *code, bool is_native);
/* From now on the tree owns it. */
void context_method_keep(struct context_tree *tree, struct context_method *method);
/* Likewise, and it is [*where] from now on, which was NULL. Returns what is there: another thread's, if that was first, and
 * [made] is gone. */
struct context_method *context_method_publish(struct context_tree *tree,
                                              struct context_method **where,
                                              struct context_method *made);

/* The slot of the call at [bci]. */
static inline uint32_t context_slot_at(const struct context_method *method, int32_t bci) {
    return method->slot_at && bci >= 0 ? method->slot_at[bci] : 0;
}
static inline struct context_link **context_slot(struct context *context, int32_t bci) {
    return &context->slots[context_slot_at(context->link.method, bci)];
}

/* The node of [method], called at the slot's bytecode, which begins: where it has none of its own,
 * its call is counted as the mark of [last], the innermost caller that has a node. Both are the
 * thread's. */
struct context *context_find(struct context_tree *tree, const struct cells *cells,
                             struct context **last, struct context_link **slot,
                             struct context_method *method);
/* The node alone, called at this bytecode of [caller]'s method. */
struct context *context_child(struct context_tree *tree, struct context *caller, int32_t bci,
                              struct context_method *method);
/* What the slot is, of which node. */
struct context *context_of_slot(struct context_link **slot, int32_t *bci);

static inline struct context_link *context_first(struct context_link **slot) {
    return __atomic_load_n(slot, __ATOMIC_ACQUIRE);
}

/* Bytes from struct cells to the pointer to a chunk. */
static inline uint32_t context_chunk(int chunk) {
    return (uint32_t)(offsetof(struct cells, chunks) + (size_t)chunk * sizeof(int64_t *));
}

/* The cell of its calls. */
static inline uint32_t context_cell(const struct context *context) {
    uint32_t bytes = context->chunk - (uint32_t)offsetof(struct cells, chunks);
    return cell_at((struct cell_place){(int)(bytes / sizeof(int64_t *)), context->word});
}

/* Counts a call, in the thread whose counts these are. */
static inline void context_count(const struct cells *cells, const struct context *context) {
    int64_t *word = *(int64_t *const *)((const char *)cells + context->chunk) + context->word;
    __atomic_store_n(word, *word + 1, __ATOMIC_RELAXED);
}

/* [method] begins: its node, counted. */
static inline struct context *context_enter(struct context_tree *tree, const struct cells *cells,
                                            struct context **last, struct context_link **slot,
                                            struct context_method *method) {
    struct context_link *first = context_first(slot);
    struct context *context =
        first->method == method ? first->node : context_find(tree, cells, last, slot, method);
    context_count(cells, context);
    return context;
}

/* By all threads until now; of frames that were inlined, as of the last context_settle. */
int64_t context_calls(const struct context_tree *tree, const struct context *context);
/* The same of its mark. */
int64_t context_calls_without_node(const struct context_tree *tree, const struct context *context);
/* Bytes of a node and of what it alone has. */
size_t context_bytes(const struct context *context);

#endif
