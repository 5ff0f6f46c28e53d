/* How calls ended, as plain data, and where two runs of the same calls differ. */
#ifndef HARNESS_OUTCOME_H
#define HARNESS_OUTCOME_H

#include "assertions/observation.h"
#include "base/arena.h"

struct outcomes {
    struct outcome *items;
    uint32_t count, capacity;
};

/* Bit for bit, but all NaNs are equal. */
bool outcome_equal(const struct outcome *a, const struct outcome *b);
const char *outcome_text(const struct outcome *outcome, struct arena *arena);

#endif
