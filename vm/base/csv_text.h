/* Text inside of CSV (RFC 4180). */
#ifndef BASE_CSV_TEXT_H
#define BASE_CSV_TEXT_H

#include "base/strbuf.h"

/* A cell: with quotes where it needs them. */
void csv_add_text(struct strbuf *out, const char *text);

#endif
