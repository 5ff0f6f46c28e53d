/* EMIT: instructions to bytes. */
#include "frontend/emit.h"

#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "classfile/bytes.h"

void emitter_init(struct code_emitter *emitter, struct compiler *compiler, struct place place) {
    *emitter = (struct code_emitter){
        .compiler = compiler, .writer = &compiler->writer, .place = place, .alive = true};
}

uint32_t emitter_position(struct code_emitter *emitter) {
    return emitter->fixed_position = emitter->bytes.count;
}

void emitter_set_line(struct code_emitter *emitter, struct place place) {
    if (emitter->compiler->options->line_numbers && place.line > 0) emitter->line = place.line;
}

struct code *emitter_finish(struct code_emitter *emitter) {
    struct code *code = ARENA_NEW(emitter->compiler->arena, struct code);
    uint32_t length = emitter->bytes.count;
    if (length > UINT16_MAX || emitter->handlers.count > UINT16_MAX ||
        emitter->max_depth > UINT16_MAX || emitter->max_locals > UINT16_MAX)
        compile_error(emitter->compiler, emitter->place, "code too large");
    code->max_stack = (uint16_t)emitter->max_depth;
    code->max_locals = (uint16_t)emitter->max_locals;
    code->length = length;
    code->bytes = emitter->bytes.items;
    code->handler_count = (uint16_t)emitter->handlers.count;
    code->handlers = emitter->handlers.items;
    code->line_count = (uint16_t)emitter->lines.count;
    code->lines = emitter->lines.items;
    code->local_count = (uint16_t)emitter->parameters.count;
    code->locals = emitter->parameters.items;
    vec_each(struct local_variable, parameter, &emitter->parameters) parameter->length = length;
    return code;
}

/* ---- bytes and depth */

static void add_u8(struct code_emitter *emitter, uint32_t value) {
    arena_vec_push(emitter->compiler->arena, &emitter->bytes, (uint8_t)value);
}

static void add_u16(struct code_emitter *emitter, uint32_t value) {
    add_u8(emitter, value >> 8 & 0xff);
    add_u8(emitter, value & 0xff);
}

static void add_u32(struct code_emitter *emitter, uint32_t value) {
    add_u16(emitter, value >> 16);
    add_u16(emitter, value & 0xffff);
}

static void adjust_depth(struct code_emitter *emitter, int change) {
    emitter->depth += change;
    ASSERT(emitter->depth >= 0, "stack below zero at %u", emitter->bytes.count);
    if (emitter->depth > emitter->max_depth) emitter->max_depth = emitter->depth;
}

static int slots_of(const char *types) {
    int slots = 0;
    for (; *types; types++) slots += *types == 'J' || *types == 'D' ? 2 : 1;
    return slots;
}

static void add_line(struct code_emitter *emitter) {
    int line = emitter->line;
    emitter->line = 0;
    if (line == 0 || line > UINT16_MAX) return;
    struct line_entry entry = {emitter->bytes.count, line};
    if (emitter->lines.count && vec_last(&emitter->lines).line == line) return;
    if (emitter->lines.count && vec_last(&emitter->lines).bci == entry.bci)
        vec_last(&emitter->lines) = entry;
    else
        arena_vec_push(emitter->compiler->arena, &emitter->lines, entry);
}

/* The opcode and what the table says of the stack; * is left to the caller. False when not alive.
 */
static bool start(struct code_emitter *emitter, enum opcode opcode) {
    if (!emitter->alive) return false;
    if (emitter->line) add_line(emitter);
    add_u8(emitter, opcode);
    const char *pops = opcode_pops(opcode), *pushes = opcode_pushes(opcode);
    if (*pops != '*') adjust_depth(emitter, -slots_of(pops));
    if (*pushes != '*') adjust_depth(emitter, slots_of(pushes));
    if (opcode_ends_block(opcode)) emitter->alive = false;
    return true;
}

void emit(struct code_emitter *emitter, enum opcode opcode) {
    ASSERT(opcode_operands(opcode) == OPERANDS_none, "operands of %s", opcode_name(opcode));
    start(emitter, opcode);
}

/* ---- labels */

struct label *label_new(struct code_emitter *emitter) {
    struct label *label = ARENA_NEW(emitter->compiler->arena, struct label);
    label->position = LABEL_UNPLACED;
    label->depth = -1;
    return label;
}

