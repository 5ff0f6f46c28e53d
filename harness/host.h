/* The VM that all tests of a run share by fork, with its output behind a file that each test
 * replaces. */
#ifndef HARNESS_HOST_H
#define HARNESS_HOST_H

#include "harness/run.h"

/* False with [diag] when the VM does not start. */
bool host_open(struct run_host *host, const struct vm_options *options, struct diag *diag);
void host_close(struct run_host *host);
/* Compiles something in a child: does that work here at all? False with what the environment
 * refuses. */
bool host_try(struct run_host *host, struct diag *diag);

/* Do these names exist? The first that does not is an error without a place: it came from the
 * command line. */
bool host_check_disableable(const struct spec_texts *names, struct diag *diag);
bool host_check_sabotages(const struct spec_texts *names, struct diag *diag);

#endif
