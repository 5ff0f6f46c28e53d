/* Partial escape analysis (Stadler, Wuerthinger, Moessenboeck, CGO 2014; research 1): what opt/escape.c stands on.
 * Objects are virtual until they escape; effects are collected while walking and applied afterwards. */
#ifndef ESCAPE_ESCAPE_H
#define ESCAPE_ESCAPE_H

#include "ir/compilation.h"

/* One round over the graph. Returns whether anything changed (and another round may help). Needs cfg; leaves it stale. */
bool escape_run(struct graph *graph);

#endif
