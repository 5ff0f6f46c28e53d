/* HEAP: allocation. Bump pointers run through holes (runs of lines without live objects) of partly
 * used blocks, then through free blocks; an object that a hole is too small for goes to the
 * overflow buffer; large ones get pages. */
#include "heap/private.h"

#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/die.h"

enum { SMALLEST_BUDGET = 32 * 1024 * 1024, MARK_QUEUE = 16, FREED_BYTE = 0xB5 };
enum { POOR_SHARE = 128, MOST_POOR = 8 }; /* of the limit, reclaimed; collections in a row */

/* Bytes to allocate until the next collection: as many as live, so that it costs each byte the
 * same.
 */
static int64_t budget(const struct heap *heap) {
    int64_t smallest =
        heap->options->heap_start ? (int64_t)heap->options->heap_start : SMALLEST_BUDGET;
    return heap->private->live_bytes > smallest ? heap->private->live_bytes : smallest;
}

void heap_init(struct heap *heap, const struct vm_options *options,
               const struct heap_callbacks *callbacks) {
    *heap =
        (struct heap){.options = options, .limit = options->heap_bytes, .callbacks = *callbacks};
    struct heap_private *private = heap->private = memory_allocate(sizeof *private);
    private->block_count = (uint32_t)((options->heap_bytes + RESERVE_BYTES) / BLOCK_BYTES);
    size_t lines = (size_t) private->block_count * LINES_PER_BLOCK;
    size_t words = (size_t) private->block_count * GRANULES_PER_BLOCK / 64;
    private->block_states = memory_allocate(private->block_count);
    private->line_marks = memory_allocate(lines);
    private->line_flags = memory_allocate(lines);
    private->starts = memory_allocate(words * sizeof *private->starts);
    private->marks = memory_allocate(words * sizeof *private->marks);
    private->epoch = 1;
    void *base = mmap(NULL, (size_t) private->block_count * BLOCK_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    private->base = base == MAP_FAILED ? NULL : base;
}

bool heap_is_reserved(const struct heap *heap) { return heap->private->base; }

void heap_release(struct heap *heap) {
    struct heap_private *private = heap->private;
    if (private->base) munmap(private->base, (size_t) private->block_count * BLOCK_BYTES);
    large_release(heap);
    deaths_release(heap);
    memory_free(private->block_states);
    memory_free(private->line_marks);
    memory_free(private->line_flags);
    memory_free(private->starts);
    memory_free(private->marks);
    vec_release(&private->mark_stack);
    vec_release(&private->to_judge);
    memory_free(private);
    heap->private = NULL;
}

void heap_enter(struct heap *heap) {
    if (heap->callbacks.enter) heap->callbacks.enter(heap->callbacks.context);
}

void heap_leave(struct heap *heap) {
    if (heap->callbacks.leave) heap->callbacks.leave(heap->callbacks.context);
}

void heap_retire(struct heap *heap, struct tlab *buffer) {
    heap->allocated_bytes += buffer->top - buffer->start;
    *buffer = (struct tlab){.is_unlimited = buffer->is_unlimited};
}

int64_t heap_capacity(const struct heap *heap) {
    const struct heap_statistics *now = &heap->statistics;
    int64_t rest = budget(heap) - heap->private->taken;
    int64_t wanted = now->bytes_in_blocks + now->bytes_large + (rest > 0 ? rest : 0);
    int64_t limit = (int64_t)heap->limit;
    if (wanted > limit) wanted = limit;
    return wanted > now->bytes_held ? wanted : now->bytes_held;
}

int64_t heap_allocated_bytes(const struct heap *heap, const struct tlab *tlab) {
    const struct tlab *overflow = &heap->private->overflow;
    return heap->allocated_bytes + (tlab->top - tlab->start) + (overflow->top - overflow->start);
}

/* --- holes and blocks */

/* Its lines are zeroed to their end, beyond a small limit too: they are parsed as a whole. */
static void buffer_open(struct heap *heap, struct tlab *buffer, char *start, char *limit) {
    struct heap_private *private = heap->private;
    uint32_t line = line_of(private, start), end = line_of(private, limit - 1) + 1;
    memset(start, 0, (size_t)(line_address(private, end) - start));
    memset(private->line_flags + line, LINE_FRESH, end - line);
    private->line_flags[line] |= LINE_HOLE_START;
    private->taken += limit - start;
    buffer->top = buffer->start = start;
    buffer->limit = limit;
}

/* The next hole of a partly used block, if it has [size] bytes; else it waits, or is skipped until
 * the next collection. */
static bool hole_next(struct heap *heap, size_t size, bool skip, char **start, char **limit) {
    struct heap_private *private = heap->private;
    uint32_t lines = private->touched_blocks * LINES_PER_BLOCK;
    while (private->recycle_line < lines) {
        uint32_t line = private->recycle_line, block = line / LINES_PER_BLOCK;
        uint32_t block_end = (block + 1) * LINES_PER_BLOCK;
        if (private->block_states[block] != BLOCK_RECYCLABLE) {
            private->recycle_line = block_end;
            continue;
        }
        while (line < block_end && private->line_marks[line] == private->epoch) line++;
        uint32_t end = line;
        while (end < block_end && private->line_marks[end] != private->epoch) end++;
        private->recycle_line = line;
        *start = line_address(private, line);
        *limit = line_address(private, end);
        bool fits = end > line && (size_t)(*limit - *start) >= size;
        if (end > line && !fits && !skip) return false;
        private->recycle_line = end;
        if (fits) return true;
    }
    return false;
}

static bool block_next(struct heap *heap, char **start, char **limit) {
    struct heap_private *private = heap->private;
    int64_t reserved = heap->statistics.bytes_in_blocks + heap->statistics.bytes_large;
    if (reserved + BLOCK_BYTES > (int64_t)heap->limit) return false;
    uint32_t block = private->free_block;
    while (block<private->touched_blocks &&private->block_states[block]> BLOCK_RETURNED) block++;
    if (block == private->block_count) return false;
    if (block == private->touched_blocks)
    private->block_states[private->touched_blocks++] = BLOCK_RETURNED;
    if (private->block_states[block] == BLOCK_RETURNED) heap->statistics.bytes_held += BLOCK_BYTES;
    private->free_block = block + 1;
    private->block_states[block] = BLOCK_USED;
    heap->statistics.bytes_in_blocks += BLOCK_BYTES;
    *start = private->base + (size_t)block * BLOCK_BYTES;
    *limit = *start + BLOCK_BYTES;
    return true;
}

/* A TLAB of exactly tlab_bytes, or of a block where that is less, so that every n-th object of one
 * size takes the slow path. */
static bool chunk_next(struct heap *heap, char **start, char **limit) {
    struct heap_private *private = heap->private;
    size_t asked =
        heap->options->tlab_bytes < BLOCK_BYTES ? heap->options->tlab_bytes : BLOCK_BYTES;
    size_t bytes = asked & ~(size_t)(GRANULE_BYTES - 1);
    size_t stride = (bytes + LINE_BYTES - 1) & ~(size_t)(LINE_BYTES - 1);
    if ((size_t)(private->chunk_limit - private->chunk) < stride &&
        !block_next(heap, &private->chunk, &private->chunk_limit))
        return false;
    *start = private->chunk;
    *limit = *start + bytes;
    private->chunk += stride;
    return true;
}

static struct object *allocate_overflow(struct heap *heap, size_t size) {
    struct tlab *overflow = &heap->private->overflow;
    struct object *object = tlab_bump(overflow, size);
    char *start, *limit;
    if (object || !block_next(heap, &start, &limit)) return object;
    heap_retire(heap, overflow);
    buffer_open(heap, overflow, start, limit);
    return tlab_bump(overflow, size);
}

static bool tlab_refill(struct heap *heap, struct tlab *tlab, size_t size) {
    char *start, *limit;
    bool fixed = heap->options->tlab_bytes >= size;
    bool found =
        fixed ? chunk_next(heap, &start, &limit)
              : hole_next(heap, size, false, &start, &limit) || block_next(heap, &start, &limit);
    found = found || hole_next(heap, size, true, &start, &limit);
    if (!found) return false;
    heap_retire(heap, tlab);
    buffer_open(heap, tlab, start, limit);
    return true;
}

static struct object *serve(struct heap *heap, struct tlab *tlab, size_t size) {
    if (size > LARGE_OBJECT_BYTES) return large_allocate(heap, size);
    size_t fixed = heap->options->tlab_bytes;
    bool worth_keeping = size > LINE_BYTES && tlab->limit - tlab->top >= LINE_BYTES;
    if (fixed ? size > fixed : worth_keeping) {
        struct object *object = allocate_overflow(heap, size);
        if (object) return object;
    }
    return tlab_refill(heap, tlab, size) ? tlab_bump(tlab, size) : NULL;
}

/* From the blocks of the reserve; when they are used up too, each object has pages of its own. */
static struct object *serve_beyond_limit(struct heap *heap, struct tlab *tlab, size_t size) {
    size_t limit = heap->limit;
    heap->limit = limit + RESERVE_BYTES;
    struct object *object = serve(heap, tlab, size);
    heap->limit = SIZE_MAX / 2;
    if (!object) object = large_allocate(heap, size);
    heap->limit = limit;
    ASSERT(object, "the system has no memory for %zu bytes", size);
    return object;
}

void heap_lift_limit(struct tlab *tlab) { tlab->is_unlimited = true; }
void heap_restore_limit(struct tlab *tlab) { tlab->is_unlimited = false; }

/* --- after marking */

/* Free blocks beyond what is allocated until the next collection, the highest ones first. */
static void blocks_return(struct heap *heap) {
    struct heap_private *private = heap->private;
    int64_t used = heap->statistics.bytes_in_blocks + heap->statistics.bytes_large;
    int64_t wanted = used + budget(heap);
    for (uint32_t block = private->touched_blocks;
         block-- > 0 && heap->statistics.bytes_held > wanted;) {
        if (private->block_states[block] != BLOCK_FREE) continue;
        madvise(private->base + (size_t)block * BLOCK_BYTES, BLOCK_BYTES, MADV_DONTNEED);
        deaths_block_returned(heap, block);
        private->block_states[block] = BLOCK_RETURNED;
        heap->statistics.bytes_held -= BLOCK_BYTES;
    }
}

/* A block is what its line marks say; returns how many bytes it holds back. */
static int64_t block_sweep(struct heap_private *private, uint32_t block) {
    const uint8_t *marks = private->line_marks + (size_t)block * LINES_PER_BLOCK;
    int live = 0;
    for (int i = 0; i < LINES_PER_BLOCK; i++) live += marks[i] == private->epoch;
    if (live == 0 && private->block_states[block] == BLOCK_RETURNED) return 0;
    private->block_states[block] = live == 0                 ? BLOCK_FREE
                                   : live == LINES_PER_BLOCK ? BLOCK_USED
                                                             : BLOCK_RECYCLABLE;
    return live ? BLOCK_BYTES : 0;
}

/* Under stress: a stale reference to an object on a line that became free finds no class in it. */
static void overwrite_freed_lines(struct heap_private *private) {
    uint8_t before = private->epoch - 1;
    for (uint32_t line = 0; line < private->touched_blocks * LINES_PER_BLOCK; line++) {
        uint8_t mark = private->line_marks[line];
        bool was_used = private->line_flags[line] & LINE_FRESH || (before && mark == before);
        if (was_used && mark != private->epoch)
            memset(line_address(private, line), FREED_BYTE, LINE_BYTES);
    }
}

static void sweep(struct heap *heap) {
    struct heap_private *private = heap->private;
    if (heap->options->collect_always) overwrite_freed_lines(private);
    uint64_t *old_starts = private->starts;
    private->starts = private->marks;
    private->marks = old_starts;
    memset(private->line_flags, 0, (size_t) private->touched_blocks * LINES_PER_BLOCK);
    heap->statistics.bytes_in_blocks = 0;
    for (uint32_t block = 0; block < private->touched_blocks; block++)
        heap->statistics.bytes_in_blocks += block_sweep(private, block);
    large_sweep(heap);
    private->recycle_line = private->free_block = 0;
    private->chunk = private->chunk_limit = NULL;
    private->taken = 0;
}

/* The objects that come next, oldest first: they wait until their memory is in the cache. */
struct mark_queue {
    struct object *objects[MARK_QUEUE];
    uint32_t first, count;
};

static struct object *mark_next(struct heap_private *private, struct mark_queue *queue) {
    while (queue->count < MARK_QUEUE && private->mark_stack.count) {
        struct object *object = vec_pop(&private->mark_stack);
        __builtin_prefetch(object);
        queue->objects[(queue->first + queue->count++) % MARK_QUEUE] = object;
    }
    if (queue->count == 0) return NULL;
    queue->count--;
    return queue->objects[queue->first++ % MARK_QUEUE];
}

static void mark_from_roots(struct heap *heap) {
    struct heap_private *private = heap->private;
    private->mode = HEAP_MARKING;
    private->live_bytes = 0;
    heap->callbacks.trace_roots(heap, heap->callbacks.context);
    struct mark_queue queue = {.count = 0};
    for (struct object *object; (object = mark_next(private, &queue));) {
        size_t size = heap->callbacks.trace_object(heap, object);
        private->live_bytes += (int64_t)size;
        if (in_blocks(private, object)) {
            uint32_t first = line_of(private, object);
            uint32_t last = line_of(private, (char *)object + size - 1);
            for (uint32_t line = first; line <= last; line++)
            private->line_marks[line] = private->epoch;
        }
    }
    vec_each(struct object *, object, &private->to_judge)
        heap->callbacks.judge_reference(heap, *object);
    private->to_judge.count = 0;
    if (heap->callbacks.judge_roots) heap->callbacks.judge_roots(heap, heap->callbacks.context);
    private->mode = HEAP_IDLE;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Returns how many bytes of objects it reclaimed. */
bool heap_is_collecting(const struct heap *heap) { return heap->private->mode != HEAP_IDLE; }

static int64_t collect(struct heap *heap, struct tlab *tlab, enum heap_need need) {
    struct heap_private *private = heap->private;
    double start = now();
    if (heap->callbacks.stop_world) heap->callbacks.stop_world(heap, heap->callbacks.context);
    double stopped = now();
    ASSERT(private->mode == HEAP_IDLE, "a collection inside a collection");
    heap_retire(heap, tlab);
    heap_retire(heap, &private->overflow);
    if (++private->epoch == 0) {
        memset(private->line_marks, 0, (size_t) private->block_count * LINES_PER_BLOCK);
        private->epoch = 1;
    }
    memset(private->marks, 0, (size_t) private->touched_blocks * GRANULES_PER_BLOCK / 8);
    int64_t before = private->live_bytes + heap->allocated_bytes - private->allocated_before;
    double ready = now();
    mark_from_roots(heap);
    double marked = now();
    deaths_tell(heap);
    int64_t reclaimed = before - private->live_bytes;
    double told = now();
    sweep(heap);
    private->allocated_before = heap->allocated_bytes;
    blocks_return(heap);
    heap->statistics.collections++;
    double end = now();
    heap->statistics.seconds += end - start;
    struct heap_collection done = {.need = need,
                                   .reclaimed = reclaimed,
                                   .live = private->live_bytes,
                                   .stop = stopped - start,
                                   .mark = marked - ready,
                                   .sweep = end - told,
                                   .all = end - start};
    if (heap->callbacks.collected) heap->callbacks.collected(heap->callbacks.context, &done);
    if (heap->callbacks.resume_world) heap->callbacks.resume_world(heap->callbacks.context);
    return reclaimed;
}

/* --- from outside: the registers are pushed into the first frame, the C stack counts from there -
 */

/* Memory has also run out when one collection for lack of room after the other reclaims next to
 * nothing: the program would spend its time in the collector. */
static struct object *serve_after_collection(struct heap *heap, struct tlab *tlab, size_t size) {
    struct heap_private *private = heap->private;
    int64_t reclaimed = collect(heap, tlab, HEAP_HAS_NO_ROOM);
    bool is_poor = reclaimed < (int64_t)heap->limit / POOR_SHARE;
    private->poor_collections = is_poor ? private->poor_collections + 1 : 0;
    return private->poor_collections > MOST_POOR ? NULL : serve(heap, tlab, size);
}

static __attribute__((noinline)) struct object *allocate_slow(struct heap *heap, struct tlab *tlab,
                                                              size_t size) {
    heap->stack = __builtin_frame_address(0);
    heap->statistics.slow_allocations++;
    if (!tlab->is_unlimited && heap->fail_after && --heap->fail_after == 0) return NULL;
    bool due = heap->options->collect_always || heap->private->taken >= budget(heap);
    if (due)
        collect(heap, tlab,
                heap->options->collect_always ? HEAP_ALWAYS_COLLECTS : HEAP_ALLOCATED_ENOUGH);
    struct object *object = serve(heap, tlab, size);
    if (!object && !due) object = serve_after_collection(heap, tlab, size);
    if (!object && tlab->is_unlimited) object = serve_beyond_limit(heap, tlab, size);
    if (!object) {
        heap->is_last_resort = true;
        object = serve_after_collection(heap, tlab, size);
        heap->is_last_resort = false;
    }
    if (heap->options->collect_always) tlab->limit = tlab->top;
    return object;
}

struct object *heap_allocate_slow(struct heap *heap, struct tlab *tlab, size_t size) {
    ASSERT(size && size % GRANULE_BYTES == 0, "an object of %zu bytes", size);
    __builtin_unwind_init();
    heap_enter(heap);
    struct object *object = allocate_slow(heap, tlab, size);
    heap_leave(heap);
    return object;
}

static __attribute__((noinline)) void collect_now(struct heap *heap, struct tlab *tlab) {
    heap->stack = __builtin_frame_address(0);
    collect(heap, tlab, HEAP_IS_ASKED);
}

void heap_collect(struct heap *heap, struct tlab *tlab) {
    __builtin_unwind_init();
    heap_enter(heap);
    collect_now(heap, tlab);
    heap_leave(heap);
}
