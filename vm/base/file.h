/* Whole files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/diag.h"
#include "base/strbuf.h"

/* Appends what the file or pipe holds. False with an error of [place]: it cannot be read, is a
 * directory, or a device, which may have no end. */
bool file_read(const char *path, struct strbuf *out, struct place place, struct diag *diag);

#endif
