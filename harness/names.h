/* Names of the compiler's parts that specs and the command line use: do they exist? Each that does
 * not is an error at its place; those of the command line have none. */
#ifndef HARNESS_NAMES_H
#define HARNESS_NAMES_H

#include "harness/spec.h"
#include "harness/target.h"

/* All that a spec uses. */
bool names_check(const struct spec *spec, struct diag *diag);
bool names_check_disableable(const struct spec_texts *names, struct diag *diag);
/* One of the names in a list, which is shown by `jittest list` [topic]. [what]: it is called in errors. */
bool names_check_one(const struct spec_text *name, enum target_names which, const char *what,
                     const char *topic, struct diag *diag);
bool names_check_sabotages(const struct spec_texts *names, struct diag *diag);

#endif
