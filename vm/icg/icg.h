/* Inserted code graphs (Zheng, Bulej and Binder, OOPSLA 2015, 3.3 to 3.6): profiling code that
 * neither disturbs the compiler nor is lost.
 *
 * One icg_set per compilation. It listens to the compilation's edits: when build announces a
 * method's graph, the regions between icg_begin and icg_end are unlinked into graphs of their own
 * (Algorithm 1), each attached to an anchor in the base graph; every edit is followed (Algorithm
 * 2); phase_splice puts them back (Algorithm 3). No other phase knows of it.
 *
 * The anchor of PRED and SUCC is an operation of the bytecode (classfile/anchors.h), as the node
 * that build made for it; HERE is a placeholder.
 *
 * Rules beyond the paper. Whatever goes wrong inside inserted code (an exception, a failing check,
 * a value that is gone) ends the inserted code and adds one to the counter of failed probes; it
 * never reaches the base program. Pure values of the base program that only the region uses are
 * computed again in it. Slots of the base program's frame states that hold values of a region are
 * dead. */
#ifndef ICG_ICG_H
#define ICG_ICG_H

#include "ir/compilation.h"

enum icg_place { ICG_PRED = 0, ICG_SUCC = 1, ICG_HERE = 2 };

/* Runs only when the flag has this value: see edit_merge. */
struct icg_guard {
    int flag;
    int value;
};

/* A dynamic query of the body, and the base node that says which path was taken. */
struct icg_answer {
    struct node *query, *path;
};

/* An edge from a base node, perhaps eliminated, into the body. */
struct icg_weak {
    struct node *source;
    const char *name; /* of the local; NULL: not known */
    bool
        keeps_class; /* an object that is not allocated reads as its class, tagged (NODE_CLASS_TAG) */
    bool
        is_compared; /* an object that is not allocated reads as what no other object is; lost where it does not show which */
    int compared_with;       /* the edge of the other side, counted from this one; 0: a constant */
    const struct fact *lost; /* once spliced: the value that could not be recovered; NULL: none */
};

/* A call that counts by the class of an object, the first weak edge. Where the compiler knows the class, also of an object
 * that is not allocated, a counter of its own does instead, or a call with another address. [class] is the class itself. */
struct icg_by_class {
    void *context;
    struct count *(*cell)(void *context, const void *class); /* gives NULL: such do not count */
    void *(*address)(void *context, const void *class);      /* unless there is [cell] */
    const char *name;
    uint32_t frame; /* the counter's own counts by the calling context of it; 0: in all alike */
};

struct icg {
    struct icg *next;    /* of the same anchor, in order of insertion */
    struct node *anchor; /* base node; NULL: dropped */
    bool is_captured;    /* its values are those of where its operation stood */
    enum icg_place place;
    const struct position *position; /* where it begins; NULL: attached by the VM */
    struct graph *body;              /* its one block that ends with NODE_return is its exit */
    struct block *exit;
    VEC(struct icg_weak) weak;           /* by number */
    const struct icg_by_class *by_class; /* NULL: no */
    const struct meta_class *exact;      /* its, when values are read; NULL: not known */
    VEC(struct icg_guard) guards;
    VEC(struct icg_answer) answers;
};

struct icg_set; /* per compilation, in its arena */

/* Makes the set and installs it as compilation->inserted, and listens. [discard]: regions are extracted and
 * thrown away, the base program is compiled as if it had no probes. */
struct icg_set *icg_install(struct compilation *compilation, bool discard);

/* Attaches inserted code that bumps a counter, as the VM's own site probes do: PRED or SUCC of
 * [anchor], or HERE directly behind it (before it, when it ends its block). */
struct icg *icg_attach_counter(struct icg_set *set, struct node *anchor, enum icg_place place,
                               struct count *cell, const char *name);

/* Likewise, HERE at the start of a graph that may be inlined. */
struct icg *icg_attach_entry_counter(struct icg_set *set, struct graph *graph, struct count *cell,
                                     const char *name);

/* A new placeholder at its start. */
struct node *icg_entry_placeholder(struct graph *graph);

/* Attaches inserted code that says that the method of a frame (compilation.frames) begins: HERE at
 * the start of a graph that may be inlined, or directly behind [node], that took its place. */
