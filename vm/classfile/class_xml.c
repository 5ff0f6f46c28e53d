/* CLASS XML: what the reader checked; a method whose code is broken has its fault instead of code. */
#include "classfile/class_xml.h"

#include <string.h>

#include "base/xml_text.h"
#include "classfile/blocks.h"
#include "classfile/bytes.h"
#include "classfile/disasm.h"
#include "classfile/opcodes.h"

static void add_attribute(struct strbuf *out, const char *name, const char *value) {
    strbuf_addf(out, " %s=\"", name);
    xml_add_text(out, value);
    strbuf_add_char(out, '"');
}

static void add_method_name(struct strbuf *out, const char *name, const char *descriptor) {
    const char *end = strrchr(descriptor, ')');
    struct strbuf parameters = STRBUF_INIT;
    strbuf_add(&parameters, descriptor + 1, (size_t)(end - descriptor - 1));
    add_attribute(out, "name", name);
    add_attribute(out, "params", strbuf_text(&parameters));
    add_attribute(out, "return", end + 1);
    strbuf_release(&parameters);
}

/* What a call names: a method, or, of invokedynamic, what its bootstrap method is told. */
static const char *callee_name(const struct classfile *file, const struct code *code,
                               uint32_t bci) {
    const struct constant *constant = &file->constants[read_u16(code->bytes + bci + 1)];
    return constant->tag == CONSTANT_INVOKE_DYNAMIC ? constant->dynamic.name
                                                    : constant->member.name;
}

static void add_instruction(struct strbuf *out, const struct classfile *file,
                            const struct code *code, uint32_t bci, uint32_t number) {
    enum opcode opcode = (enum opcode)code->bytes[bci];
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(out, "      <instruction number=\"%u\" bci=\"%u\" mnemonic=\"%s\"", number, bci,
                opcode_name(opcode));
    disasm_instruction(&text, file, code, bci);
    size_t length = strlen(opcode_name(opcode));
    if (text.length > length) add_attribute(out, "operands", strbuf_text(&text) + length + 1);
    if (opcode_is_call(opcode)) add_attribute(out, "callee", callee_name(file, code, bci));
    strbuf_add_text(out, "/>\n");
    strbuf_release(&text);
}

/* By bci: the number of the instruction that begins there. */
static const uint32_t *number_instructions(struct arena *arena, const struct code *code) {
    uint32_t *numbers = ARENA_ARRAY(arena, uint32_t, code->length + 1), number = 0;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        numbers[bci] = ++number;
    return numbers;
}

static void add_blocks(struct strbuf *out, struct arena *arena, const struct code *code,
                       const uint32_t *numbers, enum block_rule rule) {
    struct code_blocks blocks = code_blocks_by_rule(arena, code, rule);
    for (uint32_t i = 0; i < blocks.count; i++)
        strbuf_addf(out,
                    "      <basicBlock rule=\"%s\" startInstruction=\"%u\" endInstruction=\"%u\" "
                    "bci=\"%u\"/>\n",
                    block_rule_name(rule), numbers[blocks.items[i].start],
                    numbers[blocks.items[i].last], blocks.items[i].start);
}

static void add_code(struct strbuf *out, const struct classfile *file, const struct code *code) {
    struct arena arena;
    arena_init(&arena);
    const uint32_t *numbers = number_instructions(&arena, code);
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        add_instruction(out, file, code, bci, numbers[bci]);
    for (enum block_rule rule = 0; rule < BLOCK_RULES; rule++)
        add_blocks(out, &arena, code, numbers, rule);
    arena_release(&arena);
}

static void add_method(struct strbuf *out, const struct classfile *file,
                       const struct member_info *method) {
    const struct code *code = method->code;
    strbuf_add_text(out, "    <method");
    add_method_name(out, method->name, method->descriptor);
    strbuf_addf(out, " access=\"%u\"", method->access);
    if (code) strbuf_addf(out, " codeLength=\"%u\"", code->length);
    if (code && code->fault) add_attribute(out, "fault", code->fault->what);
    strbuf_add_text(out, ">\n");
    if (code && !code->fault) add_code(out, file, code);
    strbuf_add_text(out, "    </method>\n");
}

void classes_begin_xml(struct strbuf *out) {
    strbuf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<classes version=\"1\">\n");
}

void class_add_xml(struct strbuf *out, const struct classfile *file) {
    strbuf_add_text(out, "  <class descriptor=\"L");
    xml_add_text(out, file->name);
    strbuf_add_text(out, ";\"");
    if (file->super_name) add_attribute(out, "super", file->super_name);
    if (file->source_file) add_attribute(out, "sourceFile", file->source_file);
    strbuf_add_text(out, ">\n");
    for (int i = 0; i < file->method_count; i++) add_method(out, file, &file->methods[i]);
    strbuf_add_text(out, "  </class>\n");
}

void classes_end_xml(struct strbuf *out) { strbuf_add_text(out, "</classes>\n"); }
