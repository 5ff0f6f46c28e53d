/* Bridges between the two ways to call a method. Compiled code is entered natively, through
 * method->compiled_entry: thread, method, then the arguments as the C ABI passes int32_t, int64_t,
 * float, double and pointers; the result likewise. Everything else is entered through
 * method->entry, with the arguments in an array of values.
 *
 * A shape (the argument and result types) has one bridge each way, assembled when it is first
 * wanted and kept for the life of the process. Both keep the chain of frame pointers. */
#ifndef BACKEND_BRIDGE_H
#define BACKEND_BRIDGE_H

#include "event/event.h"
#include "runtime/class.h"

/* First value of compiled_entry of every method: finds the bridge of the method's shape, puts it
 * into the method and enters it. Not to be called from C. */
extern const char bridge_find[];

/* A method_entry that takes the arguments out of the array and enters method->compiled_entry. */
method_entry bridge_to_compiled(const struct method *method);
/* What compiled_entry is while the method has no compiled code: puts the arguments into an array
 * and enters method->entry. */
const void *bridge_to_interpreted(const struct method *method);
/* The sink hears of the bridges that there are, and from now on of each that is made; by any thread. */
void bridge_watch(struct code_sink sink);

#endif
