/* The options of programs: a table's rows are read into the members that they name. */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "tools/program.h"

static const struct jitvm_option_row option_rows[] = {
#define OPTION(word, value, kind, member, meaning)                                                 \
    {word, value, meaning, kind, offsetof(struct jitvm_program, member)},
#include "tools/jitvm_options.def"
#undef OPTION
};
enum { OPTIONS = sizeof option_rows / sizeof *option_rows, MOST_OWN_OPTIONS = 64 };
/* What getopt calls them, beside its own characters. */
enum {
    FIRST_OPTION = 256,
    FIRST_VM_OPTION = FIRST_OPTION + OPTIONS,
    FIRST_OWN_OPTION = FIRST_VM_OPTION + VM_OPTION_COUNT
};

static const char *command = "jitvm"; /* whose --help tells more */

/* One before a letter and before what is a word of java's, as people know them; both are taken for every word. */
static const char *dashes(const char *word) {
    static const char *const of_java[] = {"cp", "jar", "ea", "int"};
    for (size_t i = 0; i < sizeof of_java / sizeof *of_java; i++)
        if (!strcmp(word, of_java[i])) return "-";
    return strlen(word) == 1 ? "-" : "--";
}

static void print_option(FILE *out, const char *word, const char *value, const char *meaning) {
    char left[64];
    snprintf(left, sizeof left, "%s%s %s", dashes(word), word, value ? value : "");
    fprintf(out, "  %-26s %s\n", left, meaning);
}

/* What stands for the value of an option; NULL: it takes none. */
static const char *value_word(enum vm_option_type type) {
    switch (type) {
    case VM_COUNT: return "N";
    case VM_BYTES: return "BYTES";
    case VM_RETENTION: return "WORD";
    case VM_TEXT: return "TEXT";
    case VM_DIRECTORY: return "DIRECTORY";
    case VM_FLAG:
    case VM_STREAM:
    case VM_TEXTS: break;
    }
    return NULL;
}

/* With its default, where that is a number but 0, and its range: "(default 2; 0 to 3)". */
static void print_vm_option(FILE *out, enum vm_option option, const struct vm_options *defaults) {
    const struct vm_option_row *row = &vm_option_rows[option];
    bool has_default = row->type == VM_RETENTION ||
                       (vm_option_is_number(option) && vm_option_number(defaults, option));
    struct strbuf text = STRBUF_INIT, limits = STRBUF_INIT;
    if (has_default) {
        strbuf_add_text(&limits, "default ");
        vm_option_add_value(&limits, defaults, option);
    }
    size_t length = limits.length;
    vm_option_add_range(&limits, option);
    const char *range = strbuf_text(&limits) + length;
    strbuf_addf(&text, "%s", row->meaning);
    if (limits.length)
        strbuf_addf(&text, " (%.*s%s%s)", (int)length, strbuf_text(&limits),
                    length && *range ? "; " : "", range);
    print_option(out, row->jitvm, value_word(row->type), strbuf_text(&text));
    strbuf_release(&text);
    strbuf_release(&limits);
}

void print_jitvm_options(FILE *out, const struct jitvm_option_row *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        print_option(out, rows[i].word, rows[i].value, rows[i].meaning);
}

void program_print_options(FILE *out) {
    const struct vm_options defaults = vm_options_for_programs();
    fputs("  -DNAME=VALUE               set a property of System.getProperty\n", out);
    print_jitvm_options(out, option_rows, OPTIONS);
    fputs("Options of the virtual machine:\n", out);
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++)
        if (vm_option_rows[option].jitvm) print_vm_option(out, option, &defaults);
    fprintf(out,
            "Without --compile-threshold, small methods, which their callers usually inline, are "
            "compiled after %d calls.\n",
            defaults.small_threshold);
}

_Noreturn void usage_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("jitvm: ", stderr);
    vfprintf(stderr, format, args);
    fprintf(stderr, "; see %s --help\n", command);
    va_end(args);
    exit(2);
}

static _Noreturn void range_error(const struct vm_option_row *row, const char *text) {
    if (row->least == 0)
        usage_error("%s%s is at most %" PRId64 ", not '%s'", dashes(row->jitvm), row->jitvm,
                    row->most, text);
    usage_error("%s%s is %" PRId64 " to %" PRId64 ", not '%s'", dashes(row->jitvm), row->jitvm,
                row->least, row->most, text);
}

