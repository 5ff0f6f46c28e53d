/* Where machine code lies: one reserved range of addresses, so that an address says in constant
 * time whose code it is, and code reaches code by short jumps. Process-wide; safe from several
 * threads. */
#ifndef BACKEND_CODE_SPACE_H
#define BACKEND_CODE_SPACE_H

#include <stddef.h>

/* Whole pages, readable and writable; NULL when the space is used up. The caller makes it
 * executable. */
void *code_space_allocate(size_t size);
void code_space_release(void *memory, size_t size);
/* Says whose code [memory] is: what code_space_owner answers for every address in it. */
void code_space_own(const void *memory, size_t size, const void *owner);
/* NULL: nobody's. */
const void *code_space_owner(const void *address);

#endif
