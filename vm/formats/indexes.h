/* Numbers things from 0 by their bytes: strings, frames, edges of what is written. */
#ifndef FORMATS_INDEXES_H
#define FORMATS_INDEXES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum { NO_INDEX = UINT32_MAX };

struct index_entry;

struct indexes {
    struct index_entry *entries;
    struct arena arena;
    uint32_t count;
};

void indexes_init(struct indexes *indexes);
void indexes_release(struct indexes *indexes);
/* The number of what has these bytes: the one it was given, or [count], which then grows. Padding counts. */
uint32_t indexes_of(struct indexes *indexes, const void *bytes, size_t size);
/* NO_INDEX: it has none yet. */
uint32_t indexes_find(const struct indexes *indexes, const void *bytes, size_t size);
uint32_t indexes_of_text(struct indexes *indexes, const char *text);
/* Goes through all in the order of their numbers; NULL: the first. The bytes live as long as the indexes. */
const struct index_entry *indexes_next(const struct indexes *indexes,
                                       const struct index_entry *entry);
const void *index_bytes(const struct index_entry *entry);

#endif
