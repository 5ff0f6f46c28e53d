/* What the benchmarks share: the tests of the spec files, each to be looked at in a process of its
 * own, and numbers in order. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "base/vec.h"
#include "harness/host.h"
#include "harness/plan.h"

struct bench {
    struct arena arena;
    struct plan plan; /* every combination of every spec */
    struct run_host host;
    double start_seconds; /* of the VM */
};

/* Reads the specs under [paths] (specs/ when there are none) and starts the VM; ends the process
 * with a message when that fails. */
void bench_open(struct bench *bench, int path_count, char **paths);

/* Runs [work] in a forked child with a zeroed result of [size] bytes, which comes back. False when
 * the child did not get to its end. */
struct bench_work {
    void (*run)(struct bench *bench, const void *what, void *result);
    const void *what;
};
bool bench_in_child(struct bench *bench, struct bench_work work, void *result, size_t size);

double bench_seconds(void);

typedef VEC(double) sample;

/* The value below which [share] of the values lie; NaN without values. Sorts. */
double sample_quantile(sample *values, double share);

#endif
