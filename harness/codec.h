/* Bytes that cross a process boundary: one function per structure, for both directions, so that
 * writer and reader cannot disagree. Reading trusts nothing: what is too short, too long or not
 * text sets [failed], and zeros are read from then on. Text and arrays that are read live in the
 * arena. */
#ifndef HARNESS_CODEC_H
#define HARNESS_CODEC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"

struct codec {
    struct strbuf *out; /* writing when not NULL */
    const char *cursor, *end;
    struct arena *arena;
    bool failed;
};

struct codec codec_writer(struct strbuf *out);
struct codec codec_reader(struct arena *arena, const char *bytes, size_t length);

void codec_bytes(struct codec *codec, void *value, size_t size);
void codec_text(struct codec *codec, const char **text); /* NULL stays NULL */
/* A count of items of [size] bytes each; what follows must be at least one byte per item. */
void codec_count(struct codec *codec, uint32_t *count);
/* [count] plain values without pointers. */
void codec_array(struct codec *codec, const void **items, uint32_t count, size_t size);
/* Room for [count] items of [size] when reading, which must each be at least a byte long; keeps
 * them when writing. */
void codec_room(struct codec *codec, const void **items, uint32_t count, size_t size);

/* All of the bytes; false when the file takes no more. */
bool file_write_all(int file, const char *bytes, size_t length);
/* Adds all that a file holds, from its start. */
void file_read_back(int file, struct strbuf *out);

#define codec_value(codec, lvalue) codec_bytes((codec), &(lvalue), sizeof(lvalue))
#define codec_plain_array(codec, pointer, count)                                                   \
    codec_array((codec), (const void **)&(pointer), (count), sizeof *(pointer))
#define codec_items(codec, pointer, count)                                                         \
    codec_room((codec), (const void **)&(pointer), (count), sizeof *(pointer))

#endif
