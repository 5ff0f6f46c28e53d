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
    const char *name;        /* of the local; NULL: not known */
    const struct fact *lost; /* once spliced: the value that could not be recovered; NULL: none */
};

struct icg {
    struct icg *next;    /* of the same anchor, in order of insertion */
    struct node *anchor; /* base node; NULL: dropped */
    bool is_captured;    /* its values are those of where its operation stood */
    enum icg_place place;
    const struct position *position; /* where it begins; NULL: attached by the VM */
    struct graph *body;              /* its one block that ends with NODE_return is its exit */
    struct block *exit;
    VEC(struct icg_weak) weak; /* by number */
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

int icg_count(const struct icg_set *set); /* attached now */
/* The inserted code graphs of an anchor, or NULL. */
struct icg *icg_of(const struct icg_set *set, const struct node *anchor);

/* What the compiler believes now: [tell] is called for each counter in the graph, and in the code
 * attached to it, with how often it is incremented per execution of the root, as if every path
 * within inserted code were taken. A counter may come several times. Needs the frequencies of
 * cfg_compute. */
void icg_forecast(const struct icg_set *set, const struct graph *graph,
                  void (*tell)(void *context, const struct count *cell, double frequency),
                  void *context);

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
