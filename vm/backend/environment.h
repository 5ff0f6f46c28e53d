/* What the code generator needs from the system. It would end the process if some of it were
 * missing, so it is checked before each compilation. */
#ifndef BACKEND_ENVIRONMENT_H
#define BACKEND_ENVIRONMENT_H

#include <stdbool.h>

#include "base/diag.h"

/* An assembler, room for temporary files, and files of some size. */
bool environment_suffices(struct diag *diag);

#endif
