/* CODE SPACE: free pieces in ascending order, each with something taken behind it. The first that
 * suffices is cut; what is released is put in order and joined with its neighbours. Nothing moves:
 * return addresses and entries stay where they are. */
#define _GNU_SOURCE
#include "backend/code_space.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "base/die.h"
#include "base/vec.h"

enum { PAGE = 4096, TRAP = 0xcc };
#define LARGEST_CAPACITY ((size_t)512 << 20)
#define FOR_GOOD         ((size_t)16 << 20)
#define SPACE            (LARGEST_CAPACITY + FOR_GOOD)

struct piece {
    size_t start, end; /* offsets */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *_Atomic space;     /* NULL: not yet reserved */
static VEC(struct piece) holes; /* of the whole range: what is beyond the capacity is not taken */
static size_t capacity = LARGEST_CAPACITY, used, used_for_good;
/* Of each page that ever had one: read without the lock, so they stay. */
static struct page_owners {
    _Atomic(const void *) of_granule[PAGE / CODE_GRANULE];
} * _Atomic owners[SPACE / PAGE];

static size_t round_up(size_t size, size_t unit) { return (size + unit - 1) / unit * unit; }

static bool reserve(void) {
    if (space) return true;
    void *memory = mmap(NULL, SPACE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    vec_push(&holes, ((struct piece){0, LARGEST_CAPACITY}));
    space = memory;
    return true;
}

static size_t offset_of(const void *memory) { return (size_t)((const char *)memory - space); }

const char *code_space_compiled(size_t *size) {
    pthread_mutex_lock(&mutex);
    *size = reserve() ? LARGEST_CAPACITY : 0;
    pthread_mutex_unlock(&mutex);
    return space;
}

void code_space_set_capacity(size_t bytes) {
    ASSERT(bytes <= LARGEST_CAPACITY, "the code space has no %zu bytes", bytes);
    pthread_mutex_lock(&mutex);
    capacity = bytes / CODE_GRANULE * CODE_GRANULE;
    pthread_mutex_unlock(&mutex);
}

static void remove_hole(uint32_t at) {
    memmove(&holes.items[at], &holes.items[at + 1], sizeof *holes.items * (holes.count - at - 1));
    holes.count--;
}

static size_t end_within_capacity(const struct piece *hole) {
    return hole->end < capacity ? hole->end : capacity;
}

static void *take(size_t size) {
    for (uint32_t i = 0; i < holes.count; i++) {
        struct piece *hole = &holes.items[i];
        if (hole->start + size > end_within_capacity(hole)) continue;
        void *memory = space + hole->start;
        hole->start += size;
        used += size;
        if (hole->start == hole->end) remove_hole(i);
        return memory;
    }
    return NULL;
}

void *code_space_allocate(size_t size) {
    pthread_mutex_lock(&mutex);
    void *memory = reserve() ? take(round_up(size, CODE_GRANULE)) : NULL;
    pthread_mutex_unlock(&mutex);
    return memory;
}

void *code_space_allocate_for_good(size_t size) {
    size = round_up(size, CODE_GRANULE);
    pthread_mutex_lock(&mutex);
    void *memory = NULL;
    if (reserve() && size <= FOR_GOOD - used_for_good) {
        memory = space + LARGEST_CAPACITY + used_for_good;
        used_for_good += size;
    }
    pthread_mutex_unlock(&mutex);
    return memory;
}

static void *first_page(const void *memory) { return space + offset_of(memory) / PAGE * PAGE; }

/* The bytes of the pages from the first of [memory] to the last. */
static size_t bytes_of_pages(const void *memory, size_t size) {
    return round_up(offset_of(memory) + size, PAGE) - offset_of(first_page(memory));
}

/* Writable and executable at once, since other threads may run the rest of a page. */
static bool open_pages(void *memory, size_t size) {
    return mprotect(first_page(memory), bytes_of_pages(memory, size),
                    PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

static bool close_pages(void *memory, size_t size) {
    return mprotect(first_page(memory), bytes_of_pages(memory, size), PROT_READ | PROT_EXEC) == 0;
}

bool code_space_write(void *memory, const void *bytes, size_t size) {
    pthread_mutex_lock(&mutex);
    bool done = open_pages(memory, size);
    if (done) memcpy(memory, bytes, size);
    done = done && close_pages(memory, size);
    pthread_mutex_unlock(&mutex);
    return done;
}

/* Returns the number of the hole that it is part of. */
static uint32_t add_hole(size_t start, size_t end) {
    uint32_t at = 0;
    while (at < holes.count && holes.items[at].end < start) at++;
    if (at == holes.count || holes.items[at].start > end) {
        vec_push(&holes, ((struct piece){0, 0}));
        memmove(&holes.items[at + 1], &holes.items[at],
                sizeof *holes.items * (holes.count - at - 1));
        holes.items[at] = (struct piece){start, end};
        return at;
    }
    struct piece *hole = &holes.items[at];
    if (start < hole->start) hole->start = start;
    if (end > hole->end) hole->end = end;
    if (at + 1 < holes.count && holes.items[at + 1].start == hole->end) {
        hole->end = holes.items[at + 1].end;
        remove_hole(at + 1);
    }
    return at;
}

/* Of the pages that [start, end) touches, those that are free as a whole. */
static void return_pages(const struct piece *hole, size_t start, size_t end) {
    size_t first = start / PAGE * PAGE, last = round_up(end, PAGE);
    if (first < hole->start) first = round_up(hole->start, PAGE);
    if (last > hole->end) last = hole->end / PAGE * PAGE;
    if (first < last)
        mmap(space + first, last - first, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

void code_space_release(void *memory, size_t size, bool overwrites) {
    if (!memory) return;
    size = round_up(size, CODE_GRANULE);
    code_space_own(memory, size, NULL);
    pthread_mutex_lock(&mutex);
    if (overwrites && open_pages(memory, size)) {
        memset(memory, TRAP, size);
        close_pages(memory, size);
    }
    size_t start = offset_of(memory), end = start + size;
    used -= size;
    uint32_t hole = add_hole(start, end); /* may move them */
    return_pages(&holes.items[hole], start, end);
    pthread_mutex_unlock(&mutex);
}

struct code_space_state code_space_state(void) {
    pthread_mutex_lock(&mutex);
    struct code_space_state state = {.capacity = capacity, .used = used};
    if (!space) state.largest_hole = capacity, state.holes = 1;
    for (uint32_t i = 0; i < holes.count; i++) {
        const struct piece *hole = &holes.items[i];
        if (hole->start >= capacity) continue;
        size_t size = end_within_capacity(hole) - hole->start;
        if (size > state.largest_hole) state.largest_hole = size;
        state.holes++;
    }
    pthread_mutex_unlock(&mutex);
    return state;
}

static struct page_owners *owners_of_page(size_t page) {
    if (!owners[page]) owners[page] = memory_allocate(sizeof **owners);
    return owners[page];
}

void code_space_own(const void *memory, size_t size, const void *owner) {
    size_t first = offset_of(memory) / CODE_GRANULE, in_page = PAGE / CODE_GRANULE;
    pthread_mutex_lock(&mutex);
    for (size_t i = first; i < first + round_up(size, CODE_GRANULE) / CODE_GRANULE; i++)
        atomic_store_explicit(&owners_of_page(i / in_page)->of_granule[i % in_page], owner,
                              memory_order_release);
    pthread_mutex_unlock(&mutex);
}

const void *code_space_owner(const void *address) {
    /* Whoever knows an address of code has seen where it is. */
    const char *start = atomic_load_explicit(&space, memory_order_relaxed);
    uintptr_t offset = (uintptr_t)address - (uintptr_t)start;
    if (!start || offset >= SPACE) return NULL;
    struct page_owners *page = atomic_load_explicit(&owners[offset / PAGE], memory_order_acquire);
    if (!page) return NULL;
    return atomic_load_explicit(&page->of_granule[offset % PAGE / CODE_GRANULE],
                                memory_order_acquire);
}
