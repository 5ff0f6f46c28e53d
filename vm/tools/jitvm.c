/* jitvm: runs a Java program on the VM, as `java` does. For trying the VM out and for differential
 * tests. */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/die.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/scratch.h"
#include "base/vec.h"
#include "vm.h"

struct arguments {
    struct vm_options vm;
    bool is_help_wanted;
    bool shows_phases, shows_times;
    const char *class_path, *jar, *events_file, *stats_format, *stats_file;
    VEC(const char *) java_files, properties, without, sabotages;
    const char *main_class; /* NULL: the jar's */
    char **rest;            /* of the program */
    int rest_count;
};

enum option_kind { FLAG, TEXT, LIST };

static const struct jitvm_option {
    const char *word, *value, *meaning;
    enum option_kind kind;
    size_t member;
} option_rows[] = {
#define OPTION(word, value, kind, member, meaning)                                                 \
    {word, value, meaning, kind, offsetof(struct arguments, member)},
#include "tools/jitvm_options.def"
#undef OPTION
};
enum { OPTIONS = sizeof option_rows / sizeof *option_rows };
/* What getopt calls them, beside its own characters. */
enum { FIRST_OPTION = 256, FIRST_VM_OPTION = FIRST_OPTION + OPTIONS };

static const char *dashes(const char *word) { return strlen(word) <= 3 ? "-" : "--"; }

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
    bool has_default = vm_option_is_number(option) && vm_option_number(defaults, option);
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

static void print_usage(FILE *out) {
    const struct vm_options defaults = vm_options_for_programs();
    fputs("usage: jitvm [option...] Main argument...\n"
          "       jitvm [option...] -jar FILE argument...\n"
          "Runs a Java program. Options:\n"
          "  -DNAME=VALUE               set a property of System.getProperty\n",
          out);
    for (size_t i = 0; i < OPTIONS; i++)
        print_option(out, option_rows[i].word, option_rows[i].value, option_rows[i].meaning);
    fputs("Options of the virtual machine:\n", out);
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++)
        if (vm_option_rows[option].jitvm) print_vm_option(out, option, &defaults);
    fprintf(out,
            "Without --compile-threshold, small methods, which their callers usually inline, are "
            "compiled after %d calls.\n",
            defaults.small_threshold);
}

static _Noreturn void usage_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("jitvm: ", stderr);
    vfprintf(stderr, format, args);
    fputs("; see jitvm --help\n", stderr);
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

static void store_vm_option(struct vm_options *out, enum vm_option option, const char *value) {
    const struct vm_option_row *row = &vm_option_rows[option];
    switch (row->type) {
    case VM_FLAG: vm_option_set_number(out, option, true); return;
    case VM_COUNT:
    case VM_BYTES: vm_option_set_number(out, option, read_number(row, value)); return;
    case VM_TEXT:
    case VM_DIRECTORY: vm_option_set_text(out, option, value); return;
    case VM_STREAM:
    case VM_TEXTS: break;
    }
    BUG("jitvm cannot read '%s'", row->name);
}

static void store_option(struct arguments *out, const struct jitvm_option *row, const char *value) {
    void *member = (char *)out + row->member;
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
        if (!*text) return strbuf_detach(&out);
        strbuf_add_char(&out, ':');
    }
}

/* What is searched: a jar that is run alone; else what the option or CLASSPATH says, or the
 * default. */
static void settle_class_path(struct arguments *out) {
    if (!out->class_path && !out->java_files.count) out->class_path = getenv("CLASSPATH");
    if (!out->class_path && !out->java_files.count) out->class_path = ".";
    if (out->jar) out->class_path = NULL;
    if (out->class_path) out->class_path = expanded_path(out->class_path);
    const char *text = out->jar ? out->jar : out->class_path;
    vec_push(&out->properties, intern_format("java.class.path=%s", text ? text : ""));
}

