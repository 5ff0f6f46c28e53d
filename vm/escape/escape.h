/* Partial escape analysis (Stadler, Wuerthinger, Moessenboeck, CGO 2014): the analysis under
 * opt/escape.c. Objects are virtual until they escape; effects are collected while walking and
 * applied afterwards.
 *
 * A materialisation is a clone of the allocation (so that inserted code follows it), stores of what
 * is not default, and clones of the lock operations; the original allocation is eliminated. The
 * clone's frame state is one from which the program can be repeated. Where there is none, because
 * something visible happened since the last one, the clone has no frame state: when memory is
 * exhausted there, OutOfMemoryError leaves the method. Where it would pass a lock or a handler, the
 * object is real before that happens. */
#ifndef ESCAPE_ESCAPE_H
#define ESCAPE_ESCAPE_H

#include "ir/compilation.h"

/* What became of allocations and locks over several rounds: a materialisation that a later round
 * moves on is forgotten. */
struct escape_log;
struct escape_log *escape_log_new(struct graph *graph);
/* Reports every decision that stands, once. Needs cfg. */
void escape_log_report(struct escape_log *log);

/* One round over the graph. Returns whether anything changed (and another round may help). Needs
 * cfg; leaves it stale. */
bool escape_run(struct graph *graph, struct escape_log *log);

#endif
