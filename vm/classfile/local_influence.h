/* Of influence.c, for locals. Internal to this room. */
#ifndef CLASSFILE_LOCAL_INFLUENCE_H
#define CLASSFILE_LOCAL_INFLUENCE_H

#include "classfile/regions.h"

/* "writes the local 'k', which is read behind it at line 9"; NULL when none is. */
const char *find_local_influence(struct arena *arena, const struct code *code,
                                 const struct code_region *region);

#endif
