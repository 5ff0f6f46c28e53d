/* Names that are compared by pointer. Interned text lives until the process ends. Any thread may
 * intern. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>

/* The one copy of this text. Equal texts give equal pointers. */
const char *intern(const char *text);
const char *intern_bytes(const char *bytes, size_t length);
const char *intern_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
