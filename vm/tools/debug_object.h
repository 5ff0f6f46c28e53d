/* Compiled code as debuggers know it: an object file that says what lies where in memory: symbols, lines, inlined frames and how
 * frames are unwound. It has no code of its own. */
#ifndef TOOLS_DEBUG_OBJECT_H
#define TOOLS_DEBUG_OBJECT_H

#include "vm.h"

/* ELF-64 with DWARF 4, into [out], which is empty. */
void debug_object_write(struct strbuf *out, const struct placed_code *code);

#endif
