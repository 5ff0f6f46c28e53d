/* The VM that all tests of a run share by fork, with its output behind a file that each test
 * replaces. */
#ifndef HARNESS_HOST_H
#define HARNESS_HOST_H

#include "harness/run.h"

/* Before a spec is read: false with [diag] when the C stack may not grow as far as that needs. */
bool host_has_stack(struct diag *diag);
/* False with [diag] when the target does not start; [out] and [err] are chosen here. */
bool host_open(struct run_host *host, const struct target_settings *settings, struct diag *diag);
void host_close(struct run_host *host);
/* Compiles something in a child, to find out whether that works here. False with what the
 * environment refuses. */
bool host_try(struct run_host *host, struct diag *diag);

#endif
