/* jittest.yaml: what holds for all specs in its directory and below. The nearest one that says something counts. */
#ifndef HARNESS_DEFAULTS_H
#define HARNESS_DEFAULTS_H

#include "harness/vms.h"

#define DEFAULTS_FILE "jittest.yaml"

struct defaults {
    const char *vm;     /* NULL: not said */
    struct place place; /* of vm */
    struct vm_aliases names;
};

/* Those of a spec's file, or of a directory. False with errors of such a file. */
bool defaults_of(struct arena *arena, const char *path, struct defaults *out, struct diag *diag);

#endif
