/* One execution that rules name: whoever carries it out says what is known of it as it happens, and the tally for that is
 * found and added to. A spot that is known by what it saw before is counted without a lock. */
#ifndef TALLY_EXECUTION_H
#define TALLY_EXECUTION_H

#include "runtime/runtime.h"
#include "tally/spots.h"

struct execution {
    const struct method *method; /* of the spot */
    uint32_t bci;                /* of the bytecode; of unwinding, where the exception leaves */
    struct object *object;       /* that the point offers; NULL: null, or none */
    enum java_type value_type;
    union value value, old;  /* of the type */
    int64_t edge;            /* as struct tally_key has it */
    int64_t length, bytes;   /* not in the order of struct vm_happening: see execution_tell */
    int64_t waited;          /* for its monitor: this is told, not the execution; 0: that is */
    int64_t more;            /* as struct happening has it */
    struct context *context; /* of the frame, while contexts are kept; NULL: there is none */
    const struct call_site *inlined;  /* as struct happening has it; NULL: the stack says where */
    int inlined_in;                   /* likewise */
    const struct stack_record *stack; /* as struct happening has it */
    struct happening_cells *cells;    /* that are added to, as struct happening has it */
    const struct call_site *
        left; /* where it is, of compiled code that was left: no frame is on the stack; NULL: one is */
};

/* In the interpreter. Neither collects nor throws. */
void spot_count(struct thread *thread, struct spot *spot, const struct execution *execution);

/* Adds it so often; a wait once. */
void execution_add(struct thread *thread, struct tally *tally, enum count_way way,
                   enum vm_kind kind, const struct execution *execution, int64_t times);
/* Each wait, also where locks are sampled; and what is taken as a sample. */
void execution_count(struct thread *thread, struct tally *tally, enum count_way way,
                     const struct execution *execution);
/* Tells the function of the tally's rule, if the rule's condition holds. */
void execution_tell(struct thread *thread, const struct tally *tally, enum count_way way,
                    enum vm_kind kind, const struct execution *execution);

/* What is no place in bytecode, wherever that is carried out. */
struct elsewhere {
    enum vm_point point;
    enum vm_kind kind;
    enum count_way way;
    const struct position *position; /* NULL: nowhere */
    const char *root;                /* as struct tally_key has it */
    int code;
    const char *subject, *receiver;
};
/* Of each rule that asks for it; [out] has room for as many. */
size_t elsewhere_tallies(struct vm_profile *profile, const struct elsewhere *where,
                         const struct execution *execution, struct tally **out);
void elsewhere_count(struct thread *thread, const struct elsewhere *where,
                     const struct execution *execution);
/* runtime->on_happening: at the bytecode that asks for it. */
void happening_count(struct thread *thread, const struct happening *happening);

/* Says of an object made how many bytes, and how long an array, it is. */
void execution_see_made(struct execution *execution, struct object *object);

#endif
