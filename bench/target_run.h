/* A spec's target outside a test: loaded, warmed up, ready to be called. */
#ifndef BENCH_TARGET_RUN_H
#define BENCH_TARGET_RUN_H

#include "bench.h"
#include "harness/session.h"

struct target_run {
    struct program program;
    struct session session;
    struct diag diag;
};

/* [profile]: PROFILE_OF bits. False when the target could not be loaded or was not compiled
 * while warming up. */
bool target_run_begin(struct target_run *run, struct bench *bench, const struct test *test,
                      unsigned profile);

#endif
