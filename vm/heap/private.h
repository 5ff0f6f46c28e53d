/* What the files of the heap share. Side tables are indexed by block, line or granule from [base].
 */
#ifndef HEAP_PRIVATE_H
#define HEAP_PRIVATE_H

#include "base/vec.h"
#include "heap/heap.h"
#include "heap/layout.h"

/* RETURNED: free, and its memory was given back to the system. */
enum heap_block_state { BLOCK_FREE, BLOCK_RETURNED, BLOCK_RECYCLABLE, BLOCK_USED };

/* A hole is a run of lines handed out since the last collection. Its objects lie back to back from
 * its start and end at the first word that is zero, which is what makes it parsable without a mark
 * per object. */
enum line_flag { LINE_FRESH = 1, LINE_HOLE_START = 2, LINE_HOLE_PARSED = 4 };

struct large_object {
    struct object *object;
    size_t size;
    bool marked;
};

/* VISITING: heap_mark tells the visitor. */
enum heap_mode { HEAP_IDLE, HEAP_MARKING, HEAP_CHECKING, HEAP_VISITING };

struct heap_visitor {
    heap_visit visit;
    void *context;
};

struct heap_private {
    char *base;
    uint32_t block_count;
    uint32_t touched_blocks; /* blocks from this one on were never used: zero and free */
    uint8_t *block_states;
    uint8_t *line_marks; /* == epoch: a live object lies on the line */
    uint8_t *line_flags;
    uint8_t epoch;
    uint64_t *starts; /* granules where an object starts that the last collection kept, or a parsed
                         hole has */
    uint64_t *marks;  /* the same, being made by this collection */

    uint32_t recycle_line;     /* holes before it were handed out */
    uint32_t free_block;       /* no free block before it */
    char *chunk, *chunk_limit; /* rest of the block that fixed-size TLABs are cut from */
    struct tlab overflow;      /* objects that are too big for the hole at hand */

    VEC(struct large_object) large; /* ascending by address */
    VEC(struct object *) mark_stack;
    VEC(struct object *) to_judge;
    enum heap_mode mode;
    struct heap_visitor visitor;
    struct vm_stamp *stamps; /* by granule; NULL: nobody watches deaths */
    bool are_lives_over;     /* the watcher is told nothing more */
    bool is_end_of_lives;    /* this collection tells of survivors, too */
    int64_t taken;           /* bytes of holes and large objects since the last collection */
    int64_t live_bytes, allocated_before; /* at the end of the last collection */
    int poor_collections; /* in a row, for lack of room, that reclaimed next to nothing */
};

static inline char *line_address(const struct heap_private *private, uint32_t line) {
    return private->base + (size_t)line * LINE_BYTES;
}
static inline uint32_t line_of(const struct heap_private *private, const void *address) {
    return (uint32_t)((size_t)((const char *)address - private->base) / LINE_BYTES);
}
static inline uint32_t granule_of(const struct heap_private *private, const void *address) {
    return (uint32_t)((size_t)((const char *)address - private->base) / GRANULE_BYTES);
}
static inline bool in_blocks(const struct heap_private *private, const void *address) {
    return (uintptr_t)address - (uintptr_t) private->base <
           (size_t) private->touched_blocks * BLOCK_BYTES;
}
static inline bool granule_is_set(const uint64_t *bits, uint32_t granule) {
    return bits[granule / 64] >> granule % 64 & 1;
}

struct object *large_allocate(struct heap *heap, size_t size);
/* The large object that contains this address, or NULL. */
struct large_object *large_object_at(struct heap *heap, const void *address);
/* Frees the objects that are not marked, or all of them. */
void large_sweep(struct heap *heap);
void large_release(struct heap *heap);
/* Of an object with pages of its own: was it made while deaths were watched? Its stamp lies in front of it. */
bool large_has_stamp(const struct object *object);

/* Puts the start bits of all holes that were handed out into the table. */
void holes_parse(struct heap *heap);

/* Between marking and sweeping. */
void deaths_tell(struct heap *heap);
void deaths_block_returned(struct heap *heap, uint32_t block);
void deaths_release(struct heap *heap);

#endif
