/* Fixed-size sets of small numbers, in an arena. */
#ifndef BASE_BITSET_H
#define BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct bitset {
    uint64_t *words;
    uint32_t size; /* members are in [0, size) */
};

static inline struct bitset bitset_new(struct arena *arena, uint32_t size) {
    return (struct bitset){ARENA_ARRAY(arena, uint64_t, size / 64 + 1), size};
}
static inline bool bitset_has(const struct bitset *set, uint32_t member) {
    return set->words[member / 64] >> (member % 64) & 1;
}
static inline void bitset_add(struct bitset *set, uint32_t member) {
    set->words[member / 64] |= UINT64_C(1) << (member % 64);
}
static inline void bitset_remove(struct bitset *set, uint32_t member) {
    set->words[member / 64] &= ~(UINT64_C(1) << (member % 64));
}
static inline void bitset_remove_all(struct bitset *set, const struct bitset *others) {
    for (uint32_t w = 0; w <= set->size / 64; w++) set->words[w] &= ~others->words[w];
}
/* Of one size. Did [set] grow? */
static inline bool bitset_add_all(struct bitset *set, const struct bitset *others) {
    bool changed = false;
    for (uint32_t w = 0; w <= set->size / 64; w++) {
        uint64_t sum = set->words[w] | others->words[w];
        changed |= sum != set->words[w];
        set->words[w] = sum;
    }
    return changed;
}

#endif
