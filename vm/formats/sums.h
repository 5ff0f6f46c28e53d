/* Amounts by key: so many to each. */
#ifndef FORMATS_SUMS_H
#define FORMATS_SUMS_H

#include "base/vec.h"
#include "formats/indexes.h"

struct sums {
    struct indexes keys;
    size_t width;         /* amounts of a key */
    VEC(int64_t) amounts; /* [width] for each key, by its number */
};

void sums_init(struct sums *sums, size_t width);
void sums_release(struct sums *sums);
/* Adds to the amount [which] of the key. */
void sums_add(struct sums *sums, const void *key, size_t size, size_t which, int64_t amount);
/* Of the key with this number. */
const int64_t *sums_of(const struct sums *sums, uint32_t index);

#endif
