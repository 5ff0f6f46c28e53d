/* The loader (ELF-64, System V ABI for AMD64): allocated sections are laid out one after the other,
 * relocated for the place where they will run, and put there. Every offset that the file gives is checked against its end. */
#include "backend/elf_loader.h"

#include <elf.h>
#include <string.h>

#include "backend/code_space.h"
#include "base/arena.h"
#include "base/memory.h"

struct loader {
    const uint8_t *bytes;
    size_t size;
    struct diag *diag;
    const Elf64_Shdr *sections;
    uint32_t section_count;
    uint64_t *places; /* offset of each section in the image; NOWHERE when it is not loaded */
    const Elf64_Sym *symbols;
    uint64_t symbol_count;
    const char *names; /* of symbols */
    uint64_t names_size;
    uint8_t *image, *home; /* where it is put together, and where it will run */
    uint64_t image_size, code_bytes, data_bytes;
    uint64_t table, table_used; /* offset of the addresses that code takes from a table (GOT) */
};

static const uint64_t nowhere = UINT64_MAX;
static const uint64_t largest_image = UINT64_C(1) << 30;

static bool fail(struct loader *loader, const char *what) {
    return diag_error(loader->diag, (struct place){0}, "cannot load object file: %s", what);
}

static bool is_inside(const struct loader *loader, uint64_t offset, uint64_t size) {
    return offset <= loader->size && size <= loader->size - offset;
}

static bool read_header(struct loader *loader) {
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)loader->bytes;
    if (loader->size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
        return fail(loader, "it is not an ELF file");
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64 ||
        header->e_type != ET_REL)
        return fail(loader, "it is not relocatable x86-64 code");
    if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shoff % 8 != 0 ||
        !is_inside(loader, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr)))
        return fail(loader, "the section table is broken");
    loader->sections = (const Elf64_Shdr *)(loader->bytes + header->e_shoff);
    loader->section_count = header->e_shnum;
    for (uint32_t i = 0; i < loader->section_count; i++) {
        const Elf64_Shdr *section = &loader->sections[i];
        if (section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL &&
            !is_inside(loader, section->sh_offset, section->sh_size))
            return fail(loader, "a section lies outside the file");
    }
    return true;
}

static bool read_symbols(struct loader *loader) {
    for (uint32_t i = 0; i < loader->section_count; i++) {
        const Elf64_Shdr *section = &loader->sections[i];
        if (section->sh_type != SHT_SYMTAB) continue;
        if (section->sh_offset % 8 != 0 || section->sh_link >= loader->section_count)
            return fail(loader, "the symbol table is broken");
        const Elf64_Shdr *names = &loader->sections[section->sh_link];
        if (names->sh_type != SHT_STRTAB || !names->sh_size ||
            loader->bytes[names->sh_offset + names->sh_size - 1] != 0)
            return fail(loader, "the names of the symbols are broken");
        loader->symbols = (const Elf64_Sym *)(loader->bytes + section->sh_offset);
        loader->symbol_count = section->sh_size / sizeof(Elf64_Sym);
        loader->names = (const char *)(loader->bytes + names->sh_offset);
        loader->names_size = names->sh_size;
        return true;
    }
    return fail(loader, "it has no symbols");
}

/* Relocations that want the address of an entry which holds the symbol's address. */
static bool is_through_table(uint64_t type) {
    return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX ||
           type == R_X86_64_REX_GOTPCRELX;
}

static uint64_t count_table_entries(const struct loader *loader) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < loader->section_count; i++) {
        const Elf64_Shdr *section = &loader->sections[i];
        if (section->sh_type != SHT_RELA || section->sh_offset % 8 != 0) continue;
        const Elf64_Rela *rela = (const Elf64_Rela *)(loader->bytes + section->sh_offset);
        for (uint64_t k = 0; k < section->sh_size / sizeof *rela; k++)
            count += is_through_table(ELF64_R_TYPE(rela[k].r_info));
    }
    return count;
}

