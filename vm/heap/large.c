/* LARGE: objects with pages of their own, in an array sorted by address. */
#include <unistd.h>

#include "base/memory.h"
#include "heap/private.h"

/* Index of the first large object that starts after [address]. */
static uint32_t large_after(const struct heap_private *private, const void *address) {
    uint32_t low = 0, high = private->large.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if ((uintptr_t) private->large.items[middle].object <= (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct large_object *large_object_at(struct heap *heap, const void *address) {
    struct heap_private *private = heap->private;
    uint32_t after = large_after(private, address);
    if (after == 0) return NULL;
    struct large_object *large = &private->large.items[after - 1];
    return (uintptr_t)address - (uintptr_t)large->object < large->size ? large : NULL;
}

static size_t page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static size_t whole_pages(size_t size) {
    return (size + page_bytes() - 1) / page_bytes() * page_bytes();
}

/* From the beginning of its pages. */
static size_t offset_of(const struct object *object) { return (uintptr_t)object % page_bytes(); }

bool large_has_stamp(const struct object *object) {
    return offset_of(object) == sizeof(struct vm_stamp);
}

/* What it counts as does not depend on who watches. */
static void count_in(struct heap *heap, size_t size, int sign) {
    heap->statistics.bytes_large += sign * (int64_t)whole_pages(size);
    heap->statistics.bytes_held += sign * (int64_t)whole_pages(size);
}

struct object *large_allocate(struct heap *heap, size_t size) {
    struct heap_private *private = heap->private;
    int64_t reserved = heap->statistics.bytes_in_blocks + heap->statistics.bytes_large;
    if (size > heap->limit) return NULL;
    if (reserved + (int64_t)whole_pages(size) > (int64_t)heap->limit) return NULL;
    size_t offset = private->stamps ? sizeof(struct vm_stamp) : 0;
    char *memory = memory_map(whole_pages(offset + size));
    if (!memory) return NULL;
    struct large_object large = {.object = (struct object *)(memory + offset), .size = size};
    uint32_t index = large_after(private, memory);
    vec_insert(&private->large, index, large);
    count_in(heap, size, 1);
    heap->allocated_bytes += (int64_t)size;
    private->taken += (int64_t)whole_pages(size);
    return large.object;
}

static void large_free(struct heap *heap, const struct large_object *large) {
    size_t offset = offset_of(large->object);
    count_in(heap, large->size, -1);
    memory_unmap((char *)large->object - offset, whole_pages(offset + large->size));
}

void large_sweep(struct heap *heap) {
    struct heap_private *private = heap->private;
    uint32_t kept = 0;
    vec_each(struct large_object, large, &private->large) {
        if (large->marked) {
            large->marked = false;
            private->large.items[kept++] = *large;
        } else {
            large_free(heap, large);
        }
    }
    private->large.count = kept;
}

void large_release(struct heap *heap) {
    large_sweep(heap);
    vec_release(&heap->private->large);
}
