/* Cycles since the last restart, by the code that took them and the methods whose bytecode it comes from. */
#ifndef PROFILERS_CYCLES_OF_METHODS_H
#define PROFILERS_CYCLES_OF_METHODS_H

#include "vm.h"

struct cycles_of_method {
    const char
        *unit; /* the method whose code it is: of a compilation, in the interpreter, a native */
    const char *method; /* whose bytecode it comes from */
    double timed;       /* as they were timed */
    double divided;     /* of all that windows divide: what they saw of it */
};

/* How many rows; in [arena]. */
size_t cycles_of_methods(struct vm *vm, struct arena *arena, const struct cycles_of_method **rows);

#endif
