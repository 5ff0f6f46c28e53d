/* READ CODE: the Code attribute (JVMS 4.7.3) and the static constraints on its instructions (JVMS
 * 4.9.1): where they start, what their operands refer to, where branches lead. Code that breaks one
 * of these is read with its first fault, which the verifier reports. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/die.h"
#include "classfile/bytes.h"
#include "classfile/descriptor.h"
#include "classfile/read_code.h"
#include "classfile/regions.h"

bool code_fail(struct code_check *check, uint32_t bci, const char *what) {
    if (check->code->fault) return false;
    struct code_fault *fault = ARENA_NEW(check->reader->arena, struct code_fault);
    *fault = (struct code_fault){bci, what};
    check->code->fault = fault;
    return false;
}

static bool find_starts(struct code_check *check) {
    for (uint32_t bci = 0; bci < check->code->length;) {
        uint32_t length = instruction_length(check->code, bci);
        if (length == 0) return code_fail(check, bci, "malformed instruction");
        bitset_add(&check->starts, bci);
        bci += length;
    }
    return true;
}

static bool is_loadable(enum constant_tag tag, bool is_wide, const struct constant *constant) {
    if (tag == CONSTANT_DYNAMIC)
        return (*constant->dynamic.descriptor == 'J' || *constant->dynamic.descriptor == 'D') ==
               is_wide;
    if (is_wide) return tag == CONSTANT_LONG || tag == CONSTANT_DOUBLE;
    return tag == CONSTANT_INTEGER || tag == CONSTANT_FLOAT || tag == CONSTANT_STRING ||
           tag == CONSTANT_CLASS || tag == CONSTANT_METHOD_TYPE || tag == CONSTANT_METHOD_HANDLE;
}

static bool is_method_operand(const struct code_check *check, enum opcode opcode,
                              const struct constant *constant) {
    bool is_interface = constant->tag == CONSTANT_INTERFACE_METHOD;
    if (!is_interface && constant->tag != CONSTANT_METHOD) return false;
    const char *name = constant->member.name;
    if (*name == '<' && (opcode != OP_invokespecial || strcmp(name, "<init>") != 0)) return false;
    if (opcode == OP_invokeinterface) return is_interface;
    if (opcode == OP_invokevirtual) return !is_interface;
    return !is_interface || check->reader->file->major >= 52;
}

/* Whether the instruction may have this constant as its operand. */
static bool is_constant_operand(const struct code_check *check, enum opcode opcode,
                                const struct constant *constant) {
    enum constant_tag tag = constant->tag;
    if (opcode == OP_ldc || opcode == OP_ldc_w) return is_loadable(tag, false, constant);
    if (opcode == OP_ldc2_w) return is_loadable(tag, true, constant);
    if (opcode >= OP_getstatic && opcode <= OP_putfield) return tag == CONSTANT_FIELD;
    if (opcode == OP_invokedynamic) return tag == CONSTANT_INVOKE_DYNAMIC;
    if (opcode >= OP_invokevirtual && opcode <= OP_invokeinterface)
        return is_method_operand(check, opcode, constant);
    if (tag != CONSTANT_CLASS) return false;
    return opcode != OP_new || *constant->name != '[';
}

static bool check_constant(struct code_check *check, uint32_t bci, uint16_t index) {
    const struct classfile *file = check->reader->file;
    enum opcode opcode = (enum opcode)check->code->bytes[bci];
    if (index < file->constant_count && is_constant_operand(check, opcode, &file->constants[index]))
        return true;
    return code_fail(check, bci, "wrong constant");
}

static bool check_local(struct code_check *check, uint32_t bci, enum opcode opcode,
                        uint32_t local) {
    const char *type = opcode_pops(opcode)[0] ? opcode_pops(opcode) : opcode_pushes(opcode);
    uint32_t slots = *type == 'J' || *type == 'D' ? 2 : 1;
    return local + slots <= check->code->max_locals ||
           code_fail(check, bci, "local variable beyond max_locals");
}

static bool check_branch(struct code_check *check, uint32_t bci, int32_t distance) {
    return code_is_start(check, (int64_t)bci + distance) ||
           code_fail(check, bci, "branch to no instruction");
}

