/* A file that grows by what is added to it and has all of that whatever becomes of the process, killed ones included: it is written
 * through a mapping, which the system keeps. A process that ends before it closes the file leaves null bytes behind the last one that
 * was added. What is no regular file is written at once. Not for several threads at a time. */
#ifndef BASE_KEPT_FILE_H
#define BASE_KEPT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

struct kept_file {
    const char *path; /* borrowed */
    int descriptor;   /* -1: closed */
    char *window;     /* the part that is mapped; NULL: it is not */
    int64_t start;    /* of the window, in the file */
    size_t used;      /* of the window */
    bool is_mapped;   /* the file is regular, and may be read */
};

/* Makes the file, or empties it. False with [diag]. */
bool kept_file_open(struct kept_file *file, const char *path, struct diag *diag);
/* The first failure is told; what is added after it is lost. */
bool kept_file_add(struct kept_file *file, const char *bytes, size_t length, struct diag *diag);
bool kept_file_close(struct kept_file *file, struct diag *diag);

#endif
