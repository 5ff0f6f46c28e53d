/* A counter, split by what counts: a cell (base/cells.h) for each way. */
#ifndef BASE_COUNT_H
#define BASE_COUNT_H

#include "base/cells.h"

enum count_way {
    COUNT_COMPILED,
    COUNT_ON_STACK, /* compiled code that was entered at a loop */
    COUNT_INTERPRETED,
    COUNT_WAYS
};

struct count {
    struct cell_space *space;
    uint32_t cell; /* of COUNT_COMPILED; the other ways' follow */
};

static inline struct count count_make(struct cell_space *space) {
    return (struct count){space, cells_make(space, COUNT_WAYS)};
}

/* Of what only this way counts, and that often: a cell near its thread. */
static inline struct count count_make_near(struct cell_space *space, enum count_way way) {
    return (struct count){space, cells_make_near(space, 1) - way};
}

static inline void count_add(const struct cells *thread, const struct count *count,
                             enum count_way way, int64_t amount) {
    cell_add(thread, count->cell + way, amount);
}

/* By the thread that was attached first, and by the others, ended ones too. May be read while they
 * count. */
struct count_split {
    int64_t compiled, on_stack, interpreted;
    int64_t elsewhere; /* others, in any way */
};

static inline struct count_split count_split(const struct count *count) {
    struct cell_sums sums[COUNT_WAYS];
    struct count_split split = {0};
    cells_read(count->space, count->cell, COUNT_WAYS, sums);
    split.compiled = sums[COUNT_COMPILED].first;
    split.on_stack = sums[COUNT_ON_STACK].first;
    split.interpreted = sums[COUNT_INTERPRETED].first;
    for (int way = 0; way < COUNT_WAYS; way++) split.elsewhere += sums[way].all - sums[way].first;
    return split;
}

static inline int64_t count_value(const struct count *count) {
    struct count_split split = count_split(count);
    return split.compiled + split.on_stack + split.interpreted + split.elsewhere;
}

#endif