static bool check_switch(struct code_check *check, uint32_t bci) {
    const uint8_t *operands = check->code->bytes + switch_operands(bci);
    bool is_table = check->code->bytes[bci] == OP_tableswitch;
    int32_t first = read_s32(operands + 4);
    int64_t count = is_table ? (int64_t)read_s32(operands + 8) - first + 1 : first;
    const uint8_t *targets = operands + 12;
    uint32_t stride = is_table ? 4 : 8;
    if (!check_branch(check, bci, read_s32(operands))) return false;
    for (const uint8_t *pad = check->code->bytes + bci + 1; pad < operands; pad++)
        if (*pad && check->reader->file->major < 51)
            return code_fail(check, bci, "padding that is not zero");
    for (int64_t i = 0; i < count; i++) {
        if (!check_branch(check, bci, read_s32(targets + i * stride))) return false;
        if (!is_table && i > 0 && read_s32(targets + i * 8 - 4) <= read_s32(targets + i * 8 - 12))
            return code_fail(check, bci, "unsorted matches");
    }
    return true;
}

static bool check_interface_count(struct code_check *check, uint32_t bci) {
    const uint8_t *operands = check->code->bytes + bci + 1;
    if (!check_constant(check, bci, read_u16(operands))) return false;
    const struct method_shape *shape =
        method_shape_of(check->reader->constants[read_u16(operands)].member.descriptor);
    return (operands[2] == shape->parameter_slots + 1 && operands[3] == 0) ||
           code_fail(check, bci, "wrong count");
}

static bool check_multianewarray(struct code_check *check, uint32_t bci) {
    const uint8_t *operands = check->code->bytes + bci + 1;
    if (!check_constant(check, bci, read_u16(operands))) return false;
    const char *name = check->reader->constants[read_u16(operands)].name;
    return (operands[2] > 0 && strspn(name, "[") >= operands[2]) ||
           code_fail(check, bci, "wrong dimensions");
}

static bool check_instruction(struct code_check *check, uint32_t bci) {
    enum opcode opcode = (enum opcode)check->code->bytes[bci];
    const uint8_t *operands = check->code->bytes + bci + 1;
    switch (opcode_operands(opcode)) {
    case OPERANDS_none: {
        /* xload_n and xstore_n */
        bool is_load = opcode >= OP_iload_0 && opcode <= OP_aload_3;
        bool is_store = opcode >= OP_istore_0 && opcode <= OP_astore_3;
        uint32_t first = is_load ? OP_iload_0 : OP_istore_0;
        return !(is_load || is_store) || check_local(check, bci, opcode, (opcode - first) % 4);
    }
    case OPERANDS_byte:
    case OPERANDS_short: return true;
    case OPERANDS_constant8: return check_constant(check, bci, operands[0]);
    case OPERANDS_constant16: return check_constant(check, bci, read_u16(operands));
    case OPERANDS_local8:
    case OPERANDS_iinc: return check_local(check, bci, opcode, operands[0]);
    case OPERANDS_branch16: return check_branch(check, bci, read_s16(operands));
    case OPERANDS_branch32: return check_branch(check, bci, read_s32(operands));
    case OPERANDS_array_type:
        return (operands[0] >= ARRAY_TYPE_BOOLEAN && operands[0] <= ARRAY_TYPE_LONG) ||
               code_fail(check, bci, "unknown element type");
    case OPERANDS_invokeinterface: return check_interface_count(check, bci);
    case OPERANDS_invokedynamic:
        return check_constant(check, bci, read_u16(operands)) &&
               (read_u16(operands + 2) == 0 || code_fail(check, bci, "wrong count"));
    case OPERANDS_multianewarray: return check_multianewarray(check, bci);
    case OPERANDS_tableswitch:
    case OPERANDS_lookupswitch: return check_switch(check, bci);
    case OPERANDS_wide:
        return check_local(check, bci, (enum opcode)operands[0], read_u16(operands + 1));
    }
    UNREACHABLE();
}

