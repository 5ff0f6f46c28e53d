/* Runs jobs in worker processes, each job as a Check test case in a forked child of its own with a
 * timeout. Knows neither specs nor the VM: a job is a number. The process that calls runner_run
 * only forks, reads and reports; a job that crashes, hangs or is killed is that job's result, and a
 * worker that dies loses only the job it was at. */
#ifndef HARNESS_RUNNER_H
#define HARNESS_RUNNER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>

#include "base/diag.h"
#include "base/strbuf.h"

enum job_end {
    JOB_ENDED,     /* the child finished its record */
    JOB_TIMED_OUT, /* killed, or reported it itself */
    JOB_STOPPED,   /* it ended early and reported why */
    JOB_CRASHED, /* a signal, or an exit that was not asked for; or reported, of another process */
    JOB_MISLED,  /* reported: what it relies on broke its contract */
    JOB_LOST,    /* the harness failed: its worker died */
};

/* Borrowed for the length of the call that receives it. */
struct job_result {
    uint32_t job;
    enum job_end end;
    double seconds;
    const char *
        crash; /* JOB_CRASHED: "SIGSEGV (Segmentation fault)"; JOB_LOST: what happened; else NULL */
    const char *told;     /* where it stood, why, of an end that was reported; "" when not known */
    const char *messages; /* what the child wrote to stdout and stderr, with the stack of a crash;
                             "" when nothing */
    const char *bytes;    /* what the job appended to its record; incomplete unless JOB_ENDED */
    size_t length;
};

/* In the process of a worker, which lives longer than a job's child. */
struct runner_worker {
    void (*prepare)(void *context, uint32_t job); /* before the child is there */
    bool (*repeats)(void *context);               /* after it ended: the job runs once more */
    void (*leaves)(void *context);                /* at the worker's end */
};

struct runner {
    uint32_t jobs;
    uint32_t workers; /* from 1 */
    double timeout;   /* seconds per job */
    /* In the job's child, whose TMPDIR is removed when all jobs have ended, or by the next run when
     * this one is killed. */
    void (*run)(void *context, uint32_t job, struct strbuf *record);
    /* In the caller's process, once per job, in the order of the jobs. */
    void (*ended)(void *context, const struct job_result *result);
    /* In the job's child and in a signal handler: its time is over. It may call runner_tell to say
     * where it is, or let the interrupted code do that; a moment later the child ends. NULL:
     * nothing is said. */
    void (*times_out)(void *context);
    void *context;
    const struct runner_worker *in_worker; /* NULL: nothing */
};

/* In a job's child, in signal handlers too: how it is going to end. The last call counts. */
void runner_tell(enum job_end end, const char *text);

/* For timers: never nothing, which would stop them. */
struct timeval runner_time(double seconds);

enum runner_end {
    RUNNER_DONE,
    RUNNER_INTERRUPTED, /* by a signal, see runner_signal, or by runner_stop */
    RUNNER_FAILED       /* [diag] says why */
};

/* SIGINT, SIGTERM, SIGHUP and SIGPIPE end the run early, unless they were ignored before: what
 * ended by then, in order, has been reported. */
enum runner_end runner_run(const struct runner *runner, struct diag *diag);
/* The signal that ended the last run; 0: none. */
int runner_signal(void);
/* Called by [ended]: the run ends as if interrupted. */
void runner_stop(void);

#endif
