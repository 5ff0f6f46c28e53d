/* DEATHS: stamps beside the heap, and which objects a collection found dead.
 *
 * The stamp of an object in a block lies in a table, by the object's first granule; reserved, and memory only where
 * objects have stamps. That of a large object lies in front of it, on its pages. What is dead are the objects that
 * were there at the last collection, or were made since, without the marks of this one. */
#include <string.h>
#include <sys/mman.h>

#include "base/die.h"
#include "heap/private.h"

_Static_assert(sizeof(struct vm_stamp) == GRANULE_BYTES,
               "objects behind a stamp are aligned as all are");

static size_t table_bytes(const struct heap_private *private) {
    return (size_t) private->block_count * GRANULES_PER_BLOCK * sizeof(struct vm_stamp);
}

bool heap_watch_deaths(struct heap *heap, const struct vm_deaths *watcher) {
    struct heap_private *private = heap->private;
    ASSERT(!private->stamps, "deaths are watched already");
    void *stamps = mmap(NULL, table_bytes(private), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stamps == MAP_FAILED) return false;
    private->stamps = stamps;
    heap->watcher = *watcher;
    return true;
}

void deaths_release(struct heap *heap) {
    struct heap_private *private = heap->private;
    if (private->stamps) munmap(private->stamps, table_bytes(private));
    private->stamps = NULL;
}

void deaths_block_returned(struct heap *heap, uint32_t block) {
    struct vm_stamp *stamps = heap->private->stamps;
    if (stamps)
        madvise(stamps + (size_t)block * GRANULES_PER_BLOCK, GRANULES_PER_BLOCK * sizeof *stamps,
                MADV_DONTNEED);
}

struct heap_stamps heap_stamps(const struct heap *heap) {
    const struct heap_private *private = heap->private;
    return (struct heap_stamps){private->base, (size_t) private->block_count * BLOCK_BYTES,
                                private->stamps};
}

struct vm_stamp *heap_stamp(const struct heap *heap, struct object *object) {
    const struct heap_stamps stamps = heap_stamps(heap);
    size_t offset = (size_t)((char *)object - stamps.base);
    if (offset < stamps.bytes) return &stamps.first[offset / GRANULE_BYTES];
    return large_has_stamp(object) ? (struct vm_stamp *)object - 1 : NULL;
}

/* --- what a collection found --- */

typedef void (*deaths_visit)(void *context, struct object *object, struct vm_stamp *stamp);

static void tell(struct heap *heap, deaths_visit visit, struct object *object) {
    struct vm_stamp *stamp = heap_stamp(heap, object);
    if (stamp && visit) visit(heap->watcher.context, object, stamp);
}

/* Of the granules of one word of the table of starts. */
static void tell_granules(struct heap *heap, deaths_visit visit, uint32_t word, uint64_t bits) {
    for (; bits; bits &= bits - 1) {
        size_t granule = (size_t)word * 64 + (size_t)__builtin_ctzll(bits);
        tell(heap, visit, (struct object *)(heap->private->base + granule * GRANULE_BYTES));
    }
}

static void clear_stamp(void *context, struct object *object, struct vm_stamp *stamp) {
    *stamp = (struct vm_stamp){0};
}

/* Of what is in the table of starts: what this collection has marked, or what it has not. */
static void each_object(struct heap *heap, bool is_marked, deaths_visit visit) {
    const struct heap_private *private = heap->private;
    for (uint32_t word = 0; word < private->touched_blocks * (GRANULES_PER_BLOCK / 64); word++) {
        uint64_t marks = private->marks[word];
        tell_granules(heap, visit, word, private->starts[word] & (is_marked ? marks : ~marks));
    }
    vec_each(struct large_object, large, &private->large)
        if (large->marked == is_marked) tell(heap, visit, large->object);
}

void deaths_tell(struct heap *heap) {
    struct heap_private *private = heap->private;
    const struct vm_deaths *watcher = &heap->watcher;
    if (!private->stamps || private->are_lives_over) return;
    holes_parse(heap);
    each_object(heap, false, watcher->died);
    if (watcher->all_died) watcher->all_died(watcher->context);
    if (private->is_end_of_lives) each_object(heap, true, watcher->survived);
    each_object(heap, false, clear_stamp);
}

void heap_end_lives(struct heap *heap, struct tlab *tlab) {
    heap_enter(heap);
    heap->private->is_end_of_lives = true;
    heap_collect(heap, tlab);
    heap->private->is_end_of_lives = false;
    heap->private->are_lives_over = true;
    heap_leave(heap);
}

/* --- references --- */

void heap_each_reference(struct heap *heap, struct object *object, heap_visit visit,
                         void *context) {
    struct heap_private *private = heap->private;
    enum heap_mode mode = private->mode;
    struct heap_visitor outer = private->visitor;
    private->mode = HEAP_VISITING;
    private->visitor = (struct heap_visitor){visit, context};
    heap->callbacks.trace_object(heap, object);
    private->visitor = outer;
    private->mode = mode;
}