static bool lay_out(struct loader *loader) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < loader->section_count; i++) {
        const Elf64_Shdr *section = &loader->sections[i];
        loader->places[i] = nowhere;
        if (!(section->sh_flags & SHF_ALLOC) || !section->sh_size) continue;
        uint64_t alignment = section->sh_addralign ? section->sh_addralign : 1;
        if (alignment & (alignment - 1) || alignment > CODE_GRANULE)
            return fail(loader, "a section has an odd alignment");
        end = (end + alignment - 1) & ~(alignment - 1);
        loader->places[i] = end;
        if (section->sh_size > largest_image - end) return fail(loader, "it is too large");
        end += section->sh_size;
        bool is_code = section->sh_flags & SHF_EXECINSTR;
        *(is_code ? &loader->code_bytes : &loader->data_bytes) += section->sh_size;
    }
    if (!end) return fail(loader, "it has no code");
    loader->table = (end + 7) & ~UINT64_C(7);
    uint64_t table_bytes = 8 * count_table_entries(loader);
    loader->data_bytes += table_bytes;
    end = loader->table + table_bytes;
    loader->image_size = (end + CODE_GRANULE - 1) / CODE_GRANULE * CODE_GRANULE;
    return true;
}

static void copy_sections(struct loader *loader, struct arena *arena) {
    loader->image = ARENA_ARRAY(arena, uint8_t, loader->image_size);
    for (uint32_t i = 0; i < loader->section_count; i++)
        if (loader->places[i] != nowhere && loader->sections[i].sh_type != SHT_NOBITS)
            memcpy(loader->image + loader->places[i], loader->bytes + loader->sections[i].sh_offset,
                   loader->sections[i].sh_size);
}

/* The address of a symbol of the file; 0 when it has none here. */
static uint64_t symbol_address(const struct loader *loader, uint64_t index) {
    if (index >= loader->symbol_count) return 0;
    const Elf64_Sym *symbol = &loader->symbols[index];
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= loader->section_count) return 0;
    uint64_t place = loader->places[symbol->st_shndx];
    if (place == nowhere || symbol->st_value > loader->image_size - place) return 0;
    return (uint64_t)(uintptr_t)loader->home + place + symbol->st_value;
}

static bool undefined_symbol(struct loader *loader, uint64_t index) {
    const char *name = "?";
    if (index < loader->symbol_count && loader->symbols[index].st_name < loader->names_size)
        name = loader->names + loader->symbols[index].st_name;
    return diag_error(loader->diag, (struct place){0},
                      "cannot load object file: symbol '%s' is not defined in it", name);
}

static uint64_t table_entry(struct loader *loader, uint64_t symbol) {
    uint64_t entry = loader->table + 8 * loader->table_used++;
    memcpy(loader->image + entry, &symbol, sizeof symbol);
    return (uint64_t)(uintptr_t)loader->home + entry;
}

static bool relocate(struct loader *loader, const Elf64_Shdr *target, uint64_t place,
                     const Elf64_Rela *rela) {
    uint64_t type = ELF64_R_TYPE(rela->r_info);
    uint64_t width = type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
    if (rela->r_offset > target->sh_size || width > target->sh_size - rela->r_offset)
        return fail(loader, "a relocation lies outside its section");
    uint64_t symbol = symbol_address(loader, ELF64_R_SYM(rela->r_info));
    if (!symbol) return undefined_symbol(loader, ELF64_R_SYM(rela->r_info));
    if (is_through_table(type)) symbol = table_entry(loader, symbol);
    uint8_t *field = loader->image + place + rela->r_offset;
    const uint8_t *address = loader->home + place + rela->r_offset;
    uint64_t value = symbol + (uint64_t)rela->r_addend;
    switch (type) {
    case R_X86_64_64: break;
    case R_X86_64_PC64:
    case R_X86_64_PC32:
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
    case R_X86_64_PLT32: value -= (uint64_t)(uintptr_t)address; break;
    default:
        return diag_error(loader->diag, (struct place){0},
                          "cannot load object file: relocation type %d is not known", (int)type);
    }
    if (width == 4 && (int64_t)value != (int32_t)value)
        return fail(loader, "a relocation reaches too far");
    memcpy(field, &value, width);
    return true;
}

