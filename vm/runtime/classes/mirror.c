/* MIRROR: java.lang.Class objects, and the identity hash. */
#include "runtime/internal.h"

static struct class **mirror_slot(const struct object *mirror) {
    size_t offset = mirror->class->instance_size - MIRROR_SLOT_BYTES;
    return object_at((struct object *)mirror, offset);
}

struct object *class_mirror(struct thread *thread, struct class *class) {
    struct object *mirror = __atomic_load_n(&class->mirror, __ATOMIC_ACQUIRE);
    if (mirror) return mirror;
    mirror = object_allocate(thread, thread->runtime->known.class);
    if (!mirror) return NULL;
    *mirror_slot(mirror) = class;
    object_tell_made(thread, mirror, MADE_BY_VM);
    struct object *other = NULL; /* the second thread takes the first one's */
    bool is_first = __atomic_compare_exchange_n(&class->mirror, &other, mirror, false,
                                                __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return is_first ? mirror : other;
}

struct class *mirror_class(const struct object *mirror) {
    return *mirror_slot(mirror);
}

/* xorshift32 (Marsaglia 2003), seeded once: no address, no clock. Positive, as java's are. */
static uint32_t next_hash(struct runtime *runtime) {
    uint32_t hash;
    do {
        uint32_t x = runtime->next_hash;
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        runtime->next_hash = x;
        hash = x & 0x7fffffff;
    } while (!hash);
    return hash;
}

uint32_t object_identity_hash(struct thread *thread, struct object *object) {
    uint32_t hash = __atomic_load_n(&object->hash, __ATOMIC_RELAXED);
    if (hash) return hash;
    lock_enter(thread, &thread->runtime->class_lock);
    if (!(hash = __atomic_load_n(&object->hash, __ATOMIC_RELAXED)))
        __atomic_store_n(&object->hash, hash = next_hash(thread->runtime), __ATOMIC_RELAXED);
    lock_leave(thread, &thread->runtime->class_lock);
    return hash;
}
