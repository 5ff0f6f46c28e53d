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

/* The first row of a class, by its interned name; behind all of them when it has none. */
int natives_of(const char *class_name);
/* From the class's first row on; NULL when the method has none. */
native_function native_find(int first_row, const char *class_name, const char *name,
                            const char *descriptor);

#endif