void icg_attach_entry(struct icg_set *set, struct graph *graph, uint32_t frame);
void icg_attach_entry_behind(struct icg_set *set, struct node *node, uint32_t frame);

/* A phase (ir/phases.def): each round of a loop polls once (icg_forecast_polls). */
void phase_polls(struct graph *graph);

/* A phase (ir/phases.def): evaluates the queries and splices every inserted code graph into the compilation's graph
 * (3.5, 3.6). Dynamic queries in base code read their default. Comes after lowering, whose
 * expansions answer the dynamic queries; lower again afterwards what the inserted code brought in.
 * Does nothing without a set. */
void phase_splice(struct graph *graph);

/* Likewise, but adds to [cell] the bytes of an object whose size depends on [length], an int of the
 * base graph:
 * ((length << shift) + addend) & mask. */
struct icg_size {
    struct node *length;
    int shift;
    int64_t addend, mask;
};
struct icg *icg_attach_size_counter(struct icg_set *set, struct node *anchor, struct count *cell,
                                    const char *name, const struct icg_size *size);

/* phase_splice then takes all of it out instead, and with it what the graph kept for its sake: machine code becomes that of
 * the program alone. For holding the two against each other. */
void icg_strip(struct icg_set *set);

/* A phase (ir/phases.def): what inserted code counts by the way that was taken is counted on the ways. */
void phase_jump_threading(struct graph *graph);

/* From where phase_share takes cells for the counts of this name, whose readers know what follows from others; NULL, as
 * before this: it does nothing. */
void icg_set_cells(struct icg_set *set, struct cell_space *cells, const char *name);
/* A phase (ir/phases.def): counts what executes equally often once, and leaves the rest to
 * graph->flow. Comes last: no edge of the graph may change afterwards. */
void phase_share(struct graph *graph);

/* Likewise, at a placeholder that is there already. */
struct icg *icg_attach_counter_at(struct icg_set *set, struct node *placeholder, struct count *cell,
                                  const char *name);
/* Values of the base graph in such code, and operations of them, in front of what it ends with. */
struct node *icg_value(struct icg_set *set, struct icg *icg, struct node *value);
struct node *icg_compute(struct icg *icg, enum node_kind kind, enum node_type type, int count,
                         struct node *const *inputs);
/* An int. An object that is not allocated is not null; which of two it is may not show: then the value is lost. */
struct node *icg_comparison(struct icg_set *set, struct icg *icg, struct node *left,
                            struct node *right, enum condition condition);
/* What such a counter adds, a long; else it adds 1. */
void icg_count_amount(struct icg *icg, struct node *amount);

/* One counter of several is bumped: by a comparison of base values (1 or 0), a base value, or the
 * answer to a query. [anchor] is a placeholder when the place is HERE. */
struct icg_choice {
    struct node *left, *right; /* NULL: the query; right NULL: left is the selector */
    enum condition condition;
    enum query_kind query;
    int32_t *keys; /* in the compilation's arena; all different */
    struct count *const *cells;
    int count;
    struct count *otherwise;     /* NULL: nothing counts */
    const struct icg_size *size; /* what is added; NULL: 1 */
};
struct icg *icg_attach_choice(struct icg_set *set, struct node *anchor, enum icg_place place,
                              const struct icg_choice *choice, const char *name);

/* A call of a function of the runtime, with a constant address and [object] first, then a kind and [way]. The kind is
 * that of the answer to the query, the last one when no answer is; of one kind there is no query. */
struct icg_call {
    int stub;
    void *address;
    const char *text;    /* what the address is, for printing */
    struct node *object; /* NULL: null */
    enum query_kind query;
    const int32_t *answers, *kinds;
    int kind_count; /* 1 at least */
    int way;
    uint32_t frame; /* whose calling context it counts in, given last; 0: none */
    const struct icg_by_class *by_class; /* NULL: it is always called */
};
struct icg *icg_attach_call(struct icg_set *set, struct node *anchor, enum icg_place place,
                            const struct icg_call *call);

/* A call of a function of the runtime that may run code of Java, with [position] in frame traces: its arguments are added one
 * by one before it is attached, from values of the base graph and operations of them (icg_value, icg_compute). */
