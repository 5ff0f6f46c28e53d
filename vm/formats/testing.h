/* Profiles made by hand for tests: every kind of column, inlined frames, names that are hard to write, nothing at all. */
#ifndef FORMATS_TESTING_H
#define FORMATS_TESTING_H

#include "profilers/table.h"

/* Tables: allocations (paths with inlined frames, kinds, classes, two values), calls (sites, a share and a list), switches (no
 * place, numbers), ages (a number and two values), waits (times), hostile (names that are hard to write, amounts that are hard
 * to add), nothing (no rows). */
extern const struct profile_tables hand_made;
/* The one table of it. */
struct profile_tables hand_made_alone(const char *name);

#endif
