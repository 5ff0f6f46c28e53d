/* DIE: the end of the process when an invariant of ours is broken. */
#include "base/die.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *die_context;

void die_set_context(const char *context) { die_context = context; }

void die_bug(const char *file, int line, const char *function, const char *format, ...) {
    fprintf(stderr, "BUG: %s:%d: %s: ", file, line, function);
    if (die_context) fprintf(stderr, "%s: ", die_context);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    fflush(NULL);
    abort();
}
