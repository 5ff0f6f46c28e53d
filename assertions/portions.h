/* Portions: how what was counted divides among keys, such as the classes of receivers. Each share is judged for itself, as the
 * part of all that was counted. */
#ifndef ASSERTIONS_PORTIONS_H
#define ASSERTIONS_PORTIONS_H

#include "assertions/check.h"

struct portion_count {
    const char *key;
    int64_t hits;
};

/* Memory is in an arena. */
struct portion_counts {
    VEC(struct portion_count) each;
    int64_t sum, executions;
    int32_t *per_execution; /* of the sum */
};

struct portion_counts portion_counts_begin(const struct observation *observation,
                                           struct arena *arena);
/* Adds to those of the key, which were counted so often [per_execution] (NULL: never). */
void portion_counts_add(struct portion_counts *counts, const char *key,
                        const int32_t *per_execution, struct arena *arena);
/* "of 100: Square 80, Circle 20", the most first. */
const char *portion_counts_text(const struct portion_counts *counts, struct arena *arena);

/* Adds a part for each share that is expected. [what]: "share in receivers"; [counts] has a sum above 0. */
void answer_add_portions(struct answer *answer, const char *what, const struct portions *expected,
                         const struct portion_counts *counts);

#endif
