/* HAPPENINGS: which bytecode of compiled code made the VM, or a native, make an object follows from where the code's call returns to.
 * Each thread has a table of those of late, where a new one takes the place of another. When code is released, whose addresses may be
 * those of other code afterwards, it is emptied. */
#include "runtime/happenings.h"

#include "runtime/stack.h"

#include <string.h>

void happening_tell(struct thread *thread, struct happening *happening,
                    struct happening_cells *cells) {
    if (cells && cells->is_all) {
        for (uint32_t i = 0; i < cells->count; i++)
            cell_add(&thread->cells, cells->items[i], 1 + happening->more);
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

static struct made_place *place_of(struct thread *thread, const char *code,
                                   const struct class *made) {
    uintptr_t mixed = (uintptr_t)code ^ (uintptr_t)made;
    return &thread->made_places[mixed % MADE_PLACES];
}

static int64_t amount_of(const struct object *object, size_t size, uint8_t amount) {
    if (amount == VM_AMOUNT_COUNT) return 1;
    if (amount == VM_AMOUNT_BYTES) return (int64_t)size;
    return class_is_array(object->class) ? ((const struct array *)object)->length : 0;
}

static inline bool tell_known(struct thread *thread, struct object *object, size_t size,
                              const char *code) {
    const struct made_place *place = place_of(thread, code, object->class);
    if (place->code != code || place->made != object->class) return false;
    for (int64_t i = place->count; i-- > 0;)
        cell_word_add(place->words[i], amount_of(object, size, place->amounts[i]));
    return true;
}

/* What does more than add to cells is asked again each time. */
static void tell_new(struct thread *thread, struct object *object, const char *code) {
    struct made_place place = {.code = code, .made = object->class};
    struct happening_cells cells = {0};
    tell(thread, object, &cells);
    if (!cells.is_all || !thread->runtime->find_call_site(code)) return;
    place.count = cells.count;
    for (int64_t i = 0; i < place.count; i++) {
        place.amounts[i] = cells.amounts[i];
        place.words[i] = cell_word(&thread->cells, cells.items[i]);
    }
    *place_of(thread, code, object->class) = place;
}

static __attribute__((noinline)) void find_and_tell(struct thread *thread, struct object *object,
                                                    size_t size) {
    const char *code = stack_innermost_code(thread);
    if (!code)
        tell(thread, object, NULL);
    else if (!tell_known(thread, object, size, code))
        tell_new(thread, object, code);
}

void happening_tell_made(struct thread *thread, struct object *object, size_t size) {
    if (!tell_known(thread, object, size, stack_entry_of_native(thread)))
        find_and_tell(thread, object, size);
}

void happenings_forget(struct thread *thread) {
    memset(thread->made_places, 0, sizeof thread->made_places);
}
