/* Cells: counters that many threads add to without knowing of each other. A cell is an index; each
 * thread has its own word for it, in chunks that never move, and adds to it plainly. What a cell
 * counted is the sum over the threads, those that have ended too, and may be read while they run.
 *
 * Chunks double in size, so that few pointers reach all cells: where a cell lies in its thread's
 * memory is two constants (cell_place), which generated code contains. The first chunk is beside
 * the pointers, and one constant: for what is counted most. */
#ifndef BASE_CELLS_H
#define BASE_CELLS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/saturate.h"
#include "base/vec.h"

enum { CELL_CHUNKS = 20, CELL_FIRST_CHUNK = 1024 };

/* One thread's. */
struct cells {
    int64_t *chunks[CELL_CHUNKS];   /* chunk n has CELL_FIRST_CHUNK << n words; NULL: none yet */
    int64_t near[CELL_FIRST_CHUNK]; /* chunk 0 */
};

/* What a thread counted that has ended. */
struct cell_value {
    uint32_t cell;
    int64_t value;
};

struct ended_cells {
    const char *name;
    uint64_t number;               /* that no other thread has */
    VEC(struct cell_value) values; /* but for those that are 0 */
};

struct cell_space {
    pthread_mutex_t mutex;
    uint32_t used, near_used;
    int chunk_count;
    VEC(struct cells *) threads;
    struct cells ended; /* what threads that have ended left */
    bool keeps_ended;   /* apart, too */
    VEC(struct ended_cells) kept;
};

void cell_space_init(struct cell_space *space);
/* All threads' words are freed. */
void cell_space_release(struct cell_space *space);

/* [count] cells in a row within one chunk, all 0; returns the first. Every thread has words for
 * them when this returns. */
uint32_t cells_make(struct cell_space *space, uint32_t count);
/* As many as were made until now. */
uint32_t cells_used(struct cell_space *space);
/* The same in the first chunk, while it has room. */
uint32_t cells_make_near(struct cell_space *space, uint32_t count);

/* A thread begins, and ends, to count. False when there is no memory for it. */
bool cells_attach(struct cell_space *space, struct cells *thread);
void cells_detach(struct cell_space *space, struct cells *thread);
/* The same where threads that have ended are kept apart. The name outlives the space; NULL: it is not kept. */
void cells_detach_named(struct cell_space *space, struct cells *thread, const char *name,
                        uint64_t number);

/* Where the cell's word lies. */
struct cell_place {
    int chunk;
    uint32_t index;
};

static inline struct cell_place cell_place(uint32_t cell) {
    int chunk = 31 - __builtin_clz(cell / CELL_FIRST_CHUNK + 1);
    return (struct cell_place){chunk, cell - CELL_FIRST_CHUNK * ((1U << chunk) - 1)};
}

static inline uint32_t cell_at(struct cell_place place) {
    return CELL_FIRST_CHUNK * ((1U << place.chunk) - 1) + place.index;
}

static inline int64_t *cell_word(const struct cells *thread, uint32_t cell) {
    struct cell_place place = cell_place(cell);
    return &thread->chunks[place.chunk][place.index];
}

/* By the thread itself. */
static inline void cell_word_add(int64_t *word, int64_t amount) {
    __atomic_store_n(word, saturated_sum(*word, amount), __ATOMIC_RELAXED);
}

static inline void cell_add(const struct cells *thread, uint32_t cell, int64_t amount) {
    cell_word_add(cell_word(thread, cell), amount);
}

static inline int64_t cell_read(const struct cells *thread, uint32_t cell) {
    return __atomic_load_n(cell_word(thread, cell), __ATOMIC_RELAXED);
}

/* By no thread. */
void cells_add(struct cell_space *space, uint32_t cell, int64_t amount);

/* Of [count] cells in a row: by the thread that was attached first, and by all threads. */
struct cell_sums {
    int64_t first, all;
};
void cells_read(struct cell_space *space, uint32_t cell, uint32_t count, struct cell_sums *out);
typedef void cells_tell(void *context, const struct cells *thread, const struct ended_cells *ended,
                        const int64_t *values);
/* Of the first [count] cells of all, by each thread: tells its cells while it is attached, what is kept of it when it has ended. */
void cells_each_thread(struct cell_space *space, uint32_t count, cells_tell *tell, void *context);
/* The same of those alone that are attached. Returns how many are kept that have ended. */
size_t cells_each_attached(struct cell_space *space, uint32_t count, cells_tell *tell,
                           void *context);
/* What is kept of the thread that ended after [before] others. Its values are those in [out]. */
struct ended_cells cells_read_ended(struct cell_space *space, size_t before, uint32_t count,
                                    int64_t *out);
/* Of the first [count] cells of all, by all threads. */
void cells_sum(struct cell_space *space, uint32_t count, int64_t *out);

#endif
