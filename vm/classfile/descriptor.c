/* DESCRIPTOR: reads and checks the descriptors of fields and methods (JVMS 4.3). */
#include "classfile/descriptor.h"

#include <stddef.h>
#include <string.h>

#include "base/die.h"
#include "base/intern.h"

static const struct {
    enum java_type on_stack;
    uint8_t slots, size;
    char letter;
} types[JAVA_TYPE_COUNT] = {
    /*                  on the stack    slots size letter */
    [JAVA_INT] = {JAVA_INT, 1, 4, 'I'},
    [JAVA_LONG] = {JAVA_LONG, 2, 8, 'J'},
    [JAVA_FLOAT] = {JAVA_FLOAT, 1, 4, 'F'},
    [JAVA_DOUBLE] = {JAVA_DOUBLE, 2, 8, 'D'},
    [JAVA_REFERENCE] = {JAVA_REFERENCE, 1, 8, 'L'},
    [JAVA_BOOLEAN] = {JAVA_INT, 1, 1, 'Z'},
    [JAVA_BYTE] = {JAVA_INT, 1, 1, 'B'},
    [JAVA_CHAR] = {JAVA_INT, 1, 2, 'C'},
    [JAVA_SHORT] = {JAVA_INT, 1, 2, 'S'},
    [JAVA_VOID] = {JAVA_VOID, 0, 0, 'V'},
};

enum java_type java_stack_type(enum java_type type) { return types[type].on_stack; }
int java_type_slots(enum java_type type) { return types[type].slots; }
int java_type_size(enum java_type type) { return types[type].size; }
char java_type_letter(enum java_type type) { return types[type].letter; }

static enum java_type type_of_letter(char letter) {
    if (letter == '[') return JAVA_REFERENCE;
    for (int type = 0; type < JAVA_TYPE_COUNT; type++)
        if (types[type].letter == letter) return (enum java_type)type;
    BUG("type letter '%c'", letter);
}

/* The end of the field type at [text], or NULL when it is not one (JVMS 4.3.2, 4.2.2). */
static const char *field_type_end(const char *text) {
    int dimensions = 0;
    while (*text == '[') text++, dimensions++;
    if (dimensions > 255) return NULL;
    if (*text != 'L') return *text && strchr("IJFDZBCS", *text) ? text + 1 : NULL;
    const char *segment = ++text;
    for (; *text && *text != ';'; text++) {
        if (*text == '.' || *text == '[') return NULL;
        if (*text != '/') continue;
        if (text == segment) return NULL;
        segment = text + 1;
    }
    return *text == ';' && text != segment ? text + 1 : NULL;
}

enum java_type descriptor_next(const char **cursor, const char **class_name) {
    const char *start = *cursor;
    enum java_type type = type_of_letter(*start);
    *cursor = type == JAVA_VOID ? start + 1 : field_type_end(start);
    ASSERT(*cursor, "descriptor '%s'", start);
    if (class_name) {
        *class_name = NULL;
        if (*start == '[') *class_name = intern_bytes(start, (size_t)(*cursor - start));
        if (*start == 'L') *class_name = intern_bytes(start + 1, (size_t)(*cursor - start) - 2);
    }
    return type;
}

void descriptor_read_method(const char *descriptor, struct method_shape *shape) {
    const char *cursor = descriptor + 1;
    ASSERT(*descriptor == '(', "method descriptor '%s'", descriptor);
    shape->parameter_count = shape->parameter_slots = 0;
    while (*cursor != ')') {
        int i = shape->parameter_count++;
        shape->parameters[i] = descriptor_next(&cursor, &shape->parameter_classes[i]);
        shape->parameter_slots += (uint8_t)java_type_slots(shape->parameters[i]);
    }
    cursor++;
    shape->return_type = descriptor_next(&cursor, &shape->return_class);
}

bool descriptor_is_field(const char *text) {
    const char *end = field_type_end(text);
    return end && !*end;
}

bool descriptor_is_method(const char *text) {
    if (*text++ != '(') return false;
    int slots = 0;
    while (*text != ')') {
        slots += *text == 'J' || *text == 'D' ? 2 : 1;
        text = field_type_end(text);
        if (!text || slots > 255) return false;
    }
    return strcmp(text, ")V") == 0 || descriptor_is_field(text + 1);
}
