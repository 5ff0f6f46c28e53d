/* Growable arrays. VEC(T) is zero-initialised by {0}; vec_push and vec_insert may move the items,
 * so a pointer to an item lives until the next of them. vec_release frees. arena_vec_push is for
 * vectors that live in an arena. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"

#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *items;                                                                                  \
        uint32_t count, capacity;                                                                  \
    }

#define vec_reserve_one(v)                                                                         \
    ((v)->count == (v)->capacity                                                                   \
         ? (void)((v)->capacity = (v)->capacity ? (v)->capacity * 2 : 8,                           \
                  (v)->items = memory_resize((v)->items, (v)->capacity * sizeof *(v)->items))      \
         : (void)0)

#define vec_push(v, ...) (vec_reserve_one(v), (v)->items[(v)->count++] = (__VA_ARGS__))
#define vec_pop(v)       ((v)->items[--(v)->count])
#define vec_last(v)      ((v)->items[(v)->count - 1])
#define vec_clear(v)     ((void)((v)->count = 0))

#define vec_insert(v, index, ...)                                                                  \
    (vec_reserve_one(v),                                                                           \
     memmove((v)->items + (index) + 1, (v)->items + (index),                                       \
             ((v)->count - (index)) * sizeof *(v)->items),                                         \
     (v)->count++, (v)->items[index] = (__VA_ARGS__))

/* Keeps the order of the rest. */
#define vec_remove(v, index)                                                                       \
    ((v)->count--, memmove((v)->items + (index), (v)->items + (index) + 1,                         \
                           ((v)->count - (index)) * sizeof *(v)->items))

#define vec_release(v) (memory_free((v)->items), (v)->items = NULL, (v)->count = (v)->capacity = 0)

#define arena_vec_push(arena, v, ...)                                                              \
    ((v)->count == (v)->capacity                                                                   \
         ? arena_vec_grow((arena), (void **)&(v)->items, &(v)->capacity, sizeof *(v)->items)       \
         : (void)0,                                                                                \
     (v)->items[(v)->count++] = (__VA_ARGS__))

#define vec_each(type, item, v)                                                                    \
    for (__typeof__(type) *item = (v)->items, *item##_end = (v)->items + (v)->count;               \
         item < item##_end; item++)

static inline void arena_vec_grow(struct arena *arena, void **items, uint32_t *capacity,
                                  size_t size) {
    uint32_t larger = *capacity ? *capacity * 2 : 4;
    void *copy = arena_allocate(arena, larger * size);
    if (*capacity) memcpy(copy, *items, *capacity * size);
    *items = copy;
    *capacity = larger;
}

#endif
