/* Which phase took away what an expectation asks for, as far as the decisions tell. */
#ifndef HARNESS_BLAME_H
#define HARNESS_BLAME_H

#include "assertions/expectation.h"

/* "it held after phase escape (...), until phase lowering: ..."; NULL when the decisions do not
 * tell of one phase that did and another that undid it. */
const char *blame(const struct expectation *expectation, const struct observation *observation,
                  struct arena *arena);

#endif