/* A count, or a size with k, m or g behind it. */
static int64_t read_number(const struct vm_option_row *row, const char *text) {
    char *end;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    int shift = 0;
    if (row->type == VM_BYTES && *end) {
        static const char units[] = "kmg";
        const char *unit = strchr(units, *end | 0x20);
        if (unit) shift = (int)(unit - units + 1) * 10, end++;
    }
    if (*text < '0' || *text > '9' || *end || errno)
        usage_error("%s%s needs a %s, not '%s'", dashes(row->jitvm), row->jitvm,
                    row->type == VM_BYTES ? "size in bytes (k, m and g are understood)" : "number",
                    text);
    if (number > (uint64_t)row->most >> shift || number << shift < (uint64_t)row->least)
        range_error(row, text);
    return (int64_t)(number << shift);
}

static enum code_retention read_retention(const struct vm_option_row *row, const char *text) {
    enum code_retention retention = code_retention_of(text);
    if (retention < RETENTION_COUNT) return retention;
    struct strbuf names = STRBUF_INIT;
    for (int i = 0; i < RETENTION_COUNT; i++)
        strbuf_addf(&names, "%s%s", i ? ", " : "", code_retention_names[i]);
    usage_error("--%s is one of %s, not '%s'", row->jitvm, strbuf_text(&names), text);
}

static void store_vm_option(struct vm_options *out, enum vm_option option, const char *value) {
    const struct vm_option_row *row = &vm_option_rows[option];
    switch (row->type) {
    case VM_FLAG: vm_option_set_number(out, option, true); return;
    case VM_COUNT:
    case VM_BYTES: vm_option_set_number(out, option, read_number(row, value)); return;
    case VM_RETENTION: vm_option_set_number(out, option, read_retention(row, value)); return;
    case VM_TEXT:
    case VM_DIRECTORY: vm_option_set_text(out, option, value); return;
    case VM_STREAM:
    case VM_TEXTS: break;
    }
    BUG("jitvm cannot read '%s'", row->name);
}

static void store_option(void *members, const struct jitvm_option_row *row, const char *value) {
    void *member = (char *)members + row->member;
    switch (row->kind) {
    case FLAG: *(bool *)member = true; break;
    case TEXT: *(const char **)member = value; break;
    case LIST: vec_push((VEC(const char *) *)member, value); break;
    }
}

static int is_jar_name(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && strcasecmp(entry->d_name + length - 4, ".jar") == 0;
}

/* "lib/" and a star are all jars of the directory, by name; another part is itself. */
static void add_expanded(struct strbuf *out, const char *part, size_t length) {
    bool is_wildcard =
        length && part[length - 1] == '*' && (length == 1 || part[length - 2] == '/');
    struct dirent **jars = NULL;
    const char *directory = is_wildcard ? intern_bytes(part, length - 1) : "";
    int count =
        is_wildcard ? scandir(length > 1 ? directory : ".", &jars, is_jar_name, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        strbuf_addf(out, "%s%s%s", i ? ":" : "", directory, jars[i]->d_name);
        free(jars[i]);
    }
    if (count <= 0) strbuf_add(out, part, length);
    free(jars);
}

static const char *expanded_path(const char *text) {
    struct strbuf out = STRBUF_INIT;
    for (;; text++) {
        size_t length = strcspn(text, ":");
        add_expanded(&out, text, length);
        text += length;
        if (!*text) break;
        strbuf_add_char(&out, ':');
    }
    const char *path = intern(strbuf_text(&out));
    strbuf_release(&out);
    return path;
}

/* What is searched: a jar that is run alone; else what the option or CLASSPATH says, or the
 * default. */
static void settle_class_path(struct jitvm_program *out) {
    if (!out->class_path && !out->java_files.count) out->class_path = getenv("CLASSPATH");
    if (!out->class_path && !out->java_files.count) out->class_path = ".";
    if (out->jar) out->class_path = NULL;
    if (out->class_path) out->class_path = expanded_path(out->class_path);
    const char *text = out->jar ? out->jar : out->class_path;
    vec_push(&out->properties, intern_format("java.class.path=%s", text ? text : ""));
}

