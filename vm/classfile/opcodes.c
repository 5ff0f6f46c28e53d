/* OPCODES: the instruction table and the lengths of instructions. */
#include "classfile/opcodes.h"

#include <string.h>

#include "base/die.h"
#include "classfile/bytes.h"
#include "classfile/classfile.h"

static const struct {
    const char *name;
    enum operand_format operands;
    uint8_t length;
    const char *pops, *pushes;
} table[OPCODE_COUNT] = {
#define OPCODE(number, mnemonic, operands, length, pops, pushes)                                   \
    [number] = {#mnemonic, OPERANDS_##operands, length, pops, pushes},
#include "classfile/opcodes.def"
#undef OPCODE
};

const char *opcode_name(enum opcode opcode) {
    ASSERT(opcode < OPCODE_COUNT, "opcode %u", opcode);
    return table[opcode].name;
}

enum operand_format opcode_operands(enum opcode opcode) {
    ASSERT(opcode < OPCODE_COUNT, "opcode %u", opcode);
    return table[opcode].operands;
}

const char *opcode_pops(enum opcode opcode) {
    ASSERT(opcode < OPCODE_COUNT, "opcode %u", opcode);
    return table[opcode].pops;
}

const char *opcode_pushes(enum opcode opcode) {
    ASSERT(opcode < OPCODE_COUNT, "opcode %u", opcode);
    return table[opcode].pushes;
}

bool opcode_ends_block(enum opcode opcode) {
    return opcode == OP_goto || opcode == OP_goto_w || opcode == OP_athrow || opcode == OP_ret ||
           (opcode >= OP_tableswitch && opcode <= OP_return);
}

bool opcode_is_call(enum opcode opcode) {
    return opcode >= OP_invokevirtual && opcode <= OP_invokedynamic;
}

bool opcode_may_throw(enum opcode opcode) {
    return (opcode >= OP_ldc && opcode <= OP_ldc2_w) ||
           (opcode >= OP_iaload && opcode <= OP_saload) ||
           (opcode >= OP_iastore && opcode <= OP_sastore) || opcode == OP_idiv ||
           opcode == OP_ldiv || opcode == OP_irem || opcode == OP_lrem ||
           (opcode >= OP_getstatic && opcode <= OP_monitorexit) || opcode == OP_multianewarray;
}

enum opcode opcode_of_name(const char *name) {
    enum opcode opcode = 0;
    while (opcode < OPCODE_COUNT && strcmp(table[opcode].name, name) != 0) opcode++;
    return opcode;
}

/* In 64 bits, so that no operand overflows it; 0 when malformed. */
static uint64_t switch_length(const struct code *code, uint32_t bci) {
    uint32_t operands = switch_operands(bci);
    bool is_table = code->bytes[bci] == OP_tableswitch;
    if ((uint64_t)operands + (is_table ? 12 : 8) > code->length) return 0;
    int64_t first = read_s32(code->bytes + operands + 4);
    if (!is_table) return first < 0 ? 0 : operands - bci + 8 + (uint64_t)first * 8;
    int64_t high = read_s32(code->bytes + operands + 8);
    return high < first ? 0 : operands - bci + 12 + (uint64_t)(high - first + 1) * 4;
}

static uint32_t wide_length(const struct code *code, uint32_t bci) {
    if (bci + 1 >= code->length) return 0;
    uint8_t opcode = code->bytes[bci + 1];
    if (opcode >= OPCODE_COUNT) return 0;
    if (opcode == OP_iinc) return 6;
    return table[opcode].operands == OPERANDS_local8 ? 4 : 0;
}

uint32_t instruction_length(const struct code *code, uint32_t bci) {
    if (bci >= code->length || code->bytes[bci] >= OPCODE_COUNT) return 0;
    uint8_t opcode = code->bytes[bci];
    uint64_t length = table[opcode].length;
    if (opcode == OP_wide) length = wide_length(code, bci);
    if (opcode == OP_tableswitch || opcode == OP_lookupswitch) length = switch_length(code, bci);
    return bci + length <= code->length ? (uint32_t)length : 0;
}

bool instruction_local_access(const struct code *code, uint32_t bci, struct local_access *access) {
    const uint8_t *bytes = code->bytes + bci;
    bool is_wide = bytes[0] == OP_wide;
    int op = bytes[is_wide];
    *access = (struct local_access){.reads = true};
    if (op >= OP_iload_0 && op <= OP_aload_3) {
        access->type = (enum java_type)((op - OP_iload_0) / 4);
        access->index = (op - OP_iload_0) % 4;
        return true;
    }
    if (op >= OP_istore_0 && op <= OP_astore_3) {
        access->type = (enum java_type)((op - OP_istore_0) / 4);
        access->index = (op - OP_istore_0) % 4;
        access->reads = false, access->writes = true;
        return true;
    }
    if (op >= OP_iload && op <= OP_aload)
        access->type = (enum java_type)(op - OP_iload);
    else if (op >= OP_istore && op <= OP_astore)
        access->type = (enum java_type)(op - OP_istore), access->reads = false;
    else if (op != OP_iinc)
        return false;
    access->writes = op == OP_iinc || !access->reads;
    access->index = is_wide ? read_u16(bytes + 2) : bytes[1];
    return true;
}

const char *array_type_name(enum array_type_code code) {
    static const char *const names[] = {
        [ARRAY_TYPE_BOOLEAN] = "boolean", [ARRAY_TYPE_CHAR] = "char", [ARRAY_TYPE_FLOAT] = "float",
        [ARRAY_TYPE_DOUBLE] = "double",   [ARRAY_TYPE_BYTE] = "byte", [ARRAY_TYPE_SHORT] = "short",
        [ARRAY_TYPE_INT] = "int",         [ARRAY_TYPE_LONG] = "long",
    };
    return names[code];
}

static bool is_branch(int op) {
    return (op >= OP_ifeq && op <= OP_goto) || op == OP_ifnull || op == OP_ifnonnull ||
           op == OP_goto_w;
}

int instruction_targets(const struct code *code, uint32_t bci, uint32_t *targets) {
    const uint8_t *bytes = code->bytes + bci;
    if (is_branch(bytes[0])) {
        int32_t distance = bytes[0] == OP_goto_w ? read_s32(bytes + 1) : read_s16(bytes + 1);
        if (targets) targets[0] = bci + (uint32_t)distance;
        return 1;
    }
    if (bytes[0] != OP_tableswitch && bytes[0] != OP_lookupswitch) return 0;
    const uint8_t *operands = code->bytes + switch_operands(bci);
    bool is_table = bytes[0] == OP_tableswitch;
    int cases = is_table ? (int)((int64_t)read_s32(operands + 8) - read_s32(operands + 4) + 1)
                         : read_s32(operands + 4);
    for (int i = 0; targets && i < cases; i++)
        targets[i] = bci + read_u32(operands + (is_table ? 12 + 4 * i : 12 + 8 * i));
    if (targets) targets[cases] = bci + read_u32(operands);
    return cases + 1;
}
