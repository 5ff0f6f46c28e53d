/* Windows: moments at which it is seen which unit of compiled code runs, and by which all that compiled code takes is divided.
 *
 * A thread has one account for all compiled code, and for the natives that it calls; what it charges is exact. A timer opens
 * windows at random moments of that time, by a signal to the thread, whose handler notes in which unit's code it was interrupted. Where it
 * was in other code, the unit is what the next stamp tells: compiled code that finds a window open calls the VM where units begin and end,
 * and what ends there, or calls what begins there, is what ran. There the stack is walked, too: a handler may be anywhere in between. So
 * loops that call nothing get their time.
 *
 * Nothing is measured between two stamps: code that is about to call the VM takes longer than it does, by what is mispredicted and not in
 * caches, which is more than most units take. Nor is a flag that the timer sets seen by what runs: processors read it in advance, and where
 * units are short, by several of them.
 *
 * The handler notes as well from which bytecode the instruction came that it has interrupted: that divides what is inlined in the unit
 * (timing_placing.c), also where each activation is timed. */
#ifndef RUNTIME_TIMING_WINDOWS_H
#define RUNTIME_TIMING_WINDOWS_H

#include "base/diag.h"
#include "runtime/timing.h"

/* Puts in what the options leave open; false when one makes no sense. */
bool timing_windows_check(struct vm_timing_options *options, struct diag *diag);
/* False when there is no thread for the timer, which begins unless it waits. From then on SIGPROF is the timer's. */
bool timing_windows_begin(struct timing *timing, struct diag *diag);
/* It begins, if it has not. */
bool timing_windows_start(struct timing *timing);
void timing_windows_end(struct timing *timing);
/* The thread itself calls, and can be sent the signal. */
void timing_windows_begin_thread(struct thread *thread);
/* Milliseconds from one tick to the next, in the mean until now; 0: there was none. */
double timing_windows_reached(const struct timing *timing);
/* Those that are open are counted. Threads do not run meanwhile. */
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
static inline bool timing_window_is_open(const struct thread *thread) {
    return __atomic_load_n(&thread->clock.window.is_open, __ATOMIC_ACQUIRE);
}

/* What a thread's windows say, by its cells' [values]. */
struct timing_division {
    double compiled; /* cycles, to be divided */
    double windows;
};
struct timing_division timing_division(const struct timing *timing, const int64_t *values);
/* The unit's part, and its standard error. */
double timing_divide(const struct timing_division *division, const int64_t *unit, double *error);
/* While the unit is on the stack. */
double timing_divide_total(const struct timing_division *division, const int64_t *unit);

#endif
