/* Files that are opened before it is known what they are to hold, and written long after. */
#ifndef BASE_OUTPUT_FILE_H
#define BASE_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/diag.h"

/* Makes the file, or leaves it as it is. NULL with [diag]. */
FILE *output_file_open(const char *path, struct diag *diag);
/* What it held before is dropped: whoever opens several files has opened all of them. */
void output_file_empty(FILE *file);
/* False with [diag]: what was written since errno was 0 is not all in the file, or the file is no more: it, or its directory, was
 * removed since it was opened. */
bool output_file_close(FILE *file, const char *path, struct diag *diag);

/* Before any file is opened: one that got the number of a standard stream that the process was started without would hold what is
 * meant for that stream. To read or to write such a stream fails as before. */
void output_file_spare_streams(void);

#endif
