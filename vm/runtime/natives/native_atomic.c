/* NATIVE ATOMIC: java.util.concurrent.atomic. The value, or the array of values, is the only field
 * of its class, which extends nothing that has fields: it lies behind the header. */
#include "runtime/natives.h"

static void *value_of(struct object *atomic) { return object_at(atomic, OBJECT_HEADER); }

/* NULL with ArrayIndexOutOfBoundsException. */
static void *element_of(struct thread *thread, const union value *arguments) {
    struct array *array = *(struct array **)value_of(arguments[0].r);
    int32_t index = arguments[1].i;
    if ((uint32_t)index < (uint32_t)array->length)
        return array_element(array, array->object.class->element_type, index);
    throw_array_index(thread, index, array->length);
    return NULL;
}

#define ATOMICS(name, type, field)                                                                 \
    static union value name##_compare(type *place, type expected, type value) {                    \
        bool done = __atomic_compare_exchange_n(place, &expected, value, false, __ATOMIC_SEQ_CST,  \
                                                __ATOMIC_SEQ_CST);                                 \
        return (union value){.i = done};                                                           \
    }                                                                                              \
    union value native_##name##_compare_and_set(struct thread *thread, union value *arguments) {   \
        return name##_compare(value_of(arguments[0].r), arguments[1].field, arguments[2].field);   \
    }                                                                                              \
    union value native_##name##_get_and_add(struct thread *thread, union value *arguments) {       \
        type *place = value_of(arguments[0].r);                                                    \
        return (union value){.field =                                                              \
                                 __atomic_fetch_add(place, arguments[1].field, __ATOMIC_SEQ_CST)}; \
    }                                                                                              \
    union value native_##name##_get_and_set(struct thread *thread, union value *arguments) {       \
        type *place = value_of(arguments[0].r);                                                    \
        return (union value){                                                                      \
            .field = __atomic_exchange_n(place, arguments[1].field, __ATOMIC_SEQ_CST)};            \
    }                                                                                              \
    union value native_##name##_array_get(struct thread *thread, union value *arguments) {         \
        type *place = element_of(thread, arguments);                                               \
        return (union value){.field = place ? __atomic_load_n(place, __ATOMIC_SEQ_CST) : 0};       \
    }                                                                                              \
    union value native_##name##_array_set(struct thread *thread, union value *arguments) {         \
        type *place = element_of(thread, arguments);                                               \
        if (place) __atomic_store_n(place, arguments[2].field, __ATOMIC_SEQ_CST);                  \
        return (union value){.j = 0};                                                              \
    }                                                                                              \
    union value native_##name##_array_compare_and_set(struct thread *thread,                       \
                                                      union value *arguments) {                    \
        type *place = element_of(thread, arguments);                                               \
        return place ? name##_compare(place, arguments[2].field, arguments[3].field)               \
                     : (union value){.i = 0};                                                      \
    }                                                                                              \
    union value native_##name##_array_get_and_add(struct thread *thread, union value *arguments) { \
        type *place = element_of(thread, arguments);                                               \
        return (union value){                                                                      \
            .field = place ? __atomic_fetch_add(place, arguments[2].field, __ATOMIC_SEQ_CST) : 0}; \
    }

ATOMICS(int, int32_t, i)
ATOMICS(long, int64_t, j)

union value native_reference_compare_and_set(struct thread *thread, union value *arguments) {
    struct object **place = value_of(arguments[0].r), *expected = arguments[1].r;
    bool done = __atomic_compare_exchange_n(place, &expected, arguments[2].r, false,
                                            __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return (union value){.i = done};
}
