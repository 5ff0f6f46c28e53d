/* ARENA: bump allocation in chunks that double up to a megabyte. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/mutex.h"

struct arena_chunk {
    struct arena_chunk *next;
    size_t size;
    alignas(max_align_t) char bytes[];
};

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20 };

void arena_init(struct arena *arena) { *arena = (struct arena){0}; }

void arena_release(struct arena *arena) {
    while (arena->chunk) {
        struct arena_chunk *next = arena->chunk->next;
        memory_free(arena->chunk);
        arena->chunk = next;
    }
    arena_init(arena);
}

static void arena_grow(struct arena *arena, size_t needed) {
    size_t size = arena->chunk ? arena->chunk->size * 2 : FIRST_CHUNK;
    if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
    if (size < needed) size = needed;
    struct arena_chunk *chunk = memory_allocate(sizeof *chunk + size);
    chunk->size = size;
    chunk->next = arena->chunk;
    arena->chunk = chunk;
    arena->top = chunk->bytes;
    arena->limit = chunk->bytes + size;
}

static void *take(struct arena *arena, size_t size) {
    size = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    if ((size_t)(arena->limit - arena->top) < size) arena_grow(arena, size);
    void *block = arena->top;
    arena->top += size;
    arena->bytes += size;
    return block;
}

void *arena_allocate(struct arena *arena, size_t size) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (!arena->is_shared) return take(arena, size);
    bool is_locked = mutex_enter(&lock);
    void *block = take(arena, size);
    mutex_leave(&lock, is_locked);
    return block;
}

char *arena_copy_text(struct arena *arena, const char *text, size_t length) {
    char *copy = arena_allocate(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_format(struct arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = arena_allocate(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, args);
    va_end(args);
    return text;
}
