/* The writers behind formats.def. */
#ifndef FORMATS_WRITERS_H
#define FORMATS_WRITERS_H

#include <stdio.h>

#include "profilers/table.h"

#define FORMAT(name, extension, needs, frames, meaning)                                            \
    void format_##name(const struct profile_tables *profile, FILE *out);
#include "formats/formats.def"
#undef FORMAT

/* What the column `needs` names. May fail: it is not installed. */
bool load_none(struct diag *diag);
bool load_zlib(struct diag *diag);

#endif
