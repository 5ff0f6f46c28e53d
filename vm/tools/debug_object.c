/* DEBUG OBJECT: stretches of code with the same inlined calls become a tree: a node for each inlined call, with all ranges of
 * addresses that it has. */
#include "tools/debug_object.h"

#include <elf.h>
#include <string.h>

#include "base/arena.h"
#include "base/die.h"
#include "base/vec.h"
#include "tools/code_name.h"

/* DWARF 4, 7.5.4 and the following. */
enum {
    DW_TAG_compile_unit = 0x11,
    DW_TAG_inlined_subroutine = 0x1d,
    DW_TAG_subprogram = 0x2e,
    DW_AT_name = 0x03,
    DW_AT_stmt_list = 0x10,
    DW_AT_low_pc = 0x11,
    DW_AT_high_pc = 0x12,
    DW_AT_language = 0x13,
    DW_AT_inline = 0x20,
    DW_AT_producer = 0x25,
    DW_AT_abstract_origin = 0x31,
    DW_AT_frame_base = 0x40,
    DW_AT_ranges = 0x55,
    DW_AT_call_file = 0x58,
    DW_AT_call_line = 0x59,
    DW_FORM_addr = 0x01,
    DW_FORM_data8 = 0x07,
    DW_FORM_string = 0x08,
    DW_FORM_data1 = 0x0b,
    DW_FORM_udata = 0x0f,
    DW_FORM_ref4 = 0x13,
    DW_FORM_sec_offset = 0x17,
    DW_FORM_exprloc = 0x18,
    DW_OP_call_frame_cfa = 0x9c,
    DW_LANG_C99 = 0x0c, /* whose names debuggers take as they are */
    DW_INL_inlined = 1,
    DW_LNS_copy = 1,
    DW_LNS_advance_pc = 2,
    DW_LNS_advance_line = 3,
    DW_LNS_set_file = 4,
    DW_LNE_end_sequence = 1,
    DW_LNE_set_address = 2,
};

enum abbreviated {
    ABBREVIATED_none,
    ABBREVIATED_unit,
    ABBREVIATED_inlined_method,
    ABBREVIATED_code,
    ABBREVIATED_call,
    ABBREVIATED_COUNT
};

static const struct {
    uint8_t tag, has_children;
    uint8_t attributes[12]; /* each with its form; 0 ends them */
} abbreviations[ABBREVIATED_COUNT] = {
    [ABBREVIATED_unit] = {DW_TAG_compile_unit,
                          1,
                          {DW_AT_producer, DW_FORM_string, DW_AT_language, DW_FORM_data1,
                           DW_AT_name, DW_FORM_string, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc,
                           DW_FORM_data8, DW_AT_stmt_list, DW_FORM_sec_offset}},
    [ABBREVIATED_inlined_method] = {DW_TAG_subprogram,
                                    0,
                                    {DW_AT_name, DW_FORM_string, DW_AT_inline, DW_FORM_data1}},
    [ABBREVIATED_code] = {DW_TAG_subprogram,
                          1,
                          {DW_AT_name, DW_FORM_string, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc,
                           DW_FORM_data8, DW_AT_frame_base, DW_FORM_exprloc}},
    [ABBREVIATED_call] = {DW_TAG_inlined_subroutine,
                          1,
                          {DW_AT_abstract_origin, DW_FORM_ref4, DW_AT_ranges, DW_FORM_sec_offset,
                           DW_AT_call_file, DW_FORM_udata, DW_AT_call_line, DW_FORM_udata}},
};

enum debug_section {
    SECTION_none,
    SECTION_text,
    SECTION_symtab,
    SECTION_strtab,
    SECTION_debug_abbrev,
    SECTION_debug_info,
    SECTION_debug_line,
    SECTION_debug_ranges,
    SECTION_debug_frame,
    SECTION_shstrtab,
    SECTION_COUNT
};

