/* Whole files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/diag.h"
#include "base/strbuf.h"

/* Appends what the file holds. False with an error of [place]: it cannot be read, or is not a file:
 * a device may have no end, a pipe no writer. */
bool file_read(const char *path, struct strbuf *out, struct place place, struct diag *diag);
/* The same of a file or a pipe with a writer, such as the shell makes for a command's arguments. */
bool file_read_stream(const char *path, struct strbuf *out, struct place place, struct diag *diag);

#endif
