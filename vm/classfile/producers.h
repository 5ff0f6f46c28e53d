/* Where the values on the operand stack come from: the instruction that produced each, before every
 * instruction of a method; and its predecessors. Copies (dup), casts and conversions pass the value
 * on; locals are not traced. Internal to this room. */
#ifndef CLASSFILE_PRODUCERS_H
#define CLASSFILE_PRODUCERS_H

#include "classfile/classfile.h"

/* Where a value comes from when no operation produced it. */
enum no_producer {
    PRODUCER_CONSTANT = -1,
    PRODUCER_COMPUTATION = -2,
    PRODUCER_SEVERAL = -3, /* it differs by where control came from */
    PRODUCER_CAUGHT = -4,  /* a handler's exception */
    PRODUCER_LOCAL = -5,   /* the local 0; -5 - n is the local n */
};

/* The local that the value was loaded from, or -1. */
static inline int producer_local(int32_t producer) {
    return producer <= PRODUCER_LOCAL ? PRODUCER_LOCAL - producer : -1;
}

struct instruction_origin {
    bool is_reached;
    bool is_handler;       /* exceptions come here */
    uint32_t entries;      /* instructions that go on here, and the method's start */
    uint32_t predecessor;  /* the bci of one of them */
    uint16_t depth;        /* of the stack, in slots */
    const int32_t *values; /* by slot: the producer's bci, or enum no_producer */
};

/* By bci. Requires checked code. */
const struct instruction_origin *
code_producers(struct arena *arena, const struct constant *constants, const struct code *code);

/* Slots that a call takes, its receiver included. */
int call_slots(const struct constant *constants, const struct code *code, uint32_t bci);

#endif
