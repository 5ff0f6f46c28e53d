/* Where time goes: what is asked for, and what is told (vm_time in vm.h). */
#ifndef EVENT_TIMING_H
#define EVENT_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/windows.h"

/* What cycles are charged to. */
enum timed_part {
#define TIMED_PART(part, text, meaning) TIMED_##part,
#include "event/timed_parts.def"
#undef TIMED_PART
    TIMED_PARTS,
    TIMED_caller = TIMED_PARTS /* none of its own: who calls is charged */
};

/* What has a total by the calls that are made from there, beside units, where all activations are timed: such calls are then timed, too. */
enum timed_calls {
    TIMED_CALLS_of_nothing,
    TIMED_CALLS_of_methods, /* that are inlined */
    TIMED_CALLS_of_paths
};

struct vm_timing_options {
    /* All activations are timed; else a timer opens windows, which find what runs: what compiled code and the natives that it calls take
     * is divided by these, all else is timed as it is. */
    bool times_each;
    /* Where all are timed: compiled methods that the compiler believes to take fewer cycles an activation are counted, and not timed: what they
     * take is charged to who calls them. 0: all are timed. */
    int threshold;
    enum timed_calls calls;
    bool
        counts_blocks; /* compiled code counts the executions of its blocks, which divide its cycles in place of ticks */
    bool
        uses_monotonic_clock; /* also where the processor's time stamp counter would do; its cycles are nanoseconds */
    /* Of windows; what is 0 has the value in parentheses. */
    double every_ms; /* from one to the next of a thread that runs, in the mean (4) */
    uint64_t seed;
    bool waits_to_restart; /* no window opens before vm_time_restart */
    bool keeps_marks;      /* intervals between marks can be told apart */
    /* Read in place of the processor's time stamp counter, as if that were one: for tests of what counters may do. NULL: it is not */
    int64_t (*counter)(void);
};

struct position;

/* A part of a unit's cycles: those of nodes that come from the bytecode. */
struct vm_timed_share {
    const struct position *
        position; /* with the calls that it was inlined through; NULL: of no bytecode, but of probes */
    double
        share; /* by executions of blocks as the compiler believes, by those that were counted, or by ticks that found its code */
    double believed;
    int64_t ticks; /* that found it */
    double error;  /* of the share, where ticks found its unit: its standard error; else 0 */
    /* Likewise, if it were known how what is inlined through a call is divided among its bytecodes. */
    double inlined_error;
    /* Cycles while it was executed, with what is called from there; where windows divide them, or calls of paths are timed; else 0. */
    int64_t total;
};

/* What one thread, or all, spent in one unit: a method in the interpreter, a compilation, a native method, or a part of the VM. */
struct vm_timed {
    enum timed_part part;
    const char *name; /* the method's "A.foo(Z)V", or in words, "(collector)" */
    int compilation;  /* 0: none */
    int loop_bci;     /* -1: it is entered at the beginning */
    bool is_timed;    /* else its activations are counted alone */
    double estimate; /* cycles an activation as the compiler believes; 0: of what is not compiled */
    const char *thread; /* its name; NULL: all threads */
    const char *mark;   /* that ends the interval in which it was, interned; NULL: all the time */
    int64_t own;        /* cycles in it, without what it calls that is timed */
    int64_t divided;    /* of own, what windows tell */
    double error;       /* standard error of own, which is an estimate; 0: it is not */
    int64_t divisible;  /* what the windows divide among all units; 0: there were none */
    int64_t windows;    /* that tell it */
    /* Cycles of its activations with all that happened meanwhile; of those of a method that one calls the other, of the
     * outermost. Of compiled code that windows divide: without what the VM and interpreted methods do meanwhile */
    int64_t total;
    int64_t activations;
    const struct vm_timed_share *
        shares; /* of own, they add up to 1; NULL: of what is not compiled. Until the next reading */
    size_t share_count;
};

/* So many standard errors to each side of an estimate are an interval that holds what it estimates 19 times in 20. */
#define TIMED_INTERVAL 1.96

/* The standard error of a part of what windows divide: so many of them are of it, and the others are not. */
double timed_error(double windows, double part);

struct vm_timing {
    struct vm_timing_options options; /* with the values in parentheses */
    int64_t windows;                  /* that have begun, since vm_time_restart */
    double reached_ms; /* from one tick to the next, in the mean; 0: there was none */
    bool
        reads_counter; /* the time stamp counter; else cycles are nanoseconds of the monotonic clock */
    double cycles_a_second; /* until now, by the monotonic clock */
    int64_t bent; /* times that the clock went back, or further ahead than time can have passed */
    double drift; /* by how much that differs from what it was at the beginning; 0.01: 1 % */
};

const char *timed_part_text(enum timed_part part);
const char *timed_part_meaning(enum timed_part part);

#endif
