/* Nodes, blocks, graphs: a control-flow graph of blocks with ordered SSA nodes. Everything lives in
 * the compilation's arena; pointers stay valid, ids are dense from 1 and are never reused in a
 * graph.
 *
 * Invariants (verify.h lists and checks them all): no critical edges: a block with several
 * predecessors is entered by gotos only. Exactly one node with placement `end` ends a block. Phis
 * come first. Floating nodes have no block. A loop header's entry edges come before its back edges.
 */
#ifndef IR_NODE_H
#define IR_NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "event/event.h"
#include "ir/meta.h"

enum node_kind {
    NODE_none,
#define NODE(name, ...) NODE_##name,
#include "ir/nodes.def"
#undef NODE
    NODE_KIND_COUNT
};

enum node_placement { PLACEMENT_floating, PLACEMENT_pure, PLACEMENT_fixed, PLACEMENT_end };

/* Types of nodes: the JVM's stack types, and what only the compiler has. */
enum node_type {
    TYPE_VOID,
    TYPE_INT,
    TYPE_LONG,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_REFERENCE,
    TYPE_ADDRESS,
    TYPE_STATE,
};

/* The unsigned ones compare ints (an index against a length); COND_NOT_BELOW negates COND_BELOW. */
enum condition { COND_EQ, COND_NE, COND_LT, COND_GE, COND_GT, COND_LE, COND_BELOW, COND_NOT_BELOW };

enum invoke_kind { INVOKE_STATIC, INVOKE_SPECIAL, INVOKE_VIRTUAL, INVOKE_INTERFACE };

enum query_kind {
    QUERY_COMPILED,
    QUERY_INLINED,
    QUERY_ROOT_NAME,
    QUERY_ALLOCATION_TYPE,
    QUERY_LOCK_TYPE,
    QUERY_CALL_TYPE /* of the VM's own inserted code: enum invoke_kind of the call it belongs to */
};

/* In inserted code a constant object may stand for the class of one that is not allocated: the class and this. */
enum { NODE_CLASS_TAG = 1 };

/* A frame state's inputs, in this order: locals, stack, locks, caller's frame state (if any),
 * object states of all virtual objects reachable from here (if any). Slots as in the class file:
 * the slot after a long or double, and dead slots, are NULL inputs. */
struct inserted_local;
struct lost_local;

struct state_layout {
    struct meta_method *method;
    int bci;
    uint16_t local_count, stack_count, lock_count;
    bool has_caller;
    uint16_t object_count;
    uint32_t frame;  /* which one it is: compilation.frames; 0: not known */
    bool after_call; /* resume behind the call at bci, its result still to be pushed; else
                        re-execute bci */
    struct inserted_local *inserted; /* dead but for inserted code; copies share it */
    struct lost_local *lost;         /* of this frame and its callers */
};

union node_extra {
    int64_t integer;
    double real;
    enum condition condition;
    enum java_type type; /* element or narrowed type */
    struct meta_class *class;
    struct meta_field *field;
    struct {
        void *pointer;    /* struct object, kept alive by the runtime; NULL in text graphs */
        const char *text; /* for printing and comparing: interned */
        struct meta_class *class; /* of the object; NULL: not known (text graphs) */
    } object;
    struct {
        enum reason reason;
    } guard;
    struct {
        int place;
        struct node *anchor; /* of PRED and SUCC; NULL: compiled code has no such operation */
    } region;
    struct {
        struct meta_method *method;
        const char *named; /* the method that the bytecode names; NULL: that one (text graphs) */
        enum invoke_kind kind;
        struct meta_class *profiled_class; /* monomorphic receiver by profile, or NULL */
        double profiled_share;             /* of that class, in [0, 1] */
        int receiver_count;                /* distinct classes seen; 0: never executed */
        double sampled; /* of all sampled calls, the part that are made here; 0: not known */
        bool has_sampled_receivers;     /* the profile of receivers is of samples */
        struct meta_class *other_class; /* the second of those, or NULL */
        double other_share;
        bool is_inserted; /* inserted code calls */
    } call;
    struct {
        enum query_kind kind;
    } query;
    struct {
        struct count *cell; /* NULL in text graphs */
        const char *name;   /* interned; those of the VM itself are not */
        uint32_t frame;     /* it counts by the calling context of this frame; 0: in all alike */
    } counter;
    struct state_layout *state;
    struct {
        struct meta_class *class;
        int32_t length;                        /* entries: fields or elements */
        uint32_t number;                       /* distinguishes virtual objects of a graph */
        const struct position *const *origins; /* the allocations that it may be of, ended by NULL;
                                                  NULL: not known */
    } virtual_object;
    struct {
        int32_t *keys;
        int32_t count; /* successors - 1 */
    } keys;
    struct {
        void *pointer;
        const char *text; /* for printing: "class A" */
    } address;
    struct {
        enum java_type type;
        int32_t offset;
    } memory;
    int stub;
};

