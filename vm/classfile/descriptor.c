/* DESCRIPTOR: reads and checks the descriptors of fields and methods (JVMS 4.3). */
#include "classfile/descriptor.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/die.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/mutex.h"
#include <uthash.h>

static const struct {
    enum java_type on_stack;
    uint8_t slots, size;
} types[JAVA_TYPE_COUNT] = {
    /*                  on the stack    slots size */
    [JAVA_INT] = {JAVA_INT, 1, 4},
    [JAVA_LONG] = {JAVA_LONG, 2, 8},
    [JAVA_FLOAT] = {JAVA_FLOAT, 1, 4},
    [JAVA_DOUBLE] = {JAVA_DOUBLE, 2, 8},
    [JAVA_REFERENCE] = {JAVA_REFERENCE, 1, 8},
    [JAVA_BOOLEAN] = {JAVA_INT, 1, 1},
    [JAVA_BYTE] = {JAVA_INT, 1, 1},
    [JAVA_CHAR] = {JAVA_INT, 1, 2},
    [JAVA_SHORT] = {JAVA_INT, 1, 2},
    [JAVA_VOID] = {JAVA_VOID, 0, 0},
};

enum java_type java_stack_type(enum java_type type) { return types[type].on_stack; }
int java_type_slots(enum java_type type) { return types[type].slots; }
int java_type_size(enum java_type type) { return types[type].size; }

static enum java_type type_of_letter(char letter) {
    if (letter == '[') return JAVA_REFERENCE;
    for (int type = 0; type < JAVA_TYPE_COUNT; type++)
        if (java_type_letter(type) == letter) return (enum java_type)type;
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

/* --- shapes */

struct shape_entry {
    UT_hash_handle hh;
    const char *descriptor; /* hashed by address */
    struct method_shape shape;
};

static struct shape_entry *shapes;
static struct arena shape_arena;
static pthread_mutex_t shape_lock = PTHREAD_MUTEX_INITIALIZER;

static void shape_read(struct method_shape *shape, const char *descriptor) {
    enum java_type types_read[255];
    const char *classes_read[255], *cursor = descriptor + 1;
    int count = 0;
    ASSERT(*descriptor == '(', "method descriptor '%s'", descriptor);
    for (; *cursor != ')'; count++) {
        types_read[count] = descriptor_next(&cursor, &classes_read[count]);
        shape->parameter_slots += (uint8_t)java_type_slots(types_read[count]);
    }
    cursor++;
    shape->return_type = descriptor_next(&cursor, &shape->return_class);
    enum java_type *parameters = ARENA_ARRAY(&shape_arena, enum java_type, count);
    const char **classes = ARENA_ARRAY(&shape_arena, const char *, count);
    memory_copy(parameters, types_read, (size_t)count * sizeof *parameters);
    memory_copy(classes, classes_read, (size_t)count * sizeof *classes);
    shape->parameter_count = (uint8_t)count;
    shape->parameters = parameters;
    shape->parameter_classes = classes;
}

const struct method_shape *method_shape_of(const char *descriptor) {
    struct shape_entry *entry;
    bool is_locked = mutex_enter(&shape_lock);
    HASH_FIND_PTR(shapes, &descriptor, entry);
    if (!entry) {
        entry = ARENA_NEW(&shape_arena, struct shape_entry);
        entry->descriptor = descriptor;
        shape_read(&entry->shape, descriptor);
        HASH_ADD_PTR(shapes, descriptor, entry);
    }
    mutex_leave(&shape_lock, is_locked);
    return &entry->shape;
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

const char *class_words(struct arena *arena, const char *name) {
    static const char *const primitives[] = {
        ['Z'] = "boolean", ['B'] = "byte", ['C'] = "char",  ['S'] = "short",
        ['I'] = "int",     ['J'] = "long", ['F'] = "float", ['D'] = "double"};
    int dimensions = 0;
    while (*name == '[') name++, dimensions++;
    size_t length = strlen(name);
    if (dimensions && *name == 'L')
        name++, length -= 2;
    else if (dimensions)
        name = primitives[(unsigned char)*name], length = strlen(name);
    char *words = arena_allocate(arena, length + 2 * (size_t)dimensions + 1);
    for (size_t i = 0; i < length; i++) words[i] = name[i] == '/' ? '.' : name[i];
    for (int i = 0; i < dimensions; i++) memcpy(words + length + 2 * i, "[]", 2);
    words[length + 2 * (size_t)dimensions] = 0;
    return words;
}
