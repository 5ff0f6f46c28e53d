/* The calling contexts of a VM (vm_keep_contexts) as a file. */
#ifndef TOOLS_CONTEXT_FILE_H
#define TOOLS_CONTEXT_FILE_H

#include <stdio.h>

#include "trees/writers.h"
#include "vm.h"

/* Calls alone; what cannot be written shows in ferror([out]). */
void context_file_write(const struct vm *vm, enum tree_writer_kind kind, FILE *out);

#endif
