/* Where the test of this process is, in case it does not finish: reported to the runner when its
 * time is over, or when the target ends the process. One test per process. */
#ifndef HARNESS_WHEREABOUTS_H
#define HARNESS_WHEREABOUTS_H

#include "harness/target.h"

enum activity {
    ACTIVITY_loading,
    ACTIVITY_warming_up,
    ACTIVITY_measuring,
    ACTIVITY_interpreting, /* the oracle, in a process of its own */
    ACTIVITY_comparing,    /* with the code without probes */
};

/* From now on the program's calls are those of [target]. */
void whereabouts_start(struct target *target);
void whereabouts_are(enum activity activity);
/* The number of the call that begins, from 1: of the warm-up, or of the executions; and what the
 * first call that threw did, which is borrowed; NULL: none did. */
void whereabouts_call(int64_t call, const char *first_throw);
/* An adapter was asked this, and has not answered; NULL: it has. */
void whereabouts_asked(const char *question);
/* runner.times_out. */
void whereabouts_time_out(void *context);
/* This process is another's oracle: it reports nothing. */
void whereabouts_forget(void);

#endif
