/* Regions: memory that is freed together. A compilation owns one arena, a loaded class another;
 * nothing in an arena is freed alone, and pointers into it stay valid until arena_release. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
    struct arena_chunk *chunk; /* newest first */
    char *top, *limit;
    size_t bytes;   /* handed out in all */
    bool is_shared; /* several threads allocate: one at a time */
};

void arena_init(struct arena *arena);
void arena_release(struct arena *arena);

/* Zeroed, aligned for any type; never NULL. */
void *arena_allocate(struct arena *arena, size_t size);
char *arena_copy_text(struct arena *arena, const char *text, size_t length);
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(arena, type) ((type *)arena_allocate((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count)                                                            \
    ((type *)arena_allocate((arena), sizeof(type) * (size_t)(count)))

#endif
