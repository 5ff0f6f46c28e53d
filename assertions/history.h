/* The last phase after which what an expectation asks for still held, by what the compiler believed
 * after each (observation.steps). */
#ifndef ASSERTIONS_HISTORY_H
#define ASSERTIONS_HISTORY_H

#include "assertions/expectation.h"

/* A number that the compiler has a belief about after each step, and what is expected of it. */
struct property {
    const struct observation *observation;
    struct bound bound;
    const char *counter; /* unless is_of_site */
    bool is_of_site;
    uint32_t site;       /* index into observation.sites */
    bool is_per_reached; /* else per call */
};

/* "Sometimes" is more than never, and less than always. */
#define LEAST_SHARE 1e-6

/* False when nothing is expected. */
bool property_of_counter(struct property *property, const struct observation *observation,
                         const char *counter, struct bound bound);
/* Takes the bound, when it is given. Does the last belief violate it? */
bool property_take(struct property *property, struct bound bound, bool is_per_reached);

/* "it held after phase escape (0.8 predicted per call), and no longer after phase gvn 2 (1)": of an
 * expectation that failed. [relies_on]: the phases and rules that should have made it hold; NULL
 * when they are not known. NULL when beliefs say nothing about what is expected. Pure; memory is in
 * [arena]. */
const char *expectation_history(const struct expectation *expectation,
                                const struct observation *observation, const char *relies_on,
                                struct arena *arena);

#endif
