/* Where rules meet a method: the one place that knows which bytecodes are which points (points.def). The interpreter and
 * the compiler count by the same spots of a method.
 *
 * Executions count, also those that end with an exception of the bytecode itself (a null reference, an index out of
 * bounds): the interpreter counts in front of the bytecode, but for locks, which threads may never get. Compiled code counts
 * behind the guards of the bytecode, and in front of those of the next, since a guard that fails begins the bytecode again in the
 * interpreter, where it counts. */
#ifndef TALLY_SPOTS_H
#define TALLY_SPOTS_H

#include "runtime/class.h"
#include "tally/tally.h"

enum spot_place {
    SPOT_ENTRY,  /* of the method, behind its lock */
    SPOT_BEFORE, /* the bytecode: its operands are on the stack */
    SPOT_AFTER,  /* it has ended normally: its result is on the stack */
    SPOT_LOCKED, /* it has taken a lock: its operand is on the stack once more */
    SPOT_CATCH,  /* the handler at bci takes an exception, which is on the stack */
    SPOT_UNWIND, /* an exception leaves the method, whatever the bytecode: bci is 0 */
};

struct spot {
    const struct vm_rule *rule;
    enum spot_place place;
    uint32_t bci;
    uint8_t object, value; /* slots from the top of the stack, 1 being the top; 0: there is none */
    enum java_type value_type; /* of a value */
    const char *subject;       /* class or callee; NULL: the object's class, or none */
    bool is_by_class,
        is_by_edge; /* what the rule wants to know of the execution: the object's class, the edge */
    struct spot_variant *variants; /* the interpreter's (execution.h) */
    uint32_t
        plain; /* likewise, one more than the cell that each execution adds 1 to; 0: it is not known yet, or they do more */
};

struct spots {
    struct spot *items; /* by bci, then place, then rule */
    uint32_t count;
};

/* Of a method with code; NULL: no rule meets it. Made when it is first asked for. Inserted code is no part of the program:
 * nothing in it is met. */
const struct spots *spots_of(struct vm_profile *profile, struct method *method);

/* The spots at a place; how many. [spots] may be NULL. */
uint32_t spots_at(const struct spots *spots, uint32_t bci, enum spot_place place,
                  struct spot **out);

/* Does the rule name it? [subject] NULL: it is not known before it is executed; where a rule has a filter `of`, it must be
 * asked again then. */
bool rule_meets(struct vm_profile *profile, const struct vm_rule *rule, const char *method,
                const char *subject);

#endif
