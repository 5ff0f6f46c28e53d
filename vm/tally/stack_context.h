/* The calling context of a sample, where nobody keeps contexts (vm_profile.finds_contexts): found on the stack, and made in the
 * profile's tree. */
#ifndef TALLY_STACK_CONTEXT_H
#define TALLY_STACK_CONTEXT_H

#include "runtime/stack.h"

/* What the thread's stack does not tell. */
struct innermost_call {
    const struct stack_record *stack; /* in the place of the thread's; NULL: that */
    const struct call_site *site;     /* NULL: there are none */
    int frames; /* so many of the newest are called there, or are its own; 0: its own is gone */
};

/* Of the innermost bytecode of the thread, which is the calling one; of [inner], where it has one. Made of so many
 * innermost calls; VM_ALL_LEVELS: of all. What is asked of the VM is the asking bytecode's: natives
 * inside of it are left out, unless [has_natives]. NULL: no bytecode runs. */
struct context *stack_context(struct thread *thread, const struct innermost_call *inner, int levels,
                              bool has_natives);

#endif
