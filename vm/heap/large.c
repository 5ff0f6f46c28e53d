/* LARGE: objects with pages of their own, in an array sorted by address. */
#include <sys/mman.h>
#include <unistd.h>

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

struct object *large_allocate(struct heap *heap, size_t size) {
    struct heap_private *private = heap->private;
    int64_t reserved = heap->statistics.bytes_in_blocks + heap->statistics.bytes_large;
    if (size > heap->limit) return NULL;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), mapped = (size + page - 1) / page * page;
    if (reserved + (int64_t)mapped > (int64_t)heap->limit) return NULL;
    void *memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    struct large_object large = {.object = memory, .size = size, .mapped = mapped};
    uint32_t index = large_after(private, memory);
    vec_insert(&private->large, index, large);
    heap->statistics.bytes_large += (int64_t)mapped;
    heap->statistics.bytes_held += (int64_t)mapped;
    heap->allocated_bytes += (int64_t)size;
    private->taken += (int64_t)mapped;
    return memory;
}

void large_sweep(struct heap *heap) {
    struct heap_private *private = heap->private;
    uint32_t kept = 0;
    vec_each(struct large_object, large, &private->large) {
        if (large->marked) {
            large->marked = false;
            private->large.items[kept++] = *large;
            continue;
        }
        heap->statistics.bytes_large -= (int64_t)large->mapped;
        heap->statistics.bytes_held -= (int64_t)large->mapped;
        munmap(large->object, large->mapped);
    }
    private->large.count = kept;
}

void large_release(struct heap *heap) {
    large_sweep(heap);
    vec_release(&heap->private->large);
}
