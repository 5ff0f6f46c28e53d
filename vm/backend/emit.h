/* The state of emitting one graph, and what the emit_*.c files share. Internal to this room.
 *
 * Each node with a value has a local variable of GCC's; GCC brings them into SSA form again.
 * Expressions are evaluated where the node stands, in order. References and addresses are both char
 * pointers, never hidden: the collector finds them on the C stack and in registers. */
#ifndef BACKEND_EMIT_H
#define BACKEND_EMIT_H

#include <libgccjit.h>

#include "backend/backend.h"
#include "base/die.h"
#include "event/timing.h"
#include "ir/node.h"

enum { NODE_TYPE_COUNT = TYPE_STATE + 1 };

struct gcc_types {
    gcc_jit_type *none, *int8, *int16, *uint16, *int32, *int64, *uint8, *uint32, *uint64;
    gcc_jit_type *float32, *float64, *bytes, *truth, *c_long;
    gcc_jit_type *of_node[NODE_TYPE_COUNT];
    gcc_jit_type *in_memory[JAVA_TYPE_COUNT],
        *to_memory[JAVA_TYPE_COUNT]; /* value, pointer to it */
};

/* A part of the values is stored, then those of [outer], then the interpreter goes on: the way out
 * of all guards that have these values in common. */
struct way_out {
    const struct way_out *outer; /* NULL: [block] only calls the runtime */
    struct node *const *items;
    uint32_t first, end; /* indices of the part's items */
    gcc_jit_block *block;
};

struct located_site {
    const struct position *position;
    int32_t *active;
    const struct call_site *site;
};

/* Of a poll that inlined calls run with. */
struct poll_site {
    struct call_site *site;
    const struct inferred_poll *poll;
};

struct gcc_contexts;
struct gcc_timing;

struct emitter {
    struct graph *graph;
    const struct backend_options *options;
    gcc_jit_context *context;
    struct gcc_types types;
    gcc_jit_function *function;
    gcc_jit_block *block;          /* where code goes now */
    gcc_jit_lvalue **values;       /* by node id; NULL: not yet made */
    gcc_jit_block **blocks;        /* by block id */
    gcc_jit_lvalue **flags;        /* by number */
    struct gcc_contexts *contexts; /* calling contexts; NULL: they are not kept */
    struct gcc_timing *timing;     /* NULL: threads are not timed, or it is not entered yet */
    gcc_jit_rvalue *thread;
    gcc_jit_rvalue *arguments;       /* of a loop: the array of values; else NULL */
    enum node_type result;           /* of the function; of a loop TYPE_LONG: the bits */
    const struct position *position; /* of the node that is emitted, NULL */
    int32_t *active;                 /* likewise: where frames that are there are counted, NULL */
    bool is_in_inserted;             /* that node is of inserted code, and threads are timed */
    bool is_calling;                 /* a call is not in a statement yet */
    gcc_jit_location *call_location; /* of the call that is not in a statement yet; else NULL */
    gcc_jit_type *stub_types[STUB_COUNT];
    VEC(struct deoptimization_site *) sites;
    struct {
        struct way_out **items;
        uint32_t count, capacity;
    } ways_out;
    gcc_jit_lvalue *failed_site; /* which guard it was, on the ways out */
    gcc_jit_block *unwound;      /* returns with an exception pending; NULL: not yet made */
    VEC(struct call_cache *) caches;
    VEC(struct call_link) links;
    VEC(struct located_site) call_sites;
    VEC(struct poll_site) poll_sites;
};

/* Is the code entered at a loop, while the interpreter's frame stays? */
static inline bool is_of_loop(const struct emitter *e) { return e->arguments != NULL; }

/* --- gcc.c: short words for libgccjit --- */
void gcc_types_init(struct gcc_types *types, gcc_jit_context *context);
gcc_jit_rvalue *gcc_int(struct emitter *e, int32_t value);
gcc_jit_rvalue *gcc_long(struct emitter *e, int64_t value);
gcc_jit_rvalue *gcc_float(struct emitter *e, float value);
gcc_jit_rvalue *gcc_double(struct emitter *e, double value);
gcc_jit_rvalue *gcc_pointer(struct emitter *e, const void *pointer);
gcc_jit_rvalue *gcc_cast(struct emitter *e, gcc_jit_rvalue *value, gcc_jit_type *type);
gcc_jit_rvalue *gcc_unary(struct emitter *e, enum gcc_jit_unary_op op, gcc_jit_type *type,
                          gcc_jit_rvalue *a);
gcc_jit_rvalue *gcc_binary(struct emitter *e, enum gcc_jit_binary_op op, gcc_jit_type *type,
                           gcc_jit_rvalue *a, gcc_jit_rvalue *b);
