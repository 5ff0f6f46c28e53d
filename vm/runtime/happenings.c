/* HAPPENINGS: which bytecode of compiled code called the native that makes an object follows from where the native and what is around
 * it return to, while no code is released, whose addresses may be those of other code afterwards. Each thread has a table of those of
 * late, where a new one takes the place of another. */
#include "runtime/happenings.h"

#include "base/memory.h"

enum { PLACES = 64, MOST_CELLS = sizeof((struct happening_cells){0}.amounts), MORE = -1 };

struct native_calls {
    struct native_call {
        struct native_key {
            const char *inner, *outer; /* addresses */
            const struct class *made;
            int64_t released; /* codes, then */
        } key;
        int32_t count; /* of cells; MORE: it does more than add to them, or none of compiled code */
        uint8_t amounts[MOST_CELLS];
        int64_t *words[MOST_CELLS];
    } places[PLACES];
};

void happening_tell(struct thread *thread, struct happening *happening,
                    struct happening_cells *cells) {
    if (cells && cells->is_all) {
        for (uint32_t i = 0; i < cells->count; i++) cell_add(&thread->cells, cells->items[i], 1);
        return;
    }
    happening->cells = cells;
    if (cells) *cells = (struct happening_cells){.is_all = true};
    thread->runtime->on_happening(thread, happening);
}

static __attribute__((noinline)) void tell(struct thread *thread, struct object *object,
                                           struct happening_cells *cells) {
    struct happening happening = {POINT_new, .class = object->class, .object = object};
    happening_tell(thread, &happening, cells);
}

static bool is_compiled(const struct thread *thread, const struct native_call *call) {
    const struct frame *native = thread->frame;
    const struct call_site *(*find)(const void *) = thread->runtime->find_call_site;
    bool is_inside = !native->caller || native->c_frame[0] < (const char *)native->caller->native;
    return find && is_inside && (find(call->key.inner) || find(call->key.outer));
}

static __attribute__((noinline)) void tell_new(struct thread *thread, struct object *object,
                                               struct native_call *call) {
    struct happening_cells cells = {0};
    tell(thread, object, &cells);
    call->count = cells.is_all && is_compiled(thread, call) ? cells.count : MORE;
    for (int32_t i = 0; i < call->count; i++) {
        call->amounts[i] = cells.amounts[i];
        call->words[i] = cell_word(&thread->cells, cells.items[i]);
    }
}

static int64_t amount_of(const struct object *object, size_t size, uint8_t amount) {
    if (amount == VM_AMOUNT_COUNT) return 1;
    if (amount == VM_AMOUNT_BYTES) return (int64_t)size;
    return class_is_array(object->class) ? ((const struct array *)object)->length : 0;
}

static struct native_call *place_of(const struct thread *thread, const struct native_key *key) {
    enum { ALIGNMENT = 16 };
    uintptr_t mixed = (uintptr_t)key->outer ^ (uintptr_t)key->made / ALIGNMENT;
    return &thread->native_calls->places[mixed % PLACES];
}

static bool is_same(const struct native_key *a, const struct native_key *b) {
    return a->inner == b->inner && a->outer == b->outer && a->made == b->made &&
           a->released == b->released;
}

static __attribute__((noinline)) void tell_first(struct thread *thread, struct object *object,
                                                 size_t size) {
    thread->native_calls = memory_allocate(sizeof *thread->native_calls);
    happening_tell_made(thread, object, size);
}

void happening_tell_made(struct thread *thread, struct object *object, size_t size) {
    const struct frame *native = thread->frame;
    if (!native || native->locals || !native->c_frame) {
        tell(thread, object, NULL);
        return;
    }
    if (!thread->native_calls) {
        tell_first(thread, object, size);
        return;
    }
    const struct native_key key = {
        .inner = native->c_frame[1],
        .outer = ((char *const *)native->c_frame[0])[1],
        .made = object->class,
        .released = __atomic_load_n(&thread->runtime->released_codes, __ATOMIC_ACQUIRE)};
    struct native_call *place = place_of(thread, &key);
    if (!is_same(&place->key, &key)) {
        place->key = key;
        tell_new(thread, object, place);
        return;
    }
    if (place->count == MORE) {
        tell(thread, object, NULL);
        return;
    }
    for (int32_t i = 0; i < place->count; i++)
        cell_word_add(place->words[i], amount_of(object, size, place->amounts[i]));
}
