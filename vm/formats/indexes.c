/* INDEXES: a hash table from bytes to numbers, in the order in which they came. There are as many as a profile has frames, which
 * may be millions: a thing takes its own bytes and four to eleven more. */
#include "formats/indexes.h"

#include <stdbool.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { ALIGNMENT = sizeof(void *) };

void indexes_init(struct indexes *indexes) { *indexes = (struct indexes){0}; }

void indexes_release(struct indexes *indexes) {
    memory_free(indexes->bytes);
    memory_free(indexes->spans);
    memory_free(indexes->places);
}

/* What has no bytes takes room, too. */
static size_t aligned(size_t size) {
    return size ? (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1) : ALIGNMENT;
}

const void *index_bytes(const struct indexes *indexes, uint32_t index) {
    return indexes->bytes +
           (indexes->spans ? indexes->spans[index].begin : index * aligned(indexes->size));
}

static size_t size_of(const struct indexes *indexes, uint32_t index) {
    return indexes->spans ? indexes->spans[index].size : indexes->size;
}

static uint64_t hash_of(const char *bytes, size_t size) {
    uint64_t hash = hash_mix(0, size);
    for (size_t i = 0; i < size; i += sizeof hash) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        hash = hash_mix(hash ^ hash >> 32, word);
    }
    return hash ^ hash >> 32;
}

/* Only where there is room: one place in four at least is free. */
static uint32_t *place_of(const struct indexes *indexes, const void *bytes, size_t size) {
    uint32_t i = (uint32_t)hash_of(bytes, size) & (indexes->place_count - 1);
    for (; indexes->places[i]; i = (i + 1) & (indexes->place_count - 1)) {
        uint32_t index = indexes->places[i] - 1;
        if (size_of(indexes, index) == size && !memcmp(index_bytes(indexes, index), bytes, size))
            break;
    }
    return &indexes->places[i];
}

uint32_t indexes_find(const struct indexes *indexes, const void *bytes, size_t size) {
    return indexes->place_count ? *place_of(indexes, bytes, size) - 1 : NO_INDEX;
}

static void grow_places(struct indexes *indexes) {
    memory_free(indexes->places);
    indexes->place_count = indexes->place_count ? indexes->place_count * 2 : 64;
    indexes->places = memory_allocate(indexes->place_count * sizeof *indexes->places);
    for (uint32_t i = 0; i < indexes->count; i++)
        *place_of(indexes, index_bytes(indexes, i), size_of(indexes, i)) = i + 1;
}

/* A second size. */
static void add_spans(struct indexes *indexes) {
    size_t width = aligned(indexes->size);
    indexes->spans = memory_allocate(indexes->place_count * sizeof *indexes->spans);
    for (uint32_t i = 0; i < indexes->count; i++) {
        indexes->spans[i].begin = i * width;
        indexes->spans[i].size = indexes->size;
    }
}

static void append(struct indexes *indexes, const void *bytes, size_t size) {
    size_t width = aligned(size);
    while (indexes->used + width > indexes->capacity) {
        indexes->capacity = indexes->capacity ? indexes->capacity * 2 : 1024;
        indexes->bytes = memory_resize(indexes->bytes, indexes->capacity);
    }
    memcpy(indexes->bytes + indexes->used, bytes, size);
    if (indexes->spans) {
        indexes->spans[indexes->count].begin = indexes->used;
        indexes->spans[indexes->count].size = size;
    }
    indexes->used += width;
    indexes->count++;
}

uint32_t indexes_of(struct indexes *indexes, const void *bytes, size_t size) {
    if ((uint64_t)indexes->count * 4 >= (uint64_t)indexes->place_count * 3) {
        grow_places(indexes);
        if (indexes->spans)
            indexes->spans =
                memory_resize(indexes->spans, indexes->place_count * sizeof *indexes->spans);
    }
    if (!indexes->count) indexes->size = size;
    if (!indexes->spans && size != indexes->size) add_spans(indexes);
    uint32_t *place = place_of(indexes, bytes, size);
    if (*place) return *place - 1;
    append(indexes, bytes, size);
    return (*place = indexes->count) - 1;
}

uint32_t indexes_of_text(struct indexes *indexes, const char *text) {
    return indexes_of(indexes, text, strlen(text) + 1);
}
