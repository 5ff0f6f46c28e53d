/* What foreign readers call compiled code. */
#ifndef TOOLS_CODE_NAME_H
#define TOOLS_CODE_NAME_H

#include "vm.h"

/* "A.foo(Z)V", "A.foo(Z)V loop at 12". */
void code_name(struct strbuf *out, const struct placed_code *code);

#endif
