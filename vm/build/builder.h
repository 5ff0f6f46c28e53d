/* The builder at work: one method's bytecode on its way to a graph. Internal to this room.
 *
 * Blocks are translated in reverse post-order. An edge to a block that comes later waits with the
 * values it carries; when the block's turn comes, one waiting edge is simply continued, several are
 * merged with phis. */
#ifndef BUILD_BUILDER_H
#define BUILD_BUILDER_H

#include <setjmp.h>

#include "build/build.h"
#include "build/flow.h"
#include "classfile/anchors.h"
#include "interp/profile.h"
#include "ir/compilation.h"
#include "ir/frame_state.h"
#include "tally/spots.h"

typedef VEC(struct node *) node_list;

/* The interpreter's frame as nodes. Slots as in the class file: a long or double is followed by a
 * NULL. */
struct values {
    struct node **locals; /* NULL: nothing that may be read */
    struct node **stack;
    int depth;         /* slots */
    node_list locks;   /* objects, the method's own first */
    node_list checked; /* known not to be null */
};

/* An edge on its way: [from] has no end yet. */
struct edge {
    struct block *from;
    struct values values;
};

struct header_phi {
    struct node *phi;
    int slot; /* locals, then stack */
};

/* A block of the bytecode, and what arrives there. */
struct join {
    VEC(struct edge) incoming;
    struct block *header; /* of a loop, once it was translated */
    struct values header_values;
    VEC(struct header_phi) phis;
};

/* A region that is anchored to the operation at [bci]. */
struct begun_region {
    struct node *begin;
    uint32_t bci;
};

/* What rules ask of the instruction (spots.c). */
struct spotted {
    VEC(struct met_rule) before;   /* with its operands, not placed yet */
    VEC(struct node *) operations; /* that carry it out */
    uint32_t bci;
    struct node **lengths; /* of the array that it makes, by dimension */
    int length_count;
    bool is_counted; /* where it goes on */
    bool is_next;    /* the operation comes right behind what is placed */
};

struct builder {
    struct compilation *compilation;
    struct build_environment *environment;
    struct thread *thread; /* for resolving what only inserted code mentions */
    struct arena *arena;   /* the compilation's */
    struct arena scratch;  /* what only building needs: freed before anything else sees the graph */
    struct graph *graph;
    struct method *method;
    const struct code *code;
    const struct constant *constants;
    const struct profile *profile; /* NULL: never interpreted */
    struct method_flow flow;
    struct join *joins; /* by block index */
    const struct position *caller, *position;

    struct flow_block *at; /* being translated */
    struct block *block;   /* nodes are appended here; NULL: control does not get here */
    struct values now;
    uint32_t bci, next;        /* the instruction being translated, and the next one */
    int depth_before;          /* of the stack, before the instruction */
    bool has_pushed;           /* the stack before the instruction is lost */
    struct node *state;        /* before the instruction, once made */
    const struct spots *spots; /* of the method; NULL: no rule meets it */
    struct spotted spotted;
    struct node *method_lock;  /* synchronised methods: what is locked */
    node_list checked_by_base; /* in inserted code: what base code had checked */
    /* In a branch that is inserted code as a whole: where its arms meet, and those that have got
     * there; else NULL. */
    struct flow_block *meeting;
    VEC(struct block *) arms;

    const struct region_anchor *anchors; /* one for each region */
    struct node **operations;            /* by bci: what stands for it; NULL without regions */
    VEC(struct begun_region) begun;

    jmp_buf give_up;
    enum reason why_not;
};

/* Gives this graph up; does not return. */
_Noreturn void builder_fail(struct builder *builder, enum reason reason);

/* --- values.c --- */
struct values values_new(struct builder *builder);
struct values values_copy(struct builder *builder, const struct values *values);
void push_value(struct builder *builder, struct node *node);
struct node *pop_value(struct builder *builder, enum node_type type);
struct node *local_get(struct builder *builder, int index, enum java_type type);
void local_set(struct builder *builder, int index, struct node *value);
/* Of what the block is entered with in this slot, locals, then stack; TYPE_VOID: nothing that may
 * be read. */
enum node_type entry_type(const struct builder *builder, const struct flow_block *block, int slot);
bool is_known_not_null(const struct builder *builder, const struct node *node);
void remember_not_null(struct builder *builder, struct node *node);
/* The interpreter's frame before the current instruction; nothing may have been pushed yet. */
struct node *state_before(struct builder *builder);
/* After the call at the current instruction, its arguments popped and its result not yet pushed. */
struct node *state_after_call(struct builder *builder);

/* --- build.c --- */
/* Translates the inserted code that begins with [start], for the edge from the current block alone,
 * and continues after it. */
void pass_region(struct builder *builder, struct flow_block *start);

/* --- joins.c --- */
/* Ends the current block with a goto to this bytecode block, which must be among the current one's
 * successors. */
void jump_to(struct builder *builder, struct flow_block *target);
/* The current block will lead there. */
void add_edge(struct builder *builder, struct flow_block *target);
/* Ends the arms of the branch in one block. */
void meet(struct builder *builder);
/* Makes the join the current block; false when control does not get there. */
bool enter_join(struct builder *builder, struct flow_block *block);
void remove_trivial_phis(struct graph *graph);

/* --- emit.c --- */
/* A node at the current position, appended unless it floats. */
struct node *emit_node(struct builder *builder, enum node_kind kind, enum node_type type, int count,
                       struct node *const *inputs);
