/* UTF-8 as RFC 3629 has it: no overlong sequences, no surrogates. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a code point and moves past it; false when malformed: the cursor stays. */
bool utf8_next(const char **cursor, const char *end, uint32_t *value);

#endif
