/* Profilers that users write: files in YAML (rules/rules.h) as profilers like those of the table. */
#ifndef TOOLS_PROFILER_FILE_H
#define TOOLS_PROFILER_FILE_H

#include "profilers/profiler.h"

/* In [arena]; NULL with an error. */
const struct profiler *profiler_of_file(struct arena *arena, const char *file, struct diag *diag);

#endif
