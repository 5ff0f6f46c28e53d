/* The instruction set (JVMS 6.5) as a table, opcodes.def, and what follows from its rows. */
#ifndef CLASSFILE_OPCODES_H
#define CLASSFILE_OPCODES_H

#include <stdbool.h>
#include <stdint.h>

#include "classfile/descriptor.h"

struct code;

/* OP_nop, OP_iadd, OP_goto ...; the values are those of the class file. */
enum opcode {
#define OPCODE(number, mnemonic, operands, length, pops, pushes) OP_##mnemonic = number,
#include "classfile/opcodes.def"
#undef OPCODE
    OPCODE_COUNT
};

/* What follows the opcode. */
enum operand_format {
    OPERANDS_none,
    OPERANDS_byte,            /* s8: the value */
    OPERANDS_short,           /* s16: the value */
    OPERANDS_constant8,       /* u8: index into the constants */
    OPERANDS_constant16,      /* u16: index into the constants */
    OPERANDS_local8,          /* u8: local variable */
    OPERANDS_iinc,            /* u8: local variable, s8: amount */
    OPERANDS_branch16,        /* s16: target, relative to this instruction */
    OPERANDS_branch32,        /* s32: likewise */
    OPERANDS_array_type,      /* u8: enum array_type_code */
    OPERANDS_invokeinterface, /* u16: index, u8: slots with the receiver, u8: 0 */
    OPERANDS_invokedynamic,   /* u16: index, u16: 0 */
    OPERANDS_multianewarray,  /* u16: index, u8: dimensions */
    OPERANDS_tableswitch,     /* padding to 4, s32: default, low, high, high - low + 1 targets */
    OPERANDS_lookupswitch,    /* padding to 4, s32: default, count, count pairs (match, target) */
    OPERANDS_wide,            /* u8: opcode, u16: local variable, and for iinc s16: amount */
};

/* The operand of newarray (JVMS table 6.5.newarray-A). */
enum array_type_code {
    ARRAY_TYPE_BOOLEAN = 4,
    ARRAY_TYPE_CHAR,
    ARRAY_TYPE_FLOAT,
    ARRAY_TYPE_DOUBLE,
    ARRAY_TYPE_BYTE,
    ARRAY_TYPE_SHORT,
    ARRAY_TYPE_INT,
    ARRAY_TYPE_LONG,
};

/* Of the elements: "int". */
const char *array_type_name(enum array_type_code code);

/* For opcode < OPCODE_COUNT. */
const char *opcode_name(enum opcode opcode);
enum operand_format opcode_operands(enum opcode opcode);
/* The types of the values taken and left, the top at the right: letters of opcodes.def. */
const char *opcode_pops(enum opcode opcode);
const char *opcode_pushes(enum opcode opcode);

/* True for goto, the returns, athrow, the switches, ret: what follows is reached by a branch only.
 */
bool opcode_ends_block(enum opcode opcode);

/* Can end with an exception of its own: what its constant resolves to counts, asynchronous
 * exceptions do not. */
bool opcode_may_throw(enum opcode opcode);
bool opcode_is_call(enum opcode opcode);
/* OPCODE_COUNT: there is none of this name. */
enum opcode opcode_of_name(const char *name);

/* Bytes of the instruction at [bci], operands and padding included. 0 when there is no such
 * instruction: unknown opcode, operands past the end of the code, a malformed switch or wide. Never
 * 0 for an instruction start of a method that classfile_read accepted. */
uint32_t instruction_length(const struct code *code, uint32_t bci);

/* A load, store or iinc, whatever its form. */
struct local_access {
    int index;
    enum java_type type;
    bool reads, writes;
};
/* The instruction's, or false when it does not access a local. */
bool instruction_local_access(const struct code *code, uint32_t bci, struct local_access *access);
/* The bcis a branch or switch names, in order, the default last; how many. [targets] may be NULL.
 * Of jsr: none. */
int instruction_targets(const struct code *code, uint32_t bci, uint32_t *targets);

/* The first of a switch's 32-bit operands: after the opcode, aligned to 4 from the code's start. */
static inline uint32_t switch_operands(uint32_t bci) { return (bci + 4) & ~3u; }

#endif