static bool relocate_all(struct loader *loader) {
    for (uint32_t i = 0; i < loader->section_count; i++) {
        const Elf64_Shdr *section = &loader->sections[i];
        if (section->sh_type == SHT_REL) return fail(loader, "it has relocations of an old kind");
        if (section->sh_type != SHT_RELA) continue;
        if (section->sh_info >= loader->section_count || section->sh_offset % 8 != 0)
            return fail(loader, "its relocations are broken");
        uint64_t place = loader->places[section->sh_info];
        if (place == nowhere) continue;
        const Elf64_Rela *rela = (const Elf64_Rela *)(loader->bytes + section->sh_offset);
        for (uint64_t k = 0; k < section->sh_size / sizeof *rela; k++)
            if (!relocate(loader, &loader->sections[section->sh_info], place, &rela[k]))
                return false;
    }
    return true;
}

static void *find_symbol(const struct loader *loader, const char *name) {
    for (uint64_t i = 0; i < loader->symbol_count; i++) {
        const Elf64_Sym *symbol = &loader->symbols[i];
        if (ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL && symbol->st_name < loader->names_size &&
            strcmp(loader->names + symbol->st_name, name) == 0)
            return (void *)(uintptr_t)symbol_address(loader, i);
    }
    return NULL;
}

/* --- line numbers --- */

static const Elf64_Shdr *section_named(const struct loader *loader, const char *name) {
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)loader->bytes;
    if (header->e_shstrndx >= loader->section_count) return NULL;
    const Elf64_Shdr *names = &loader->sections[header->e_shstrndx];
    if (names->sh_type != SHT_STRTAB || !names->sh_size ||
        loader->bytes[names->sh_offset + names->sh_size - 1] != 0)
        return NULL;
    for (uint32_t i = 0; i < loader->section_count; i++) {
        const Elf64_Shdr *section = &loader->sections[i];
        if (section->sh_type == SHT_PROGBITS && section->sh_name < names->sh_size &&
            strcmp((const char *)loader->bytes + names->sh_offset + section->sh_name, name) == 0)
            return section;
    }
    return NULL;
}

struct line_section {
    const struct loader *loader;
    const Elf64_Rela *relocations;
    uint64_t count, next; /* they come in order: the search goes on where the last one ended */
};

static uint64_t line_address(void *context, uint64_t offset) {
    struct line_section *lines = context;
    const struct loader *loader = lines->loader;
    for (uint64_t tried = 0; tried < lines->count; tried++) {
        const Elf64_Rela *rela = &lines->relocations[(lines->next + tried) % lines->count];
        if (rela->r_offset != offset || ELF64_R_TYPE(rela->r_info) != R_X86_64_64) continue;
        uint64_t symbol = symbol_address(loader, ELF64_R_SYM(rela->r_info));
        lines->next = (lines->next + tried + 1) % lines->count;
        return symbol + (uint64_t)rela->r_addend - (uint64_t)(uintptr_t)loader->home;
    }
    return UINT64_MAX;
}

static bool read_lines(const struct loader *loader, struct line_table *table) {
    const Elf64_Shdr *section = section_named(loader, ".debug_line");
    if (!section) return true;
    struct line_section lines = {.loader = loader};
    for (uint32_t i = 0; i < loader->section_count; i++) {
        const Elf64_Shdr *relocations = &loader->sections[i];
        if (relocations->sh_type != SHT_RELA || relocations->sh_offset % 8 != 0 ||
            relocations->sh_info != (uint32_t)(section - loader->sections))
            continue;
        lines.relocations = (const Elf64_Rela *)(loader->bytes + relocations->sh_offset);
        lines.count = relocations->sh_size / sizeof *lines.relocations;
    }
    return line_table_read(table, loader->bytes + section->sh_offset, section->sh_size,
                           line_address, &lines, loader->diag);
}

