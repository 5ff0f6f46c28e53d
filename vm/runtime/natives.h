/* The functions behind natives.def, and how a method finds its own. Arguments: the receiver first,
 * one value each. */
#ifndef RUNTIME_NATIVES_H
#define RUNTIME_NATIVES_H

#include "runtime/runtime.h"

typedef union value (*native_function)(struct thread *thread, union value *arguments);

#define NATIVE(class, method, descriptor, function)                                                \
    union value function(struct thread *thread, union value *arguments);
#include "runtime/natives.def"
#undef NATIVE

/* NULL when there is no row. */
native_function native_find(const char *class_name, const char *name, const char *descriptor);

#endif