struct icg *icg_new_call(struct icg_set *set, enum icg_place place, int stub,
                         const struct position *position);
void icg_add_argument(struct icg *icg, struct node *argument);
struct node *icg_address(struct icg *icg, void *pointer, const char *text);
/* One that is not allocated is its class, tagged (NODE_CLASS_TAG). */
struct node *icg_object(struct icg_set *set, struct icg *icg, struct node *object);
/* The node of a frame's calling context. */
struct node *icg_context(struct icg *icg, uint32_t frame);
/* As icg_call has it. */
struct node *icg_kind(struct icg *icg, const struct icg_call *kinds);
/* HERE: directly behind [anchor], a placeholder. */
void icg_attach_made(struct icg_set *set, struct icg *icg, struct node *anchor);
/* HERE: directly in front of [node], at a new placeholder. */
struct node *icg_attach_before(struct icg_set *set, struct icg *icg, struct node *node);
/* Code that sets a flag (compilation.flag_count) to its one argument; to be attached HERE. */
struct icg *icg_new_flag(struct icg_set *set, int flag);
/* It runs only where the flag has this value. */
void icg_guard(struct icg_set *set, struct icg *icg, int flag, int value);

int icg_count(const struct icg_set *set); /* attached now */
/* The inserted code graphs of an anchor, or NULL. */
struct icg *icg_of(const struct icg_set *set, const struct node *anchor);

struct icg_belief {
    const struct node *count;
    const struct block *block; /* that it is in, or that the inserted code with it is attached to */
    double frequency;
};

/* What the compiler believes now: [tell] is called for each counter in the graph, and in the code
 * attached to it, with how often it is incremented per execution of the root, as if every path
 * within inserted code were taken. A counter may come several times. Needs the frequencies of
 * cfg_compute. */
void icg_forecast(const struct icg_set *set, const struct graph *graph,
                  void (*tell)(void *context, const struct icg_belief *belief), void *context);
/* Likewise with [times] in the place of frequencies, by order of the blocks. */
void icg_forecast_times(const struct icg_set *set, const struct graph *graph, const double *times,
                        void (*tell)(void *context, const struct icg_belief *belief),
                        void *context);

struct icg_poll_listener {
    void *context;
    /* Of one such poll. [is_certain]: it runs as often as that, whatever is believed. */
    void (*tell)(void *context, const struct icg_belief *belief, bool is_certain);
    void (*end)(void *context, const struct node *poll); /* it stands for all that was told */
};

/* What each poll stands for. Polls are the root's entry, NULL; calls of the program; and NODE_poll, which each round of a loop passes once.
 * Code that runs as often as one of them runs with it, whatever is believed; what follows such code and has no poll of its own, until
 * what has one, runs as often as is believed. A loop that is entered is left once, however long it is believed to be. Needs what
 * cfg_compute finds. */
void icg_forecast_polls(const struct icg_set *set, const struct graph *graph,
                        const struct icg_poll_listener *listener);

/* Where runs of inserted code that failed are counted: before the first graph is built. */
void icg_set_failure_counter(struct icg_set *set, struct count *cell);
/* A value that inserted code reads was lost and could not be computed again: wherever that code
 * should run, it fails instead. */
struct icg_loss {
    const char *name;                /* of the local; NULL: not known */
    const char *phase;               /* that removed it; NULL: it is not there yet at that place */
    bool is_written;                 /* it was no value of the program: inserted code wrote it */
    const struct position *position; /* of the inserted code; NULL: the VM's own */
    const struct graph *body;        /* what does not run; NULL: what the interpreter may run after
                                        the guard at [position], in the frame of [state] */
    const struct state_layout *state;
    int slot; /* the local's, in that frame */
};
/* [cell] gives where the failures of one loss are counted, besides. */
void icg_set_loss_cells(struct icg_set *set,
                        struct count *(*cell)(void *context, const struct icg_loss *loss),
                        void *context);
/* Makes the string for getRootName; without it the constant has its text only. */
void icg_set_strings(struct icg_set *set, void *(*string_object)(void *context, const char *text),
                     void *context);

#endif