/* --- frame information --- */

/* Entries name the code that they are about, and the entry that they begin like. */
static bool relocate_frame_info(struct loader *loader, const struct elf_image *image,
                                const Elf64_Rela *rela) {
    uint64_t type = ELF64_R_TYPE(rela->r_info), symbol = ELF64_R_SYM(rela->r_info);
    uint64_t width = type == R_X86_64_64 ? 8 : 4, value = (uint64_t)rela->r_addend;
    if (rela->r_offset > image->frame_info_size || width > image->frame_info_size - rela->r_offset)
        return fail(loader, "a relocation lies outside its section");
    if (type == R_X86_64_64)
        value += symbol_address(loader, symbol);
    else if (type != R_X86_64_32)
        return fail(loader, "frame information has a relocation of an odd type");
    memcpy(image->frame_info + rela->r_offset, &value, width);
    return true;
}

static bool read_frame_info(struct loader *loader, struct elf_image *out) {
    const Elf64_Shdr *section = section_named(loader, ".debug_frame");
    if (!section || !section->sh_size) return true;
    out->frame_info_size = section->sh_size;
    out->frame_info = memory_allocate(out->frame_info_size);
    memcpy(out->frame_info, loader->bytes + section->sh_offset, out->frame_info_size);
    for (uint32_t i = 0; i < loader->section_count; i++) {
        const Elf64_Shdr *relocations = &loader->sections[i];
        if (relocations->sh_type != SHT_RELA || relocations->sh_offset % 8 != 0 ||
            relocations->sh_info != (uint32_t)(section - loader->sections))
            continue;
        const Elf64_Rela *rela = (const Elf64_Rela *)(loader->bytes + relocations->sh_offset);
        for (uint64_t k = 0; k < relocations->sh_size / sizeof *rela; k++)
            if (!relocate_frame_info(loader, out, &rela[k])) return false;
    }
    return true;
}

/* --- the whole --- */

static bool load(struct loader *loader, struct arena *arena, const struct elf_wish *wish,
                 struct elf_image *out) {
    *out = (struct elf_image){.memory = code_space_allocate(loader->image_size),
                              .size = loader->image_size,
                              .code_bytes = loader->code_bytes,
                              .data_bytes = loader->data_bytes};
    if (!out->memory) return fail(loader, "there is no room for it");
    loader->home = out->memory;
    copy_sections(loader, arena);
    if (relocate_all(loader) && read_lines(loader, &out->lines) &&
        (!wish->with_frame_info || read_frame_info(loader, out))) {
        out->symbol = find_symbol(loader, wish->symbol);
        if (!out->symbol)
            fail(loader, "it does not define what was asked for");
        else if (code_space_write(out->memory, loader->image, loader->image_size))
            return true;
        else
            fail(loader, "code cannot be made executable");
    }
    elf_unload(out, false);
    return false;
}

bool elf_load(const uint8_t *bytes, size_t size, const struct elf_wish *wish, struct elf_image *out,
              struct diag *diag) {
    struct loader loader = {.bytes = bytes, .size = size, .diag = diag};
    struct arena arena;
    arena_init(&arena);
    *out = (struct elf_image){0};
    bool done = read_header(&loader);
    if (done) loader.places = ARENA_ARRAY(&arena, uint64_t, loader.section_count + 1);
    done = done && read_symbols(&loader) && lay_out(&loader) && load(&loader, &arena, wish, out);
    arena_release(&arena);
    return done;
}

void elf_unload(struct elf_image *image, bool overwrites) {
    code_space_release(image->memory, image->size, overwrites);
    line_table_release(&image->lines);
    memory_free(image->frame_info);
    *image = (struct elf_image){0};
}