static const struct {
    const char *name;
    uint32_t type, link, info;
    uint64_t flags, alignment, entry_size;
} sections[SECTION_COUNT] = {
    [SECTION_none] = {""},
    [SECTION_text] = {".text", SHT_NOBITS, 0, 0, SHF_ALLOC | SHF_EXECINSTR, 64, 0},
    [SECTION_symtab] = {".symtab", SHT_SYMTAB, SECTION_strtab, 1, 0, 8, sizeof(Elf64_Sym)},
    [SECTION_strtab] = {".strtab", SHT_STRTAB, 0, 0, 0, 1, 0},
    [SECTION_debug_abbrev] = {".debug_abbrev", SHT_PROGBITS, 0, 0, 0, 1, 0},
    [SECTION_debug_info] = {".debug_info", SHT_PROGBITS, 0, 0, 0, 1, 0},
    [SECTION_debug_line] = {".debug_line", SHT_PROGBITS, 0, 0, 0, 1, 0},
    [SECTION_debug_ranges] = {".debug_ranges", SHT_PROGBITS, 0, 0, 0, 1, 0},
    [SECTION_debug_frame] = {".debug_frame", SHT_PROGBITS, 0, 0, 0, 8, 0},
    [SECTION_shstrtab] = {".shstrtab", SHT_STRTAB, 0, 0, 0, 1, 0},
};

struct range {
    uint64_t from, to; /* offsets in the code */
};

/* A call that was inlined; the root: the method that was compiled. */
struct inlined_call {
    const struct placed_frame
        *frame;               /* some bytecode of the callee; NULL: nothing is known of the root */
    VEC(struct range) ranges; /* in the arena */
    struct inlined_call *inner, *next;
};

struct inlined_method {
    const char *name;
    uint32_t offset; /* in .debug_info */
};

struct debug_object {
    struct arena arena;
    const struct placed_code *code;
    const char *name;
    struct inlined_call root;
    VEC(const char *) files; /* number 1 and the following; in the arena, like the next */
    VEC(struct inlined_method) methods; /* that were inlined */
    struct strbuf contents[SECTION_COUNT];
};

/* --- bytes --- */

static void add_bytes(struct strbuf *out, uint64_t value, size_t size) {
    strbuf_add(out, (const char *)&value, size);
}

static void add_string(struct strbuf *out, const char *text) {
    strbuf_add(out, text, strlen(text) + 1);
}

static void add_unsigned(struct strbuf *out, uint64_t value) {
    for (; value >= 0x80; value >>= 7) strbuf_add_char(out, (char)(value | 0x80));
    strbuf_add_char(out, (char)value);
}

static void add_signed(struct strbuf *out, int64_t value) {
    for (; value < -0x40 || value >= 0x40; value >>= 7)
        strbuf_add_char(out, (char)((value & 0x7f) | 0x80));
    strbuf_add_char(out, (char)(value & 0x7f));
}

static void set_bytes(struct strbuf *out, size_t at, uint64_t value, size_t size) {
    memcpy(out->bytes + at, &value, size);
}

/* Returns where the length is, for end_unit. */
static size_t begin_unit(struct strbuf *out) {
    add_bytes(out, 0, 4);
    return out->length;
}

static void end_unit(struct strbuf *out, size_t start) {
    set_bytes(out, start - 4, out->length - start, 4);
}

/* --- what is inlined where --- */

static uint64_t file_number(struct debug_object *object, const char *file) {
    for (uint32_t i = 0; i < object->files.count; i++)
        if (strcmp(object->files.items[i], file) == 0) return i + 1;
    arena_vec_push(&object->arena, &object->files, file);
    return object->files.count;
}

static bool is_same_call(const struct placed_frame *a, const struct placed_frame *b) {
    return a->method == b->method && a->caller->bci == b->caller->bci;
}

static struct inlined_call *call_in(struct debug_object *object, struct inlined_call *outer,
                                    const struct placed_frame *frame) {
    struct inlined_call **at = &outer->inner;
    while (*at && !is_same_call((*at)->frame, frame)) at = &(*at)->next;
    if (!*at) {
        *at = ARENA_NEW(&object->arena, struct inlined_call);
        **at = (struct inlined_call){.frame = frame};
    }
    return *at;
}

