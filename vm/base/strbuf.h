/* Text that grows. Always NUL-terminated once something was added; strbuf_text() never returns
 * NULL. */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct strbuf {
    char *bytes;
    size_t length, capacity;
};

#define STRBUF_INIT                                                                                \
    { 0 }

void strbuf_release(struct strbuf *buffer);
void strbuf_clear(struct strbuf *buffer);
void strbuf_add(struct strbuf *buffer, const char *bytes, size_t length);
void strbuf_add_text(struct strbuf *buffer, const char *text);
void strbuf_add_char(struct strbuf *buffer, char c);
void strbuf_addf(struct strbuf *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_addf_list(struct strbuf *buffer, const char *format, va_list args);
const char *strbuf_text(const struct strbuf *buffer);
/* Hands the text to the caller, who frees it with memory_free; the buffer is empty afterwards. */
char *strbuf_detach(struct strbuf *buffer);

#endif
