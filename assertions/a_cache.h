/* What `evictions`, `recompilations` and `occupancy` expect of the code cache. */
#ifndef ASSERTIONS_A_CACHE_H
#define ASSERTIONS_A_CACHE_H

#include "assertions/expectation.h"

struct cache_expectation {
    struct expectation base;
    struct bound bound;
};

#endif
