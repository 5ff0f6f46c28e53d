/* OBJECT: sizes, and memory read and written by type. */
#include "runtime/object.h"

#include "base/die.h"
#include "runtime/class.h"

size_t object_size(const struct object *object) {
    const struct class *class = object->class;
    if (class->instance_size) return class->instance_size;
    return array_size(class->element_type, ((const struct array *)object)->length);
}

union value memory_load(const void *address, enum java_type type) {
    union value value = {.bits = 0};
    switch (type) {
    case JAVA_BOOLEAN:
    case JAVA_BYTE: value.i = *(const int8_t *)address; break;
    case JAVA_CHAR: value.i = *(const uint16_t *)address; break;
    case JAVA_SHORT: value.i = *(const int16_t *)address; break;
    case JAVA_INT: value.i = *(const int32_t *)address; break;
    case JAVA_FLOAT: value.f = *(const float *)address; break;
    case JAVA_LONG: value.j = *(const int64_t *)address; break;
    case JAVA_DOUBLE: value.d = *(const double *)address; break;
    case JAVA_REFERENCE: value.r = *(struct object *const *)address; break;
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: UNREACHABLE();
    }
    return value;
}

void memory_store(void *address, enum java_type type, union value value) {
    switch (type) {
    case JAVA_BOOLEAN: *(int8_t *)address = value.i & 1; break;
    case JAVA_BYTE: *(int8_t *)address = (int8_t)value.i; break;
    case JAVA_CHAR: *(uint16_t *)address = (uint16_t)value.i; break;
    case JAVA_SHORT: *(int16_t *)address = (int16_t)value.i; break;
    case JAVA_INT: *(int32_t *)address = value.i; break;
    case JAVA_FLOAT: *(float *)address = value.f; break;
    case JAVA_LONG: *(int64_t *)address = value.j; break;
    case JAVA_DOUBLE: *(double *)address = value.d; break;
    case JAVA_REFERENCE: *(struct object **)address = value.r; break;
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: UNREACHABLE();
    }
}

union value memory_load_volatile(const void *address, enum java_type type) {
    uint64_t copy = 0;
    switch (java_type_size(type)) {
    case 1: *(uint8_t *)&copy = __atomic_load_n((const uint8_t *)address, __ATOMIC_SEQ_CST); break;
    case 2:
        *(uint16_t *)&copy = __atomic_load_n((const uint16_t *)address, __ATOMIC_SEQ_CST);
        break;
    case 4:
        *(uint32_t *)&copy = __atomic_load_n((const uint32_t *)address, __ATOMIC_SEQ_CST);
        break;
    default: copy = __atomic_load_n((const uint64_t *)address, __ATOMIC_SEQ_CST);
    }
    return memory_load(&copy, type);
}

void memory_store_volatile(void *address, enum java_type type, union value value) {
    uint64_t copy = 0;
    memory_store(&copy, type, value);
    switch (java_type_size(type)) {
    case 1: __atomic_store_n((uint8_t *)address, (uint8_t)copy, __ATOMIC_SEQ_CST); break;
    case 2: __atomic_store_n((uint16_t *)address, (uint16_t)copy, __ATOMIC_SEQ_CST); break;
    case 4: __atomic_store_n((uint32_t *)address, (uint32_t)copy, __ATOMIC_SEQ_CST); break;
    default: __atomic_store_n((uint64_t *)address, copy, __ATOMIC_SEQ_CST);
    }
}
