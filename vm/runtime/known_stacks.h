/* Stacks that samples of a thread have found before, and the cells that were added to: where it is found again, they are added to
 * again, and nobody asks what its frames are. */
#ifndef RUNTIME_KNOWN_STACKS_H
#define RUNTIME_KNOWN_STACKS_H

#include "runtime/runtime.h"

struct inlined_calls;

struct known_stack {
    struct known_stack *next; /* of the same hash */
    uint64_t hash;
    const struct class *class;          /* of the object that was sampled; NULL: none */
    const struct inlined_calls *behind; /* of its newest frame's poll; NULL: none */
    struct happening_cells sample;
    struct happening_cells *
        *inferred; /* of each of [behind], NULL: it was not told; NULL: none was */
    uint32_t count;
    uintptr_t words[]; /* of its newest frames, as many as what is counted follows from */
};

struct known_stacks;

/* The stack of the calling thread, until the next call; new ones have no cells. NULL: it is too deep, or what rules ask of it does not
 * follow from its newest frames. */
struct known_stack *known_stack_find(struct thread *thread, const struct class *class);
/* NULL: none, or nobody asks. */
const struct inlined_calls *stack_calls_behind(const struct thread *thread);
/* Of the call with this number behind it. */
struct happening_cells *known_stack_inferred(struct thread *thread, struct known_stack *stack,
                                             uint32_t call);
void known_stacks_release(struct thread *thread);

#endif
