/* Class files and code as text, for people: messages, dumps, tests. */
#ifndef CLASSFILE_DISASM_H
#define CLASSFILE_DISASM_H

#include "base/strbuf.h"
#include "classfile/classfile.h"

/* A line per instruction ("   12: iload_1") and per handler. */
void disasm_code(struct strbuf *out, const struct classfile *file, const struct code *code);
/* One instruction, without its bci: "invokevirtual java/lang/Object.hashCode()I". */
void disasm_instruction(struct strbuf *out, const struct classfile *file, const struct code *code,
                        uint32_t bci);
/* The class with its members and their code. */
void disasm_class(struct strbuf *out, const struct classfile *file);

#endif
