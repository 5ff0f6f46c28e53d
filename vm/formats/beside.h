/* Two profiles of one program as one: what both counted, side by side. */
#ifndef FORMATS_BESIDE_H
#define FORMATS_BESIDE_H

#include "base/arena.h"
#include "profilers/table.h"

/* Tables of the same profilers by the same keys, both read from JSON. Each of [own] has, in front of every column that is no key,
 * the column of [other], whose name begins with [word]; rows that one of them lacks have nothing there. Its rows come first, as
 * they are shown; then those of the other alone. All is in the arena, or in the two. */
struct profile_tables profiles_beside(struct arena *arena, const struct profile_tables *own,
                                      const struct profile_tables *other, const char *word);

#endif
