/* The only caller of malloc: C allocations outside the Java heap go through here. A caller
 * can seldom recover from running out of memory; the process ends with a message. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Zeroed memory of [size] bytes. */
void *memory_allocate(size_t size);
/* The same for what can be done without; NULL when there is none left. */
void *memory_try(size_t size);
/* Grows or shrinks; new bytes are not zeroed. [block] may be NULL. */
void *memory_resize(void *block, size_t size);
void memory_free(void *block);
/* Zeroed pages, which take memory when they are touched: what is large and mostly not used. NULL when there is no room. */
void *memory_map(size_t size);
void memory_unmap(void *pages, size_t size);
char *memory_duplicate(const char *text);
/* Ends the process with the message that so many bytes are not there. */
_Noreturn void memory_give_up(size_t size);
/* memcpy that accepts NULL for both pointers when the size is 0. */
void memory_copy(void *to, const void *from, size_t size);

#endif
