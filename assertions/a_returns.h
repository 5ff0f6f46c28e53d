/* What `returns` expects: how executions end. */
#ifndef ASSERTIONS_A_RETURNS_H
#define ASSERTIONS_A_RETURNS_H

#include "assertions/expectation.h"

struct returns_expectation {
    struct expectation base;
    const struct outcome
        *outcome; /* of every execution, as the spec wrote it: numbers are INTEGER or
                                      REAL; NULL: as interpreted */
};

#endif