static void patch(struct code_emitter *emitter, const struct label_use *use, uint32_t target) {
    int64_t distance = (int64_t)target - use->instruction;
    uint8_t *operand = emitter->bytes.items + use->operand;
    if (use->is_wide) {
        write_u32(operand, (uint32_t)distance);
        return;
    }
    if (distance != (int16_t)distance)
        compile_error(emitter->compiler, emitter->place, "code too large");
    write_u16(operand, (uint16_t)distance);
}

/* Takes back a goto that leads to what follows it. */
static void drop_useless_goto(struct code_emitter *emitter, struct label *label) {
    enum { GOTO_LENGTH = 3 };
    uint32_t end = emitter->bytes.count;
    if (emitter->alive || end < GOTO_LENGTH || emitter->fixed_position == end) return;
    for (uint32_t i = 0; i < label->uses.count; i++) {
        const struct label_use *use = &label->uses.items[i];
        if (use->is_wide || use->instruction + GOTO_LENGTH != end ||
            emitter->bytes.items[use->instruction] != OP_goto)
            continue;
        emitter->bytes.count -= GOTO_LENGTH;
        emitter->depth = label->depth;
        emitter->alive = true;
        vec_remove(&label->uses, i);
        return;
    }
}

void label_place(struct code_emitter *emitter, struct label *label) {
    ASSERT(label->position == LABEL_UNPLACED, "label placed twice");
    drop_useless_goto(emitter, label);
    label->position = (int)emitter->bytes.count;
    if (label->uses.count > 0) {
        ASSERT(!emitter->alive || emitter->depth == label->depth, "stack depths %d and %d at %d",
               emitter->depth, label->depth, label->position);
        emitter->depth = label->depth;
        emitter->alive = true;
    }
    label->depth = emitter->depth;
    for (uint32_t i = 0; i < label->uses.count; i++)
        patch(emitter, &label->uses.items[i], emitter->bytes.count);
}

static void use_label(struct code_emitter *emitter, struct label *label, uint32_t instruction,
                      bool is_wide) {
    struct label_use use = {instruction, emitter->bytes.count, is_wide};
    ASSERT(label->depth < 0 || label->depth == emitter->depth, "stack depths %d and %d at %u",
           label->depth, emitter->depth, instruction);
    label->depth = emitter->depth;
    if (is_wide)
        add_u32(emitter, 0);
    else
        add_u16(emitter, 0);
    if (label->position == LABEL_UNPLACED)
        arena_vec_push(emitter->compiler->arena, &label->uses, use);
    else
        patch(emitter, &use, (uint32_t)label->position);
}

void emit_jump(struct code_emitter *emitter, enum opcode opcode, struct label *label) {
    uint32_t instruction = emitter->bytes.count;
    if (start(emitter, opcode)) use_label(emitter, label, instruction, false);
}

/* ---- locals and constants */

int emit_local(struct code_emitter *emitter, const struct type *type) {
    int slot = emitter->next_local;
    emitter->next_local += java_type_slots(type->java);
    if (emitter->next_local > emitter->max_locals) emitter->max_locals = emitter->next_local;
    if (slot > UINT16_MAX - 2) compile_error(emitter->compiler, emitter->place, "too many locals");
    return slot;
}

void emit_parameter(struct code_emitter *emitter, struct variable *parameter) {
    struct compiler *compiler = emitter->compiler;
    parameter->slot = emit_local(emitter, parameter->type);
    if (!compiler->options->parameter_names || parameter->type->java != JAVA_REFERENCE) return;
    struct local_variable named = {.slot = (uint16_t)parameter->slot,
                                   .name = parameter->name,
                                   .type = erased_descriptor(compiler, parameter->type)};
    arena_vec_push(compiler->arena, &emitter->parameters, named);
}

/* [first]: iload or istore, followed by those of the other types; [short_first]: iload_0. */
static void emit_local_access(struct code_emitter *emitter, enum opcode first,
                              enum opcode short_first, enum java_type type, int slot) {
    uint32_t kind = java_stack_type(type);
    enum opcode opcode = (enum opcode)(first + kind);
    if (slot < 4) {
        emit(emitter, (enum opcode)(short_first + kind * 4 + (uint32_t)slot));
    } else if (slot < 256) {
        if (start(emitter, opcode)) add_u8(emitter, (uint32_t)slot);
    } else if (emitter->alive) {
        if (emitter->line) add_line(emitter);
        add_u8(emitter, OP_wide);
        start(emitter, opcode);
        add_u16(emitter, (uint32_t)slot);
    }
}

