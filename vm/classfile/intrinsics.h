/* Calls that mean something to the VM by the method that they name: intrinsics.def. */
#ifndef CLASSFILE_INTRINSICS_H
#define CLASSFILE_INTRINSICS_H

#include "classfile/classfile.h"

enum intrinsic {
    INTRINSIC_none,
#define INTRINSIC(name, class, method, descriptor) INTRINSIC_##name,
#include "classfile/intrinsics.def"
#undef INTRINSIC
};

/* The intrinsic that a constant names, a method's or another. */
enum intrinsic constant_intrinsic(const struct constant *constant);
/* Is it a class that programs write inserted code with? */
bool intrinsic_is_of_probes(const char *class_name);
/* The intrinsic that the instruction at [bci] calls. [constants]: of the code's class. */
enum intrinsic code_intrinsic(const struct constant *constants, const struct code *code,
                              uint32_t bci);

#endif
