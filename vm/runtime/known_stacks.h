/* Stacks that samples of a thread have found before: where one is found again, nobody asks what its frames are. What was sampled waits
 * there, if it may (runtime.samples_wait), until the profile is read or has a mark, the thread ends, code is released, or there are too
 * many: what a stack is in names takes long where the code for that is in no cache. Else cells that were added to are added to again. */
#ifndef RUNTIME_KNOWN_STACKS_H
#define RUNTIME_KNOWN_STACKS_H

#include "runtime/runtime.h"

struct inlined_calls;

/* A call is a poll of the frame that it enters, and of its caller's. */
enum { POLLED_FRAMES = 2 };

struct known_count {
    enum vm_point point;
    struct known_count *next_waiting;
    struct known_stack *stack;
    const struct call_site *inlined; /* as struct happening has it */
    int inlined_in;                  /* likewise */
    int64_t waiting; /* so many happened and were not told; the list has those with some */
    struct happening_cells cells;
};

/* Of the poll of one of the newest frames. */
struct known_calls {
    const struct inlined_calls *calls; /* NULL: none */
    struct known_count **counts;       /* of each of these, NULL: it was not told; NULL: none was */
};

struct known_stack {
    struct known_stack *next; /* of the same hash */
    uint64_t hash;
    uint64_t edge;                     /* a hash of what rules tell of the sample's call */
    const struct class *class;         /* of the object that was sampled; NULL: none */
    const struct stack_record *record; /* NULL: samples do not wait */
    struct known_count sample;
    struct known_calls inlined[POLLED_FRAMES];
    uint32_t count;
    uintptr_t words[]; /* of its newest frames, as many as what is counted follows from */
};

struct known_stacks;

/* The stack of the calling thread, until the next call; new ones have no cells. NULL: it is too deep, or what rules ask of it does not
 * follow from its newest frames. */
struct known_stack *known_stack_find(struct thread *thread, const struct class *class);
/* NULL, too: then of the method that is entered. */
uint64_t known_stack_edge(const struct thread *thread, const struct known_stack *stack);
/* That run with the poll of the newest frame, 1, or with the call of its caller, 2. NULL: none, or nobody asks. */
const struct inlined_calls *stack_inlined_calls(const struct thread *thread, int frame);
/* Of the call with this number among those. */
struct known_count *known_stack_inferred(struct thread *thread, struct known_stack *stack,
                                         int frame, uint32_t call);
void known_count_add(struct thread *thread, struct known_count *count, int64_t times);
/* Tells what waits, as if it happened now. The thread is the calling one, or does not go on meanwhile. */
void known_stacks_settle(struct thread *thread);
/* With the world stopped. */
void known_stacks_settle_all(struct runtime *runtime);
void known_stacks_release(struct thread *thread);

#endif
