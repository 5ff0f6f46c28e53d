/* Where machine code lies: one reserved range of addresses, so that an address says in constant
 * time whose code it is, and code reaches code by short jumps. What is compiled shares its first
 * bytes, as many as the capacity says; the rest is for what stays. Process-wide; safe from several
 * threads. */
#ifndef BACKEND_CODE_SPACE_H
#define BACKEND_CODE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is taken is a multiple of this, and aligned to it. */
enum { CODE_GRANULE = 64 };

/* Where all that is compiled lies, and will; what stays lies elsewhere. NULL: there is no memory for it. */
const char *code_space_compiled(size_t *size);
/* From here on so many bytes may be taken; what is taken already stays. */
void code_space_set_capacity(size_t bytes);
/* The lowest free bytes that suffice (first fit); [size] is rounded up. NULL when there are none. */
void *code_space_allocate(size_t size);
/* The same of memory that is never released, and is not counted. */
void *code_space_allocate_for_good(size_t size);
/* Puts bytes there and makes them executable; other threads may run what lies beside them. False
 * when the system does not allow it. */
bool code_space_write(void *memory, const void *bytes, size_t size);
/* Free bytes become one with those beside them. Nobody executes them any more: those that another
 * piece may take are overwritten where [overwrites], pages that are free as a whole go back to the
 * system. */
void code_space_release(void *memory, size_t size, bool overwrites);
/* Bytes that are taken, in pieces that are free, and the largest of these. */
struct code_space_state {
    size_t capacity, used, largest_hole;
    int holes;
};
struct code_space_state code_space_state(void);
/* Says whose code [memory] is: what code_space_owner answers for every address in it. */
void code_space_own(const void *memory, size_t size, const void *owner);
/* NULL: nobody's. */
const void *code_space_owner(const void *address);

#endif
