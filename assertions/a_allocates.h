/* What `allocates` expects: how much a whole execution allocates. */
#ifndef ASSERTIONS_A_ALLOCATES_H
#define ASSERTIONS_A_ALLOCATES_H

#include "assertions/expectation.h"

struct allocates_expectation {
    struct expectation base;
    struct bound bytes, objects; /* per execution */
};

#endif
