/* What `evictions`, `recompilations`, `occupancy` and `working_set` expect of the code cache. */
#ifndef ASSERTIONS_A_CACHE_H
#define ASSERTIONS_A_CACHE_H

#include "assertions/expectation.h"

struct cache_expectation {
    struct expectation base;
    struct bound bound;
    struct bound bytes; /* of the working set */
};

#endif
