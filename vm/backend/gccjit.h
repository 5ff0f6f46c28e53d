/* Loading the code generator's library. */
#ifndef BACKEND_GCCJIT_H
#define BACKEND_GCCJIT_H

#include "base/diag.h"

/* Must have succeeded before a function of libgccjit is called; loads once. May fail: the library
 * is not installed. */
bool gccjit_load(struct diag *diag);

#endif
