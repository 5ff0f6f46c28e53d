/* The Java heap: conservative in its roots, precise inside, non-moving mark-region (as Immix and
 * Whippet's mmc). Memory handed out is zeroed. The first word of an object is its class and never
 * zero. */
#ifndef HEAP_HEAP_H
#define HEAP_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/deaths.h"
#include "options.h"

struct object;
struct heap;

/* Bump allocation: the owner takes [size] bytes at top when top + size <= limit. */
struct tlab {
    char *top, *limit;
    char *start;       /* where this buffer began; for accounting */
    bool is_unlimited; /* see heap_lift_limit */
};

/* NULL: the buffer has no room. */
static inline struct object *tlab_bump(struct tlab *tlab, size_t size) {
    if (size > (size_t)(tlab->limit - tlab->top)) return NULL;
    struct object *object = (struct object *)tlab->top;
    tlab->top += size;
    return object;
}

/* Why garbage is collected. */
enum heap_need { HEAP_ALLOCATED_ENOUGH, HEAP_HAS_NO_ROOM, HEAP_IS_ASKED, HEAP_ALWAYS_COLLECTS };

/* One collection, in bytes of objects and in seconds; the rest of the time is between the steps. */
struct heap_collection {
    enum heap_need need;
    int64_t reclaimed, live;
    double stop, mark, sweep, all;
};

/* What the heap asks of others (set by runtime): object_size(object), trace its references, trace
 * the roots. */
struct heap_callbacks {
    size_t (*object_size)(const struct object *object);
    /* Calls heap_mark for each reference field or element; returns the object's size. */
    size_t (*trace_object)(struct heap *heap, struct object *object);
    /* After all is marked: one object that trace_object gave to heap_judge_later, which may clear
     * what it holds weakly. */
    void (*judge_reference)(struct heap *heap, struct object *reference);
    /* Calls heap_mark (exact roots) and heap_mark_range (ambiguous words: stacks, registers). */
    void (*trace_roots)(struct heap *heap, void *context);
    /* After judge_reference, once: roots that are held weakly. May be NULL. */
    void (*judge_roots)(struct heap *heap, void *context);
    /* After each collection; may be NULL. Must not allocate. */
    void (*collected)(void *context, const struct heap_collection *collection);
    /* Where several threads allocate; all NULL where one does. The lock is held during slow
     * allocations and collections; it is recursive. stop_world returns when no other thread touches
     * an object any more, and retires all TLABs. */
    void (*enter)(void *context);
    void (*leave)(void *context);
    void (*stop_world)(struct heap *heap, void *context);
    void (*resume_world)(void *context);
    void *context;
};

struct heap_statistics {
    int64_t collections, slow_allocations;
    double seconds;                       /* in collections */
    int64_t bytes_in_blocks, bytes_large; /* where objects are */
    int64_t bytes_held; /* these and free blocks: not yet given back to the system */
};

struct heap_private;

struct heap {
    const struct vm_options *options; /* heap_bytes, heap_start, tlab_bytes, collect_always */
    size_t limit;                     /* bytes, as of now */
    int64_t fail_after;               /* the n-th slow allocation from now fails; 0: none */
    struct heap_callbacks callbacks;
    struct heap_private *private;
    struct vm_deaths watcher; /* of deaths; empty: nobody watches */
    bool is_last_resort;      /* this collection is the last before an allocation fails */
    const void *stack; /* in a collection: the collecting thread's C stack above the heap's own
                            frames, with its callee-saved registers */
    int64_t allocated_bytes; /* in retired buffers and large objects; see heap_allocated_bytes */
    struct heap_statistics statistics;
};

/* Reserves the address space of the largest heap, which may fail: ask heap_is_reserved before
 * anything is allocated. The options outlive the heap. */
void heap_init(struct heap *heap, const struct vm_options *options,
               const struct heap_callbacks *callbacks);
bool heap_is_reserved(const struct heap *heap);
void heap_release(struct heap *heap);

