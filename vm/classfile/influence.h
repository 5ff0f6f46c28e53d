/* What inserted code writes and the program reads: it would change what the program does. Found in
 * the bytecode of the target's classes, as far as it shows there: locals, fields and arrays that
 * are reached through them, in inserted code and in the target's methods that it calls. The
 * program's code is what the target's first method reaches, and what a class library may call back.
 * Fields of objects that inserted code has allocated itself are its own.
 *
 * And the other way: what inserted code reads that is anchored to an allocation, while the object
 * is constructed, or the array filled, between there and where the inserted code stands. */
#ifndef CLASSFILE_INFLUENCE_H
#define CLASSFILE_INFLUENCE_H

#include "classfile/regions.h"

struct influence_method {
    const struct classfile *file;
    const struct member_info *info;
};

struct influence {
    struct influence_method in; /* whose inserted code it is */
    const struct code_region *region;
    const char *text; /* "writes T.count, which T.f reads at line 9" */
    const char *cure; /* what to write instead */
};

/* At most one per region, in [arena]; returns how many. [files]: the target's classes; [root] is
 * called from outside. */
size_t find_influences(struct arena *arena, const struct classfile *const *files, size_t count,
                       const struct influence_method *root, const struct influence **influences);

#endif