static void check_together(const struct arguments *arguments) {
    const char *format = arguments->stats_format;
    if (format && strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
        usage_error("--stats is text or json, not '%s'", format);
    if (arguments->stats_file && !format) usage_error("--stats-file needs --stats");
    if (arguments->shows_times && !arguments->shows_phases) usage_error("--times needs --phases");
    if (arguments->vm.dump_method && !arguments->vm.dump_directory)
        usage_error("--dump-method needs --dump");
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

/* Ended by a row of zeros. The VM's options come after jitvm's own. */
static void list_options(struct option *out) {
    for (int i = 0; i < (int)OPTIONS; i++)
        *out++ = (struct option){option_rows[i].word,
                                 option_rows[i].kind == FLAG ? no_argument : required_argument,
                                 NULL, FIRST_OPTION + i};
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++) {
        const struct vm_option_row *row = &vm_option_rows[option];
        if (row->jitvm)
            *out++ =
                (struct option){row->jitvm, value_word(row->type) ? required_argument : no_argument,
                                NULL, FIRST_VM_OPTION + (int)option};
    }
    *out = (struct option){0};
}

static void read_options(struct arguments *out, int argc, char **argv) {
    struct option options[OPTIONS + VM_OPTION_COUNT + 1];
    list_options(options);
    opterr = 0;
    int chosen;
    while ((chosen = getopt_long_only(argc, argv, "+:D::", options, NULL)) >= 0) {
        const char *word = argv[optind - 1];
        if (chosen == '?') usage_error("unknown option '%s'", word);
        if (chosen == ':') usage_error("'%s' needs a value", word);
        if (chosen >= FIRST_VM_OPTION)
            store_vm_option(&out->vm, (enum vm_option)(chosen - FIRST_VM_OPTION), optarg);
        else if (chosen >= FIRST_OPTION)
            store_option(out, &option_rows[chosen - FIRST_OPTION], optarg);
        else if (optarg)
            vec_push(&out->properties, optarg);
    }
}

static void read_arguments(struct arguments *out, int argc, char **argv) {
    const struct vm_options defaults = vm_options_for_programs();
    out->vm = defaults;
    read_options(out, argc, argv);
    if (out->is_help_wanted) {
        print_usage(stdout);
        exit(0);
    }
    if (out->vm.compile_threshold != defaults.compile_threshold) out->vm.small_threshold = 0;
    settle_class_path(out);
    vec_push(&out->properties, command_property(out->jar, argv + optind));
    vec_push(&out->properties, NULL);
    out->vm.properties = out->properties.items;
    if (!out->jar && optind == argc) usage_error("no main class is named");
    if (!out->jar) out->main_class = argv[optind++];
    out->rest = argv + optind;
    out->rest_count = argc - optind;
    check_together(out);
}

static _Noreturn void fail(const struct diag *diag) {
    char message[1400];
    fprintf(stderr, "jitvm: %s\n", diag_format(diag, message, sizeof message));
    exit(1);
}

static char *read_file(const char *path, struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    if (!file_read_stream(path, &text, (struct place){0}, diag)) fail(diag);
    strbuf_add_text(&text, "");
    return strbuf_detach(&text);
}

static void define_source(struct vm *vm, const char *path) {
    struct diag diag = DIAG_INIT;
    char *text = read_file(path, &diag);
    struct java_source source = {path, text, strlen(text), 1, 1, NULL};
    if (!vm_define_sources(vm, &source, 1, &diag)) fail(&diag);
    memory_free(text);
}

/* Empty parts of a path are the current directory, as java has it. */
static void add_class_path(struct vm *vm, const char *text) {
    struct diag diag = DIAG_INIT;
    for (;; text++) {
        size_t length = strcspn(text, ":");
        char *part = memory_allocate(length + 2);
        memory_copy(part, length ? text : ".", length ? length : 1);
        if (!vm_search_class_path(vm, part, &diag)) fail(&diag);
        memory_free(part);
        text += length;
        if (!*text) return;
    }
}

static void define_classes(struct vm *vm, struct arguments *arguments) {
    struct diag diag = DIAG_INIT;
    if (arguments->class_path) add_class_path(vm, arguments->class_path);
    if (arguments->jar && !vm_add_program_jar(vm, arguments->jar, &arguments->main_class, &diag)) {
        fprintf(stderr, "%s\n", diag.message); /* in java's words */
        exit(1);
    }
    vec_each(const char *, path, &arguments->java_files) define_source(vm, *path);
}

static void direct_compiler(struct vm *vm, const struct arguments *arguments) {
    struct diag diag = DIAG_INIT;
    vec_each(const char *, name, &arguments->without)
        if (!vm_disable(vm, *name, &diag)) fail(&diag);
    vec_each(const char *, name, &arguments->sabotages)
        if (!vm_sabotage(vm, *name, &diag)) fail(&diag);
}

static void make_dump_directory(const char *path) {
    struct diag diag = DIAG_INIT;
    struct stat status;
    if (!path || mkdir(path, 0777) == 0) return;
    if (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return;
    diag_error(&diag, (struct place){0}, "cannot make '%s': %s", path, strerror(errno));
    fail(&diag);
}

/* A compilation's rows under its method; parts of a row come before it, indented. */
static void print_phase(void *context, const struct phase_run *run) {
    const struct arguments *arguments = context;
    if (run->nodes_before == 0) {
        fprintf(stderr, "compilation %d: %s\n", run->compilation, run->root);
        fprintf(stderr, "  %-28s%8s%8s%s\n", "row", "nodes", "after",
                arguments->shows_times ? "  microseconds" : "");
    }
    fprintf(stderr, "  %s%-*s%8d%8d", run->is_part ? "  " : "", run->is_part ? 26 : 28, run->step,
            run->nodes_before, run->nodes_after);
    if (arguments->shows_times) fprintf(stderr, "%14.1f", run->seconds * 1e6);
    fputs("\n", stderr);
}

static void write_event(void *context, const struct event *event) {
    struct strbuf text = STRBUF_INIT;
    event_format_json(event, &text);
    fprintf(context, "%s\n", strbuf_text(&text));
    strbuf_release(&text);
}

/* --- statistics, written when the process exits, however the program ends it --- */

static struct vm *running;
static const struct arguments *asked;
static FILE *statistics_file;

#define TEXT_OF(member) _Generic((member), double : "%.6f", default : "%" PRId64)

static void print_json(FILE *out, const struct vm_statistics *statistics) {
    const char *separator = "{";
#define STATISTIC(type, member, meaning)                                                           \
    fprintf(out, "%s\"%s\": ", separator, #member);                                                \
    fprintf(out, TEXT_OF(statistics->member), statistics->member);                                 \
    separator = ", ";
#include "statistics.def"
#undef STATISTIC
    fputs("}\n", out);
}

static void print_text(FILE *out, const struct vm_statistics *statistics) {
#define STATISTIC(type, member, meaning)                                                           \
    fprintf(out, TEXT_OF(statistics->member), statistics->member);                                 \
    fprintf(out, " %s\n", meaning);
#include "statistics.def"
#undef STATISTIC
}

static void print_statistics(void) {
    struct vm_statistics statistics;
    vm_statistics(running, &statistics);
    bool is_json = strcmp(asked->stats_format, "json") == 0;
    (is_json ? print_json : print_text)(statistics_file, &statistics);
    fflush(statistics_file);
}

/* NULL when no file is asked for. */
static FILE *open_output(const char *path) {
    FILE *file = path ? fopen(path, "w") : NULL;
    struct diag diag = DIAG_INIT;
    if (file || !path) return file;
    diag_error(&diag, (struct place){0}, "cannot write '%s': %s", path, strerror(errno));
    fail(&diag);
}

/* --- what the code generator writes goes with the process, or, when that is killed, with the next
 * one. The program keeps the environment that it was given. --- */

static struct scratch scratch;

static void remove_scratch(void) { scratch_remove(&scratch); }

/* Where there is none, the code generator says what it misses when it is needed. */
static void make_scratch(void) {
    struct diag ignored = DIAG_INIT;
    if (!scratch_make(&scratch, &ignored)) return;
    setenv("TMPDIR", scratch.path, 1);
    atexit(remove_scratch);
}

int main(int argc, char **argv) {
    struct arguments arguments = {0};
    signal(SIGPIPE, SIG_IGN); /* whose reader is gone learns it from System.out.checkError() */
    signal(SIGXFSZ, SIG_IGN); /* and whose file may not grow from its IOException */
    read_arguments(&arguments, argc, argv);
    struct diag diag = DIAG_INIT;
    make_dump_directory(arguments.vm.dump_directory);
    struct vm *vm = vm_create(&arguments.vm, &diag);
    if (!vm) fail(&diag);
    if (!arguments.vm.interpret_only) make_scratch();
    FILE *events = open_output(arguments.events_file);
    statistics_file = open_output(arguments.stats_file);
    if (!statistics_file) statistics_file = stderr;
    if (events) vm_listen(vm, (struct event_sink){write_event, events});
    if (arguments.shows_phases) vm_watch_phases(vm, (struct phase_sink){print_phase, &arguments});
    direct_compiler(vm, &arguments);
    define_classes(vm, &arguments);
    running = vm;
    asked = &arguments;
    if (arguments.stats_format) atexit(print_statistics);
    exit(vm_run_main(vm, arguments.main_class, arguments.rest, arguments.rest_count));
}