/* The frame's call is as long as this, and so are those that it is inlined in. */
static struct inlined_call *extend(struct debug_object *object, const struct placed_frame *frame,
                                   uint64_t from, uint64_t to) {
    if (!frame->caller) return &object->root;
    struct inlined_call *outer = extend(object, frame->caller, from, to);
    struct inlined_call *call = call_in(object, outer, frame);
    if (call->ranges.count && vec_last(&call->ranges).to == from)
        vec_last(&call->ranges).to = to;
    else
        arena_vec_push(&object->arena, &call->ranges, (struct range){from, to});
    return call;
}

static uint64_t end_of_place(const struct placed_code *code, int i) {
    return i + 1 < code->place_count ? code->places[i + 1].offset : code->size;
}

static void find_calls(struct debug_object *object) {
    const struct placed_code *code = object->code;
    for (int i = 0; i < code->place_count; i++) {
        const struct placed_bytecode *place = &code->places[i];
        uint64_t end = end_of_place(code, i);
        if (place->frame && place->offset < end) extend(object, place->frame, place->offset, end);
    }
}

/* --- .debug_abbrev --- */

static void write_abbreviations(struct strbuf *out) {
    for (unsigned i = ABBREVIATED_none + 1; i < ABBREVIATED_COUNT; i++) {
        const uint8_t *attributes = abbreviations[i].attributes;
        add_unsigned(out, i);
        add_unsigned(out, abbreviations[i].tag);
        add_bytes(out, abbreviations[i].has_children, 1);
        for (size_t k = 0; k < sizeof abbreviations[i].attributes && attributes[k]; k++)
            add_unsigned(out, attributes[k]);
        add_bytes(out, 0, 2);
    }
    add_bytes(out, 0, 1);
}

/* --- .debug_info --- */

static uint32_t method_offset(const struct debug_object *object, const char *name) {
    for (uint32_t i = 0; i < object->methods.count; i++)
        if (object->methods.items[i].name == name) return object->methods.items[i].offset;
    return 0;
}

static void add_methods(struct debug_object *object, const struct inlined_call *outer) {
    struct strbuf *info = &object->contents[SECTION_debug_info];
    for (const struct inlined_call *call = outer->inner; call; call = call->next) {
        if (!method_offset(object, call->frame->method)) {
            struct inlined_method method = {call->frame->method, (uint32_t)info->length};
            arena_vec_push(&object->arena, &object->methods, method);
            add_unsigned(info, ABBREVIATED_inlined_method);
            add_string(info, method.name);
            add_bytes(info, DW_INL_inlined, 1);
        }
        add_methods(object, call);
    }
}

static void add_calls(struct debug_object *object, const struct inlined_call *outer) {
    struct strbuf *info = &object->contents[SECTION_debug_info],
                  *ranges = &object->contents[SECTION_debug_ranges];
    for (const struct inlined_call *call = outer->inner; call; call = call->next) {
        const struct placed_frame *caller = call->frame->caller;
        add_unsigned(info, ABBREVIATED_call);
        add_bytes(info, method_offset(object, call->frame->method), 4);
        add_bytes(info, ranges->length, 4);
        add_unsigned(info, file_number(object, caller->source));
        add_unsigned(info, (uint64_t)caller->line);
        for (uint32_t i = 0; i < call->ranges.count; i++) {
            add_bytes(ranges, call->ranges.items[i].from, 8);
            add_bytes(ranges, call->ranges.items[i].to, 8);
        }
        add_bytes(ranges, 0, 8);
        add_bytes(ranges, 0, 8);
        add_calls(object, call);
        add_unsigned(info, 0);
    }
}

static const char *root_source(const struct placed_code *code) {
    for (int i = 0; i < code->place_count; i++) {
        const struct placed_frame *frame = code->places[i].frame;
        while (frame && frame->caller) frame = frame->caller;
        if (frame) return frame->source;
    }
    return "";
}

