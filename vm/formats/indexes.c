/* INDEXES: a hash table from bytes to numbers, in the order in which they came. */
#include "formats/indexes.h"

#include <stdalign.h>
#include <string.h>
#include <uthash.h>

struct index_entry {
    uint32_t index;
    UT_hash_handle hh;
    alignas(max_align_t) char bytes[];
};

void indexes_init(struct indexes *indexes) {
    *indexes = (struct indexes){0};
    arena_init(&indexes->arena);
}

void indexes_release(struct indexes *indexes) {
    HASH_CLEAR(hh, indexes->entries);
    arena_release(&indexes->arena);
}

uint32_t indexes_find(const struct indexes *indexes, const void *bytes, size_t size) {
    struct index_entry *entry;
    HASH_FIND(hh, indexes->entries, bytes, size, entry);
    return entry ? entry->index : NO_INDEX;
}

uint32_t indexes_of(struct indexes *indexes, const void *bytes, size_t size) {
    uint32_t known = indexes_find(indexes, bytes, size);
    if (known != NO_INDEX) return known;
    struct index_entry *entry = arena_allocate(&indexes->arena, sizeof *entry + size + 1);
    entry->index = indexes->count++;
    memcpy(entry->bytes, bytes, size);
    HASH_ADD_KEYPTR(hh, indexes->entries, entry->bytes, size, entry);
    return entry->index;
}

uint32_t indexes_of_text(struct indexes *indexes, const char *text) {
    return indexes_of(indexes, text, strlen(text));
}

const struct index_entry *indexes_next(const struct indexes *indexes,
                                       const struct index_entry *entry) {
    return entry ? entry->hh.next : indexes->entries;
}

const void *index_bytes(const struct index_entry *entry) { return entry->bytes; }
