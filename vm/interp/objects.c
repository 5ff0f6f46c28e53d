/* OBJECTS: what the loop does with constants, fields, arrays and types. Each function finds its
 * operands on frame.top and leaves its result there; false or NULL means that an exception is
 * pending. */
#include "interp/execute.h"

#include "classfile/bytes.h"
#include "classfile/opcodes.h"

void frame_push(struct frame *frame, enum java_type type, union value value) {
    *frame->top = value;
    frame->top += java_type_slots(type);
}

bool execute_load_constant(struct activation *activation) {
    struct class *class = activation->frame.method->class;
    const uint8_t *bytes = activation_bytes(activation);
    uint32_t index =
        activation_constant(activation, *bytes == OP_ldc ? bytes[1] : read_u16(bytes + 1));
    struct object *constant = resolve_string(activation->thread, class, index);
    if (!constant) return false;
    frame_push(&activation->frame, JAVA_REFERENCE, (union value){.r = constant});
    quicken_constant(activation, constant);
    return true;
}

/* Where the field of the object on the stack is, which is popped; NULL when it threw. */
static void *field_of_popped(struct activation *activation, const struct field *field) {
    struct object *object = (--activation->frame.top)->r;
    if (object) return object_at(object, field->offset);
    throw_null_pointer(activation->thread);
    return NULL;
}

bool execute_field(struct activation *activation) {
    struct frame *frame = &activation->frame;
    const uint8_t *bytes = activation_bytes(activation);
    enum opcode opcode = *bytes;
    uint32_t index = activation_constant(activation, read_u16(bytes + 1));
    bool is_static = opcode == OP_getstatic || opcode == OP_putstatic;
    bool is_put = opcode == OP_putstatic || opcode == OP_putfield;
    struct thread *thread = activation->thread;
    struct method *method = frame->method;
    struct field *field = is_put ? resolve_field_to_store(thread, method, index, is_static)
                                 : resolve_field(thread, method->class, index, is_static);
    if (!field) return false;
    if (is_static && !class_initialize(thread, field->class)) return false;
    quicken_field(activation, field);
    if (is_put) frame->top -= java_type_slots(field->type);
    union value value = *frame->top;
    void *address = is_static ? field->cell : field_of_popped(activation, field);
    if (!address) return false;
    bool is_volatile = field->access & ACC_VOLATILE;
    if (is_put)
        (is_volatile ? memory_store_volatile : memory_store)(address, field->type, value);
    else
        frame_push(frame, field->type,
                   (is_volatile ? memory_load_volatile : memory_load)(address, field->type));
    return true;
}

bool execute_new(struct activation *activation) {
    struct thread *thread = activation->thread;
    uint32_t index = activation_constant(activation, read_u16(activation_bytes(activation) + 1));
    struct class *class = resolve_class(thread, activation->frame.method->class, index);
    if (!class) return false;
    if (class->access & (ACC_ABSTRACT | ACC_INTERFACE) || class_is_array(class)) {
        throw_new(thread, ERROR_instantiation, "%s", class->binary_name);
        return false;
    }
    if (!class_initialize(thread, class)) return false;
    if (class_is_initialized(class)) quicken_class(activation, DO_new_object, class);
    return execute_new_object(activation, class);
}

bool execute_new_object(struct activation *activation, struct class *class) {
    struct object *object = object_make(activation->thread, class, MADE_BY_BYTECODE);
    if (!object) return false;
    frame_push(&activation->frame, JAVA_REFERENCE, (union value){.r = object});
    return true;
}

bool execute_new_array(struct activation *activation, struct class *array_class) {
    int32_t length = (--activation->frame.top)->i;
    struct array *array = array_make(activation->thread, array_class, length, MADE_BY_BYTECODE);
    if (!array) return false;
    frame_push(&activation->frame, JAVA_REFERENCE, (union value){.r = &array->object});
    return true;
}

bool execute_new_reference_array(struct activation *activation) {
    uint32_t index = activation_constant(activation, read_u16(activation_bytes(activation) + 1));
    struct class *element =
        resolve_class(activation->thread, activation->frame.method->class, index);
    if (!element) return false;
    quicken_class(activation, DO_new_array, class_array_of(element));
    return execute_new_array(activation, class_array_of(element));
}

