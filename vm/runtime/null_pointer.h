/* What was null: the messages of NullPointerExceptions that instructions throw (JEP 358). */
#ifndef RUNTIME_NULL_POINTER_H
#define RUNTIME_NULL_POINTER_H

#include "base/strbuf.h"
#include "runtime/class.h"

/* Adds the message for the instruction at [bci], 'Cannot read field "x" because "a.b" is null';
 * nothing for instructions that throw no NullPointerException by themselves. */
void null_pointer_describe(struct strbuf *out, const struct method *method, int bci);

#endif
