/* The VM's events as the decisions of an observation, each with the call during which it happened,
 * and what the compiler believed when it made the target's code. */
#ifndef HARNESS_LISTEN_H
#define HARNESS_LISTEN_H

#include "event/account.h"
#include "harness/trace.h"

struct listener {
    struct arena *arena;
    struct {
        struct decision *items;
        uint32_t count, capacity;
    } decisions;
    struct tracer tracer;
    struct account *account; /* NULL: nobody asks for it */
    int64_t call;            /* set by the caller before each call, from 1 */
    int64_t execution;       /* of the measured ones, from 0; -1 before them */
};

/* Listens from now on to what becomes of [method]. The listener must stay where it is. */
void listener_start(struct listener *listener, struct target *target,
                    const struct target_method *method, struct account *account,
                    struct arena *arena);

/* An allocation that the VM carried out for the bytecode at [position], for this reason. */
void listen_to_allocation(struct listener *listener, const struct position *position,
                          const char *class, enum reason reason);

/* A copy of [position] in the arena. */
struct origin listen_origin(struct arena *arena, const struct position *position);

#endif
