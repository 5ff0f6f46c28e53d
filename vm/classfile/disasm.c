/* DISASM: prints what the reader checked; requires that the code is well formed. */
#include "classfile/disasm.h"

#include "base/die.h"
#include "classfile/bytes.h"
#include "classfile/opcodes.h"
#include "classfile/reader.h"

static void add_quoted(struct strbuf *out, const char *text) {
    strbuf_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '\n')
            strbuf_add_text(out, "\\n");
        else if ((unsigned char)*text < ' ')
            strbuf_addf(out, "\\%03o", *text);
        else if (*text == '"' || *text == '\\')
            strbuf_addf(out, "\\%c", *text);
        else
            strbuf_add_char(out, *text);
    }
    strbuf_add_char(out, '"');
}

static void add_constant(struct strbuf *out, const struct classfile *file, uint16_t index) {
    const struct constant *constant = &file->constants[index];
    switch (constant->tag) {
    case CONSTANT_UNUSED: strbuf_add_text(out, "unused"); return;
    case CONSTANT_UTF8: add_quoted(out, constant->utf8.text); return;
    case CONSTANT_INTEGER: strbuf_addf(out, "%d", constant->integer); return;
    case CONSTANT_LONG: strbuf_addf(out, "%lldL", (long long)constant->long_value); return;
    case CONSTANT_FLOAT: strbuf_addf(out, "%.9gf", (double)constant->float_value); return;
    case CONSTANT_DOUBLE: strbuf_addf(out, "%.17gd", constant->double_value); return;
    case CONSTANT_STRING: add_quoted(out, constant->name); return;
    case CONSTANT_CLASS:
    case CONSTANT_METHOD_TYPE:
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: strbuf_add_text(out, constant->name); return;
    case CONSTANT_FIELD:
        strbuf_addf(out, "%s.%s:%s", constant->member.class_name, constant->member.name,
                    constant->member.descriptor);
        return;
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
        strbuf_addf(out, "%s.%s%s", constant->member.class_name, constant->member.name,
                    constant->member.descriptor);
        return;
    case CONSTANT_NAME_AND_TYPE:
        strbuf_addf(out, "%s:%s", constant->member.name, constant->member.descriptor);
        return;
    case CONSTANT_METHOD_HANDLE:
        strbuf_addf(out, "handle %d ", constant->handle.kind);
        add_constant(out, file, constant->handle.index);
        return;
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC:
        strbuf_addf(out, "#%d %s:%s", constant->dynamic.bootstrap, constant->dynamic.name,
                    constant->dynamic.descriptor);
        return;
    }
    UNREACHABLE();
}

static void add_switch(struct strbuf *out, const struct code *code, uint32_t bci) {
    const uint8_t *operands = code->bytes + switch_operands(bci);
    int32_t first = read_s32(operands + 4);
    if (code->bytes[bci] == OP_tableswitch) {
        int64_t count = (int64_t)read_s32(operands + 8) - first + 1;
        for (int64_t i = 0; i < count; i++)
            strbuf_addf(out, "%lld:%lld ", (long long)(first + i),
                        (long long)bci + read_s32(operands + 12 + i * 4));
    } else {
        for (int64_t i = 0; i < first; i++)
            strbuf_addf(out, "%d:%lld ", read_s32(operands + 8 + i * 8),
                        (long long)bci + read_s32(operands + 12 + i * 8));
    }
    strbuf_addf(out, "default:%lld", (long long)bci + read_s32(operands));
}

