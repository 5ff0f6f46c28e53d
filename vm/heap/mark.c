/* MARK: which object an address belongs to, marking, and the check of the whole heap.
 *
 * An ambiguous word is resolved against the start bits of the last collection, or, in a hole handed
 * out since, by parsing the hole. Exact references need no lookup. The mark stack is explicit:
 * depth costs no C stack. */
#include <string.h>

#include "base/die.h"
#include "heap/private.h"

static bool has_class(const char *object) { return *(void *const *)object != NULL; }

static void holes_forget_parsed(struct heap *heap) {
    struct heap_private *private = heap->private;
    uint32_t lines = private->touched_blocks * LINES_PER_BLOCK;
    for (uint32_t line = 0; line < lines; line++)
    private->line_flags[line] &= (uint8_t)~LINE_HOLE_PARSED;
}

/* Puts the start bits of the objects of the hole that contains this line into the table. */
static void hole_parse(struct heap *heap, uint32_t line) {
    struct heap_private *private = heap->private;
    uint8_t *flags = private->line_flags;
    while (!(flags[line] & LINE_HOLE_START)) line--;
    if (flags[line] & LINE_HOLE_PARSED) return;
    if (private->mode != HEAP_IDLE) flags[line] |= LINE_HOLE_PARSED;
    uint32_t end = line + 1, lines = private->touched_blocks * LINES_PER_BLOCK;
    while (end < lines && (flags[end] & (LINE_FRESH | LINE_HOLE_START)) == LINE_FRESH) end++;
    uint32_t first = line * GRANULES_PER_LINE;
    for (uint32_t granule = first; granule < end * GRANULES_PER_LINE; granule++)
    private->starts[granule / 64] &= ~(UINT64_C(1) << granule % 64);
    const char *limit = line_address(private, end);
    for (char *object = line_address(private, line); object < limit && has_class(object);) {
        uint32_t granule = granule_of(private, object);
        private->starts[granule / 64] |= UINT64_C(1) << granule % 64;
        object += heap->callbacks.object_size((struct object *)object);
        ASSERT(object <= limit, "an object reaches past its hole");
    }
}

void holes_parse(struct heap *heap) {
    struct heap_private *private = heap->private;
    uint32_t lines = private->touched_blocks * LINES_PER_BLOCK;
    for (uint32_t line = 0; line < lines; line++)
        if (private->line_flags[line] & LINE_HOLE_START) hole_parse(heap, line);
}

/* The nearest start at or before [granule] in its block; -1 when there is none. */
static int64_t start_before(const struct heap_private *private, uint32_t granule) {
    int64_t word = granule / 64, first = granule / GRANULES_PER_BLOCK * (GRANULES_PER_BLOCK / 64);
    uint64_t bits = private->starts[word] & ~UINT64_C(0) >> (63 - granule % 64);
    while (!bits && word > first) bits = private->starts[--word];
    return bits ? word * 64 + 63 - __builtin_clzll(bits) : -1;
}

static struct object *small_object_at(struct heap *heap, const void *address) {
    struct heap_private *private = heap->private;
    uint32_t line = line_of(private, address);
    if (private->line_flags[line] & LINE_FRESH) hole_parse(heap, line);
    int64_t granule = start_before(private, granule_of(private, address));
    if (granule < 0) return NULL;
    char *start = private->base + granule * GRANULE_BYTES;
    size_t size = heap->callbacks.object_size((struct object *)start);
    return (size_t)((const char *)address - start) < size ? (struct object *)start : NULL;
}

struct object *heap_object_at(struct heap *heap, const void *address) {
    if (in_blocks(heap->private, address)) return small_object_at(heap, address);
    struct large_object *large = large_object_at(heap, address);
    return large ? large->object : NULL;
}

static void check_reference(struct heap *heap, struct object *object) {
    ASSERT(heap->private->mode == HEAP_CHECKING, "marking outside a collection");
    ASSERT(heap_object_at(heap, object) == object, "a reference to %p, which is no object",
           (void *)object);
}

/* True when the object was not marked before. */
static bool set_mark(struct heap *heap, struct object *object) {
    struct heap_private *private = heap->private;
    if (in_blocks(private, object)) {
        uint32_t granule = granule_of(private, object);
        if (granule_is_set(private->marks, granule)) return false;
        private->marks[granule / 64] |= UINT64_C(1) << granule % 64;
        return true;
    }
    struct large_object *large = large_object_at(heap, object);
    ASSERT(large && large->object == object, "a reference to %p, outside the heap", (void *)object);
    if (large->marked) return false;
    return large->marked = true;
}

void heap_mark(struct heap *heap, struct object *object) {
    struct heap_private *private = heap->private;
    if (!object) return;
    if (private->mode == HEAP_VISITING)
    private->visitor.visit(private->visitor.context, object);
    else if (private->mode != HEAP_MARKING) check_reference(heap, object);
    else if (set_mark(heap, object)) vec_push(&private->mark_stack, object);
}

void heap_judge_later(struct heap *heap, struct object *object) {
    if (heap->private->mode == HEAP_MARKING) vec_push(&heap->private->to_judge, object);
}

bool heap_is_marked(struct heap *heap, struct object *object) {
    struct heap_private *private = heap->private;
    if (in_blocks(private, object))
        return granule_is_set(private->marks, granule_of(private, object));
    return large_object_at(heap, object)->marked;
}

/* Reads other functions' frames, red zones of the sanitizer included. */
__attribute__((no_sanitize("address", "undefined", "thread"))) void
heap_mark_range(struct heap *heap, const void *from, const void *to) {
    void *const *word = (void *const *)(((uintptr_t)from + 7) & ~(uintptr_t)7);
    for (; (const void *)(word + 1) <= to; word++) heap_mark(heap, heap_object_at(heap, *word));
}

/* --- the check */

static void check_object(struct heap *heap, struct object *object) {
    struct heap_private *private = heap->private;
    ASSERT(has_class((char *)object), "an object without class at %p", (void *)object);
    size_t size = heap->callbacks.object_size(object);
    ASSERT(size && size % GRANULE_BYTES == 0, "an object of %zu bytes", size);
    if (in_blocks(private, object)) {
        uint32_t first = line_of(private, object);
        uint32_t last = line_of(private, (char *)object + size - 1);
        for (uint32_t line = first; line <= last; line++)
            ASSERT(private->line_flags[line] & LINE_FRESH ||
                       private->line_marks[line] == private->epoch,
                   "an object on a free line at %p", (void *)object);
    }
    heap->callbacks.trace_object(heap, object);
}

void heap_check(struct heap *heap) {
    struct heap_private *private = heap->private;
    ASSERT(private->mode == HEAP_IDLE, "a check inside a collection");
    private->mode = HEAP_CHECKING;
    heap->stack = __builtin_frame_address(0);
    uint32_t lines = private->touched_blocks * LINES_PER_BLOCK;
    holes_parse(heap);
    for (uint32_t granule = 0; granule < lines * GRANULES_PER_LINE; granule++)
        if (granule_is_set(private->starts, granule))
            check_object(heap, (struct object *)(private->base + (size_t)granule * GRANULE_BYTES));
    vec_each(struct large_object, large, &private->large) check_object(heap, large->object);
    heap->callbacks.trace_roots(heap, heap->callbacks.context);
    holes_forget_parsed(heap);
    private->mode = HEAP_IDLE;
}
