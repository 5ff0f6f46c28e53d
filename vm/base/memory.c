/* MEMORY: malloc that ends the process with a message when there is none left. */
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void memory_give_up(size_t size) {
    fprintf(stderr, "out of memory: %zu bytes were asked for\n", size);
    exit(3);
}

static void *memory_check(void *block, size_t size) {
    if (!block && size) memory_give_up(size);
    return block;
}

void *memory_try(size_t size) { return calloc(1, size ? size : 1); }

void *memory_allocate(size_t size) { return memory_check(memory_try(size), size); }

void *memory_resize(void *block, size_t size) {
    return memory_check(realloc(block, size ? size : 1), size);
}

void memory_free(void *block) { free(block); }

void *memory_map(size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void memory_unmap(void *pages, size_t size) { munmap(pages, size); }

char *memory_duplicate(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(memory_allocate(size), text, size);
}

void memory_copy(void *to, const void *from, size_t size) {
    if (size) memcpy(to, from, size);
}