static void write_info(struct debug_object *object) {
    struct strbuf *info = &object->contents[SECTION_debug_info];
    uint64_t start = (uint64_t)(uintptr_t)object->code->start;
    size_t unit = begin_unit(info);
    add_bytes(info, 4, 2); /* version */
    add_bytes(info, 0, 4); /* abbreviations */
    add_bytes(info, 8, 1); /* size of addresses */
    add_unsigned(info, ABBREVIATED_unit);
    add_string(info, "jittest");
    add_bytes(info, DW_LANG_C99, 1);
    add_string(info, root_source(object->code));
    add_bytes(info, start, 8);
    add_bytes(info, object->code->size, 8);
    add_bytes(info, 0, 4); /* the line program */
    add_methods(object, &object->root);
    add_unsigned(info, ABBREVIATED_code);
    add_string(info, object->name);
    add_bytes(info, start, 8);
    add_bytes(info, object->code->size, 8);
    add_unsigned(info, 1);
    add_bytes(info, DW_OP_call_frame_cfa, 1);
    add_calls(object, &object->root);
    add_unsigned(info, 0); /* of the code */
    add_unsigned(info, 0); /* of the unit */
    end_unit(info, unit);
}

/* --- .debug_line --- */

struct line_state {
    uint64_t offset, file;
    int64_t line;
};

static void advance(struct strbuf *out, struct line_state *state, uint64_t offset) {
    strbuf_add_char(out, DW_LNS_advance_pc);
    add_unsigned(out, offset - state->offset);
    state->offset = offset;
}

static void add_row(struct strbuf *out, struct line_state *state, struct line_state row) {
    advance(out, state, row.offset);
    if (row.file != state->file) {
        strbuf_add_char(out, DW_LNS_set_file);
        add_unsigned(out, row.file);
    }
    if (row.line != state->line) {
        strbuf_add_char(out, DW_LNS_advance_line);
        add_signed(out, row.line - state->line);
    }
    strbuf_add_char(out, DW_LNS_copy);
    *state = row;
}

static void add_extended(struct strbuf *out, uint8_t opcode, uint64_t operand, size_t size) {
    strbuf_add_char(out, 0);
    add_unsigned(out, 1 + size);
    add_bytes(out, opcode, 1);
    add_bytes(out, operand, size);
}

/* Line 0: none is known. */
static void add_line_program(struct debug_object *object, struct strbuf *out) {
    const struct placed_code *code = object->code;
    struct line_state state = {0, 1, 1};
    add_extended(out, DW_LNE_set_address, (uint64_t)(uintptr_t)code->start, 8);
    for (int i = 0; i < code->place_count; i++) {
        const struct placed_bytecode *place = &code->places[i];
        if (place->offset == end_of_place(code, i)) continue;
        struct line_state row = {place->offset, state.file, 0};
        if (place->frame && place->frame->line > 0) {
            row.file = file_number(object, place->frame->source);
            row.line = place->frame->line;
        }
        add_row(out, &state, row);
    }
    advance(out, &state, code->size);
    add_extended(out, DW_LNE_end_sequence, 0, 0);
}

