/* What the code generator needs of the system. It ends the process where it lacks some of it, so it
 * is asked for before each compilation. */
#ifndef BACKEND_ENVIRONMENT_H
#define BACKEND_ENVIRONMENT_H

#include <stdbool.h>

#include "base/diag.h"

/* An assembler, room for temporary files, and files of some size. */
bool environment_suffices(struct diag *diag);

#endif