/* The slow path alone: refills the TLAB, or serves this object from elsewhere. */
struct object *heap_allocate_slow(struct heap *heap, struct tlab *tlab, size_t size);
/* [size] is aligned to 16. Inline bump through [tlab], else the slow path. NULL when the limit is
 * reached even after a collection, or when several collections in a row reclaim next to nothing.
 * May collect. The caller stores the class word before the next allocation. */
static inline struct object *heap_allocate(struct heap *heap, struct tlab *tlab, size_t size) {
    struct object *object = tlab_bump(tlab, size);
    return object ? object : heap_allocate_slow(heap, tlab, size);
}

/* Until the limit is put back, the TLAB's owner never fails to allocate, beyond the limit if
 * necessary: for objects that the program already has, but that have no memory yet. */
void heap_lift_limit(struct tlab *tlab);
void heap_restore_limit(struct tlab *tlab);

void heap_collect(struct heap *heap, struct tlab *tlab);
/* Gives up the rest of the buffer. With the lock. */
void heap_retire(struct heap *heap, struct tlab *tlab);
/* The lock. */
void heap_enter(struct heap *heap);
void heap_leave(struct heap *heap);

/* In callbacks only: marks one reference (NULL is fine), or every word in [from, to) that may point
 * into an object. The address just past an object is not in it: it belongs to the next one or is
 * the end of a TLAB, and would keep unrelated lists alive. */
void heap_mark(struct heap *heap, struct object *object);
void heap_mark_range(struct heap *heap, const void *from, const void *to);

/* In trace_object: judge_reference decides about [object] when all else is marked. */
void heap_judge_later(struct heap *heap, struct object *object);
/* In judge_reference and judge_roots. */
bool heap_is_marked(struct heap *heap, struct object *object);
/* For signal handlers: is a collection under way? */
bool heap_is_collecting(const struct heap *heap);

/* From now on each object that is made has a stamp, and [watcher] is told of deaths; once. Objects that
 * were there before have one too, but for some large ones. May fail: there is no room for the stamps. */
bool heap_watch_deaths(struct heap *heap, const struct vm_deaths *watcher);
/* Of an object that is watched; NULL: it has none. Any thread, at any time. */
struct vm_stamp *heap_stamp(const struct heap *heap, struct object *object);
/* Those of objects in blocks, by their addresses: that of an object at the address [base] + n lies n bytes behind the first. */
struct heap_stamps {
    const char *base;
    size_t bytes;
    struct vm_stamp *first; /* NULL: nobody watches deaths */
};
struct heap_stamps heap_stamps(const struct heap *heap);
/* Tells the watcher of an object that C code uses, or to which it is about to overwrite a reference; it may be NULL. */
static inline void heap_tell_touched(const struct heap *heap, struct object *referred) {
    if (referred && heap->watcher.touched) heap->watcher.touched(heap->watcher.context, referred);
}
/* Collects once more, tells of the objects that are left as survivors, and of nothing from then on. Stamps stay
 * where they are. */
void heap_end_lives(struct heap *heap, struct tlab *tlab);
/* The references in [object] that keep others alive, NULL left out. In the watcher's functions, or with the lock
 * while nothing else runs. */
typedef void (*heap_visit)(void *context, struct object *referred);
void heap_each_reference(struct heap *heap, struct object *object, heap_visit visit, void *context);

/* Bytes that objects can have before the next collection, those where they are included. */
int64_t heap_capacity(const struct heap *heap);

/* Bytes handed out so far, the used part of [tlab] included. */
int64_t heap_allocated_bytes(const struct heap *heap, const struct tlab *tlab);

/* Is this address inside an object of the heap (interior pointers too)? The object's start, or
 * NULL. */
struct object *heap_object_at(struct heap *heap, const void *address);
/* Walks everything and checks every invariant; BUG() on a broken heap. */
void heap_check(struct heap *heap);

#endif