struct node {
    uint32_t id;
    enum node_kind kind;
    enum node_type type;
    uint16_t input_count, input_capacity;
    struct node **inputs;         /* entries may be NULL in frame and object states only */
    VEC(struct node *) uses;      /* one entry per input that is this node; order has no meaning */
    struct block *block;          /* NULL: floating, or not placed */
    struct node *previous, *next; /* in the block */
    const struct position *position; /* NULL: none */
    union node_extra extra;
    struct graph *graph;
    bool is_dead;     /* eliminated */
    uint32_t scratch; /* for the running phase; undefined at its start */
};

struct block {
    uint32_t id;
    struct graph *graph;
    struct node *first, *last;
    VEC(struct block *) predecessors; /* order is the order of phi inputs */
    uint16_t successor_count;
    struct block **successors;
    double *probabilities; /* of each successor; sum 1 */
    bool is_dead;

    /* Filled by cfg_compute; stale after control flow was edited. */
    int order;               /* index in reverse post-order */
    struct block *dominator; /* immediate */
    struct block *loop; /* header of the innermost loop it is in (itself for a header), or NULL */
    struct block *outer_loop; /* of a header: the header of the loop around it, or NULL */
    int loop_depth;
    double frequency;  /* executions per execution of the graph's entry */
    double iterations; /* of a loop's header, each time that the loop is entered; else 1 */
    uint32_t scratch;

    /* Of a block that was built as the header of a loop of the program: where that begins, which its copies keep. NULL of
     * others. */
    const struct position *loop_start;
};

/* A dead local of a frame state that inserted code reads when the interpreter goes on. No input: it
 * keeps nothing alive. */
struct inserted_local {
    struct inserted_local *next; /* of the state */
    int slot;
    struct node *value;
    const char *name;
};

/* Bumped when the interpreter goes on at a frame state without what inserted code may read there.
 */
struct lost_local {
    struct lost_local *next;
    struct count *cell;
};

/* Of a placeholder that counts the bytecode of the operation behind it: what may begin that again
 * comes before it. */
enum { PLACEHOLDER_COUNTS_NEXT = 1 };

struct spot;

/* An execution of a bytecode that a rule for profiling names (tally/spots.h), as build saw it. */
struct met_rule {
    const struct spot *spot;
    const struct position *position; /* of the bytecode, whatever frame traces show for it */
    struct node *place;          /* a placeholder where it has happened; NULL: at the operation */
    struct node *operation;      /* that carries it out; NULL: none */
    struct node *object, *value; /* as the spot says; NULL: none */
    struct node **lengths;       /* of the array that is made, by dimension */
    int length_count;
    enum met_edge { MET_NO_EDGE, MET_TAKEN, MET_NOT_TAKEN, MET_CASE, MET_DEFAULT } edge;
    int32_t case_key;
    /* Of branches and switches that decide nothing here: what they compare, or the value. */
    struct node *left, *right;
    enum condition condition;
    const int32_t *keys; /* of such a switch */
    int32_t key_count;
};

/* A local that inserted code reads. */
struct inserted_read {
    struct node *value;
    const char *name;
};

/* By node id: what leaves the flow of control in the middle of a block. */
struct node_share {
    bool is_used;
    uint32_t variable; /* guards that fail: of flow->counted; calls: of flow->active */
};

