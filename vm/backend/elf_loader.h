/* Object files into memory, instead of the system's linker: one x86-64 relocatable file that refers
 * to nothing but itself (runtime addresses are constants in it). Trusts nothing in the file: any
 * bytes give code or an error. */
#ifndef BACKEND_ELF_LOADER_H
#define BACKEND_ELF_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backend/line_table.h"
#include "base/diag.h"

struct elf_image {
    void *memory;      /* readable and executable, not writable */
    size_t size;       /* of the code space */
    size_t code_bytes; /* of executable sections */
    size_t data_bytes; /* of the others, and of the addresses that code takes from a table */
    void *symbol;      /* address of the symbol asked for */
    struct line_table lines;
    uint8_t *frame_info; /* .debug_frame for where the code is, if asked for; malloc memory */
    size_t frame_info_size;
};

struct elf_wish {
    const char *symbol; /* a global one */
    bool with_frame_info;
};

/* Loads the file and finds the symbol. False with [diag]; nothing is mapped then, and the image's size is that for which
 * the code space has no room, if that was it, or 0. */
bool elf_load(const uint8_t *bytes, size_t size, const struct elf_wish *wish, struct elf_image *out,
              struct diag *diag);
/* The code is overwritten where [overwrites]. */
void elf_unload(struct elf_image *image, bool overwrites);

#endif
