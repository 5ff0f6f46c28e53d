/* What `deoptimizations` expects: how many deoptimisations fire. */
#ifndef ASSERTIONS_A_DEOPTIMIZATIONS_H
#define ASSERTIONS_A_DEOPTIMIZATIONS_H

#include "assertions/expectation.h"

struct deoptimizations_expectation {
    struct expectation base;
    struct bound count;
    const char *because; /* counts only those for this reason (reasons.def); NULL: all */
};

#endif
