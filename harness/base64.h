/* Bytes in JSON (RFC 4648, section 4). */
#ifndef HARNESS_BASE64_H
#define HARNESS_BASE64_H

#include <stdint.h>

#include "base/arena.h"

const char *base64_text(struct arena *arena, const uint8_t *bytes, size_t size);

#endif
