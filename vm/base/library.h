/* Shared libraries that are loaded when they are first needed: linked in the usual way, their
 * relocations would be a part of every start, also of programs that never use them. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stddef.h>

#include "base/diag.h"

struct library_function {
    const char *name;
    void **pointer; /* filled in by loading */
};

struct library {
    const char *purpose; /* what an error begins with */
    const char *file;    /* "libzip.so.4" */
    const struct library_function *functions;
    size_t count;
    bool is_loaded;
};

/* Loads once, also when several threads ask. May fail: the library is not installed, or another
 * version. */
bool library_load(struct library *library, struct diag *diag);

#endif
