/* The options of a VM, as the table (options.def) has them. Rooms of the VM hold a pointer to them
 * and read what concerns them; nobody changes them while the VM lives. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/strbuf.h"

/* What stays longest in the code cache. */
enum code_retention {
#define RETENTION(name, first, meaning) RETAIN_##name,
#include "retentions.def"
#undef RETENTION
    RETENTION_COUNT
};

typedef bool vm_type_FLAG;
typedef int vm_type_COUNT;
typedef size_t vm_type_BYTES;
typedef enum code_retention vm_type_RETENTION;
typedef const char *vm_type_TEXT;
typedef const char *vm_type_DIRECTORY;
typedef FILE *vm_type_STREAM;
typedef const char *const *vm_type_TEXTS;

struct vm_options {
#define VM_OPTION(name, type, standard, programs, least, most, specs, jitvm, meaning)              \
    vm_type_##type name;
#include "options.def"
#undef VM_OPTION
};

/* Of embedders, and of jitvm. */
struct vm_options vm_options_default(void);
struct vm_options vm_options_for_programs(void);

enum vm_option_type {
    VM_FLAG,
    VM_COUNT,
    VM_BYTES,
    VM_RETENTION,
    VM_TEXT,
    VM_DIRECTORY,
    VM_STREAM,
    VM_TEXTS,
};

enum vm_option {
#define VM_OPTION(name, type, standard, programs, least, most, specs, jitvm, meaning)              \
    VM_OPTION_##name,
#include "options.def"
#undef VM_OPTION
    VM_OPTION_COUNT
};

struct vm_option_row {
    const char *name;
    enum vm_option_type type;
    int64_t least, most; /* of COUNT, BYTES and RETENTION */
    const char *jitvm;   /* NULL: it has no option for it */
    const char *meaning;
};
extern const struct vm_option_row vm_option_rows[VM_OPTION_COUNT];

/* False with an error when a number is not in its range. */
bool vm_options_check(const struct vm_options *options, struct diag *diag);

/* The names of the rows of retentions.def, in their order. */
extern const char *const code_retention_names[RETENTION_COUNT];
/* RETENTION_COUNT: none has this name. */
enum code_retention code_retention_of(const char *name);

/* FLAG, COUNT, BYTES and RETENTION are; the next two functions are for them. */
bool vm_option_is_number(enum vm_option option);
int64_t vm_option_number(const struct vm_options *options, enum vm_option option);
void vm_option_set_number(struct vm_options *options, enum vm_option option, int64_t number);
/* Of TEXT and DIRECTORY; the text is borrowed. */
void vm_option_set_text(struct vm_options *options, enum vm_option option, const char *text);
void vm_option_copy(struct vm_options *to, const struct vm_options *from, enum vm_option option);

/* For people: adds "256 MiB", "200", "true", "links"; of other types nothing. */
void vm_option_add_value(struct strbuf *out, const struct vm_options *options,
                         enum vm_option option);
/* Adds "0 to 3", "up to 32 KiB", "a: what a is, b: what b is"; nothing where any number will do. */
void vm_option_add_range(struct strbuf *out, enum vm_option option);

#endif
