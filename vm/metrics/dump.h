/* The code of the methods that a calling-context tree names: from the class files of a directory
 * (jitvm --dump-classes), read as they are asked for, or from one XML file (classdump --xml). */
#ifndef METRICS_DUMP_H
#define METRICS_DUMP_H

#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "classfile/opcodes.h"
#include "trees/tree.h"

struct dump_instruction {
    uint8_t opcode;
    const char *callee; /* interned name that a call names; NULL: it is none */
};

/* Of a method; a native or abstract one has none of it. */
struct dump_code {
    uint32_t length; /* bytes */
    VEC(struct dump_instruction) instructions;
};

struct class_dump;

/* May fail: there is no such file or directory, or the XML file is not what classdump prints. */
struct class_dump *dump_open(const char *path, struct diag *diag);
/* The same of an open XML file; [name] is for messages. */
struct class_dump *dump_open_stream(FILE *file, const char *name, struct diag *diag);
void dump_close(struct class_dump *dump);

/* NULL with an error that names what is missing: the class, or the method in it. */
const struct dump_code *dump_method(struct class_dump *dump, const struct tree_method *method,
                                    struct diag *diag);
/* The same for each method of the tree, by its index, in [arena]: each instruction that the tree
 * counts is there. NULL with an error. */
const struct dump_code *const *dump_of_tree(struct class_dump *dump, const struct tree *tree,
                                            struct arena *arena, struct diag *diag);

#endif
