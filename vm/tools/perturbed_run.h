/* The program run perturbed, in a process of its own, before it is run as it is: for tables that have the numbers of both. */
#ifndef TOOLS_PERTURBED_RUN_H
#define TOOLS_PERTURBED_RUN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "profilers/table.h"

struct perturbed_run {
    bool is_this; /* this process is to run the program perturbed */
    const char *file;
};

/* Before there is a thread. Returns in both processes, in the one that goes on when the other has ended. The perturbed program
 * has no input, and what it prints is dropped. May fail. */
bool perturbed_run_fork(struct perturbed_run *run, struct arena *arena, struct diag *diag);
/* Hands the tables over, where this process is the perturbed one. May fail. */
bool perturbed_run_write(const struct perturbed_run *run, const struct profile_tables *tables,
                         struct diag *diag);
/* Puts what was handed over beside them, where it is the other one. May fail: that one had nothing to hand over. */
bool perturbed_run_add(const struct perturbed_run *run, struct arena *arena,
                       struct profile_tables *tables, struct diag *diag);

#endif