/* A truth value; gcc_truth makes it an int. */
gcc_jit_rvalue *gcc_compare(struct emitter *e, enum gcc_jit_comparison op, gcc_jit_rvalue *a,
                            gcc_jit_rvalue *b);
gcc_jit_rvalue *gcc_truth(struct emitter *e, gcc_jit_rvalue *truth);
/* The memory at [base] + [offset] bytes. */
gcc_jit_lvalue *gcc_memory(struct emitter *e, gcc_jit_rvalue *base, int64_t offset,
                           enum java_type type);
/* An int that other threads change, read exactly here. (libgccjit's volatile types do not keep GCC
 * from moving the load.) */
gcc_jit_rvalue *gcc_load_changing(struct emitter *e, gcc_jit_rvalue *base, int32_t offset);
/* GCC moves no access to memory over this. x86 does not reorder stores, nor loads. */
void gcc_barrier(struct emitter *e);
/* Nor does the processor move a load before an earlier store. */
void gcc_full_barrier(struct emitter *e);
gcc_jit_rvalue *gcc_add_bytes(struct emitter *e, gcc_jit_rvalue *base, gcc_jit_rvalue *offset);
gcc_jit_rvalue *gcc_load_pointer(struct emitter *e, gcc_jit_rvalue *base, int64_t offset);
/* An int in memory, as a long. */
gcc_jit_rvalue *gcc_load_number(struct emitter *e, gcc_jit_rvalue *base, int64_t offset);
/* Any value to the 64 bits in which it is passed, and back. */
gcc_jit_rvalue *gcc_to_bits(struct emitter *e, gcc_jit_rvalue *value, enum node_type type);
gcc_jit_rvalue *gcc_from_bits(struct emitter *e, gcc_jit_rvalue *bits, enum node_type type);
gcc_jit_lvalue *gcc_local(struct emitter *e, gcc_jit_type *type);
/* The next statement that is added must be the one that takes the result. [position] is for walking
 * the stack (call_site.c); NULL: no frame of the program's is walked there. */
gcc_jit_rvalue *gcc_call(struct emitter *e, gcc_jit_rvalue *function, int count,
                         gcc_jit_rvalue **arguments, const struct position *position);
/* Is this argument of the stub the bits of a value, whatever its type? */
bool gcc_stub_takes_bits(enum stub stub, int argument);
gcc_jit_rvalue *gcc_call_stub(struct emitter *e, enum stub stub, gcc_jit_rvalue *const *arguments);
gcc_jit_location *gcc_location(struct emitter *e, const struct position *position);
const struct call_site *gcc_call_site(struct emitter *e, const struct position *position);
/* NULL: no inlined call. NULL as a poll: the entry. */
const struct inferred_poll *gcc_inferred_from(const struct emitter *e, const struct node *poll);
/* A position of its own for a poll (icg_forecast_polls), so that its site knows what is inferred from it. */
const struct position *gcc_poll_position(struct emitter *e, const struct position *position,
                                         const struct node *poll);
void machine_code_take_sites(struct machine_code *code, struct emitter *e);
/* Where it is timed: how much of it came from which bytecode. */
void machine_code_weigh(const struct machine_code *code);
gcc_jit_block *gcc_block(struct emitter *e);
/* A call without a result, or whose result is not wanted. */
void gcc_eval(struct emitter *e, gcc_jit_rvalue *call);
/* Where a statement is; NULL where nobody asks where all are. Where units are timed, what is nobody's is told apart from what stands before it. */
gcc_jit_location *gcc_statement_location(struct emitter *e);
void gcc_add(struct emitter *e, gcc_jit_lvalue *word, gcc_jit_rvalue *amount);
void gcc_assign(struct emitter *e, gcc_jit_lvalue *to, gcc_jit_rvalue *value);
/* Ends the current block; the truth of [condition] has this probability. The caller then chooses
 * e->block. */
void gcc_branch(struct emitter *e, gcc_jit_rvalue *condition, double probability,
                gcc_jit_block *yes, gcc_jit_block *no);
void gcc_jump(struct emitter *e, gcc_jit_block *to);
/* Ends the current block and the method. [value] has the type of [e->result]; NULL: none that
 * anybody reads, because an exception is pending. */
void gcc_return(struct emitter *e, gcc_jit_rvalue *value);

/* --- the nodes --- */
gcc_jit_rvalue *gcc_emit_value(struct emitter *e, const struct node *node);
void gcc_emit_result(struct emitter *e, const struct node *node, gcc_jit_rvalue *value);
/* Where control goes on the edge to the [index]th successor: the successor, or a block that assigns
 * its phis first. */
gcc_jit_block *gcc_emit_edge(struct emitter *e, const struct block *block, int index);

