/* The calls of a test in our own interpreter, for a VM that cannot say how often its code reached a bytecode: what each call
 * returned, and how often each allocation, lock and call of the program was executed. */
#ifndef HARNESS_REFERENCE_H
#define HARNESS_REFERENCE_H

#include "harness/rows.h"
#include "harness/session.h"

/* A bytecode, as the reference executed it. */
struct reference_site {
    enum site_kind kind;
    const struct position *position;
    const char *subject;          /* class, or the callee as the bytecode names it */
    const char *receiver;         /* of calls: the class of the object; NULL: there is none */
    const int32_t *per_execution; /* of the measured calls */
};

struct reference_run {
    struct program program; /* without probes */
    struct session session;
    size_t threads; /* that make each measured call */
    struct rule_rows rows;
    int64_t executions; /* so far */
    const char *output; /* what it printed */
    struct {
        struct reference_site *items;
        uint32_t count, capacity;
    } sites;
};

/* Loads the test's program into the VM of [host], which is started again; nothing is called. [is_counted]: sites are. May fail. */
bool reference_load(struct reference_run *reference, const struct run_host *host,
                    const struct test *test, bool is_counted, struct arena *arena,
                    struct diag *diag);
/* Makes the calls. May fail. */
bool reference_run(struct reference_run *reference, int64_t warm_up_calls, int64_t executions);
/* How often in each execution the bytecode was executed; the classes of [subject] alone, NULL: all. False: never, and the
 * array is 0. [out] has room for all executions. */
bool reference_reached(const struct reference_run *reference, enum site_kind kind,
                       const char *method, int bci, const char *subject, int64_t *out,
                       int64_t executions);

#endif
