/* From the rows that a profiler's rules counted to its table. */
#ifndef PROFILERS_TABULATE_H
#define PROFILERS_TABULATE_H

#include "profilers/profiler.h"

enum { PROFILING_TABLES = 2 }; /* of a profiler, at most */

struct tabulation;

/* In the arena of [profiling]. */
struct tabulation *tabulation_new(const struct profiling *profiling);
/* A row, which has the keys that the table is by; it is borrowed. */
void tabulation_add(struct tabulation *tabulation, const struct vm_row *row);
/* Returns how many tables they are. */
size_t tabulation_end(struct tabulation *tabulation, struct profile_table *tables);

#endif
