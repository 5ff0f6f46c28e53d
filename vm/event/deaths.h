/* Who watches objects die: each object has a stamp beside the heap, and a collection tells which ones it found dead. */
#ifndef EVENT_DEATHS_H
#define EVENT_DEATHS_H

#include <stdint.h>

struct object;

/* Beside an object for its whole life. 0 when the object is made; belongs to the watcher, who alone writes it. */
struct vm_stamp {
    uint64_t made, used;
};

/* All but the last are called while no other thread runs. They neither allocate in Java nor write objects, whose contents
 * are as they were last. Any may be NULL. */
struct vm_deaths {
    /* A collection found that nothing refers to the object. */
    void (*died)(void *context, struct object *object, struct vm_stamp *stamp);
    /* All that this collection found dead were told. Behind it their memory is used again. */
    void (*all_died)(void *context);
    /* At the end: the object is alive still. */
    void (*survived)(void *context, struct object *object, struct vm_stamp *stamp);
    /* A native method was given the object, or is about to overwrite a reference to it: no rule tells of that. Any
     * thread. */
    void (*touched)(void *context, struct object *object);
    void *context;
};

#endif
