/* TIMING: where the cycles of each thread went.
 *
 * A thread has one account that is charged at any moment: a unit of code (a method in the interpreter, a compilation, a native)
 * or a part of the VM. A stamp reads the clock, charges what passed since the last stamp to the account, and opens another.
 * So a unit's own cycles are its own, and the accounts of a thread add up to its time, whatever it does.
 *
 * Cells are each thread's own (base/cells.h). A span is what may be open several times at once: a method by its activations, and
 * where calls are timed, also by what is called from where it is inlined; or the path of a call. It keeps for each thread how often
 * it is open, and since when it is: what passes from there to the end of the outermost is charged, as total, to what opened it. */
#ifndef RUNTIME_TIMING_H
#define RUNTIME_TIMING_H

#include <pthread.h>

#include "base/cycle_clock.h"
#include "event/timing.h"
#include "runtime/runtime.h"

/* A unit's cells. */
enum {
    TIMED_OWN,
    TIMED_TOTAL,
    TIMED_ACTIVATIONS,
    TIMED_WINDOWS, /* that opened in it */
    TIMED_ON_STACK, /* windows, in parts of one, that found an activation of the method, the outermost of the unit */
    TIMED_CELLS
};
enum { TIMED_PARTS_OF_A_WINDOW = 1024 };
/* A span's cells: how often it is open, when the outermost began, and the word that is then charged. */
enum { TIMED_OPEN, TIMED_SINCE, TIMED_OPENER, TIMED_SPAN_CELLS };
struct timed_span {
    uint32_t cells;
    struct timed_span *next;
};

/* A block of a compilation. */
struct timed_block {
    double frequency; /* a time that the unit is entered, as the compiler believes */
    int32_t loop;     /* the innermost that it is in, by the block at its head; -1: none */
    int32_t outer;    /* where it is that block: of the loop around it, likewise */
    uint32_t cell;    /* its executions, where they are counted */
};

/* The nodes of a block that come from one bytecode. */
struct timed_piece {
    uint32_t share, block; /* of the unit's */
    double cycles;         /* an execution */
};

/* A method that is inlined, and the windows, or the activations of the unit, that began when it was not on the stack further out: a
 * share of these had it there. */
struct timed_inlined {
    const struct method *method;
    uint32_t cell;
};

struct timed_unit {
    enum timed_part part;
    const struct method *method; /* NULL: it is the VM's */
    const char *name;            /* as what follows, as struct vm_timed has it */
    int compilation;
    int loop_bci;
    bool is_timed;
    bool counts_blocks;
    double estimate;
    struct vm_timed_share
        *shares; /* as the compiler believes; these and what follows in the runtime's arena */
    struct timed_piece *pieces; /* what they are made of */
    const struct timed_block *blocks;
    const struct timed_inlined *inlined;
    size_t share_count, piece_count, block_count, inlined_count;
    /* Where windows divide: the share of the call that each was inlined through, -1: none; and each share's cell, windows that
     * found it on the stack, further out than where they began. */
    const int32_t *callers;
    uint32_t share_cells;
    /* For each share, the windows, or the activations of the unit, that began when it was open further out. */
    uint32_t open_cells;
    /* Ticks that found the thread in the code of each share, or in C code called there; in code of none: of the first, the method as
     * a whole. 0: none are kept. */
    uint32_t tick_cells;
    int32_t inserted_share; /* likewise: that of inserted code; -1: there is none */
    /* Likewise, by share: the first that was inlined through the same call, of the same method. */
    const uint32_t *inlined_as;
    /* Where calls are timed, cycles in those from each share that no unit is charged with: own as well, and of the share. 0: they are
     * not. */
    uint32_t called_cells;
    /* Where calls of paths are timed, share_cells have the time of calls, and what calls has a span (cells + 1; 0: none). */
    const uint32_t *spans;
    uint32_t cells;
    struct timed_unit *next; /* of all, newest first */
};

