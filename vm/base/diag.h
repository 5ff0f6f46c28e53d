/* For the user's mistakes. The first error is kept: later ones are dropped, unless all are asked
 * for, so that callers check once at the end. A message is lower case, without a full stop, and
 * says first what failed: "cannot open 'a.yaml'". */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct place {
    const char *file; /* borrowed; NULL when there is no file */
    int line, column; /* from 1; 0 when not known */
};

struct diag {
    bool is_set;
    struct place place;
    char file[256];
    char message[1024]; /* longer messages are cut */
    struct diags *all;  /* receives every error; NULL: only the first is kept */
};

/* Errors in the order of their lines, none twice. {.arena = ...} is empty. */
struct diags {
    struct arena *arena;
    const struct diag **items;
    uint32_t count, capacity;
};

/* Keeps a copy of [error], unless the same is said of the same place already. Errors of other files
 * stay in the order in which they come. */
void diags_add(struct diags *all, const struct diag *error);

#define DIAG_INIT                                                                                  \
    { 0 }

/* Records the error unless one is there already. Always returns false, for `return
 * diag_error(...)`. */
bool diag_error(struct diag *diag, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "file:line:column: message" into [out]; parts that are not known are left out. Returns out. */
const char *diag_format(const struct diag *diag, char *out, size_t size);

/* The candidate nearest to [word] by edit distance, or NULL when none is near: for "did you mean".
 */
const char *diag_nearest(const char *word, const char *const *candidates, size_t count);

#endif
