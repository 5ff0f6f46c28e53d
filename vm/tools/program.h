/* A Java program that is to be run, as the command line of jitvm says it: its options, read from a table (jitvm_options.def),
 * and the VM that they make. Mistakes end the process with status 2, what cannot be made with 1. */
#ifndef TOOLS_PROGRAM_H
#define TOOLS_PROGRAM_H

#include "base/vec.h"
#include "tools/event_file.h"
#include "vm.h"

struct jitvm_program {
    struct vm_options vm;
    int given[VM_OPTION_COUNT]; /* how often each of the VM is named */
    bool is_help_wanted;
    bool shows_phases, shows_times, maps_code, tells_gdb;
    const char *class_path, *jar, *events_file, *contexts_file, *stats_format, *stats_file,
        *profile_of;
    VEC(const char *) java_files, properties, without, sabotages;
    const char *main_class; /* NULL: the jar's */
    char **rest;            /* of the program */
    int rest_count;
    const char *words; /* what runs, then its arguments */
    FILE *contexts, *statistics;
    struct event_file events;
    bool keeps_contexts; /* whether or not they are written as [contexts_file] */
    struct vm_context_options context_options;
    struct event_sink listener; /* hears what --events writes; may be empty */
};

enum option_kind { FLAG, TEXT, LIST };

struct jitvm_option_row {
    const char *word, *value, *meaning;
    enum option_kind kind;
    size_t member; /* of the struct that the table's options are read into */
};

/* Options of a command, beside those of programs. */
struct command_options {
    const struct jitvm_option_row *rows;
    size_t count;
    void *members;
    const char *command;            /* "jitvm profile" */
    void (*print_usage)(FILE *out); /* for --help */
};

/* Reads the options, the main class and its arguments. */
void program_read(struct jitvm_program *program, const struct command_options *own, int argc,
                  char **argv);
/* What was read; for one that is not run. */
void program_release(struct jitvm_program *program);
/* Of jitvm itself and of the VM, a line each. */
void program_print_options(FILE *out);
void print_jitvm_options(FILE *out, const struct jitvm_option_row *rows, size_t count);
_Noreturn void usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void program_fail(const struct diag *diag);
/* A regular file that is written; a mistake of the command line where another output is the same. Devices and pipes take several. */
void program_claim_output(const char *path, int descriptor); /* borrows [path] */

/* The VM, with the classes that are named; nothing has run. Opens the files that options name. */
struct vm *program_make(struct jitvm_program *program);
/* Returns the exit status. */
int program_run(struct jitvm_program *program, struct vm *vm);

#endif