struct timed_method {
    uint32_t cells;             /* a span's */
    struct timed_unit *unit;    /* in the interpreter, or as a native */
    struct timed_unit *inlined; /* NULL: a native */
    struct timed_method *next;
};

/* What a thread's cells counted from one mark to the next. */
struct timed_interval {
    const char *mark; /* that ended it; NULL: none has */
    const char *thread;
    VEC(struct cell_value) values;
};

/* A thread's cells at the last mark. */
struct timed_base {
    const struct cells *thread;
    uint32_t count;
    int64_t *values;
};

struct timing {
    struct runtime *runtime;
    struct vm_timing_options options;
    bool divides;                   /* what compiled code takes, by windows (timing_windows.h) */
    struct timing_windows *windows; /* NULL: each activation is timed */
    struct cycle_clock clock;
    int64_t began, began_nanoseconds;
    pthread_mutex_t mutex; /* of the lists, and of intervals; recursive, and before that of cells */
    struct timed_unit *units;
    struct timed_method *methods;
    struct timed_span *spans;
    uint32_t parts
        [TIMED_PARTS]; /* accounts of the parts of the VM, and of compiled code that windows divide */
    uint32_t bent;     /* the cell that counts how often clocks were */
    int64_t *base;     /* cells of all threads together, at the restart */
    uint32_t base_count;
    VEC(struct timed_interval) intervals; /* those behind the first [named] are of no mark yet */
    uint32_t named;
    VEC(struct timed_base) bases; /* of threads that have been there at a mark */
    struct arena told;            /* of what was read last */
};

/* From now on, all threads are timed. */
struct timing *timing_begin(struct runtime *runtime, const struct vm_timing_options *options,
                            struct diag *diag);
void timing_release(struct timing *timing);

/* What the piece takes, each time that the unit is entered, as the compiler believes. */
static inline double timed_piece_cycles(const struct timed_unit *unit,
                                        const struct timed_piece *piece) {
    return piece->cycles * unit->blocks[piece->block].frequency;
}

/* Units live as long as the VM. [name] is interned. */
struct timed_unit *timing_unit(struct timing *timing, const struct timed_unit *unit);
/* A piece of machine code that came from one share, as the code generator says; -1: from none. */
struct timed_row {
    int32_t share;
    int64_t bytes;
};
/* By where ticks found threads, as its cells' [values] have it. */
void timing_place(const struct timed_unit *unit, const int64_t *values,
                  struct vm_timed_share *shares);
/* The unit's machine code is there. [is_told]: the shares that the code generator knows of. [rows]: ascending by address. */
void timing_weigh(struct timing *timing, const struct timed_unit *unit, const bool *is_told,
                  const struct timed_row *rows, size_t count);
/* A part of the VM that has several units, by the interned name. */
struct timed_unit *timing_unit_of_vm(struct timing *timing, enum timed_part part, const char *name);
struct timed_method *timing_method(struct timing *timing, struct method *method);
/* Returns its cells. */
uint32_t timing_span(struct timing *timing);

/* A thread begins, outside Java, and ends: what is open is closed. The thread itself calls. */
void timing_begin_thread(struct timing *timing, struct thread *thread);
void timing_end_thread(struct timing *timing, struct thread *thread);

/* An interval ends that is called by the interned text, where marks are kept. Threads do not run meanwhile. */
void timing_mark(struct timing *timing, const char *text);
/* The thread ends; its last interval is kept. With the mutex. */
void timing_end_intervals(struct timing *timing, struct thread *thread);
void timing_release_intervals(struct timing *timing);

/* What is told apart. */
struct timing_apart {
    bool threads;
    const char *last_mark; /* intervals, the last of which is called so; NULL: they are not */
};
/* What all threads, or each, spent until now, unit by unit; what is 0 is left out. One reads at a time. */
void timing_read(struct timing *timing, const struct timing_apart *apart,
                 void (*tell)(void *context, const struct vm_timed *timed), void *context);
