/* CODE SPACE: pages are handed out in ascending order. Those released last in first out are handed
 * out again; the addresses of others are lost, their memory is not. */
#define _GNU_SOURCE
#include "backend/code_space.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

enum { PAGE = 4096, PAGES = 128 * 1024 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *_Atomic space; /* NULL: not yet reserved */
static size_t pages_used;
static _Atomic(const void *) owners[PAGES];

static size_t pages_of(size_t size) { return (size + PAGE - 1) / PAGE; }

static bool reserve(void) {
    if (space) return true;
    void *memory = mmap(NULL, (size_t)PAGE * PAGES, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) space = memory;
    return space;
}

static void *take(size_t count) {
    if (!reserve() || count > PAGES - pages_used) return NULL;
    char *memory = space + pages_used * PAGE;
    if (mprotect(memory, count * PAGE, PROT_READ | PROT_WRITE) != 0) return NULL;
    pages_used += count;
    return memory;
}

void *code_space_allocate(size_t size) {
    pthread_mutex_lock(&mutex);
    void *memory = take(pages_of(size));
    pthread_mutex_unlock(&mutex);
    return memory;
}

void code_space_release(void *memory, size_t size) {
    if (!memory) return;
    code_space_own(memory, size, NULL);
    pthread_mutex_lock(&mutex);
    mmap(memory, pages_of(size) * PAGE, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if ((char *)memory + pages_of(size) * PAGE == space + pages_used * PAGE)
        pages_used -= pages_of(size);
    pthread_mutex_unlock(&mutex);
}

void code_space_own(const void *memory, size_t size, const void *owner) {
    size_t first = (size_t)((const char *)memory - space) / PAGE;
    for (size_t i = 0; i < pages_of(size); i++)
        atomic_store_explicit(&owners[first + i], owner, memory_order_release);
}

const void *code_space_owner(const void *address) {
    const char *start = space;
    uintptr_t offset = (uintptr_t)address - (uintptr_t)start;
    if (!start || offset >= (uintptr_t)PAGE * PAGES) return NULL;
    return atomic_load_explicit(&owners[offset / PAGE], memory_order_acquire);
}