void disasm_instruction(struct strbuf *out, const struct classfile *file, const struct code *code,
                        uint32_t bci) {
    enum opcode opcode = (enum opcode)code->bytes[bci];
    const uint8_t *operands = code->bytes + bci + 1;
    strbuf_add_text(out, opcode_name(opcode));
    if (opcode_operands(opcode) != OPERANDS_none) strbuf_add_char(out, ' ');
    switch (opcode_operands(opcode)) {
    case OPERANDS_none: return;
    case OPERANDS_byte: strbuf_addf(out, "%d", read_s8(operands)); return;
    case OPERANDS_short: strbuf_addf(out, "%d", read_s16(operands)); return;
    case OPERANDS_constant8: add_constant(out, file, operands[0]); return;
    case OPERANDS_constant16:
    case OPERANDS_invokeinterface:
    case OPERANDS_invokedynamic: add_constant(out, file, read_u16(operands)); return;
    case OPERANDS_local8: strbuf_addf(out, "%d", operands[0]); return;
    case OPERANDS_iinc: strbuf_addf(out, "%d %d", operands[0], read_s8(operands + 1)); return;
    case OPERANDS_branch16: strbuf_addf(out, "%d", (int)bci + read_s16(operands)); return;
    case OPERANDS_branch32: strbuf_addf(out, "%d", (int)bci + read_s32(operands)); return;
    case OPERANDS_array_type: strbuf_add_text(out, array_type_name(operands[0])); return;
    case OPERANDS_multianewarray:
        add_constant(out, file, read_u16(operands));
        strbuf_addf(out, " %d", operands[2]);
        return;
    case OPERANDS_tableswitch:
    case OPERANDS_lookupswitch: add_switch(out, code, bci); return;
    case OPERANDS_wide:
        strbuf_addf(out, "%s %d", opcode_name((enum opcode)operands[0]), read_u16(operands + 1));
        if (operands[0] == OP_iinc) strbuf_addf(out, " %d", read_s16(operands + 3));
        return;
    }
    UNREACHABLE();
}

void disasm_code(struct strbuf *out, const struct classfile *file, const struct code *code) {
    if (code->fault) {
        strbuf_addf(out, "%5u: %s\n", code->fault->bci, code->fault->what);
        return;
    }
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        strbuf_addf(out, "%5u: ", bci);
        disasm_instruction(out, file, code, bci);
        strbuf_add_char(out, '\n');
    }
    for (uint16_t i = 0; i < code->handler_count; i++) {
        const struct handler *handler = &code->handlers[i];
        strbuf_addf(out, "       %u to %u: %s at %u\n", handler->start, handler->end,
                    handler->catch_class ? handler->catch_class : "anything", handler->target);
    }
}

static void add_access(struct strbuf *out, uint16_t access, bool is_method) {
    static const struct {
        uint16_t flag;
        const char *name;
        bool of_fields, of_methods;
    } names[] = {
        {ACC_PUBLIC, "public", true, true},       {ACC_PRIVATE, "private", true, true},
        {ACC_PROTECTED, "protected", true, true}, {ACC_STATIC, "static", true, true},
        {ACC_FINAL, "final", true, true},         {ACC_SYNCHRONIZED, "synchronized", false, true},
        {ACC_VOLATILE, "volatile", true, false},  {ACC_TRANSIENT, "transient", true, false},
        {ACC_NATIVE, "native", false, true},      {ACC_ABSTRACT, "abstract", false, true},
        {ACC_SYNTHETIC, "synthetic", true, true},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (access & names[i].flag && (is_method ? names[i].of_methods : names[i].of_fields))
            strbuf_addf(out, "%s ", names[i].name);
}

void disasm_class(struct strbuf *out, const struct classfile *file) {
    strbuf_addf(out, "%s %s", file->access & ACC_INTERFACE ? "interface" : "class", file->name);
    if (file->super_name) strbuf_addf(out, " extends %s", file->super_name);
    for (uint16_t i = 0; i < file->interface_count; i++)
        strbuf_addf(out, "%s %s", i ? "," : " implements", file->interfaces[i]);
    strbuf_add_char(out, '\n');
    for (uint16_t i = 0; i < file->field_count; i++) {
        const struct member_info *field = &file->fields[i];
        strbuf_add_text(out, "  ");
        add_access(out, field->access, false);
        strbuf_addf(out, "%s:%s", field->name, field->descriptor);
        if (field->constant) {
            strbuf_add_text(out, " = ");
            add_constant(out, file, (uint16_t)(field->constant - file->constants));
        }
        strbuf_add_char(out, '\n');
    }
    for (uint16_t i = 0; i < file->method_count; i++) {
        const struct member_info *method = &file->methods[i];
        strbuf_add_text(out, "  ");
        add_access(out, method->access, true);
        strbuf_addf(out, "%s%s\n", method->name, method->descriptor);
        if (method->code) disasm_code(out, file, method->code);
    }
}