struct graph {
    struct compilation *compilation;
    struct meta_method *method;   /* NULL in text graphs without one */
    uint32_t frame;               /* of the method: compilation.frames; 0: not known */
    const struct position *call;  /* a callee's: the call that it may be inlined at; else NULL */
    const struct position *start; /* likewise: its first bytecode, behind that call */
    struct block *entry;          /* has no predecessors */
    VEC(struct block *) blocks;   /* arena; dead ones too (is_dead) */
    VEC(struct node *) floating; /* arena; constants, parameters, states; dead ones too (is_dead) */
    uint32_t next_node_id, next_block_id;
    uint32_t next_virtual_number;
    struct count_shares *flow; /* icg/share.c's, in malloc memory; NULL: counts are not shared */
    struct node_share *shares; /* with it, of the first nodes */
    uint32_t share_count;
    bool is_loop;    /* entered at a loop of the method: parameters are the interpreter's locals */
    int loop_locals; /* how many the interpreter has */
    /* By build, for whoever takes the inserted code out: phis of locals that inserted code alone
     * may read, which only it and each other use, the names of what it reads, and what it may read
     * behind a guard that fails. */
    VEC(struct node *) inserted_phis;
    VEC(struct inserted_read) inserted_reads;
    VEC(struct inserted_local *) inserted_locals; /* of all frame states */
    /* Likewise, for whoever inserts what counts. */
    VEC(struct met_rule) met;
    /* Where the loops of the program begin that were built here, or in a callee that is part of it. */
    VEC(const struct position *) loops;
    /* Reverse post-order, by cfg_compute. */
    struct block **order;
    int order_count;
    /* Open hash table of the shared constants; node.c's. */
    struct node **constants;
    uint32_t constant_count, constant_capacity;
};

/* What the arm of this successor stands for: 1 or 0 of an if, of a switch its number. */
static inline int branch_value(const struct node *end, int successor) {
    return end->kind == NODE_if ? successor == 0 : successor;
}

/* The successor that an if or a switch takes for this value. */
static inline int branch_taken(const struct node *end, int64_t value) {
    if (end->kind == NODE_if) return value ? 0 : 1;
    int taken = 0;
    while (taken < end->extra.keys.count && end->extra.keys.keys[taken] != value) taken++;
    return taken;
}

/* --- what the table says --- */
const char *node_kind_text(enum node_kind kind);
enum node_kind node_kind_of_text(const char *text);   /* NODE_none when there is none */
const char *node_kind_signature(enum node_kind kind); /* the inputs column */
char node_kind_result(enum node_kind kind);           /* the result column */
enum node_extra_kind {
    EXTRA_none,
    EXTRA_integer,
    EXTRA_real,
    EXTRA_condition,
    EXTRA_type,
    EXTRA_class,
    EXTRA_field,
    EXTRA_object,
    EXTRA_guard,
    EXTRA_call,
    EXTRA_query,
    EXTRA_counter,
    EXTRA_state,
    EXTRA_virtual,
    EXTRA_keys,
    EXTRA_address,
    EXTRA_memory,
    EXTRA_stub,
    EXTRA_region,
};
enum node_extra_kind node_kind_extra(enum node_kind kind);
enum node_placement node_kind_placement(enum node_kind kind);
/* May the graph of a program have it, before lowering and without inserted code? */
bool node_kind_is_of_program(enum node_kind kind);
enum node_commutes { COMMUTES_no, COMMUTES_yes, COMMUTES_mirror };
enum node_commutes node_kind_commutes(enum node_kind kind);
enum node_requires { REQUIRES_none, REQUIRES_object, REQUIRES_receiver, REQUIRES_divisor };
enum node_requires node_kind_requires(enum node_kind kind);
/* Sets of what may be read and written without each other's knowledge. */
enum memory {
    MEMORY_none = 0,
    MEMORY_fields = 1,
    MEMORY_statics = 2,
    MEMORY_elements = 4,
    MEMORY_classes = 8,
    MEMORY_runtime = 16,
    MEMORY_inserted = 32,
    MEMORY_all = 63,
};
enum memory node_kind_reads(enum node_kind kind);
enum memory node_kind_writes(enum node_kind kind);
enum node_again { AGAIN_never, AGAIN_drop, AGAIN_again };
enum node_again node_kind_again(enum node_kind kind);
int node_kind_cycles(enum node_kind kind);
/* NULL: none is told of this node. */
static inline const struct node_share *node_share_of(const struct node *node) {
    const struct graph *graph = node->graph;
    bool is_told = node->id < graph->share_count && graph->shares[node->id].is_used;
    return is_told ? &graph->shares[node->id] : NULL;
}
static inline bool node_is_end(const struct node *node) {
    return node_kind_placement(node->kind) == PLACEMENT_end;
}
static inline bool node_is_constant(const struct node *node) {
    return node->kind >= NODE_const_int && node->kind <= NODE_const_object;
}
/* In machine code, that is. */
static inline bool node_calls_runtime(const struct node *node) {
    return node->kind == NODE_runtime_call || node->kind == NODE_implicit_exception;
}
/* A constant of which there is one node a value and graph. */
static inline bool node_kind_is_shared(enum node_kind kind) {
    return kind >= NODE_const_int && kind <= NODE_const_null;
}
enum node_type node_type_of_java(enum java_type type); /* boolean, byte, char, short are TYPE_INT */

