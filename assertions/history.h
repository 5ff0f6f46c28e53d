/* The last phase after which what an expectation asks for still held, by what the compiler believed
 * after each (observation.steps). */
#ifndef ASSERTIONS_HISTORY_H
#define ASSERTIONS_HISTORY_H

#include "assertions/expectation.h"

/* "it held after phase escape (0.8 predicted per call), and no longer after phase gvn 2 (1)": of an
 * expectation that failed. [relies_on]: the phases and rules that should have made it hold; NULL
 * when they are not known. NULL when beliefs tell nothing of what is expected. Pure; memory is in
 * [arena]. */
const char *expectation_history(const struct expectation *expectation,
                                const struct observation *observation, const char *relies_on,
                                struct arena *arena);

#endif