struct vm_timing timing_summary(struct timing *timing);
/* Of all threads together, what follows is told; windows open that have waited. */
void timing_restart(struct timing *timing);

/* As the clock says; a thread's stamps are timing_stamp's. */
static inline int64_t timing_now(const struct timing *timing) {
    return cycle_clock_now(&timing->clock);
}

/* More cycles between two stamps than this are compared with the monotonic clock, as those that are fewer than none. */
enum { TIMED_LONG = 1 << 30 };

/* A stamp of the clock that seems to be bent: it went back, or further ahead than time can have passed since the thread began. Then
 * the thread's stamps are put where they would be on the clock as it is now. What is returned is not before the last. */
int64_t timing_straighten(struct thread *thread, int64_t now);

/* The same for another thread, which puts nothing right. */
int64_t timing_of_thread(const struct timing *timing, const struct thread *thread);

static inline int64_t timing_stamp(const struct timing *timing, struct thread *thread) {
    int64_t now = timing_now(timing);
    bool is_plain = (uint64_t)(now - thread->clock.last) < TIMED_LONG;
    return is_plain ? now : timing_straighten(thread, now);
}

/* Of the thread's own words, which others may read meanwhile. */
static inline void timing_add(int64_t *word, int64_t amount) {
    __atomic_store_n(word, *word + amount, __ATOMIC_RELAXED);
}

/* Charges until [now], and opens the account. Returns the one that was. */
static inline int64_t *timing_charge(struct thread *thread, int64_t now, int64_t *account) {
    int64_t *before = thread->clock.account;
    timing_add(before, now - thread->clock.last);
    __atomic_store_n(&thread->clock.last, now, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->clock.account, account, __ATOMIC_RELAXED);
    return before;
}

/* The same, to an account by its cell. */
static inline int64_t *timing_switch(const struct timing *timing, struct thread *thread,
                                     uint32_t cell) {
    return timing_charge(thread, timing_stamp(timing, thread), cell_word(&thread->cells, cell));
}

/* Compiled code is entered from elsewhere, and left. */
static inline int64_t *timing_enter_compiled(struct thread *thread) {
    int64_t *compiled = thread->clock.compiled;
    if (!compiled || thread->clock.account == compiled) return NULL;
    return timing_charge(thread, timing_stamp(thread->runtime->timing, thread), compiled);
}

/* Back to the account that a switch returned. */
static inline void timing_restore(const struct timing *timing, struct thread *thread,
                                  int64_t *account) {
    timing_charge(thread, timing_stamp(timing, thread), account);
}

/* Parts of the VM, where somebody asks; NULL: nobody does. */
static inline int64_t *timing_enter_part(struct thread *thread, enum timed_part part) {
    const struct timing *timing = thread->runtime->timing;
    return timing ? timing_switch(timing, thread, timing->parts[part]) : NULL;
}
static inline void timing_leave_part(struct thread *thread, int64_t *before) {
    if (before) timing_restore(thread->runtime->timing, thread, before);
}

/* An activation of a method in the interpreter, or of a native, begins: counted, or as one that goes on there, which is not.
 * Returns the account that was open. */
int64_t *timing_enter(struct thread *thread, struct method *method);
int64_t *timing_resume(struct thread *thread, struct method *method);
/* It ends: the account of its caller is open again. */
void timing_leave(struct thread *thread, struct method *method, int64_t *caller);
/* A native, likewise. NULL: nobody asks, or compiled code has called it, which windows divide. */
int64_t *timing_enter_native(struct thread *thread, struct method *method);
void timing_leave_native(struct thread *thread, struct method *method, int64_t *caller);
/* The account of a method in the interpreter. */
static inline int64_t *timing_account(const struct thread *thread, const struct method *method) {
    return cell_word(&thread->cells, method->timed->unit->cells + TIMED_OWN);
}

#endif
