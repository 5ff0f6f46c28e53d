/* INTRINSICS: which row of the table a call names. */
#include "classfile/intrinsics.h"

#include <string.h>

#include "classfile/bytes.h"
#include "classfile/opcodes.h"

static const struct {
    const char *class, *method, *descriptor;
} rows[] = {
    {NULL, NULL, NULL},
#define INTRINSIC(name, class, method, descriptor) {class, method, descriptor},
#include "classfile/intrinsics.def"
#undef INTRINSIC
};

enum intrinsic constant_intrinsic(const struct constant *constant) {
    if (constant->tag != CONSTANT_METHOD) return INTRINSIC_none;
    for (size_t i = 1; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(constant->member.class_name, rows[i].class) &&
            !strcmp(constant->member.name, rows[i].method) &&
            !strcmp(constant->member.descriptor, rows[i].descriptor))
            return (enum intrinsic)i;
    return INTRINSIC_none;
}

bool intrinsic_is_of_probes(const char *class_name) {
    if (!strncmp(class_name, "java/", strlen("java/"))) return false;
    for (size_t i = 1; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(class_name, rows[i].class)) return true;
    return false;
}

enum intrinsic code_intrinsic(const struct constant *constants, const struct code *code,
                              uint32_t bci) {
    if (code->bytes[bci] != OP_invokestatic) return INTRINSIC_none;
    return constant_intrinsic(&constants[read_u16(code->bytes + bci + 1)]);
}
