/* PLACES: frames are found again by what they say, those of contexts by their node. Contexts are as deep as stacks were, and
 * there are millions: callers are shared, and nothing recurses. */
#include "profilers/places.h"

#include <string.h>

enum { FILES = 256 };

struct framed_context {
    const struct context *context;
    struct profile_frame *frame;
};

struct profile_places {
    struct vm *vm;
    struct arena *arena;
    struct profile_frame **frames; /* by hash */
    size_t frame_count, frame_capacity;
    struct framed_context *contexts; /* likewise */
    size_t context_count, context_capacity;
    VEC(const struct position *) chain; /* of the place that is looked for */
    struct {
        const char *method, *file;
    } files[FILES]; /* of methods that were asked for last */
};

struct profile_places *profile_places_new(struct vm *vm, struct arena *arena) {
    struct profile_places *places = memory_allocate(sizeof *places);
    places->vm = vm;
    places->arena = arena;
    return places;
}

void profile_places_release(struct profile_places *places) {
    memory_free(places->frames);
    memory_free(places->contexts);
    vec_release(&places->chain);
    memory_free(places);
}

/* The low bits are asked for. */
static size_t folded(uint64_t hash) { return hash ^ hash >> 32; }

static const char *file_of(struct profile_places *places, const char *method) {
    size_t i = folded(hash_mix_pointer(0, method)) % FILES;
    if (places->files[i].method != method) {
        places->files[i].method = method;
        places->files[i].file = vm_source_file(places->vm, method);
    }
    return places->files[i].file;
}

static struct profile_frame *frame_new(struct profile_places *places,
                                       const struct position *position) {
    struct profile_frame *frame = ARENA_NEW(places->arena, struct profile_frame);
    frame->method = position->method;
    frame->file = file_of(places, position->method);
    frame->bci = position->bci;
    frame->line = position->line;
    return frame;
}

/* --- by what they say --- */

static bool is_at(const struct profile_frame *frame, const struct position *position,
                  const struct profile_frame *caller, bool is_inlined) {
    return frame->method == position->method && frame->bci == position->bci &&
           frame->caller == caller && frame->is_inlined == (is_inlined && caller);
}

static struct profile_frame **place_of(const struct profile_places *places,
                                       const struct position *position,
                                       const struct profile_frame *caller, bool is_inlined) {
    uint64_t hash = hash_mix_pointer(hash_mix_pointer(0, position->method), caller);
    size_t i = folded(hash_mix(hash, (uint64_t)position->bci)) & (places->frame_capacity - 1);
    while (places->frames[i] && !is_at(places->frames[i], position, caller, is_inlined))
        i = (i + 1) & (places->frame_capacity - 1);
    return &places->frames[i];
}

static void grow_frames(struct profile_places *places) {
    struct profile_frame **old = places->frames;
    size_t capacity = places->frame_capacity;
    places->frame_capacity = capacity ? capacity * 2 : 64;
    places->frames = memory_allocate(places->frame_capacity * sizeof *places->frames);
    for (size_t i = 0; i < capacity; i++) {
        if (!old[i]) continue;
        const struct position position = {.method = old[i]->method, .bci = old[i]->bci};
        *place_of(places, &position, old[i]->caller, old[i]->is_inlined) = old[i];
    }
    memory_free(old);
}

static const struct profile_frame *frame_in(struct profile_places *places,
                                            const struct position *position,
                                            const struct profile_frame *caller, bool is_inlined) {
    if (places->frame_count * 4 >= places->frame_capacity * 3) grow_frames(places);
    struct profile_frame **place = place_of(places, position, caller, is_inlined);
    if (*place) return *place;
    struct profile_frame *frame = frame_new(places, position);
    frame->caller = caller;
    frame->is_inlined = is_inlined && caller;
    places->frame_count++;
    return *place = frame;
}

const struct profile_frame *frame_at(struct profile_places *places, const struct position *position,
                                     bool is_inlined) {
    const struct profile_frame *frame = NULL;
    for (; position; position = position->caller) vec_push(&places->chain, position);
    while (places->chain.count)
        frame = frame_in(places, vec_pop(&places->chain), frame, is_inlined);
    return frame;
}

/* --- by context --- */

static struct framed_context *known_of(const struct profile_places *places,
                                       const struct context *context) {
    size_t i = folded(hash_mix_pointer(0, context)) & (places->context_capacity - 1);
    while (places->contexts[i].context && places->contexts[i].context != context)
        i = (i + 1) & (places->context_capacity - 1);
    return &places->contexts[i];
}

static void grow_contexts(struct profile_places *places) {
    struct framed_context *old = places->contexts;
    size_t capacity = places->context_capacity;
    places->context_capacity = capacity ? capacity * 2 : 64;
    places->contexts = memory_allocate(places->context_capacity * sizeof *places->contexts);
    for (size_t i = 0; i < capacity; i++)
        if (old[i].context) *known_of(places, old[i].context) = old[i];
    memory_free(old);
}

/* The frame of the method alone: its caller comes next. */
static struct profile_frame *add_context(struct profile_places *places,
                                         const struct context *context) {
    const struct position position = {.method = vm_context_method(context), .bci = -1};
    if (places->context_count * 4 >= places->context_capacity * 3) grow_contexts(places);
    struct profile_frame *frame = frame_new(places, &position);
    *known_of(places, context) = (struct framed_context){context, frame};
    places->context_count++;
    return frame;
}

static struct profile_frame *find_context(const struct profile_places *places,
                                          const struct context *context) {
    return places->context_capacity ? known_of(places, context)->frame : NULL;
}

/* From the inside out, up to a caller that is known: the frame of a call has the callers of the calling context's. */
const struct profile_frame *frame_of_context(struct profile_places *places,
                                             const struct context *context) {
    const struct profile_frame *first = find_context(places, context), **link = NULL;
    if (first || !vm_context_method(context)) return first;
    while (context) {
        struct profile_frame *frame = find_context(places, context);
        bool is_known = frame != NULL;
        struct position call;
        if (!is_known) frame = add_context(places, context);
        if (!first) first = frame;
        if (is_known) {
            *link = frame->caller;
            break;
        }
        context = vm_context_call(context, &call);
        struct profile_frame *calling = call.method ? frame_new(places, &call) : NULL;
        frame->caller = calling;
        if (link) *link = calling;
        link = calling ? &calling->caller : NULL;
    }
    return first;
}