static void check_code(struct code_check *check) {
    if (!find_starts(check)) return;
    for (uint32_t bci = 0; bci < check->code->length; bci += instruction_length(check->code, bci))
        if (!check_instruction(check, bci)) return;
}

static bool code_is_boundary(const struct code_check *check, uint32_t bci) {
    return bci == check->code->length || code_is_start(check, bci);
}

static void read_handlers(struct code_check *check) {
    struct reader *reader = check->reader;
    struct code *code = check->code;
    uint16_t count = reader_count(reader, 8);
    struct handler *handlers = ARENA_ARRAY(reader->arena, struct handler, count);
    for (uint16_t i = 0; i < count && !reader->failed; i++) {
        size_t offset = reader->offset;
        uint32_t start = reader_u16(reader), end = reader_u16(reader), target = reader_u16(reader);
        const char *catch_class = reader_class_name(reader, true);
        handlers[i] = (struct handler){start, end, target, catch_class};
        if (start >= end || end > code->length || target >= code->length)
            reader_fail_at(reader, offset, "exception handler beyond the code");
        else if (!code->fault && !(code_is_start(check, start) && code_is_start(check, target) &&
                                   code_is_boundary(check, end)))
            reader_fail_at(reader, offset, "exception handler that lies on no instruction");
    }
    code->handlers = handlers;
    code->handler_count = count;
}

static int compare_lines(const void *left, const void *right) {
    const struct line_entry *a = left, *b = right;
    return a->bci < b->bci ? -1 : a->bci > b->bci;
}

void read_lines(struct reader *reader, void *owner) {
    const struct code_check *check = owner;
    struct code *code = check->code;
    uint16_t count = reader_count(reader, 4);
    if (code->line_count + count > UINT16_MAX) {
        reader_fail(reader, "too many line numbers");
        return;
    }
    struct line_entry *lines =
        ARENA_ARRAY(reader->arena, struct line_entry, code->line_count + count);
    bool is_ascending = true;
    if (code->line_count) memcpy(lines, code->lines, code->line_count * sizeof *lines);
    for (uint16_t i = 0; i < count && !reader->failed; i++) {
        struct line_entry *entry = &lines[code->line_count++];
        entry->bci = reader_u16(reader);
        entry->line = reader_u16(reader);
        if (entry->bci >= code->length) reader_fail(reader, "line number beyond the code");
        if (entry > lines && entry[-1].bci > entry->bci) is_ascending = false;
    }
    if (!is_ascending) qsort(lines, code->line_count, sizeof *lines, compare_lines);
    code->lines = lines;
}

/* A row of LocalVariableTable, or of LocalVariableTypeTable, which has a signature for the
 * descriptor. */
static struct local_variable read_local(struct code_check *check, bool has_descriptor) {
    struct reader *reader = check->reader;
    size_t offset = reader->offset;
    struct local_variable local = {.start = reader_u16(reader), .length = reader_u16(reader)};
    local.name = reader_utf8(reader);
    const char *type = local.type = reader_utf8(reader);
    local.slot = reader_u16(reader);
    bool is_wide = has_descriptor && (*type == 'J' || *type == 'D');
    bool is_well_formed =
        is_field_name(reader, local.name) && (!has_descriptor || descriptor_is_field(type)) &&
        local.start < check->code->length && local.start + local.length <= check->code->length &&
        local.slot + is_wide < check->code->max_locals;
    if (!is_well_formed) reader_fail_at(reader, offset, "malformed local variable");
    bool is_exact =
        check->code->fault || !has_descriptor || reader->file->major < 50 ||
        (code_is_start(check, local.start) && code_is_boundary(check, local.start + local.length));
    if (is_well_formed && !is_exact)
        reader_fail_at(reader, offset, "local variable that lies on no instruction");
    return local;
}

void read_locals(struct reader *reader, void *owner) {
    struct code_check *check = owner;
    struct code *code = check->code;
    uint16_t count = reader_count(reader, 10);
    if (code->local_count + count > UINT16_MAX) {
        reader_fail(reader, "too many local variables");
        return;
    }
    struct local_variable *locals =
        ARENA_ARRAY(reader->arena, struct local_variable, code->local_count + count);
    memory_copy(locals, code->locals, code->local_count * sizeof *locals);
    for (uint16_t i = 0; i < count && !reader->failed; i++)
        locals[code->local_count++] = read_local(check, true);
    code->locals = locals;
}

