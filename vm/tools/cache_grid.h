/* A program run again and again with other options, and what the events of each run say. */
#ifndef TOOLS_CACHE_GRID_H
#define TOOLS_CACHE_GRID_H

#include <stdio.h>

#include "base/diag.h"

/* Arguments as `cache=128k,1m heap=8m,32m -cp classes Main`: options of jitvm with values, each with each, then what every run has.
 * Prints a table; writes [page] as well, unless that is NULL. 0, 1 or COULD_NOT_WRITE with [diag], or 2: a mistake in the arguments.
 * What runs would say of their options ends the process before the first (program.h). */
int cache_grid_run(int argc, char **argv, const char *page, void (*print_usage)(FILE *out),
                   struct diag *diag);

#endif
