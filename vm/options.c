/* OPTIONS: the rows of options.def, read and written by number. */
#include "options.h"

#include <inttypes.h>
#include <string.h>

#include "base/die.h"

const struct vm_option_row vm_option_rows[VM_OPTION_COUNT] = {
#define VM_OPTION(name, type, standard, programs, least, most, specs, jitvm, meaning)              \
    {#name, VM_##type, least, most, jitvm, meaning},
#include "options.def"
#undef VM_OPTION
};

const char *const code_retention_names[RETENTION_COUNT] = {
#define RETENTION(name, first, meaning) #name,
#include "retentions.def"
#undef RETENTION
};

enum code_retention code_retention_of(const char *name) {
    enum code_retention retention = 0;
    while (retention < RETENTION_COUNT && strcmp(code_retention_names[retention], name) != 0)
        retention++;
    return retention;
}

/* Where the members are. */
static const struct {
    size_t offset, size;
} members[] = {
#define VM_OPTION(name, type, standard, programs, least, most, specs, jitvm, meaning)              \
    {offsetof(struct vm_options, name), sizeof(vm_type_##type)},
#include "options.def"
#undef VM_OPTION
};

static const void *member_of(const struct vm_options *options, enum vm_option option) {
    return (const char *)options + members[option].offset;
}

static void set_member(struct vm_options *options, enum vm_option option, const void *value) {
    memcpy((char *)options + members[option].offset, value, members[option].size);
}

static bool has_range(enum vm_option option) {
    enum vm_option_type type = vm_option_rows[option].type;
    return type == VM_COUNT || type == VM_BYTES || type == VM_RETENTION;
}

bool vm_option_is_number(enum vm_option option) {
    return has_range(option) || vm_option_rows[option].type == VM_FLAG;
}

bool vm_options_check(const struct vm_options *options, struct diag *diag) {
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++) {
        const struct vm_option_row *row = &vm_option_rows[option];
        if (!has_range(option)) continue;
        int64_t number = vm_option_number(options, option);
        if (number < row->least || number > row->most)
            return diag_error(diag, (struct place){0},
                              "'%s' is %" PRId64 " to %" PRId64 ", not %" PRId64, row->name,
                              row->least, row->most, number);
    }
    return true;
}

int64_t vm_option_number(const struct vm_options *options, enum vm_option option) {
    const void *member = member_of(options, option);
    switch (vm_option_rows[option].type) {
    case VM_FLAG: return *(const bool *)member;
    case VM_COUNT: return *(const int *)member;
    case VM_BYTES: return (int64_t) * (const size_t *)member;
    case VM_RETENTION: return *(const enum code_retention *)member;
    case VM_TEXT:
    case VM_DIRECTORY:
    case VM_STREAM:
    case VM_TEXTS: break;
    }
    UNREACHABLE();
}

void vm_option_set_number(struct vm_options *options, enum vm_option option, int64_t number) {
    switch (vm_option_rows[option].type) {
    case VM_FLAG: set_member(options, option, &(bool){number}); return;
    case VM_COUNT: set_member(options, option, &(int){(int)number}); return;
    case VM_BYTES: set_member(options, option, &(size_t){(size_t)number}); return;
    case VM_RETENTION:
        set_member(options, option, &(enum code_retention){(enum code_retention)number});
        return;
    case VM_TEXT:
    case VM_DIRECTORY:
    case VM_STREAM:
    case VM_TEXTS: break;
    }
    UNREACHABLE();
}

void vm_option_set_text(struct vm_options *options, enum vm_option option, const char *text) {
    enum vm_option_type type = vm_option_rows[option].type;
    ASSERT(type == VM_TEXT || type == VM_DIRECTORY, "'%s' is no text", vm_option_rows[option].name);
    set_member(options, option, &text);
}

void vm_option_copy(struct vm_options *to, const struct vm_options *from, enum vm_option option) {
    set_member(to, option, member_of(from, option));
}

/* --- for people --- */

static void add_bytes(struct strbuf *out, int64_t bytes) {
    static const char *const units[] = {"", " KiB", " MiB", " GiB"};
    int unit = 0;
    while (unit < 3 && bytes && bytes % 1024 == 0) bytes /= 1024, unit++;
    strbuf_addf(out, "%" PRId64 "%s", bytes, units[unit]);
}

static void add_number(struct strbuf *out, enum vm_option option, int64_t number) {
    switch (vm_option_rows[option].type) {
    case VM_FLAG: strbuf_add_text(out, number ? "true" : "false"); break;
    case VM_COUNT: strbuf_addf(out, "%" PRId64, number); break;
    case VM_BYTES: add_bytes(out, number); break;
    case VM_RETENTION: strbuf_add_text(out, code_retention_names[number]); break;
    case VM_TEXT:
    case VM_DIRECTORY:
    case VM_STREAM:
    case VM_TEXTS: break;
    }
}

void vm_option_add_value(struct strbuf *out, const struct vm_options *options,
                         enum vm_option option) {
    if (vm_option_is_number(option)) add_number(out, option, vm_option_number(options, option));
}

static const char retention_meanings[] =
#define RETENTION(name, first, meaning) "; " #name ": " meaning
#include "retentions.def"
#undef RETENTION
    ;

void vm_option_add_range(struct strbuf *out, enum vm_option option) {
    const struct vm_option_row *row = &vm_option_rows[option];
    if (row->type == VM_RETENTION) {
        strbuf_add_text(out, retention_meanings + 2);
        return;
    }
    if (!has_range(option) || (!row->least && row->most == INT_MAX)) return;
    if (!row->least && row->type == VM_BYTES)
        strbuf_add_text(out, "up to ");
    else
        add_number(out, option, row->least), strbuf_add_text(out, " to ");
    add_number(out, option, row->most);
}
