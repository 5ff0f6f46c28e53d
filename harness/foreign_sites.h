/* Operations of a program on another VM: how often they were reached is known from the reference run, how often they took effect
 * from what the adapter tells of them, or of what the compiler decided. */
#ifndef HARNESS_FOREIGN_SITES_H
#define HARNESS_FOREIGN_SITES_H

#include "harness/foreign.h"

struct foreign_site {
    enum site_kind kind;
    struct code_place at;
    const char *subject;
    int64_t *reached, *effective, *inlined; /* by execution */
    int64_t bytes;
    bool is_known;            /* how often it took effect; else only what was decided is */
    bool counts_effect_alone; /* how often it was reached is not */
};

struct foreign_sites {
    struct foreign_site *items;
    uint32_t count, capacity;
    bool is_of_bytes, is_estimate; /* of allocations: they follow from bytes; not exactly */
};

/* What the compiler decided, in the observation's form: of the code that ran last before its `compiled`. */
typedef VEC(struct decision) foreign_decisions;

/* All of the program's that were reached, or told. [decisions] are read, and those are added that follow from what was counted:
 * an object that is never allocated is virtual. In the foreign's arena. */
struct foreign_sites foreign_find_sites(struct foreign *foreign, foreign_decisions *decisions);
/* The operations of a kind at a bytecode: how often they took effect in each execution. False: that is not known. */
bool foreign_effective(const struct foreign_sites *sites, enum site_kind kind, const char *method,
                       int bci, int64_t *out, int64_t executions);

/* foreign_bytes.c: of a chunk that tells bytes. False: it is an estimate. */
bool foreign_add_bytes(struct foreign *foreign, struct foreign_sites *sites, json_t *chunk,
                       int64_t from, int64_t executions);

#endif
