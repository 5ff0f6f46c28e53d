/* Hashes of several parts, one after the other, by multiplication (Knuth, 6.4): the high bits are the well mixed ones. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

static inline uint64_t hash_mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
}

static inline uint64_t hash_mix_pointer(uint64_t hash, const void *pointer) {
    return hash_mix(hash, (uint64_t)(uintptr_t)pointer);
}

#endif
