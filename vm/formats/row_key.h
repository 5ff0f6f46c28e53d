/* What tells the rows of a table apart, as bytes. */
#ifndef FORMATS_ROW_KEY_H
#define FORMATS_ROW_KEY_H

#include "base/strbuf.h"
#include "formats/frames.h"

/* Replaces what was in [key]. Equal for rows of several tables by the same keys where these are equal, and their places are
 * one in [frames]. */
void row_key_bytes(struct strbuf *key, struct frames *frames, const struct profile_table *table,
                   size_t row);

#endif