struct node *emit_unary(struct builder *builder, enum node_kind kind, enum node_type type,
                        struct node *input);
struct node *emit_binary(struct builder *builder, enum node_kind kind, enum node_type type,
                         struct node *left, struct node *right);
struct node *emit_compare(struct builder *builder, enum condition condition, struct node *left,
                          struct node *right);
/* [node] is what the current instruction does: inserted code may be anchored to it. Of several the
 * first counts. Returns it. */
struct node *is_operation(struct builder *builder, struct node *node);
/* Leaves compiled code before the current instruction unless [condition]. */
void emit_guard(struct builder *builder, struct node *condition, enum reason reason);
/* Throws the exception of [reason] unless [condition]: in compiled code when the instruction was
 * seen to throw, else through a guard. [a], [b]: values in its message (NULL: none). */
void emit_check(struct builder *builder, struct node *condition, enum reason reason, struct node *a,
                struct node *b);
void emit_null_check(struct builder *builder, struct node *object);
/* Control leaves compiled code here and does not go on. */
void emit_deoptimize(struct builder *builder, enum reason reason);
/* Ends the block with a node that has no successors. */
void emit_leave(struct builder *builder, enum node_kind kind, struct node *value);
/* Ends the block with an `if`: control goes on in the first; the second, its arm for 0, is
 * returned. */
struct block *emit_if(struct builder *builder, struct node *condition, double probability);
/* Goes on in a new block, entered by a goto from the current one. */
void emit_new_block(struct builder *builder);
/* The internal name of the class in the method's descriptor; NULL: not known. */
const char *declared_parameter_class(const struct builder *builder, const struct node *parameter);
/* The value as a field, element or result of this type holds it. */
struct node *narrowed(struct builder *builder, struct node *value, enum java_type type);

/* --- spots.c: each execution of a bytecode passes one of these, unless it is begun again in the
 * interpreter --- */
/* An instruction begins, its operands on the stack. */
void spots_begin(struct builder *builder);
/* The instruction at [bci] is translated with the one before it. */
void spots_add(struct builder *builder, uint32_t bci);
/* The current block is where it has been executed as far as it counts: it goes on, or leaves. */
void spots_before(struct builder *builder);
/* Likewise, and the call comes next. */
void spots_before_call(struct builder *builder);
/* The current block is where it throws. */
void spots_thrown(struct builder *builder);
/* The current block is the way from a jump to the bytecode [target]. */
void spots_on_edge(struct builder *builder, uint32_t target, enum met_edge edge, int32_t key);
/* Likewise, of several edges, which [decision] tells apart. */
void spots_undecided(struct builder *builder, uint32_t target, const struct met_rule *decision);
/* The current instruction calls a native that the compiler knows, which is now as good as called. */
void spots_native(struct builder *builder, const struct constant *named);
/* The instruction is carried out by this node, among others. */
void spots_operation(struct builder *builder, struct node *node);
/* The instruction is translated. */
void spots_behind(struct builder *builder);
/* The method is entered, or left by an exception, in the current block. [lock]: what locks or
 * unlocks it; NULL: nothing. */
void spots_of_method(struct builder *builder, enum spot_place place, struct node *exception,
                     struct node *lock);
void spots_of_handler(struct builder *builder, uint32_t target, struct node *exception);
/* A phi that says nothing goes. */
void spots_replace(struct graph *graph, const struct node *node, struct node *by);

/* --- constants.c: resolved by the interpreter already, or (inserted code, which it may never have
 * run) now ---- */
/* NULL: it was not resolved; control has left. */
struct class *constant_class(struct builder *builder, uint16_t index);
struct field *constant_field(struct builder *builder, uint16_t index, bool is_static);
struct method *constant_method(struct builder *builder, uint16_t index, enum opcode opcode);
/* What the current invokedynamic calls. */
struct method *constant_call_site(struct builder *builder);
/* False: the class was not initialised; control has left. */
bool require_initialized(struct builder *builder, struct class *class);
struct node *object_constant(struct builder *builder, struct object *object, const char *text);
void translate_constant(struct builder *builder, uint16_t index);

/* --- calls.c --- */
/* Inserted code begins, or ends, here. */
struct node *emit_region_begin(struct builder *builder);
void emit_region_end(struct builder *builder);

/* --- one kind of instruction each --- */
void translate_instruction(struct builder *builder);       /* translate.c */
void translate_field(struct builder *builder, int op);     /* objects.c */
void translate_array(struct builder *builder, int op);     /* objects.c */
void translate_new(struct builder *builder, int op);       /* objects.c */
void translate_type_test(struct builder *builder, int op); /* objects.c */
void translate_monitor(struct builder *builder, int op);   /* objects.c */
void translate_branch(struct builder *builder, int op);    /* branches.c */
void translate_switch(struct builder *builder, int op);    /* branches.c */
void translate_compare(struct builder *builder, int op);   /* branches.c */
void translate_call(struct builder *builder, int op);      /* calls.c */
/* "Probe.hit(literal)" as a whole, when that is what stands here; [index] is the literal's. */
bool translate_hit(struct builder *builder, uint16_t index); /* calls.c */
void translate_throw(struct builder *builder);               /* exceptions.c */
void translate_return(struct builder *builder, int op);      /* exceptions.c */
/* Control goes on in the handlers of the current instruction, or out of the method; ends the block.
 */
void dispatch_exception(struct builder *builder, struct node *exception);
/* The first part of a synchronised method. */
void lock_method(struct builder *builder);

#endif
