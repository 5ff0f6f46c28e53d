/* Base64 (RFC 4648, section 4): how class files come in questions. */
#ifndef ADAPTERS_BASE64_H
#define ADAPTERS_BASE64_H

#include <stdbool.h>

#include "base/strbuf.h"

/* False where [text] is no Base64. */
bool base64_read(struct strbuf *bytes, const char *text);

#endif
