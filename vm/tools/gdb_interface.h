/* For gdb: compiled code is registered with its JIT interface ("JIT Compilation Interface" in gdb's manual) while it is there. A
 * debugger that runs the process sees it come and go, one that is attached later what is there then. */
#ifndef TOOLS_GDB_INTERFACE_H
#define TOOLS_GDB_INTERFACE_H

#include "vm.h"

void gdb_interface_add(const struct placed_code *code);

#endif
