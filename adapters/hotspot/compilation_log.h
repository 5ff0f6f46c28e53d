/* What a log of -XX:+LogCompilation says, in terms of the protocol: compilations with their decisions, and compiled code that was left.
 *
 * A JVM writes several files at once: one with what happens at run time, one for each thread that compiles. Each is read by a
 * log_reader of its own, line by line, into one compilation_log. */
#ifndef ADAPTERS_HOTSPOT_COMPILATION_LOG_H
#define ADAPTERS_HOTSPOT_COMPILATION_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "adapters/hotspot/log_element.h"

/* [method] is "a.b.C.name(descriptor)", owned; [bci] is -1 where a synchronized method is entered. */
struct log_place {
    char *method;
    int bci;
};

/* From the inside out. */
struct log_places {
    VEC(struct log_place) places;
};

enum log_decision_kind {
    LOG_INLINED,
    LOG_GUARDED,
    LOG_NOT_INLINED,
    LOG_VIRTUAL,
    LOG_VIRTUALIZED,
    LOG_LOCK_REMOVED,
    LOG_KEPT,
    LOG_LOOP_PEELED,
    LOG_LOOP_UNROLLED,
    LOG_LOOP_UNSWITCHED,
    LOG_LOOP_KEPT,
    LOG_LOOP_REMOVED
};

/* What the compiler did at [at]'s first place, which was inlined through the others. */
struct log_decision {
    enum log_decision_kind kind;
    struct log_places at;
    char *subject, *reason;
    char *callee; /* what the call meets there, where the bytecode names another method; or NULL */
    long amount;  /* 0: none is told */
    double count; /* how often the interpreter saw the call; below 0 where that is not told */
    double
        frequency; /* per call of the root, as the compiler believed; below 0 where that is not told */
};

/* A loop of C2's last graph. Which one of the program's it is follows from the places of what is in it. */
struct log_loop {
    bool
        is_beside; /* takes iterations of a loop beside it, whose frequency has them all the same */
    double frequency;              /* of the block that it begins with, as of a decision */
    VEC(struct log_places) inside; /* branches and calls */
    VEC(uint32_t) inner;           /* indices of the loops in it */
};

/* What C2 printed that it did to a loop, whose head and last node have these numbers. */
struct log_loop_words {
    enum log_decision_kind kind;
    int amount, head, last;
    int task; /* its number; -1: it has not ended */
};

struct log_loop_change {
    enum log_decision_kind kind;
    int amount;
    struct log_loop loop; /* as a graph after that has it */
};

struct log_task {
    int number, level;
    bool is_osr, is_installed, is_invalid; /* invalid: nothing enters it any more */
    bool has_graphs;                       /* of C2: what is kept is among the decisions */
    long call;                             /* the log's when it ended */
    long bytes;
    json_t *steps; /* of C2 (ideal_graph.h); NULL: not known */
    char *method, *failure;
    VEC(struct log_decision) decisions;
    VEC(struct log_loop) loops;
    VEC(struct log_loop_change) changes;
    VEC(struct log_places) parsed; /* where operations are of which C2 began with some */
    bool knows_loops;              /* all that are left are among [loops] */
    bool knows_changes;            /* and all that was done to them among [changes] */
};

/* Compiled code was left. */
struct log_exit {
    char *reason;
    struct log_places at;
    long call;
};

struct log_unknown {
    char *name;
    long count;
};

struct compilation_log {
    int highest_level;            /* of the JVM: the log leaves it out */
    long call;                    /* what is read from now on happened during this call */
    VEC(struct log_task *) tasks; /* in the order in which they ended */
    VEC(struct log_exit) exits;
    VEC(struct log_unknown) unknown;
    VEC(struct log_loop_words) loop_words;
    VEC(char *) files; /* of threads that compile */
};

struct log_identity {
    int id;
    char *name; /* of a class or type as the log has it, or of a method as a place has it */
};

/* A method that the compiler is parsing. */
struct log_frame {
    char *method;
    int bci;
    int decision; /* of the last call at this bytecode, or -1 */
    double count;
    char *callee;
    bool has_second_receiver;
    char *declared; /* what the bytecode names, where the receiver decides; or NULL */
};

struct log_reader {
    struct compilation_log *log;
    struct strbuf line, value;
    struct log_task *task; /* that is being read, or NULL */
    VEC(struct log_identity) types;
    VEC(struct log_identity) methods;
    VEC(struct log_frame) frames;
    struct log_places outside; /* calls that the first frame is inlined through */
    struct log_places places;  /* of the element that is open */
    enum log_open { LOG_NOTHING, LOG_EXIT, LOG_ALLOCATION, LOG_LOCK, LOG_LATE } open;
    char *subject, *reason; /* of the element that is open */
};

void log_places_add(struct log_places *at, const char *method, int bci);
void log_places_add_all(struct log_places *at, const struct log_places *more);
bool log_places_equal(const struct log_places *a, const struct log_places *b);
/* It is empty then. */
void log_places_release(struct log_places *at);
void log_decision_release(struct log_decision *decision);

void compilation_log_release(struct compilation_log *log);
/* The newest installed compilation of [method] by the compiler of [level]; NULL when there is none. */
const struct log_task *compilation_log_newest(const struct compilation_log *log, const char *method,
                                              int level);

/* The level of the code that the next call of [method] enters, 0 where there is none. */
int compilation_log_level(const struct compilation_log *log, const char *method);

void log_reader_init(struct log_reader *reader, struct compilation_log *log);
void log_reader_release(struct log_reader *reader);
/* More bytes of the file; what follows the last newline waits for more. */
void log_reader_add(struct log_reader *reader, const char *bytes, size_t size);

/* "A foo (Z)V", as the log writes methods, as a place has it; the caller frees it. */
char *log_method_name(const char *text);

#endif
