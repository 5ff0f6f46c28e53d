/* What one conversation has: the VM with a program, and what was counted. Rooms' files share it. */
#ifndef SERVE_STATE_H
#define SERVE_STATE_H

#include "adapters/common/conversation.h"
#include "adapters/common/runs.h"
#include "base/die.h"
#include "base/vec.h"
#include "profilers/counting.h"
#include "profilers/known_contexts.h"
#include "vm.h"

enum { MOST_ARGUMENTS = 256, MOST_THREADS = 64 };

/* Counted over the executions of a chunk. */
struct served_tally {
    int64_t before, total;
    json_t *runs; /* by execution; NULL: not kept */
};

struct served_counter {
    const char *name;
    const struct count *hits;
    struct served_tally all, on_stack, interpreted, elsewhere;
};

struct served_site {
    struct vm_site site;
    struct served_tally reached, effective, inlined, bytes;
    int64_t effective_ever; /* in all chunks */
};

/* What the compiler believes after a step: how often each cell is counted, and how many nodes there are. */
struct believed_step {
    const char *name;
    VEC(struct believed_cell {
        const struct count *cell;
        double frequency;
    })
    cells;
    VEC(struct believed_nodes {
        const char *kind;
        int count;
    })
    nodes;
};

typedef VEC(struct believed_step) believed_steps;

struct serving {
    struct conversation conversation;
    const char *adapter; /* for messages */
    bool is_refused;
    struct vm *vm; /* NULL: nothing is defined */
    struct method *method;
    struct arena arena; /* as long as the VM lives */
    unsigned site_probes;

    struct row_cursor rows;
    json_t *results;   /* of the calls since the last answer */
    int64_t calls;     /* made, with warm-up */
    size_t threads;    /* that make each call; 0: the one that is here */
    const char *story; /* of the first that threw; NULL: none did */
    int64_t throws;

    struct {
        bool is_until_compiled, is_open; /* open: more rows are waited for */
        int64_t limit, after, rounds, at_call;
    } warm_up;

    bool is_measuring; /* a chunk was measured */
    bool is_valid;     /* no measured execution left or invalidated the code so far */
    int64_t execution; /* of all measured calls, from 0; -1 before them */
    struct vm_allocated allocated;
    struct vm_statistics statistics; /* when the measurement began */
    VEC(struct served_counter) counters;
    VEC(struct served_site) sites;
    bool keeps_contexts;
    struct known_contexts known_contexts;
    VEC(struct served_tally) contexts; /* calls, by their numbers */
    json_t *ages;                      /* at which lifetimes are told apart; NULL: none */
    struct counting counting;
    struct rule_rows rule_rows; /* of the chunk */

    json_t *events, *deoptimizations; /* of all; of the chunk */
    int64_t chunk;                    /* number of the execution that the chunk begins with */
    believed_steps pending, steps;    /* of a compilation at work; of the last that succeeded */
};

/* serve.c: takes the reference; what the program printed is out before. */
void serve_tell(struct serving *serving, json_t *message);
/* What is asked cannot be: says so on standard error, and nothing is read any more. */
void serve_refuse(struct serving *serving, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* hello.c */
json_t *hello_answer(const json_t *question);

/* define.c: starts a fresh VM; tells how it went. */
void define_program(struct serving *serving, const json_t *question);
void forget_program(struct serving *serving);

/* counted.c: what the question asks for, before the program's first call. May fail. */
bool counted_begin(struct serving *serving, const json_t *question, struct diag *diag);
/* Of the chunk's executions. */
json_t *json_of_rows(const struct serving *serving, int64_t executions);
json_t *json_of_unmet(const struct serving *serving);
/* What profilers counted since the measurement began, in members of the answer. */
void counted_tell(struct serving *serving, json_t *answer);

/* calls.c */
void serve_warm_up(struct serving *serving, const json_t *question);
void serve_rows(struct serving *serving, const json_t *question);
void serve_run(struct serving *serving, const json_t *question);

/* values.c: objects are alive while they are on the caller's stack. False with [diag]: it is no such value. */
bool values_of_row(struct serving *serving, const json_t *row, union value *values,
                   struct diag *diag);
json_t *json_of_result(struct serving *serving, struct vm_result result);

/* tallies.c: what an execution did to counters and sites. */
void tallies_begin_chunk(struct serving *serving, int64_t executions);
void tallies_begin_call(struct serving *serving);
void tallies_end_call(struct serving *serving);
/* [left_out]: executions of the chunk that were not counted, the last. */
void tallies_end_chunk(struct serving *serving, int64_t left_out);
json_t *json_of_counters(struct serving *serving);
json_t *json_of_sites(struct serving *serving);
json_t *json_of_contexts(struct serving *serving);

/* decisions.c */
void decisions_listen(struct serving *serving);
json_t *decisions_answer(struct serving *serving);
json_t *json_of_place(const struct position *position);
/* From the inside out. */
json_t *json_of_callers(const struct position *position);

#endif
