/* Call sites by return address: the line numbers that the code generator was given for calls
 * (DWARF 5, 6.2: .debug_line), which the assembler keeps exact through all optimisation. */
#ifndef BACKEND_LINE_TABLE_H
#define BACKEND_LINE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* From here up to the next row the code belongs to this line. */
struct line_row {
    uint32_t offset; /* of an instruction, in the image; ascending */
    uint32_t line;
};

struct line_table {
    struct line_row *rows; /* in malloc memory */
    uint32_t count, capacity;
};

/* The image offset that the eight bytes at [offset] of the section are relocated to; UINT64_MAX:
 * not there. */
typedef uint64_t (*line_relocation)(void *context, uint64_t offset);

/* Reads a whole .debug_line section; false with [diag] when it is broken. */
bool line_table_read(struct line_table *table, const uint8_t *bytes, uint64_t size,
                     line_relocation relocation, void *context, struct diag *diag);
void line_table_release(struct line_table *table);
/* The line of the call that returns to [offset]; 0: none. */
uint32_t line_table_find(const struct line_table *table, uint32_t offset);

#endif
