/* The code of one method, instruction by instruction, for classes that are made without Java
 * source. Keeps count of the stack's depth; jumps lead forward only. */
#ifndef CLASSFILE_ASSEMBLER_H
#define CLASSFILE_ASSEMBLER_H

#include "classfile/descriptor.h"
#include "classfile/opcodes.h"
#include "classfile/writer.h"

struct assembler {
    struct class_writer *writer;
    struct strbuf bytes;
    int depth, max_depth;
};

/* A branch whose target comes later. */
struct forward_jump {
    size_t instruction;
    int depth; /* of the stack at the target */
};

void assembler_init(struct assembler *assembler, struct class_writer *writer);
/* Adds the method to the writer and releases the assembler. Its locals are its parameters. */
void assembler_finish(struct assembler *assembler, uint16_t access, const char *name,
                      const char *descriptor);

void assemble(struct assembler *assembler, enum opcode opcode); /* without operands */
void assemble_load(struct assembler *assembler, enum java_type type, int slot);
void assemble_return(struct assembler *assembler, enum java_type type);
void assemble_integer(struct assembler *assembler, int16_t value);
/* ldc of the writer's constant [index], whose value has this type. */
void assemble_constant(struct assembler *assembler, uint16_t index, enum java_type type);
/* new, checkcast, instanceof. */
void assemble_class(struct assembler *assembler, enum opcode opcode, const char *name);
void assemble_field(struct assembler *assembler, enum opcode opcode, const char *class_name,
                    const char *name, const char *descriptor);
/* [tag]: CONSTANT_METHOD or CONSTANT_INTERFACE_METHOD. */
void assemble_invoke(struct assembler *assembler, enum opcode opcode, enum constant_tag tag,
                     const char *class_name, const char *name, const char *descriptor);

/* A conditional branch. */
struct forward_jump assemble_jump(struct assembler *assembler, enum opcode opcode);
/* The jump leads here. */
void assemble_target(struct assembler *assembler, struct forward_jump jump);

#endif
