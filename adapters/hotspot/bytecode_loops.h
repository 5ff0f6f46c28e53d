/* The loops of a method's bytecode, by its backward branches. */
#ifndef ADAPTERS_HOTSPOT_BYTECODE_LOOPS_H
#define ADAPTERS_HOTSPOT_BYTECODE_LOOPS_H

#include <stdbool.h>

#include "base/vec.h"

struct bytecode_loop {
    int start, end; /* the first bytecode, and the last branch to it */
    int header;     /* where it is entered; -1: at several places */
};

struct bytecode_loops {
    VEC(struct bytecode_loop)
    items; /* ascending by start: what is around a loop stands before it */
};

/* Of checked code; of any other none, or some. */
struct bytecode_loops bytecode_loops_find(const unsigned char *code, int length);
static inline bool bytecode_loop_has(const struct bytecode_loop *loop, int bci) {
    return bci >= loop->start && bci <= loop->end;
}

#endif
