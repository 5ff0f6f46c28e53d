/* OBJECTS: what the loop does with constants, fields, arrays and types. Each function finds its
 * operands on frame.top and leaves its result there; false or NULL means that an exception is
 * pending. */
#include "interp/execute.h"

#include "classfile/bytes.h"
#include "classfile/opcodes.h"

static struct profile_row *row_of(const struct activation *activation) {
    return activation->profile ? profile_row(activation->profile, activation->frame.bci) : NULL;
}

void frame_push(struct frame *frame, enum java_type type, union value value) {
    *frame->top = value;
    frame->top += java_type_slots(type);
}

bool execute_load_constant(struct activation *activation, uint16_t index) {
    struct frame *frame = &activation->frame;
    struct class *class = frame->method->class;
    const struct constant *constant = &class->file->constants[index];
    union value value = {.j = 0};
    enum java_type type = JAVA_REFERENCE;
    if (constant->tag == CONSTANT_INTEGER) {
        type = JAVA_INT, value.i = constant->integer;
    } else if (constant->tag == CONSTANT_FLOAT) {
        type = JAVA_FLOAT, value.f = constant->float_value;
    } else if (constant->tag == CONSTANT_LONG) {
        type = JAVA_LONG, value.j = constant->long_value;
    } else if (constant->tag == CONSTANT_DOUBLE) {
        type = JAVA_DOUBLE, value.d = constant->double_value;
    } else {
        value.r = resolve_string(activation->thread, class, index);
        if (!value.r) return false;
    }
    frame_push(frame, type, value);
    return true;
}

/* Where the field is, its object popped if it has one; NULL when it threw. */
static void *field_address(struct activation *activation, struct field *field, bool is_static) {
    if (is_static) return class_initialize(activation->thread, field->class) ? field->cell : NULL;
    struct object *object = (--activation->frame.top)->r;
    if (object) return object_at(object, field->offset);
    throw_null_pointer(activation->thread);
    return NULL;
}

bool execute_field(struct activation *activation, uint8_t opcode, uint16_t index) {
    struct frame *frame = &activation->frame;
    bool is_static = opcode == OP_getstatic || opcode == OP_putstatic;
    bool is_put = opcode == OP_putstatic || opcode == OP_putfield;
    struct thread *thread = activation->thread;
    struct method *method = frame->method;
    struct field *field = is_put ? resolve_field_to_store(thread, method, index, is_static)
                                 : resolve_field(thread, method->class, index, is_static);
    if (!field) return false;
    if (is_put) frame->top -= java_type_slots(field->type);
    union value value = *frame->top;
    void *address = field_address(activation, field, is_static);
    if (!address) return false;
    bool is_volatile = field->access & ACC_VOLATILE;
    if (is_put)
        (is_volatile ? memory_store_volatile : memory_store)(address, field->type, value);
    else
        frame_push(frame, field->type,
                   (is_volatile ? memory_load_volatile : memory_load)(address, field->type));
    return true;
}

bool execute_new(struct activation *activation, uint16_t index) {
    struct thread *thread = activation->thread;
    struct class *class = resolve_class(thread, activation->frame.method->class, index);
    if (!class) return false;
    if (class->access & (ACC_ABSTRACT | ACC_INTERFACE) || class_is_array(class)) {
        throw_new(thread, ERROR_instantiation, "%s", class->binary_name);
        return false;
    }
    if (!class_initialize(thread, class)) return false;
    struct object *object = object_new(thread, class);
    if (!object) return false;
    frame_push(&activation->frame, JAVA_REFERENCE, (union value){.r = object});
    return true;
}

bool execute_new_array(struct activation *activation, struct class *array_class) {
    int32_t length = (--activation->frame.top)->i;
    struct array *array = array_new(activation->thread, array_class, length);
    if (!array) return false;
    frame_push(&activation->frame, JAVA_REFERENCE, (union value){.r = &array->object});
    return true;
}

bool execute_multi_array(struct activation *activation, uint16_t index, int dimensions) {
    struct frame *frame = &activation->frame;
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

static void see_object(struct profile_row *row, const struct object *object) {
    if (!row) return;
    profile_count(&row->taken);
    if (object)
        profile_see_class(row, object->class);
    else
        __atomic_store_n(&row->null_seen, true, __ATOMIC_RELAXED);
}

/* Of null nothing is asked: the class need not even be there (JVMS 6.5.checkcast). */
bool execute_type_check(struct activation *activation, uint8_t opcode, uint16_t index) {
    struct frame *frame = &activation->frame;
    see_object(row_of(activation), frame->top[-1].r);
    bool is_instance = false;
    if (frame->top[-1].r) {
        struct class *class = resolve_class(activation->thread, frame->method->class, index);
        if (!class) return false;
        struct class *actual = frame->top[-1].r->class;
        is_instance = class_is_subtype(actual, class);
        if (!is_instance && opcode == OP_checkcast) {
            throw_class_cast(activation->thread, actual, class);
            return false;
        }
    }
    if (opcode == OP_instanceof) frame->top[-1].i = is_instance;
    return true;
}

/* aastore: array, index and value stay on the stack. Null and bounds are checked when the element
 * is found. */
bool execute_store_check(struct activation *activation) {
    const union value *top = activation->frame.top;
    const struct array *array = (struct array *)top[-3].r;
    const struct object *value = top[-1].r;
    if (!array) return true;
    see_object(row_of(activation), value);
    struct class *element = array->object.class->element_class;
    if (!value || (uint32_t)top[-2].i >= (uint32_t)array->length ||
        class_is_subtype(value->class, element))
        return true;
    throw_array_store(activation->thread, value->class);
    return false;
}

uint32_t execute_switch(struct activation *activation, uint32_t bci, int32_t key) {
    const uint8_t *code = activation->frame.method->code->bytes;
    const uint8_t *operands = code + switch_operands(bci);
    int32_t offset = read_s32(operands), count, chosen;
    if (code[bci] == OP_tableswitch) {
        int32_t low = read_s32(operands + 4), high = read_s32(operands + 8);
        count = high - low + 1;
        chosen = key >= low && key <= high ? key - low : count;
        if (chosen < count) offset = read_s32(operands + 12 + 4 * (size_t)chosen);
    } else {
        count = read_s32(operands + 4);
        for (chosen = 0; chosen < count; chosen++) {
            const uint8_t *pair = operands + 8 + 8 * (size_t)chosen;
            if (read_s32(pair) == key) {
                offset = read_s32(pair + 4);
                break;
            }
        }
    }
    if (activation->profile) {
        struct profile_row *row = profile_row(activation->profile, (int)bci);
        profile_count(&row->taken);
        profile_count(&row->cases[chosen]);
    }
    return bci + (uint32_t)offset;
}
