/* Text inside of JSON. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include "base/strbuf.h"

/* With its quotes. */
void json_add_text(struct strbuf *out, const char *text);

#endif
