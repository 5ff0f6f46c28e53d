/* A counter, split by what counts. Compiled code adds to one of two cells, because atomic additions
 * are expensive: code that is generated while one Java thread runs adds to the first, which that
 * thread alone may go on running. All others add atomically. */
#ifndef BASE_COUNT_H
#define BASE_COUNT_H

#include <stdint.h>

struct count {
    int64_t alone, shared; /* compiled code of the main thread */
    int64_t on_stack;      /* likewise, when it was entered at a loop */
    int64_t interpreted;   /* the main thread's interpreter */
    int64_t elsewhere;     /* other threads, interpreted or compiled */
};

static inline int64_t count_read(const int64_t *cell) {
    return __atomic_load_n(cell, __ATOMIC_RELAXED);
}

/* May be called while others count. */
static inline int64_t count_value(const struct count *count) {
    return count_read(&count->alone) + count_read(&count->shared) + count_read(&count->on_stack) +
           count_read(&count->interpreted) + count_read(&count->elsewhere);
}

static inline void count_add_to(int64_t *cell, int64_t amount) {
    __atomic_add_fetch(cell, amount, __ATOMIC_RELAXED);
}

/* Where nobody asks who counts. */
static inline void count_add(struct count *count, int64_t amount) {
    count_add_to(&count->shared, amount);
}

#endif
