/* Numbers things from 0 by their bytes: strings, frames, edges of what is written. */
#ifndef FORMATS_INDEXES_H
#define FORMATS_INDEXES_H

#include <stddef.h>
#include <stdint.h>

enum { NO_INDEX = UINT32_MAX };

struct indexes {
    char *bytes; /* of all, one behind the other */
    size_t used, capacity;
    size_t size; /* of the first, and of all others unless there are spans */
    struct {
        size_t begin, size;
    } * spans;        /* by number; NULL: all have one size */
    uint32_t *places; /* of numbers, plus 1, by hash */
    uint32_t place_count, count;
};

void indexes_init(struct indexes *indexes);
void indexes_release(struct indexes *indexes);
/* The number of what has these bytes: the one it was given, or [count], which then grows. Padding counts. */
uint32_t indexes_of(struct indexes *indexes, const void *bytes, size_t size);
/* NO_INDEX: it has none yet. */
uint32_t indexes_find(const struct indexes *indexes, const void *bytes, size_t size);
uint32_t indexes_of_text(struct indexes *indexes, const char *text);
/* Of what has this number, aligned for pointers; they stay there until something else is numbered. */
const void *index_bytes(const struct indexes *indexes, uint32_t index);

#endif