static void check_together(const struct jitvm_program *program) {
    const char *format = program->stats_format;
    if (format && strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
        usage_error("--stats is text or json, not '%s'", format);
    if (program->stats_file && !format) usage_error("--stats-file needs --stats");
    if (program->shows_times && !program->shows_phases) usage_error("--times needs --phases");
    if (program->vm.dump_method && !program->vm.dump_directory)
        usage_error("--dump-method needs --dump");
    if (program->vm.sampled_every && !program->vm.sampled_inlining)
        usage_error("--sampled-every needs --sampled-inlining");
}

/* sun.java.command: what runs, then its arguments. */
static const char *command_property(const char *jar, char *const *words) {
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "sun.java.command=%s", jar ? jar : "");
    for (const char *separator = jar ? " " : ""; *words; words++, separator = " ")
        strbuf_addf(&text, "%s%s", separator, *words);
    const char *property = intern(strbuf_text(&text));
    strbuf_release(&text);
    return property;
}

static struct option *list_rows(struct option *out, const struct jitvm_option_row *rows,
                                size_t count, int first) {
    for (size_t i = 0; i < count; i++)
        *out++ =
            (struct option){rows[i].word, rows[i].kind == FLAG ? no_argument : required_argument,
                            NULL, first + (int)i};
    return out;
}

/* Ended by a row of zeros. The VM's options come after jitvm's own, then a command's. */
static void list_options(struct option *out, const struct command_options *own) {
    out = list_rows(out, option_rows, OPTIONS, FIRST_OPTION);
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++) {
        const struct vm_option_row *row = &vm_option_rows[option];
        if (row->jitvm)
            *out++ =
                (struct option){row->jitvm, value_word(row->type) ? required_argument : no_argument,
                                NULL, FIRST_VM_OPTION + (int)option};
    }
    out = list_rows(out, own->rows, own->count, FIRST_OWN_OPTION);
    *out = (struct option){0};
}

static void store_chosen(struct jitvm_program *out, const struct command_options *own, int chosen) {
    if (chosen >= FIRST_OWN_OPTION)
        store_option(own->members, &own->rows[chosen - FIRST_OWN_OPTION], optarg);
    else if (chosen >= FIRST_VM_OPTION) {
        store_vm_option(&out->vm, (enum vm_option)(chosen - FIRST_VM_OPTION), optarg);
        out->given[chosen - FIRST_VM_OPTION]++;
    } else if (chosen >= FIRST_OPTION)
        store_option(out, &option_rows[chosen - FIRST_OPTION], optarg);
    else if (optarg)
        vec_push(&out->properties, optarg);
}

static void read_options(struct jitvm_program *out, const struct command_options *own, int argc,
                         char **argv) {
    struct option options[OPTIONS + VM_OPTION_COUNT + MOST_OWN_OPTIONS + 1];
    ASSERT(own->count <= MOST_OWN_OPTIONS, "%s has %zu options", own->command, own->count);
    list_options(options, own);
    opterr = optind = 0;
    int chosen;
    while ((chosen = getopt_long_only(argc, argv, "+:D::", options, NULL)) >= 0) {
        const char *word = argv[optind - 1];
        if (chosen == '?') usage_error("unknown option '%s'", word);
        if (chosen == ':') usage_error("'%s' needs a value", word);
        store_chosen(out, own, chosen);
    }
}

void program_read(struct jitvm_program *out, const struct command_options *own, int argc,
                  char **argv) {
    const struct vm_options defaults = vm_options_for_programs();
    command = own->command;
    *out = (struct jitvm_program){.vm = defaults};
    read_options(out, own, argc, argv);
    if (out->is_help_wanted) {
        own->print_usage(stdout);
        exit(0);
    }
    if (out->vm.compile_threshold != defaults.compile_threshold) out->vm.small_threshold = 0;
    settle_class_path(out);
    const char *property = command_property(out->jar, argv + optind);
    out->words = strchr(property, '=') + 1;
    vec_push(&out->properties, property);
    vec_push(&out->properties, NULL);
    out->vm.properties = out->properties.items;
    if (!out->jar && optind == argc) usage_error("no main class is named");
    if (!out->jar) out->main_class = argv[optind++];
    out->rest = argv + optind;
    out->rest_count = argc - optind;
    check_together(out);
}

void program_release(struct jitvm_program *program) {
    vec_release(&program->java_files);
    vec_release(&program->properties);
    vec_release(&program->without);
    vec_release(&program->sabotages);
}
