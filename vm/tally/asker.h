/* Which bytecode asks for what the VM or a native does: the innermost one on the calling thread's stack, whoever runs it. */
#ifndef TALLY_ASKER_H
#define TALLY_ASKER_H

#include <alloca.h>

#include "runtime/stack.h"

struct asker {
    struct stack_entry entry;
    const struct method *native; /* the one that runs; NULL: none */
    const struct frame
        *called; /* of the native that it calls, which may have called that; NULL: none */
};

/* On a recorded stack; NULL: on the thread's. False when no bytecode is there. */
bool asker_find(const struct thread *thread, const struct stack_record *recorded,
                struct asker *out);
/* Of code that is inlined in that of the newest frame. */
struct asker asker_inlined(const struct call_site *site);
/* With code of hidden classes. */
size_t asker_position_count(const struct asker *asker);
/* [out] has room for that. Positions that are shown leave code of hidden classes out. */
void asker_fill_positions(const struct asker *asker, bool tells_hidden, struct position *out);

/* The calling context of its method, while they are kept; NULL: it is not known. */
struct context *asker_context(const struct thread *thread, const struct asker *asker,
                              const struct position *position);

/* Where the bytecode is. On the C stack. */
#define ASKER_POSITION(asker, tells_hidden)                                                        \
    ({                                                                                             \
        struct position *positions_ = alloca(sizeof *positions_ * asker_position_count(asker));    \
        asker_fill_positions(asker, tells_hidden, positions_);                                     \
        positions_;                                                                                \
    })

#endif
