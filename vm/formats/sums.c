/* SUMS: amounts beside the numbers of keys. */
#include "formats/sums.h"

#include "formats/stack.h"

void sums_init(struct sums *sums, size_t width) {
    *sums = (struct sums){.width = width};
    indexes_init(&sums->keys);
}

void sums_release(struct sums *sums) {
    indexes_release(&sums->keys);
    vec_release(&sums->amounts);
}

void sums_add(struct sums *sums, const void *key, size_t size, size_t which, int64_t amount) {
    uint32_t index = indexes_of(&sums->keys, key, size);
    if (index == sums->amounts.count / sums->width)
        for (size_t i = 0; i < sums->width; i++) vec_push(&sums->amounts, 0);
    int64_t *sum = &sums->amounts.items[index * sums->width + which];
    *sum = add_amounts(*sum, amount);
}

const int64_t *sums_of(const struct sums *sums, uint32_t index) {
    return &sums->amounts.items[index * sums->width];
}
