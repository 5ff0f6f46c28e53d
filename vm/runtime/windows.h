/* Windows in which calls are sampled (event/sampling.h). While none is open, a thread executes nothing for it: the check at a
 * method's entry, which is there for the stack's end and for stopping, finds out. */
#ifndef RUNTIME_WINDOWS_H
#define RUNTIME_WINDOWS_H

#include <sched.h>

#include "base/cycle_clock.h"
#include "base/diag.h"
#include "base/rng.h"
#include "event/sampling.h"
#include "runtime/ticks.h"

struct object;
struct runtime;
struct thread;

enum { WINDOW_EDGES = 32 };
/* Calls of an edge that a window saw, each as often as it stands for. */
struct window_edge {
    uint64_t edge;
    int64_t calls;
};

/* A thread's own. */
struct thread_windows {
    int32_t passes; /* of windows of a time: polls that are yet to pass before the next that looks
                       at the clock; -1: compiled code has come to that */
    int32_t passed; /* these and those that have passed */
    bool is_seeded, is_open; /* the latter of windows of a time */
    int processor; /* atomic, less 1: where its newest window of a time was opened; 0: there was none */
    struct rng random, inferring;
    int64_t asked_at, begun; /* of windows of a time, in cycles: the last tick, atomic; and that of
                                the window that is open */
    int64_t dead;            /* likewise: from the tick to the window */
    int64_t last, time; /* likewise: the last poll, or the tick; and what the program took from the
                           tick until then */
    int64_t until;      /* with every_polls and is_fixed: polls until a window opens */
    int64_t opened;     /* windows */
    int64_t polls, spent;       /* of the open window, and its cycles in them */
    struct known_stacks *known; /* NULL: none */
    clockid_t clock;      /* atomic: of the time that it has had on processors; 0: not known yet */
    int64_t cost_of_all;  /* atomic: in cycles, of windows of a time, had each been opened */
    int64_t weight;       /* so many windows the open one stands for */
    int64_t asked_weight; /* atomic, of windows of a time: that which is asked for */
    int64_t next_weight;  /* the timer's: of the window that comes next; 0: of the first */
    int64_t until_asked;  /* likewise: ticks until then */
    struct window_edge edges[WINDOW_EDGES]; /* of the open window */
    int32_t edge_count;
    int64_t calls; /* likewise: of all edges */
    int32_t left,
        skip; /* samples of the open window, 0: none is open; polls until the next of them */
};

struct windows {
    struct runtime *runtime;
    struct vm_sampling_options options;
    struct ticks timer; /* unless options.every_polls */
    cpu_set_t processors,
        beside;        /* that the VM may use, and that the timer does; empty: not known */
    struct rng random; /* the timer's */
    struct cycle_clock clock;
    int64_t least_dead, dead; /* of windows of a time, in cycles: from the tick to the window, at
                                 least; and so many more in the mean */
    int64_t length;           /* likewise: of it; 0: they have samples */
    double most_share;        /* of a thread's time that windows of a time may take; 0: any */
    int64_t fades_after;      /* ticks; when they have come n times, one in n windows is opened, and
                                 stands for n; 0: never */
    double (*processor_seconds)(clockid_t);
    int64_t way; /* cycles of a poll that takes no sample, with the way there and back: hardly any
                    takes more */
    int64_t usual_way; /* the median of these */
    double pass;       /* of one that passes */
    int64_t least;     /* from one poll to the next of the program, at least */
    double begun;      /* clock_seconds */
    int64_t ticks;     /* atomic */
    int64_t most;      /* calls of one sample; atomic */
    uint32_t cells;    /* of threads, what windows.c sums */
};

/* Once. [fades_after]: ticks, 0: never. May fail: an option makes no sense, there is no thread for the timer. */
bool windows_begin(struct runtime *runtime, const struct vm_sampling_options *options,
                   int64_t fades_after, struct diag *diag);
void windows_end(struct runtime *runtime);
/* Of windows of a time, before the first of them. */
void windows_use_clock(struct windows *windows, struct cycle_clock clock);
/* What polls take of a window, by the clock. */
void windows_measure_polls(struct windows *windows);
/* Keeps the timer off the processors that threads are on, where there are others. */
void windows_run_beside(struct windows *windows, const cpu_set_t *threads);
/* What the timer calls (ticks_function): threads are asked for windows. */
int64_t windows_tick(void *windows, int64_t ticks);
struct vm_sampling windows_read(const struct windows *windows);
/* What a thread is asked while a window is open (enum thread_request). */
int windows_requests(const struct windows *windows);
/* A thread begins: it is asked for that. NULL: no calls are sampled. */
int windows_meet_thread(struct windows *windows);

/* REQUEST_ENTRIES: a method has been entered, whose frame is the newest, on this object; NULL: on none, or it is not known. */
void windows_poll(struct thread *thread, struct object *receiver);
/* What a round of a loop calls that is asked for anything: stops where another thread wants it, and is a poll of a window. */
void windows_poll_at_loop(struct thread *thread);

#endif
