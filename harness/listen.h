/* The VM's events as the decisions of an observation, each with the call during which it happened.
 */
#ifndef HARNESS_LISTEN_H
#define HARNESS_LISTEN_H

#include "assertions/observation.h"
#include "vm.h"

struct listener {
    struct arena *arena;
    struct {
        struct decision *items;
        uint32_t count, capacity;
    } decisions;
    int64_t call;      /* set by the caller before each call, from 1 */
    int64_t execution; /* of the measured ones, from 0; -1 before them */
};

/* Listens from now on. The listener must stay where it is. */
void listener_start(struct listener *listener, struct vm *vm, struct arena *arena);

#endif