/* --- making (no edit: nothing that exists changes) --- */
struct graph *graph_new(struct compilation *compilation, struct meta_method *method);
struct block *block_new(struct graph *graph);
/* Not placed; inputs are linked into use lists. [type] is ignored where nodes.def fixes it. */
struct node *node_new(struct graph *graph, enum node_kind kind, enum node_type type,
                      int input_count, struct node *const *inputs);
/* Shared constants: one node a value and graph. */
struct node *graph_int(struct graph *graph, int32_t value);
struct node *graph_long(struct graph *graph, int64_t value);
struct node *graph_float(struct graph *graph, float value);   /* compared by bits */
struct node *graph_double(struct graph *graph, double value); /* compared by bits */
struct node *graph_null(struct graph *graph);
/* Of these kinds, by what its extra holds. */
struct node *graph_constant(struct graph *graph, enum node_kind kind, union node_extra extra);
/* 0, 0L, 0.0 or null. */
struct node *graph_default(struct graph *graph, enum node_type type);

void node_append(struct block *block,
                 struct node *node); /* at the end; behind `end` nothing may come */
void node_insert_before(struct node *place, struct node *node);
void node_insert_after(struct node *place,
                       struct node *node);              /* behind all phis when place is a phi */
void phi_append(struct block *block, struct node *phi); /* behind the phis that are there */
void node_add_input(struct node *node, struct node *input);
void node_set_input(struct node *node, int index, struct node *input);
void node_remove_input(struct node *node, int index);
/* The frame state input (always the last), or NULL. */
struct node *node_state(const struct node *node);
/* The state that was there is eliminated when nobody uses it any more. */
void node_set_state(struct node *node, struct node *state);

/* --- control flow --- */
/* Ends [block] with [end] and these successors; adds block to their predecessors (phi inputs are
 * the caller's). */
void block_end(struct block *block, struct node *end, int count, struct block *const *successors,
               const double *probabilities);
int block_predecessor_index(const struct block *block, const struct block *predecessor);
/* Forgets predecessor [index] and the phi inputs that belong to it; the predecessor's own end is
 * the caller's affair. */
void block_remove_predecessor(struct block *block, int index);
/* Points the edge from [from]'s successor [index] at [to], as the last of its predecessors. The phi
 * inputs that belonged to it at the old target go; those of [to]'s phis are the caller's. */
void block_redirect(struct block *from, int index, struct block *to);
/* Puts a block that only jumps on the edge: it takes the edge's place in the target's predecessors.
 */
struct block *block_split_edge(struct block *from, int index);
/* [block] ends with a goto to a block that has no other predecessor: that block's nodes move into
 * [block], its phis are replaced by their only input. False, and nothing done, when it is not so.
 */
bool block_merge_with_successor(struct block *block);
/* Reorders the predecessors, and all phi inputs with them: new predecessor i is old predecessor
 * order[i]. */
void block_permute_predecessors(struct block *block, const int *order);
/* Everything from [node] on moves to a new block, which takes over the successors; [block] ends
 * with a goto to it. */
struct block *block_split_before(struct node *node);
/* Replaces [block]'s end by a goto to successor [keep]; edges to the others are removed; blocks
 * that are no longer reachable are eliminated with all their nodes (through edit_eliminate). */
void block_keep_successor(struct block *block, int keep);
/* Eliminates blocks that cannot be reached from the entry. Returns whether there were any. */
bool graph_remove_unreachable(struct graph *graph);
/* Moves all of [from]'s blocks and floating nodes into [into] with new ids; [from] is empty
 * afterwards. */
void graph_absorb(struct graph *into, struct graph *from);

#define block_each_node(item, owner)                                                               \
    for (struct node *item = (owner)->first; item; item = item->next)

#endif
