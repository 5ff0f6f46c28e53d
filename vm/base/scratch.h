/* A folder of temporary files for a process and those that it starts. Its users hold its lock,
 * which ends with the last of them: a folder without a lock was left by a process that was killed.
 */
#ifndef BASE_SCRATCH_H
#define BASE_SCRATCH_H

#include "base/diag.h"

struct scratch {
    char path[4096];
    int lock;
};

/* In TMPDIR, or in /tmp; what killed processes left there is removed first. May fail. */
bool scratch_make(struct scratch *scratch, struct diag *diag);
void scratch_remove(const struct scratch *scratch);

#endif
