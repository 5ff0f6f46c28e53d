/* Every object that the program allocates while somebody listens, by the bytecode that it belongs to. JVMTI tells them
 * (SampledObjectAlloc at an interval of 0); compiled code is the same as without. */
#ifndef ADAPTERS_HOTSPOT_ALLOCATIONS_H
#define ADAPTERS_HOTSPOT_ALLOCATIONS_H

#include "adapters/common/conversation.h"
#include "adapters/common/runs.h"
#include "adapters/hotspot/log_files.h"
#include "adapters/hotspot/methods.h"
#include "adapters/hotspot/thread_bytes.h"

struct allocation_site {
    const struct known_method *method;
    int bci;
    char *class;
    struct count_runs counts;
    json_int_t bytes;
};

/* Made where compiled code was left. */
struct left_object {
    const struct known_method *method;
    int bci;
    char *class;
    jlong size;
};

struct allocations {
    struct java *java;
    struct methods *methods;
    struct log_files *files;
    VEC(struct allocation_site) sites;
    json_int_t execution;         /* the events belong to, from 0 */
    uint32_t exits_before;        /* of the log's, when the execution began */
    VEC(struct left_object) left; /* in this execution, since the last exception */
    long events;
    struct thread_bytes thread; /* where events do not come */
    json_int_t bytes_before;    /* the execution */
    json_t *bytes;              /* by execution; NULL: events come, or nothing is known */
};

/* Events come from now on, and none is missed: that is tried with objects of our own first. False, with why in [fault]: the bytes
 * of each execution are taken then, as far as the JVM tells them. */
bool allocations_begin(struct allocations *allocations, struct strbuf *fault);
void allocations_end(struct allocations *allocations);
/* Between these two, events count for [execution]. */
void allocations_listen(struct allocations *allocations, json_int_t execution);
void allocations_stop(struct allocations *allocations);
/* The sites with their counts for [executions] in all; they are forgotten. The caller owns the list. */
json_t *allocations_take(struct allocations *allocations, json_int_t executions);

#endif
