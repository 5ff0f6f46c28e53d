/* OVERWRITTEN: the reference that the store in front of which the frame stands is about to replace. Resolves nothing and throws
 * nothing: the store itself does. */
#include <string.h>

#include "classfile/bytes.h"
#include "classfile/opcodes.h"
#include "interp/execute.h"
#include "runtime/resolve.h"

/* The class that the constant names: nothing was stored to it before it is loaded. */
static const struct class *class_of_member(const struct class *from, const char *name) {
    return name == from->name ? from : class_loaded(from->runtime, name);
}

static const struct field *field_stored(const struct class *from, uint32_t index) {
    const struct constant *constant = &from->file->constants[index];
    const struct field *field = resolved_field(from, index);
    if (field || !strchr("L[", *constant->member.descriptor)) return field;
    const struct class *class = class_of_member(from, constant->member.class_name);
    return class ? class_find_field(class, constant->member.name, constant->member.descriptor)
                 : NULL;
}

static struct object *field_value(const struct frame *frame, const struct field *field,
                                  bool is_static) {
    bool fits = field && field->type == JAVA_REFERENCE && (field->cell != NULL) == is_static;
    if (!fits) return NULL;
    if (is_static) return field->cell->r;
    struct object *object = frame->top[-2].r;
    return object ? *(struct object **)object_at(object, field->offset) : NULL;
}

static struct object *element_value(const struct frame *frame) {
    struct array *array = (struct array *)frame->top[-3].r;
    int32_t index = frame->top[-2].i;
    bool is_inside = array && index >= 0 && index < array->length;
    return is_inside ? *(struct object **)array_element(array, JAVA_REFERENCE, index) : NULL;
}

struct object *overwritten_reference(const struct activation *activation) {
    const struct frame *frame = &activation->frame;
    const uint8_t *bytes = activation_bytes(activation);
    if (*bytes == OP_aastore) return element_value(frame);
    if (*bytes != OP_putfield && *bytes != OP_putstatic) return NULL;
    const struct field *field = field_stored(frame->method->class, read_u16(bytes + 1));
    return field_value(frame, field, *bytes == OP_putstatic);
}
