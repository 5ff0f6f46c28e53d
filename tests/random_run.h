/* Running a program of random_java in a VM. */
#ifndef TESTS_RANDOM_RUN_H
#define TESTS_RANDOM_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "vm.h"

/* Calls T.run of the seed's program with all its arguments, so often that its methods and loops become hot. False: the VM
 * does not take the program. */
bool random_run(struct vm *vm, uint64_t seed, struct diag *diag);
/* The same of the seed's program with threads: several run at once, and what they do together is the same each time. */
bool random_run_threads(struct vm *vm, uint64_t seed, struct diag *diag);

#endif
