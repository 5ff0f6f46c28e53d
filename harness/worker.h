/* One worker process: takes jobs from a queue that all workers share and sends a message for each
 * through its pipe. Between runner.c and worker.c only. */
#ifndef HARNESS_WORKER_H
#define HARNESS_WORKER_H

#include <stdatomic.h>

#include "harness/codec.h"
#include "harness/runner.h"

/* In memory that all workers share. */
struct worker_queue {
    atomic_uint next;
    atomic_uint current[]; /* by worker: the job it is at, plus 1; 0: none */
};

/* Never returns. */
_Noreturn void worker_main(const struct runner *runner, struct worker_queue *queue, uint32_t worker,
                           int pipe);

/* A result as bytes, for both ends. */
void job_result_code(struct codec *codec, struct job_result *result);

#endif
