/* STRBUF: text that grows. */
#include "base/strbuf.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

void strbuf_release(struct strbuf *buffer) {
    memory_free(buffer->bytes);
    *buffer = (struct strbuf)STRBUF_INIT;
}

void strbuf_clear(struct strbuf *buffer) {
    buffer->length = 0;
    if (buffer->bytes) buffer->bytes[0] = 0;
}

static void strbuf_reserve(struct strbuf *buffer, size_t more) {
    size_t needed = buffer->length + more + 1;
    if (needed <= buffer->capacity) return;
    size_t capacity = buffer->capacity ? buffer->capacity : 64;
    while (capacity < needed) capacity *= 2;
    buffer->bytes = memory_resize(buffer->bytes, capacity);
    buffer->capacity = capacity;
}

void strbuf_add(struct strbuf *buffer, const char *bytes, size_t length) {
    strbuf_reserve(buffer, length);
    memory_copy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = 0;
}

void strbuf_add_text(struct strbuf *buffer, const char *text) {
    strbuf_add(buffer, text, strlen(text));
}

void strbuf_add_char(struct strbuf *buffer, char c) { strbuf_add(buffer, &c, 1); }

void strbuf_addf_list(struct strbuf *buffer, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    strbuf_reserve(buffer, (size_t)length);
    vsnprintf(buffer->bytes + buffer->length, (size_t)length + 1, format, args);
    buffer->length += (size_t)length;
}

void strbuf_addf(struct strbuf *buffer, const char *format, ...) {
    va_list args;
    va_start(args, format);
    strbuf_addf_list(buffer, format, args);
    va_end(args);
}

const char *strbuf_text(const struct strbuf *buffer) { return buffer->bytes ? buffer->bytes : ""; }

char *strbuf_detach(struct strbuf *buffer) {
    char *text = buffer->bytes ? buffer->bytes : memory_duplicate("");
    *buffer = (struct strbuf)STRBUF_INIT;
    return text;
}
