/* What compiled code counts: two cells, since adding atomically to one is dear. Code that is
 * generated while one Java thread runs adds to the first; that thread alone may go on running it.
 * All others add to the second. */
#ifndef BASE_COUNT_H
#define BASE_COUNT_H

#include <stdint.h>

struct count {
    int64_t alone, shared;
};

/* May be called while others count. */
static inline int64_t count_value(const struct count *count) {
    return __atomic_load_n(&count->alone, __ATOMIC_RELAXED) +
           __atomic_load_n(&count->shared, __ATOMIC_RELAXED);
}

static inline void count_add(struct count *count, int64_t amount) {
    __atomic_add_fetch(&count->shared, amount, __ATOMIC_RELAXED);
}

#endif
