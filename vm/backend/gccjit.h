/* Loading the code generator's library. */
#ifndef BACKEND_GCCJIT_H
#define BACKEND_GCCJIT_H

#include <libgccjit.h>

#include "base/diag.h"

/* Must have succeeded before a function of libgccjit is called; loads once. May fail: the library
 * is not installed. */
bool gccjit_load(struct diag *diag);

/* gcc_jit_context_compile_to_file, which leaks some memory: LeakSanitizer leaves that out. (To suppress it afterwards takes a sixth
 * of the time of a program that is compiled.) */
void gccjit_compile_to_file(gcc_jit_context *context, enum gcc_jit_output_kind kind,
                            const char *path);

#endif
