/* What `compilations` expects: how often and when a method is compiled. */
#ifndef ASSERTIONS_A_COMPILATIONS_H
#define ASSERTIONS_A_COMPILATIONS_H

#include "assertions/expectation.h"

struct compilations_expectation {
    struct expectation base;
    const char *in_method; /* NULL: the target */
    struct bound count;
    const char *is;      /* "compiled" or "bailed out": how the last one ended; NULL: not given */
    const char *because; /* reason's name (reasons.def) of a bailout; NULL: not given */
    int64_t by_call;     /* the call that finds it compiled at the latest; -1: not given */
};

#endif
