/* Where a local is read after a write to it: along every control-flow path, exceptions included,
 * until it is written again. */
#ifndef CLASSFILE_LOCAL_READS_H
#define CLASSFILE_LOCAL_READS_H

#include "base/vec.h"
#include "classfile/regions.h"

struct local_reads {
    struct arena *arena;
    const struct code *code;
    int local;
    bool *seen; /* by bci */
    uint32_t *targets;
    VEC(uint32_t) work;
};

/* Of what [local] holds in front of [bci]. */
struct local_reads local_reads_begin(struct arena *arena, const struct code *code, int local,
                                     uint32_t bci);
/* The bci of one more; -1: there is none. */
int64_t local_reads_next(struct local_reads *reads);

/* What inserted code writes: "writes the local 'k', which is read after it at line 9"; NULL when
 * none is. */
const char *find_local_influence(struct arena *arena, const struct code *code,
                                 const struct code_region *region);

#endif
