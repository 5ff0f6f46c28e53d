/* How alike two profiles are. */
#ifndef FORMATS_COMPARE_H
#define FORMATS_COMPARE_H

#include "base/diag.h"
#include "profilers/table.h"

struct compared_profile {
    const char *name; /* of its file */
    struct profile_tables tables;
};

/* Prints, for each table, the overlap: the sum over all rows of the smaller of the two shares that they have in the main
 * amount; then the rows whose shares differ most. May fail, before it prints: they are of other profilers, or count by
 * other keys. */
bool profiles_compare(const struct compared_profile *first, const struct compared_profile *second,
                      FILE *out, struct diag *diag);
/* The same for the two tables of one profile, of which the one samples what the other counts. May fail. */
bool profile_compare_samples(const struct compared_profile *profile, FILE *out, struct diag *diag);

#endif
