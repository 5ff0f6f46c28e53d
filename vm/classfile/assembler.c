/* ASSEMBLER: instructions to bytes. What an instruction does to the stack is in opcodes.def; where
 * it says *, the caller's descriptor says it. */
#include "classfile/assembler.h"

#include "base/die.h"
#include "base/intern.h"
#include "classfile/bytes.h"

void assembler_init(struct assembler *assembler, struct class_writer *writer) {
    *assembler = (struct assembler){.writer = writer};
}

void assembler_finish(struct assembler *assembler, uint16_t access, const char *name,
                      const char *descriptor) {
    const struct method_shape *shape = method_shape_of(intern(descriptor));
    struct code code = {
        .max_stack = (uint16_t)assembler->max_depth,
        .max_locals = (uint16_t)(shape->parameter_slots + (access & ACC_STATIC ? 0 : 1)),
        .length = (uint32_t)assembler->bytes.length,
        .bytes = (const uint8_t *)assembler->bytes.bytes,
    };
    struct member_info method = {
        .access = access, .name = name, .descriptor = descriptor, .code = &code};
    class_writer_add_method(assembler->writer, &method);
    strbuf_release(&assembler->bytes);
}

static void add_u8(struct assembler *assembler, int value) {
    strbuf_add_char(&assembler->bytes, (char)value);
}

static void add_u16(struct assembler *assembler, int value) {
    add_u8(assembler, value >> 8);
    add_u8(assembler, value);
}

static void adjust_depth(struct assembler *assembler, int change) {
    assembler->depth += change;
    ASSERT(assembler->depth >= 0, "stack below zero at %zu", assembler->bytes.length);
    if (assembler->depth > assembler->max_depth) assembler->max_depth = assembler->depth;
}

static int slots_of(const char *types) {
    int slots = 0;
    for (; *types && *types != '*'; types++) slots += *types == 'J' || *types == 'D' ? 2 : 1;
    return slots;
}

void assemble(struct assembler *assembler, enum opcode opcode) {
    add_u8(assembler, opcode);
    adjust_depth(assembler, -slots_of(opcode_pops(opcode)));
    adjust_depth(assembler, slots_of(opcode_pushes(opcode)));
}

void assemble_load(struct assembler *assembler, enum java_type type, int slot) {
    int kind = java_stack_type(type);
    ASSERT(slot < 256, "local %d", slot);
    if (slot < 4) {
        assemble(assembler, (enum opcode)(OP_iload_0 + kind * 4 + slot));
    } else {
        assemble(assembler, (enum opcode)(OP_iload + kind));
        add_u8(assembler, slot);
    }
}

void assemble_return(struct assembler *assembler, enum java_type type) {
    assemble(assembler, type == JAVA_VOID ? OP_return
                                          : (enum opcode)(OP_ireturn + (int)java_stack_type(type)));
}

void assemble_integer(struct assembler *assembler, int16_t value) {
    if (value >= -1 && value <= 5) {
        assemble(assembler, (enum opcode)(OP_iconst_0 + value));
    } else {
        assemble(assembler, OP_sipush);
        add_u16(assembler, value);
    }
}

void assemble_constant(struct assembler *assembler, uint16_t index, enum java_type type) {
    int slots = java_type_slots(type);
    assemble(assembler, slots == 2 ? OP_ldc2_w : OP_ldc_w);
    add_u16(assembler, index);
    adjust_depth(assembler, slots);
}

void assemble_class(struct assembler *assembler, enum opcode opcode, const char *name) {
    assemble(assembler, opcode);
    add_u16(assembler, class_writer_class(assembler->writer, name));
}

void assemble_field(struct assembler *assembler, enum opcode opcode, const char *class_name,
                    const char *name, const char *descriptor) {
    int slots = *descriptor == 'J' || *descriptor == 'D' ? 2 : 1;
    bool is_put = opcode == OP_putfield || opcode == OP_putstatic;
    assemble(assembler, opcode);
    add_u16(assembler,
            class_writer_member(assembler->writer, CONSTANT_FIELD, class_name, name, descriptor));
    adjust_depth(assembler, is_put ? -slots - (opcode == OP_putfield) : slots);
}

void assemble_invoke(struct assembler *assembler, enum opcode opcode, enum constant_tag tag,
                     const char *class_name, const char *name, const char *descriptor) {
    const struct method_shape *shape = method_shape_of(intern(descriptor));
    int slots = shape->parameter_slots + (opcode == OP_invokestatic ? 0 : 1);
    assemble(assembler, opcode);
    add_u16(assembler, class_writer_member(assembler->writer, tag, class_name, name, descriptor));
    if (opcode == OP_invokeinterface) {
        add_u8(assembler, slots);
        add_u8(assembler, 0);
    }
    adjust_depth(assembler, -slots);
    adjust_depth(assembler, java_type_slots(shape->return_type));
}

struct forward_jump assemble_jump(struct assembler *assembler, enum opcode opcode) {
    size_t instruction = assembler->bytes.length;
    assemble(assembler, opcode);
    add_u16(assembler, 0);
    return (struct forward_jump){instruction, assembler->depth};
}

void assemble_target(struct assembler *assembler, struct forward_jump jump) {
    size_t distance = assembler->bytes.length - jump.instruction;
    if (distance > INT16_MAX) assembler->writer->exceeded = "code too large";
    write_u16((uint8_t *)assembler->bytes.bytes + jump.instruction + 1, (uint16_t)distance);
    assembler->depth = jump.depth;
}
