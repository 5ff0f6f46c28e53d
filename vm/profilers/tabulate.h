/* From the rows that a profiler's rules counted to its table. */
#ifndef PROFILERS_TABULATE_H
#define PROFILERS_TABULATE_H

#include "profilers/profiler.h"

enum { PROFILING_TABLES = 2 }; /* of a profiler, at most */

/* The rows live as long as the arena; each has the keys that the table is by. Returns how many tables they are. */
size_t profiling_tabulate(const struct profiling *profiling, const struct vm_row *const *rows,
                          size_t count, struct profile_table *tables);

#endif
