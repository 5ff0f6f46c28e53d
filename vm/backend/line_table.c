/* LINE TABLE: runs the line number programs of .debug_line. Trusts nothing: the cursor never leaves
 * the section. */
#include "backend/line_table.h"

#include <string.h>

#include "base/memory.h"

/* Opcodes of line number programs (DWARF 5, 7.22). */
enum {
    DW_LNS_copy = 1,
    DW_LNS_advance_pc = 2,
    DW_LNS_advance_line = 3,
    DW_LNS_const_add_pc = 8,
    DW_LNS_fixed_advance_pc = 9,
    DW_LNE_end_sequence = 1,
    DW_LNE_set_address = 2,
};

struct line_cursor {
    const uint8_t *at, *end;
    bool is_broken; /* something was asked for behind the end */
};

/* What a program's header says (DWARF 5, 6.2.4), and its registers (6.2.2). */
struct line_program {
    struct line_cursor code;
    const uint8_t *section;
    uint8_t instruction_length, line_range, opcode_base;
    int8_t line_base;
    const uint8_t *operand_counts; /* of standard opcodes, from 1 */
    uint64_t address;
    uint32_t line;
};

static uint64_t read_unsigned(struct line_cursor *cursor, int size) {
    uint64_t value = 0;
    if (cursor->end - cursor->at < size) {
        cursor->is_broken = true;
        cursor->at = cursor->end;
        return 0;
    }
    memcpy(&value, cursor->at, (size_t)size);
    cursor->at += size;
    return value;
}

static uint64_t read_leb(struct line_cursor *cursor, bool is_signed) {
    uint64_t value = 0, byte;
    int shift = 0;
    do {
        byte = read_unsigned(cursor, 1);
        if (shift < 64) value |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (is_signed && shift < 64 && byte & 0x40) value |= UINT64_MAX << shift;
    return value;
}

static void skip(struct line_cursor *cursor, uint64_t count) {
    if ((uint64_t)(cursor->end - cursor->at) < count) {
        cursor->is_broken = true;
        count = (uint64_t)(cursor->end - cursor->at);
    }
    cursor->at += count;
}

/* --- programs --- */

/* In order; the later of two rows of one instruction counts, but the end of a sequence (line 0)
 * does not hide the begin of another. */
static void add_row(struct line_table *table, const struct line_program *program, uint32_t line) {
    struct line_row row = {(uint32_t)program->address, line};
    if (table->count == table->capacity) {
        table->capacity = table->capacity ? 2 * table->capacity : 64;
        table->rows = memory_resize(table->rows, table->capacity * sizeof row);
    }
    table->count++;
    struct line_row *at = &table->rows[table->count - 1];
    for (; at > table->rows; at--) {
        bool is_behind = at[-1].offset > row.offset || (at[-1].offset == row.offset && !line);
        if (!is_behind) break;
        at[0] = at[-1];
    }
    *at = row;
}

static void run_extended(struct line_table *table, struct line_program *program,
                         line_relocation relocation, void *context) {
    struct line_cursor *code = &program->code;
    uint64_t length = read_leb(code, false);
    const uint8_t *start = code->at;
    if (!length || code->is_broken) return;
    uint64_t opcode = read_unsigned(code, 1);
    if (opcode == DW_LNE_set_address)
        program->address = relocation(context, (uint64_t)(code->at - program->section));
    if (opcode == DW_LNE_end_sequence) {
        add_row(table, program, 0);
        program->line = 1;
    }
    code->at = start;
    skip(code, length);
}

static void run_standard(struct line_table *table, struct line_program *program, uint8_t opcode) {
    struct line_cursor *code = &program->code;
    uint32_t step = (uint32_t)(255 - program->opcode_base) / program->line_range;
    switch (opcode) {
    case DW_LNS_copy: add_row(table, program, program->line); return;
    case DW_LNS_advance_pc:
        program->address += read_leb(code, false) * program->instruction_length;
        return;
    case DW_LNS_advance_line: program->line += (uint32_t)read_leb(code, true); return;
    case DW_LNS_const_add_pc: program->address += step * program->instruction_length; return;
    case DW_LNS_fixed_advance_pc: program->address += read_unsigned(code, 2); return;
    }
    for (int i = 0; i < program->operand_counts[opcode - 1]; i++) read_leb(code, false);
}

static void run(struct line_table *table, struct line_program *program, line_relocation relocation,
                void *context) {
    struct line_cursor *code = &program->code;
    program->line = 1;
    while (code->at < code->end && !code->is_broken) {
        uint8_t opcode = (uint8_t)read_unsigned(code, 1);
        if (opcode >= program->opcode_base) {
            int special = opcode - program->opcode_base;
            program->address +=
                (uint64_t)(special / program->line_range) * program->instruction_length;
            program->line += (uint32_t)(program->line_base + special % program->line_range);
            add_row(table, program, program->line);
        } else if (opcode) {
            run_standard(table, program, opcode);
        } else {
            run_extended(table, program, relocation, context);
        }
    }
}

/* One unit: the cursor moves behind it. */
static void read_unit(struct line_table *table, struct line_cursor *cursor, const uint8_t *section,
                      line_relocation relocation, void *context) {
    uint64_t length = read_unsigned(cursor, 4);
    struct line_cursor unit = {cursor->at, cursor->end, false};
    skip(cursor, length);
    unit.end = cursor->at;
    uint64_t version = read_unsigned(&unit, 2);
    if (version < 3 || version > 5) {
        cursor->is_broken = true;
        return;
    }
    if (version == 5) skip(&unit, 2); /* sizes of addresses and selectors */
    uint64_t header_length = read_unsigned(&unit, 4);
    struct line_program program = {.code = unit, .section = section};
    skip(&program.code, header_length);
    program.instruction_length = (uint8_t)read_unsigned(&unit, 1);
    if (version >= 4) skip(&unit, 1); /* operations per instruction */
    skip(&unit, 1);                   /* default of is_stmt */
    program.line_base = (int8_t)read_unsigned(&unit, 1);
    program.line_range = (uint8_t)read_unsigned(&unit, 1);
    program.opcode_base = (uint8_t)read_unsigned(&unit, 1);
    program.operand_counts = unit.at;
    skip(&unit, program.opcode_base ? program.opcode_base - 1u : 0);
    cursor->is_broken |=
        unit.is_broken || program.code.is_broken || !program.line_range || !program.opcode_base;
    if (cursor->is_broken) return;
    run(table, &program, relocation, context);
    cursor->is_broken |= program.code.is_broken;
}

bool line_table_read(struct line_table *table, const uint8_t *bytes, uint64_t size,
                     line_relocation relocation, void *context, struct diag *diag) {
    struct line_cursor cursor = {bytes, bytes + size, false};
    while (cursor.at < cursor.end && !cursor.is_broken)
        read_unit(table, &cursor, bytes, relocation, context);
    if (cursor.is_broken)
        return diag_error(diag, (struct place){0}, "cannot load object file: broken line numbers");
    return true;
}

void line_table_release(struct line_table *table) {
    memory_free(table->rows);
    *table = (struct line_table){0};
}

uint32_t line_table_find(const struct line_table *table, uint32_t offset) {
    uint32_t low = 0, high = table->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (table->rows[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? table->rows[low - 1].line : 0;
}
