/* The order of many contexts: by the method, how deep they are, and the calls. There are as many as a program has, and walking up
 * to where two differ takes time by their depth: their callers are ranked first, and contexts compared by their callers' ranks. */
#ifndef TALLY_CONTEXT_RANKS_H
#define TALLY_CONTEXT_RANKS_H

#include <stddef.h>
#include <stdint.h>

struct context;

/* Of each of [contexts], in their order: 0 of NULL, which is the first. Equal contexts have equal ranks. To be freed. */
uint32_t *context_ranks(const struct context *const *contexts, uint32_t count);

#endif
