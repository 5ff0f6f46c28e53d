/* Java objects in memory: the only file that knows their layout, with heap/layout.h's granule.
 * Compiled code uses the offsets below. Fields are laid out by class, superclass first, each
 * aligned to its size; every object is a multiple of 16 bytes. Memory comes zeroed from the heap.
 */
#ifndef RUNTIME_OBJECT_H
#define RUNTIME_OBJECT_H

#include <stddef.h>
#include <stdint.h>

#include "api/value.h"
#include "classfile/descriptor.h"

struct class;

struct object {
    struct class *class;
    uint32_t lock_word; /* see monitor.h */
    uint32_t hash;      /* identity hash; 0: not yet given */
};

struct array {
    struct object object;
    int32_t length;
    int32_t padding;
    char elements[]; /* at ARRAY_ELEMENTS */
};

enum {
    OBJECT_ALIGNMENT = 16,
    OBJECT_HEADER = 16,
    OBJECT_CLASS = 0,
    OBJECT_LOCK_WORD = 8,
    ARRAY_LENGTH = 16,
    ARRAY_ELEMENTS = 24,
    /* What array_size adds to the elements before it rounds down. A byte at least follows the last
     * element: the address behind it, which may be all that a loop keeps, is the array's. */
    ARRAY_SIZE_ADDEND = ARRAY_ELEMENTS + OBJECT_ALIGNMENT,
};
_Static_assert(offsetof(struct object, class) == OBJECT_CLASS, "compiled code reads the class");
_Static_assert(offsetof(struct object, lock_word) == OBJECT_LOCK_WORD, "compiled code locks");
_Static_assert(offsetof(struct array, length) == ARRAY_LENGTH, "compiled code reads the length");
_Static_assert(offsetof(struct array, elements) == ARRAY_ELEMENTS, "compiled code reads elements");

static inline size_t object_align(size_t size) {
    return (size + OBJECT_ALIGNMENT - 1) & ~(size_t)(OBJECT_ALIGNMENT - 1);
}

/* Bytes of an array with this element type and length, aligned. */
static inline size_t array_size(enum java_type element, int32_t length) {
    size_t bytes = (size_t)java_type_size(element) * (size_t)(uint32_t)length;
    return (ARRAY_SIZE_ADDEND + bytes) & ~(size_t)(OBJECT_ALIGNMENT - 1);
}

/* Bytes of any object, aligned. */
size_t object_size(const struct object *object);

/* Reads or writes memory of a field or element of this type; ints are sign- or zero-extended by
 * their type. */
union value memory_load(const void *address, enum java_type type);
void memory_store(void *address, enum java_type type, union value value);
/* The same for volatile fields: in one order for all threads (JLS 17.4.4). */
union value memory_load_volatile(const void *address, enum java_type type);
void memory_store_volatile(void *address, enum java_type type, union value value);

static inline void *object_at(struct object *object, size_t offset) {
    return (char *)object + offset;
}

static inline void *array_element(struct array *array, enum java_type element, int32_t index) {
    return array->elements + (size_t)java_type_size(element) * (size_t)index;
}

#endif