bool execute_multi_array(struct activation *activation) {
    struct frame *frame = &activation->frame;
    const uint8_t *bytes = activation_bytes(activation);
    uint32_t index = activation_constant(activation, read_u16(bytes + 1));
    int dimensions = bytes[3];
    struct class *class = resolve_class(activation->thread, frame->method->class, index);
    if (!class) return false;
    int32_t lengths[255];
    frame->top -= dimensions;
    for (int i = 0; i < dimensions; i++) lengths[i] = frame->top[i].i;
    struct array *array = array_new_multi(activation->thread, class, lengths, dimensions);
    if (!array) return false;
    frame_push(frame, JAVA_REFERENCE, (union value){.r = &array->object});
    return true;
}

void profile_see_object(struct profile_row *row, const struct object *object) {
    profile_count(&row->taken);
    if (object)
        profile_see_class(row, object->class);
    else
        __atomic_store_n(&row->null_seen, true, __ATOMIC_RELAXED);
}

/* Of null nothing is asked: the class need not even be there (JVMS 6.5.checkcast). */
bool execute_type_check(struct activation *activation) {
    struct frame *frame = &activation->frame;
    const uint8_t *bytes = activation_bytes(activation);
    bool is_cast = *bytes == OP_checkcast, is_instance = false;
    struct object *object = frame->top[-1].r;
    if (activation->profile) profile_see_object(activation_row(activation), object);
    if (object) {
        struct class *class = resolve_class(activation->thread, frame->method->class,
                                            activation_constant(activation, read_u16(bytes + 1)));
        if (!class) return false;
        quicken_class(activation, is_cast ? DO_cast : DO_test, class);
        is_instance = class_is_subtype(object->class, class);
        if (!is_instance && is_cast) {
            throw_class_cast(activation->thread, object->class, class);
            return false;
        }
    }
    if (!is_cast) frame->top[-1].i = is_instance;
    return true;
}

/* aastore: array, index and value stay on the stack. Null and bounds are checked when the element
 * is found. */
bool execute_store_check(struct activation *activation) {
    const union value *top = activation->frame.top;
    const struct array *array = (struct array *)top[-3].r;
    const struct object *value = top[-1].r;
    if (!array) return true;
    if (activation->profile) profile_see_object(activation_row(activation), value);
    struct class *element = array->object.class->element_class;
    if (!value || (uint32_t)top[-2].i >= (uint32_t)array->length ||
        class_is_kind_of(value->class, element))
        return true;
    throw_array_store(activation->thread, value->class);
    return false;
}

static struct switch_choice table_case_of(const uint8_t *operands, int32_t key) {
    int32_t low = read_s32(operands + 4), high = read_s32(operands + 8), count = high - low + 1;
    if (key < low || key > high) return (struct switch_choice){count, read_s32(operands), true};
    return (struct switch_choice){key - low, read_s32(operands + 12 + 4 * (size_t)(key - low)),
                                  false};
}

static struct switch_choice lookup_case_of(const uint8_t *operands, int32_t key) {
    int32_t count = read_s32(operands + 4);
    for (int32_t i = 0; i < count; i++) {
        const uint8_t *pair = operands + 8 + 8 * (size_t)i;
        if (read_s32(pair) == key) return (struct switch_choice){i, read_s32(pair + 4), false};
    }
    return (struct switch_choice){count, read_s32(operands), true};
}

struct switch_choice switch_choose(const uint8_t *code, uint32_t bci, int32_t key) {
    const uint8_t *operands = code + switch_operands(bci);
    return code[bci] == OP_tableswitch ? table_case_of(operands, key)
                                       : lookup_case_of(operands, key);
}

const struct instruction *execute_switch(const struct activation *activation, int32_t key) {
    uint32_t bci = *activation->frame.bci;
    struct switch_choice chosen = switch_choose(activation->frame.method->code->bytes, bci, key);
    if (activation->profile) {
        struct profile_row *row = activation_row(activation);
        profile_count(&row->taken);
        profile_count(&row->cases[chosen.index]);
    }
    const struct translation *translation = translation_made(activation->frame.method);
    return &translation->instructions[translation->index[bci + (uint32_t)chosen.offset]];
}
