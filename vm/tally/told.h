/* A place in compiled code that tells a rule's function of each execution, as the interpreter does (execution.h), or counts
 * samples of them. */
#ifndef TALLY_TOLD_H
#define TALLY_TOLD_H

#include "runtime/runtime.h"
#include "tally/spots.h"

/* What the number is that an execution says. */
enum told_number { TOLD_NOTHING, TOLD_LENGTH, TOLD_INDEX, TOLD_TAKEN, TOLD_CASE };

/* What is known when the code is made. */
struct told_facts {
    const struct spot *spot;
    enum count_way way;
    int64_t edge; /* unless the number says it */
    enum told_number number;
    /* Of POINT_new: the class of what is made there, and how many arrays are around each of them, which the same bytecode
     * made; else NULL. */
    const struct class *made;
    int depth;
    struct object **cell; /* that is written, static; NULL: none */
    uint32_t offset;      /* in the object, of the field that is written; 0: none */
    const int32_t *cases; /* of TOLD_CASE: those that are listed; all others are the default */
    int case_count;
};

/* What the execution says. */
struct told_execution {
    const struct class
        *class;            /* of the object, allocated or not; NULL: it is null, or nobody knows */
    struct object *object; /* NULL: null, or not allocated */
    union value value;     /* of arrays in an array: how many there are at that depth */
    int64_t number;
    enum vm_kind kind;
    struct context *context; /* where the rule counts by contexts */
};

struct told_place;

/* As long as the profile, with copies of all that is given. */
struct told_place *told_place_new(struct vm_profile *profile, const struct told_facts *facts,
                                  const struct tally_key *key);
/* Calls the rule's function. May collect, as what it calls may; leaves exceptions as they are. */
void told_execution(struct thread *thread, const struct told_place *place,
                    const struct told_execution *told);
/* Counts those of the executions that are due, by a rule's samples; they were taken off before. */
void told_sample(struct thread *thread, const struct told_place *place,
                 const struct told_execution *told);
/* Counts one of them that was found to be due before. */
void told_decided(struct thread *thread, const struct told_place *place,
                  const struct told_execution *told);

#endif
