/* Reading what the format json has written. */
#ifndef FORMATS_JSON_H
#define FORMATS_JSON_H

#include "base/arena.h"
#include "base/diag.h"
#include "profilers/table.h"

#define JSON_FORMAT "jittest-profile"
enum { JSON_VERSION = 1 };

/* May fail: it is cut off, of another program or another version, or its totals are not those of its rows. All of [out] is
 * in the arena. Tables have no top. */
bool profile_of_json(struct arena *arena, const char *file, const char *bytes, size_t size,
                     struct profile_tables *out, struct diag *diag);

#endif