/* Behind .debug_info, which asks for files too. The program itself asks for more, so it is made before the header. */
static void write_lines(struct debug_object *object) {
    static const uint8_t operand_counts[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    struct strbuf *out = &object->contents[SECTION_debug_line], program = STRBUF_INIT;
    add_line_program(object, &program);
    size_t unit = begin_unit(out);
    add_bytes(out, 4, 2); /* version */
    size_t header = begin_unit(out);
    add_bytes(out, 1, 1);                         /* bytes of the smallest instruction */
    add_bytes(out, 1, 1);                         /* operations in an instruction */
    add_bytes(out, 1, 1);                         /* rows are statements */
    add_bytes(out, 0, 1);                         /* special opcodes: least line, */
    add_bytes(out, 1, 1);                         /* lines; */
    add_bytes(out, sizeof operand_counts + 1, 1); /* the first of them */
    strbuf_add(out, (const char *)operand_counts, sizeof operand_counts);
    add_bytes(out, 0, 1); /* no folders */
    vec_each(const char *, file, &object->files) {
        add_string(out, *file);
        add_bytes(out, 0, 3); /* folder, time, size: not known */
    }
    add_bytes(out, 0, 1);
    end_unit(out, header);
    strbuf_add(out, strbuf_text(&program), program.length);
    end_unit(out, unit);
    strbuf_release(&program);
}

/* --- symbols, and the file --- */

static void write_symbols(struct debug_object *object) {
    struct strbuf *symbols = &object->contents[SECTION_symtab],
                  *names = &object->contents[SECTION_strtab];
    Elf64_Sym symbol = {0};
    strbuf_add(symbols, (const char *)&symbol, sizeof symbol);
    symbol = (Elf64_Sym){.st_name = 1,
                         .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                         .st_shndx = SECTION_text,
                         .st_value = (uint64_t)(uintptr_t)object->code->start,
                         .st_size = object->code->size};
    strbuf_add(symbols, (const char *)&symbol, sizeof symbol);
    add_string(names, "");
    add_string(names, object->name);
}

static void align(struct strbuf *out, uint64_t alignment) {
    while (out->length % alignment) strbuf_add_char(out, 0);
}

static void add_header(struct strbuf *out) {
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
        .e_machine = EM_X86_64,
        .e_version = EV_CURRENT,
        .e_ehsize = sizeof header,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = SECTION_COUNT,
        .e_shstrndx = SECTION_shstrtab};
    strbuf_add(out, (const char *)&header, sizeof header);
}

static void write_file(struct debug_object *object, struct strbuf *out) {
    Elf64_Shdr headers[SECTION_COUNT] = {{0}};
    struct strbuf *names = &object->contents[SECTION_shstrtab];
    add_header(out);
    for (int i = 0; i < SECTION_COUNT; i++) {
        headers[i].sh_name = (uint32_t)names->length;
        add_string(names, sections[i].name);
    }
    for (int i = SECTION_none + 1; i < SECTION_COUNT; i++) {
        const struct strbuf *contents = &object->contents[i];
        align(out, sections[i].alignment);
        headers[i].sh_type = sections[i].type;
        headers[i].sh_link = sections[i].link;
        headers[i].sh_info = sections[i].info;
        headers[i].sh_flags = sections[i].flags;
        headers[i].sh_addralign = sections[i].alignment;
        headers[i].sh_entsize = sections[i].entry_size;
        headers[i].sh_offset = out->length;
        headers[i].sh_size = contents->length;
        strbuf_add(out, strbuf_text(contents), contents->length);
    }
    headers[SECTION_text].sh_addr = (uint64_t)(uintptr_t)object->code->start;
    headers[SECTION_text].sh_size = object->code->size;
    align(out, 8);
    set_bytes(out, offsetof(Elf64_Ehdr, e_shoff), out->length, 8);
    strbuf_add(out, (const char *)headers, sizeof headers);
}

void debug_object_write(struct strbuf *out, const struct placed_code *code) {
    struct debug_object object = {.code = code};
    struct strbuf name = STRBUF_INIT;
    ASSERT(!out->length, "the object does not begin the file");
    arena_init(&object.arena);
    code_name(&name, code);
    object.name = strbuf_text(&name);
    find_calls(&object);
    write_symbols(&object);
    if (code->place_count) {
        write_abbreviations(&object.contents[SECTION_debug_abbrev]);
        write_info(&object);
        write_lines(&object);
    }
    if (code->frame_info)
        strbuf_add(&object.contents[SECTION_debug_frame], code->frame_info, code->frame_info_size);
    write_file(&object, out);
    for (int i = 0; i < SECTION_COUNT; i++) strbuf_release(&object.contents[i]);
    strbuf_release(&name);
    arena_release(&object.arena);
}
