/* Windows in which units of compiled code are timed, and by which all that compiled code takes is divided.
 *
 * A thread has one account for all compiled code, and for the natives that it calls; what it charges is exact. A timer opens
 * windows at random moments of that time. A window is so many cycles of it, however much happens there: compiled code that finds
 * one open calls the VM where units begin and end, and what passed since the last such stamp was the unit's that ran. A window
 * has a first part in which nothing counts: stamps are executed, and caches know them, when the second begins.
 *
 * Whatever passed from the tick to the first stamp was in one unit: that which ends there, or calls what begins there. So loops
 * that call nothing get their time. Cycles that the stamps take are not those of compiled code.
 *
 * Ticks in between ask threads which of the unit's loops they are in: that divides what is inlined there (timing_placing.c). The next
 * poll of a loop tells, or the next stamp that there is none before. */
#ifndef RUNTIME_TIMING_WINDOWS_H
#define RUNTIME_TIMING_WINDOWS_H

#include "base/diag.h"
#include "runtime/timing.h"

/* Puts in what the options leave open; false when one makes no sense. */
bool timing_windows_check(struct vm_timing_options *options, struct diag *diag);
/* False when there is no thread for the timer, which begins unless it waits. */
bool timing_windows_begin(struct timing *timing, struct diag *diag);
/* It begins, if it has not. */
bool timing_windows_start(struct timing *timing);
void timing_windows_end(struct timing *timing);
/* Milliseconds from one tick to the next, in the mean until now; 0: there was none. */
double timing_windows_reached(const struct timing *timing);
/* What those that are open saw until now is counted. Threads do not run meanwhile. */
void timing_windows_settle(const struct timing *timing);
/* The calling thread's. */
void timing_windows_settle_thread(struct thread *thread);
/* Of all threads, since the restart. */
int64_t timing_windows_begun(const struct timing *timing);

/* While a window is open: the unit begins, which was called from there; the unit ends. */
void timing_window_enter(struct thread *thread, const struct timed_unit *unit,
                         const void *return_address);
void timing_window_enter_native(struct thread *thread, const struct timed_unit *unit);
void timing_window_leave(struct thread *thread, const struct timed_unit *unit);
/* A loop of compiled code has come to its poll. */
void timing_window_poll(struct thread *thread);
static inline bool timing_window_is_open(const struct thread *thread) {
    return __atomic_load_n(&thread->clock.window.is_open, __ATOMIC_ACQUIRE);
}

/* What a thread's windows say, by its cells' [values]. */
struct timing_division {
    double compiled;      /* cycles, to be divided */
    double windows, seen; /* windows, and the cycles in them */
};
struct timing_division timing_division(const struct timing *timing, const int64_t *values);
/* The unit's part, and its standard error. */
double timing_divide(const struct timing_division *division, const int64_t *unit, double *error);
/* While the unit is on the stack. */
double timing_divide_total(const struct timing_division *division, const int64_t *unit);

#endif