void emit_load(struct code_emitter *emitter, enum java_type type, int slot) {
    emit_local_access(emitter, OP_iload, OP_iload_0, type, slot);
}

void emit_store(struct code_emitter *emitter, enum java_type type, int slot) {
    emit_local_access(emitter, OP_istore, OP_istore_0, type, slot);
}

void emit_return(struct code_emitter *emitter, enum java_type type) {
    emit(emitter, type == JAVA_VOID ? OP_return
                                    : (enum opcode)(OP_ireturn + (uint32_t)java_stack_type(type)));
}

void emit_increment(struct code_emitter *emitter, int slot, int amount) {
    if (!emitter->alive) return;
    if (slot < 256 && amount == (int8_t)amount) {
        start(emitter, OP_iinc);
        add_u8(emitter, (uint32_t)slot);
        add_u8(emitter, (uint32_t)amount & 0xff);
        return;
    }
    start(emitter, OP_wide);
    add_u8(emitter, OP_iinc);
    add_u16(emitter, (uint32_t)slot);
    add_u16(emitter, (uint32_t)amount & 0xffff);
}

static void emit_constant(struct code_emitter *emitter, uint16_t index, bool is_wide) {
    bool is_short = !is_wide && index < 256;
    enum opcode opcode = is_wide ? OP_ldc2_w : is_short ? OP_ldc : OP_ldc_w;
    if (!start(emitter, opcode)) return;
    if (is_short)
        add_u8(emitter, index);
    else
        add_u16(emitter, index);
    adjust_depth(emitter, is_wide ? 2 : 1);
}

void emit_integer(struct code_emitter *emitter, int32_t value) {
    if (!emitter->alive) return;
    if (value >= -1 && value <= 5) {
        emit(emitter, (enum opcode)(OP_iconst_0 + value));
    } else if (value == (int8_t)value) {
        start(emitter, OP_bipush);
        add_u8(emitter, (uint32_t)value & 0xff);
    } else if (value == (int16_t)value) {
        start(emitter, OP_sipush);
        add_u16(emitter, (uint32_t)value & 0xffff);
    } else {
        emit_constant(emitter, class_writer_integer(emitter->writer, value), false);
    }
}

static void emit_floating(struct code_emitter *emitter, const struct constant_value *value) {
    bool is_float = value->java == JAVA_FLOAT;
    double number = is_float ? (double)value->float_value : value->double_value;
    bool is_negative_zero = number == 0 && __builtin_signbit(number);
    enum opcode first = is_float ? OP_fconst_0 : OP_dconst_0;
    if (!is_negative_zero && (number == 0 || number == 1 || (is_float && number == 2)))
        emit(emitter, (enum opcode)(first + (uint32_t)number));
    else if (is_float)
        emit_constant(emitter, class_writer_float(emitter->writer, value->float_value), false);
    else
        emit_constant(emitter, class_writer_double(emitter->writer, value->double_value), true);
}