void read_local_types(struct reader *reader, void *owner) {
    struct code_check *check = owner;
    uint16_t count = reader_count(reader, 10);
    for (uint16_t i = 0; i < count && !reader->failed; i++)
        vec_push(&check->generic_locals, read_local(check, false));
}

static int compare_locals(const void *left, const void *right) {
    const struct local_variable *a = left, *b = right;
    if (a->start != b->start) return a->start < b->start ? -1 : 1;
    if (a->length != b->length) return a->length < b->length ? -1 : 1;
    if (a->slot != b->slot) return a->slot < b->slot ? -1 : 1;
    return a->name == b->name ? 0 : a->name < b->name ? -1 : 1;
}

static void sort_locals(struct reader *reader, struct local_variable *locals, uint32_t count) {
    if (count) qsort(locals, count, sizeof *locals, compare_locals);
    for (uint32_t i = 1; i < count && !reader->failed; i++)
        if (compare_locals(&locals[i - 1], &locals[i]) == 0)
            reader_fail(reader, "local variable '%s' twice", locals[i].name);
}

/* Each variable once in each table; those with generic types are among the others, if there are
 * any.
 */
static void check_locals(struct code_check *check) {
    struct reader *reader = check->reader;
    uint32_t count = check->code->local_count;
    if (count <= 1 && check->generic_locals.count == 0) return;
    size_t size = count * sizeof(struct local_variable);
    struct local_variable *sorted = memory_allocate(size);
    memory_copy(sorted, check->code->locals, size);
    sort_locals(reader, sorted, count);
    sort_locals(reader, check->generic_locals.items, count ? check->generic_locals.count : 0);
    vec_each(struct local_variable, local, &check->generic_locals)
        if (count && !bsearch(local, sorted, count, sizeof *local, compare_locals))
            reader_fail(reader, "local variable '%s' of a generic type alone", local->name);
    memory_free(sorted);
}

static uint16_t parameter_slots(const struct member_info *method) {
    return (uint16_t)(method->shape->parameter_slots + (method->access & ACC_STATIC ? 0 : 1));
}

const struct code *read_code(struct reader *reader, const struct member_info *method) {
    struct code *code = ARENA_NEW(reader->arena, struct code);
    code->max_stack = reader_u16(reader);
    code->max_locals = reader_u16(reader);
    uint32_t length = reader_u32(reader);
    struct code_check check = {
        .reader = reader, .method = method, .code = code, .offset = reader->offset};
    if (!reader->failed && (length == 0 || length > UINT16_MAX))
        reader_fail(reader, "code of %u bytes", length);
    const uint8_t *bytes = reader_bytes(reader, length);
    if (!bytes) return NULL;
    if (parameter_slots(method) > code->max_locals)
        reader_fail(reader, "parameters beyond max_locals");
    code->length = length;
    code->bytes = (const uint8_t *)arena_copy_text(reader->arena, (const char *)bytes, length);
    enum { SHORT_CODE = 1024 }; /* most code is, and start-up counts its arenas */
    uint64_t short_starts[SHORT_CODE / 64] = {0};
    struct arena scratch;
    arena_init(&scratch);
    check.starts =
        length < SHORT_CODE ? (struct bitset){short_starts, length} : bitset_new(&scratch, length);
    check_code(&check);
    read_handlers(&check);
    if (!reader->failed) read_attributes(reader, OF_CODE, &check);
    if (!reader->failed && code->local_count) check_locals(&check);
    if (!reader->failed && !code->fault && reader->has_markers)
        code->regions =
            code_regions_find(reader->arena, reader->constants, code, parameter_slots(method));
    vec_release(&check.generic_locals);
    arena_release(&scratch);
    return reader->failed ? NULL : code;
}

int code_line(const struct code *code, uint32_t bci) {
    int line = 0;
    for (uint16_t i = 0; i < code->line_count && code->lines[i].bci <= bci; i++)
        line = code->lines[i].line;
    return line;
}
