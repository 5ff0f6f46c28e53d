/* Encodings of text: modified UTF-8 as class files have it, and numbers as Java prints them. */
#ifndef FRONTEND_TEXT_H
#define FRONTEND_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"

/* Adds a code point or a surrogate; above 0xffff as a pair of surrogates (JVMS 4.4.7). Surrogates
 * need no joining: modified UTF-8 writes each on its own. */
void modified_utf8_add(struct strbuf *out, uint32_t value);
/* Reads one UTF-16 unit; 0xffffffff at the end. The text must be well formed. */
uint32_t modified_utf8_next(const char **cursor);
/* String.hashCode of the text. */
int32_t modified_utf8_hash(const char *text);

/* Float.toString and Double.toString: the shortest decimal that reads back the same. */
void java_add_float(struct strbuf *out, float value);
void java_add_double(struct strbuf *out, double value);

#endif