void emit_value(struct code_emitter *emitter, const struct constant_value *value) {
    if (!emitter->alive) return;
    switch (value->java) {
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT:
    case JAVA_INT: emit_integer(emitter, value->integer); return;
    case JAVA_LONG:
        if (value->long_value == 0 || value->long_value == 1)
            emit(emitter, (enum opcode)(OP_lconst_0 + (uint32_t)value->long_value));
        else
            emit_constant(emitter, class_writer_long(emitter->writer, value->long_value), true);
        return;
    case JAVA_FLOAT:
    case JAVA_DOUBLE: emit_floating(emitter, value); return;
    case JAVA_REFERENCE:
        emit_constant(emitter, class_writer_string(emitter->writer, value->text), false);
        return;
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    UNREACHABLE();
}

/* ---- classes, fields, methods */

/* The name in a class constant: a class's own, an array's descriptor. */
static const char *type_constant_name(const struct type *type) {
    return type->kind == KIND_ARRAY ? type->descriptor : type->class->name;
}

void emit_class(struct code_emitter *emitter, enum opcode opcode, const char *class_name) {
    if (!emitter->alive) return;
    uint16_t index = class_writer_class(emitter->writer, class_name);
    if (opcode == OP_ldc) {
        emit_constant(emitter, index, false);
        return;
    }
    start(emitter, opcode);
    add_u16(emitter, index);
}

void emit_type(struct code_emitter *emitter, enum opcode opcode, const struct type *type) {
    emit_class(emitter, opcode,
               type_constant_name(type_erasure(emitter->compiler, (struct type *)type)));
}

void emit_new_array(struct code_emitter *emitter, const struct type *element) {
    static const uint8_t codes[JAVA_TYPE_COUNT] = {
        [JAVA_BOOLEAN] = ARRAY_TYPE_BOOLEAN, [JAVA_CHAR] = ARRAY_TYPE_CHAR,
        [JAVA_FLOAT] = ARRAY_TYPE_FLOAT,     [JAVA_DOUBLE] = ARRAY_TYPE_DOUBLE,
        [JAVA_BYTE] = ARRAY_TYPE_BYTE,       [JAVA_SHORT] = ARRAY_TYPE_SHORT,
        [JAVA_INT] = ARRAY_TYPE_INT,         [JAVA_LONG] = ARRAY_TYPE_LONG,
    };
    if (!type_is_primitive(element))
        emit_type(emitter, OP_anewarray, element);
    else if (start(emitter, OP_newarray))
        add_u8(emitter, codes[element->java]);
}

void emit_multi_array(struct code_emitter *emitter, const struct type *array, uint32_t dimensions) {
    if (!start(emitter, OP_multianewarray)) return;
    add_u16(emitter,
            class_writer_class(emitter->writer, erased_descriptor(emitter->compiler, array)));
    add_u8(emitter, dimensions);
    adjust_depth(emitter, -(int)dimensions);
}

void emit_field(struct code_emitter *emitter, enum opcode opcode, const char *class_name,
                const char *name, const char *descriptor) {
    if (!start(emitter, opcode)) return;
    add_u16(emitter,
            class_writer_member(emitter->writer, CONSTANT_FIELD, class_name, name, descriptor));
    int slots = *descriptor == 'J' || *descriptor == 'D' ? 2 : 1;
    if (opcode == OP_getfield || opcode == OP_getstatic)
        adjust_depth(emitter, slots);
    else
        adjust_depth(emitter, opcode == OP_putfield ? -slots - 1 : -slots);
}

static void adjust_for_call(struct code_emitter *emitter, const char *descriptor,
                            bool has_receiver) {
    const struct method_shape *shape = method_shape_of(intern(descriptor));
    adjust_depth(emitter, -shape->parameter_slots - (has_receiver ? 1 : 0));
    adjust_depth(emitter, java_type_slots(shape->return_type));
}

void emit_call(struct code_emitter *emitter, enum opcode opcode, bool is_interface,
               const char *class_name, const char *name, const char *descriptor) {
    if (!start(emitter, opcode)) return;
    add_u16(emitter, class_writer_member(emitter->writer,
                                         is_interface ? CONSTANT_INTERFACE_METHOD : CONSTANT_METHOD,
                                         class_name, name, descriptor));
    if (opcode == OP_invokeinterface) {
        const struct method_shape *shape = method_shape_of(intern(descriptor));
        add_u8(emitter, (uint32_t)shape->parameter_slots + 1);
        add_u8(emitter, 0);
    }
    adjust_for_call(emitter, descriptor, opcode != OP_invokestatic);
}

void emit_invoke(struct code_emitter *emitter, enum opcode opcode, const char *class_name,
                 const char *name, const char *descriptor) {
    emit_call(emitter, opcode, opcode == OP_invokeinterface, class_name, name, descriptor);
}

void emit_invoke_dynamic(struct code_emitter *emitter, uint16_t bootstrap, const char *name,
                         const char *descriptor) {
    if (!start(emitter, OP_invokedynamic)) return;
    add_u16(emitter, class_writer_invoke_dynamic(emitter->writer, bootstrap, name, descriptor));
    add_u16(emitter, 0);
    adjust_for_call(emitter, descriptor, false);
}

/* ---- values on the stack */

void emit_convert(struct code_emitter *emitter, enum java_type from, enum java_type to) {
    static const enum opcode conversions[4][4] = {
        [JAVA_INT] = {OP_nop, OP_i2l, OP_i2f, OP_i2d},
        [JAVA_LONG] = {OP_l2i, OP_nop, OP_l2f, OP_l2d},
        [JAVA_FLOAT] = {OP_f2i, OP_f2l, OP_nop, OP_f2d},
        [JAVA_DOUBLE] = {OP_d2i, OP_d2l, OP_d2f, OP_nop},
    };
    if (from == to || from == JAVA_BOOLEAN) return;
    enum java_type stack_from = java_stack_type(from), stack_to = java_stack_type(to);
    if (stack_from != stack_to) emit(emitter, conversions[stack_from][stack_to]);
    if (from == JAVA_BYTE && to == JAVA_SHORT) return;
    if (to == JAVA_BYTE) emit(emitter, OP_i2b);
    if (to == JAVA_CHAR) emit(emitter, OP_i2c);
    if (to == JAVA_SHORT) emit(emitter, OP_i2s);
}

void emit_duplicate_under(struct code_emitter *emitter, const struct type *type, int under) {
    static const enum opcode opcodes[2][3] = {
        {OP_dup, OP_dup_x1, OP_dup_x2},
        {OP_dup2, OP_dup2_x1, OP_dup2_x2},
    };
    emit(emitter, opcodes[java_type_slots(type->java) - 1][under]);
}

void emit_pop(struct code_emitter *emitter, const struct type *type) {
    int slots = type->kind == KIND_VOID ? 0 : java_type_slots(type->java);
    if (slots > 0) emit(emitter, slots == 2 ? OP_pop2 : OP_pop);
}

static uint32_t array_kind(const struct type *element) {
    switch (element->java) {
    case JAVA_BOOLEAN:
    case JAVA_BYTE: return OP_baload - OP_iaload;
    case JAVA_CHAR: return OP_caload - OP_iaload;
    case JAVA_SHORT: return OP_saload - OP_iaload;
    case JAVA_INT:
    case JAVA_LONG:
    case JAVA_FLOAT:
    case JAVA_DOUBLE:
    case JAVA_REFERENCE: return element->java;
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    UNREACHABLE();
}

void emit_array_load(struct code_emitter *emitter, const struct type *element) {
    emit(emitter, (enum opcode)(OP_iaload + array_kind(element)));
}

void emit_array_store(struct code_emitter *emitter, const struct type *element) {
    emit(emitter, (enum opcode)(OP_iastore + array_kind(element)));
}

/* ---- handlers and switches */

void emit_handler(struct code_emitter *emitter, uint32_t start_bci, uint32_t end, uint32_t target,
                  const char *catch_class) {
    if (start_bci >= end) return;
    struct handler handler = {start_bci, end, target, catch_class};
    arena_vec_push(emitter->compiler->arena, &emitter->handlers, handler);
}

uint32_t emit_handler_start(struct code_emitter *emitter) {
    ASSERT(!emitter->alive, "code runs into a handler");
    emitter->alive = true;
    emitter->depth = 0;
    adjust_depth(emitter, 1);
    return emitter_position(emitter);
}

/* javac's estimate of space and time. */
static bool is_table_cheaper(const int32_t *keys, uint32_t count) {
    if (count == 0) return false;
    int64_t table_space = 4 + ((int64_t)keys[count - 1] - keys[0] + 1), table_time = 3;
    int64_t lookup_space = 3 + 2 * (int64_t)count, lookup_time = count;
    return table_space + 3 * table_time <= lookup_space + 3 * lookup_time;
}

void emit_switch(struct code_emitter *emitter, const int32_t *keys, struct label **labels,
                 uint32_t count, struct label *otherwise) {
    bool is_table = is_table_cheaper(keys, count);
    uint32_t instruction = emitter->bytes.count;
    if (!start(emitter, is_table ? OP_tableswitch : OP_lookupswitch)) return;
    while (emitter->bytes.count % 4 != 0) add_u8(emitter, 0);
    use_label(emitter, otherwise, instruction, true);
    add_u32(emitter, is_table ? (uint32_t)keys[0] : count);
    if (is_table) add_u32(emitter, (uint32_t)keys[count - 1]);
    if (!is_table) {
        for (uint32_t i = 0; i < count; i++) {
            add_u32(emitter, (uint32_t)keys[i]);
            use_label(emitter, labels[i], instruction, true);
        }
        return;
    }
    uint32_t next = 0;
    for (int64_t key = keys[0]; key <= keys[count - 1]; key++)
        use_label(emitter, keys[next] == key ? labels[next++] : otherwise, instruction, true);
}