void gcc_emit_arithmetic(struct emitter *e, const struct node *node); /* emit_arithmetic.c */
/* The truth of the first operand of an if or guard. */
gcc_jit_rvalue *gcc_emit_condition(struct emitter *e, const struct node *user);
void gcc_emit_conversion(struct emitter *e, const struct node *node); /* emit_conversion.c */
void gcc_emit_object(struct emitter *e, const struct node *node);     /* emit_object.c */
void gcc_emit_guard(struct emitter *e, const struct node *node);      /* emit_call.c */
void gcc_emit_deoptimize(struct emitter *e, const struct node *node);
void gcc_emit_invoke(struct emitter *e, const struct node *node);
void gcc_emit_runtime_call(struct emitter *e, const struct node *node);
void gcc_emit_implicit_exception(struct emitter *e, const struct node *node);
/* Without what compiled code does first to avoid the call. */
void gcc_emit_stub_call(struct emitter *e, const struct node *node);
/* emit_count.c: the code is entered. */
void gcc_emit_count_execution(struct emitter *e);
void gcc_emit_count(struct emitter *e, const struct node *node);
/* The thread's word of a cell. */
gcc_jit_lvalue *gcc_cell(struct emitter *e, uint32_t cell);
void gcc_emit_count_of_class(struct emitter *e, const struct node *node);
/* May the value be a class (NODE_CLASS_TAG)? Only constants are, and what is chosen among values. And is it one? */
bool gcc_may_stand_for_class(const struct node *object);
gcc_jit_rvalue *gcc_has_class_tag(struct emitter *e, gcc_jit_rvalue *value);
void gcc_emit_sample(struct emitter *e, const struct node *node);
void gcc_emit_decision(struct emitter *e, const struct node *node);

/* emit_stamp.c: of STUB_stamp_object. */
void gcc_emit_stamps(struct emitter *e, const struct node *node);

/* emit_context.c: calling contexts, while they are kept. */
/* The method, or the loop, is entered. */
void gcc_emit_root_context(struct emitter *e);
void gcc_emit_enter_context(struct emitter *e, const struct node *node);
/* The call is about to be made. */
void gcc_emit_call_site(struct emitter *e, const struct node *node);
/* The interpreter goes on, or the runtime must know the context of the code. */
void gcc_emit_left_context(struct emitter *e);
/* Adds to what the context of the node's frame counts. */
void gcc_emit_count_in_context(struct emitter *e, const struct node *node, gcc_jit_rvalue *amount);
/* Where the row of the activation has the counts of the node, a STUB_count_in_context. */
gcc_jit_rvalue *gcc_emit_words_in_context(struct emitter *e, const struct node *node);
gcc_jit_rvalue *gcc_emit_context_of(struct emitter *e, uint32_t frame);
void gcc_emit_context(struct emitter *e, const struct node *node);

/* emit_timing.c: while threads are timed. */
/* The method, or the loop, is entered. */
void gcc_emit_enter_unit(struct emitter *e);
/* NULL: it is not timed. */
const struct timed_unit *gcc_unit(const struct emitter *e);
/* A position of its own, for code of the node, or of none. */
const struct position *gcc_position_in_unit(struct emitter *e, const struct position *position,
                                            const struct node *node);
/* What follows is code of the node: the position, unless it is inserted code. */
void gcc_begin_node(struct emitter *e, const struct node *node);
/* The call is one of the unit's, which windows find on the stack. */
void gcc_place_in_unit(const struct emitter *e, const struct position *position,
                       struct call_site *site);
/* The block of the graph's order begins: counted where somebody asks. */
void gcc_emit_count_block(struct emitter *e, int block);
/* It is about to be left. Nothing where it is not timed, as the next. */
void gcc_emit_leave_unit(struct emitter *e);
/* The invoke node begins, and is over: of what calls there, totals have its time. */
void gcc_emit_enter_call(struct emitter *e, const struct node *call);
void gcc_emit_leave_call(struct emitter *e, const struct node *call);
/* Before a call of the runtime that is charged to [part], and behind it. */
void gcc_emit_enter_slow_path(struct emitter *e, enum stub stub, const char *name,
                              enum timed_part part);
void gcc_emit_leave_slow_path(struct emitter *e);

/* The whole graph, as the exported function EMITTED_FUNCTION of the context. */
#define EMITTED_FUNCTION "code"
void gcc_emit_graph(struct emitter *e);

/* --- site.c --- */
/* The site of a guard or deoptimize node; [values] receives the nodes to store into the thread, by
 * index: each frame's locals, its stack, the callers' first, then what virtual objects hold. Sites
 * with the same callers begin with the same parts. */
struct live_values {
    struct arena *arena;
    struct node **items;
    uint32_t count, capacity;
    uint32_t *part_ends; /* the number of items before the end of each part; no part is empty */
    uint32_t part_count;
};
struct deoptimization_site *deoptimization_site_new(struct emitter *e, const struct node *node,
                                                    struct live_values *values);
void deoptimization_site_free(struct deoptimization_site *site);

#endif
