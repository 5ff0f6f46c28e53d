/* Values in the machine's own layout: both ends are one program. */
#include "harness/codec.h"

#include <string.h>
#include <unistd.h>

struct codec codec_writer(struct strbuf *out) {
    return (struct codec){.out = out};
}

struct codec codec_reader(struct arena *arena, const char *bytes, size_t length) {
    return (struct codec){.arena = arena, .cursor = bytes, .end = bytes + length};
}

static bool can_read(struct codec *codec, uint64_t size) {
    if (!codec->failed && size <= (uint64_t)(codec->end - codec->cursor)) return true;
    codec->failed = true;
    return false;
}

void codec_bytes(struct codec *codec, void *value, size_t size) {
    if (codec->out) {
        strbuf_add(codec->out, value, size);
    } else if (can_read(codec, size)) {
        memcpy(value, codec->cursor, size);
        codec->cursor += size;
    } else {
        memset(value, 0, size);
    }
}

void codec_text(struct codec *codec, const char **text) {
    uint32_t length = codec->out && *text ? (uint32_t)strlen(*text) : UINT32_MAX;
    codec_value(codec, length);
    if (codec->out) {
        if (*text) strbuf_add(codec->out, *text, length);
        return;
    }
    *text = NULL;
    if (codec->failed || length == UINT32_MAX || !can_read(codec, length)) return;
    *text = arena_copy_text(codec->arena, codec->cursor, length);
    codec->cursor += length;
}

void codec_count(struct codec *codec, uint32_t *count) {
    codec_value(codec, *count);
    if (!codec->out && !can_read(codec, *count)) *count = 0;
}

void codec_array(struct codec *codec, const void **items, uint32_t count, size_t size) {
    uint64_t bytes = (uint64_t)count * size;
    if (codec->out) {
        if (bytes) strbuf_add(codec->out, *items, bytes);
        return;
    }
    *items = NULL;
    if (!bytes || !can_read(codec, bytes)) return;
    void *copy = arena_allocate(codec->arena, bytes);
    memcpy(copy, codec->cursor, bytes);
    codec->cursor += bytes;
    *items = copy;
}

void codec_room(struct codec *codec, const void **items, uint32_t count, size_t size) {
    if (codec->out) return;
    *items =
        count && can_read(codec, count) ? arena_allocate(codec->arena, (size_t)count * size) : NULL;
    if (count && !*items) codec->failed = true;
}

bool file_write_all(int file, const char *bytes, size_t length) {
    while (length) {
        ssize_t written = write(file, bytes, length);
        if (written <= 0) return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

void file_read_back(int file, struct strbuf *out) {
    char block[65536];
    ssize_t got;
    lseek(file, 0, SEEK_SET);
    while ((got = read(file, block, sizeof block)) > 0) strbuf_add(out, block, (size_t)got);
}
