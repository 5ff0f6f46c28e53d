/* HAPPENINGS: which bytecode of compiled code made the VM, or a native, make an object follows from where the code's call returns to,
 * while no code is released, whose addresses may be those of other code afterwards. Each thread has a table of those of late, where a
 * new one takes the place of another. */
#include "runtime/happenings.h"

#include "base/memory.h"
#include "runtime/stack.h"

enum { PLACES = 64, MOST_CELLS = sizeof((struct happening_cells){0}.amounts), MORE = -1 };

struct made_places {
    struct made_place {
        const char *code; /* a call in it returns there */
        const struct class *made;
        int64_t released; /* codes, then */
        int32_t count;    /* of cells; MORE: it does more than add to them */
        uint8_t amounts[MOST_CELLS];
        int64_t *words[MOST_CELLS];
    } items[PLACES];
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

static __attribute__((noinline)) void tell_new(struct thread *thread, struct object *object,
                                               struct made_place *place) {
    struct happening_cells cells = {0};
    tell(thread, object, &cells);
    bool is_known = cells.is_all && thread->runtime->find_call_site(place->code);
    place->count = is_known ? cells.count : MORE;
    for (int32_t i = 0; i < place->count; i++) {
        place->amounts[i] = cells.amounts[i];
        place->words[i] = cell_word(&thread->cells, cells.items[i]);
    }
}

static struct made_place *place_of(struct thread *thread, const char *code,
                                   const struct class *made) {
    enum { ALIGNMENT = 16 };
    if (!thread->made_places) thread->made_places = memory_allocate(sizeof *thread->made_places);
    uintptr_t mixed = (uintptr_t)code ^ (uintptr_t)made / ALIGNMENT;
    return &thread->made_places->items[mixed % PLACES];
}

static int64_t amount_of(const struct object *object, size_t size, uint8_t amount) {
    if (amount == VM_AMOUNT_COUNT) return 1;
    if (amount == VM_AMOUNT_BYTES) return (int64_t)size;
    return class_is_array(object->class) ? ((const struct array *)object)->length : 0;
}

void happening_tell_made(struct thread *thread, struct object *object, size_t size) {
    const char *code = stack_innermost_code(thread);
    if (!code) {
        tell(thread, object, NULL);
        return;
    }
    int64_t released = __atomic_load_n(&thread->runtime->released_codes, __ATOMIC_ACQUIRE);
    struct made_place *place = place_of(thread, code, object->class);
    if (place->code != code || place->made != object->class || place->released != released) {
        *place = (struct made_place){.code = code, .made = object->class, .released = released};
        tell_new(thread, object, place);
        return;
    }
    if (place->count == MORE) tell(thread, object, NULL);
    for (int32_t i = 0; i < place->count; i++)
        cell_word_add(place->words[i], amount_of(object, size, place->amounts[i]));
}
