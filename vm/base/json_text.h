/* Text inside of JSON. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include "base/strbuf.h"

/* With its quotes. Bytes that are no UTF-8, which JSON cannot have, are a backslash, a u and hexadecimal digits, as in XML. */
void json_add_text(struct strbuf *out, const char *text);

#endif
