/* PROGRAM: from what the command line says to a VM that has its classes, and to its exit status. */
#include "tools/program.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/scratch.h"
#include "base/vec.h"
#include "formats/call_graph_file.h"
#include "tools/context_file.h"
#include "tools/gdb_interface.h"
#include "tools/perf_map.h"

_Noreturn void program_fail(const struct diag *diag) {
    char message[1400];
    fprintf(stderr, "jitvm: %s\n", diag_format(diag, message, sizeof message));
    exit(1);
}

static char *read_file(const char *path, struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    if (!file_read_stream(path, &text, (struct place){0}, diag)) program_fail(diag);
    strbuf_add_text(&text, "");
    return strbuf_detach(&text);
}

static void define_source(struct vm *vm, const char *path) {
    struct diag diag = DIAG_INIT;
    char *text = read_file(path, &diag);
    struct java_source source = {path, text, strlen(text), 1, 1, NULL};
    if (!vm_define_sources(vm, &source, 1, &diag)) program_fail(&diag);
    memory_free(text);
}

/* Empty parts of a path are the current directory, as java has it. */
static void add_class_path(struct vm *vm, const char *text) {
    struct diag diag = DIAG_INIT;
    for (;; text++) {
        size_t length = strcspn(text, ":");
        char *part = memory_allocate(length + 2);
        memory_copy(part, length ? text : ".", length ? length : 1);
        if (!vm_search_class_path(vm, part, &diag)) program_fail(&diag);
        memory_free(part);
        text += length;
        if (!*text) return;
    }
}

static void define_classes(struct vm *vm, struct jitvm_program *program) {
    struct diag diag = DIAG_INIT;
    if (program->class_path) add_class_path(vm, program->class_path);
    if (program->jar && !vm_add_program_jar(vm, program->jar, &program->main_class, &diag)) {
        fprintf(stderr, "%s\n", diag.message); /* in java's words */
        exit(1);
    }
    vec_each(const char *, path, &program->java_files) define_source(vm, *path);
}

static void direct_compiler(struct vm *vm, const struct jitvm_program *program) {
    struct diag diag = DIAG_INIT;
    vec_each(const char *, name, &program->without)
        if (!vm_disable(vm, *name, &diag)) program_fail(&diag);
    vec_each(const char *, name, &program->sabotages)
        if (!vm_sabotage(vm, *name, &diag)) program_fail(&diag);
}

static void read_profile(struct vm *vm, const char *path) {
    struct diag diag = DIAG_INIT;
    struct arena arena;
    if (!path) return;
    arena_init(&arena);
    if (!call_graph_inline_by(vm, path, &arena, &diag)) program_fail(&diag);
    arena_release(&arena);
}

static void make_dump_directory(const char *path) {
    struct diag diag = DIAG_INIT;
    struct stat status;
    if (!path || mkdir(path, 0777) == 0) return;
    if (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return;
    diag_error(&diag, (struct place){0}, "cannot make '%s': %s", path, strerror(errno));
    program_fail(&diag);
}

/* A compilation's rows under its method; parts of a row come before it, indented. */
static void print_phase(void *context, const struct phase_run *run) {
    const struct jitvm_program *program = context;
    if (run->nodes_before == 0) {
        fprintf(stderr, "compilation %d: %s\n", run->compilation, run->root);
        fprintf(stderr, "  %-28s%8s%8s%s\n", "row", "nodes", "after",
                program->shows_times ? "  microseconds" : "");
    }
    fprintf(stderr, "  %s%-*s%8d%8d", run->is_part ? "  " : "", run->is_part ? 26 : 28, run->step,
            run->nodes_before, run->nodes_after);
    if (program->shows_times) fprintf(stderr, "%14.1f", run->seconds * 1e6);
    fputs("\n", stderr);
}

static void hear(void *context, const struct event *event) {
    struct jitvm_program *program = context;
    const struct event_sink *listener = &program->listener;
    if (program->events_file) event_file_add(&program->events, event);
    event_send(listener, event);
}

static void hear_notice(void *context, const struct event *event) {
    event_file_add(context, event);
}

/* --- statistics, written when the process exits, however the program ends it --- */

static struct vm *running;
static const struct jitvm_program *asked;

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

void program_claim_output(const char *path, int descriptor) {
    static VEC(struct claimed {
        const char *path;
        struct stat status;
    }) all;
    struct claimed own = {.path = path};
    if (fstat(descriptor, &own.status) != 0 || !S_ISREG(own.status.st_mode)) return;
    vec_each(struct claimed, other, &all)
        if (other->status.st_dev == own.status.st_dev && other->status.st_ino == own.status.st_ino)
            usage_error("the outputs '%s' and '%s' are one file", other->path, path);
    vec_push(&all, own);
}

/* NULL when no file is asked for. */
static FILE *open_output(const char *path) {
    FILE *file = path ? fopen(path, "w") : NULL;
    struct diag diag = DIAG_INIT;
    if (file) program_claim_output(path, fileno(file));
    if (file || !path) return file;
    diag_error(&diag, (struct place){0}, "cannot write '%s': %s", path, strerror(errno));
    program_fail(&diag);
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

/* --- files that are written when the process exits, and what goes wrong with them --- */

static struct diag late_failure;

static void finish(FILE *file, const char *path) {
    if (fflush(file) != 0 || ferror(file))
        diag_error(&late_failure, (struct place){0}, "cannot write '%s': %s", path,
                   strerror(errno));
}

static void print_statistics(void) {
    struct vm_statistics statistics;
    vm_statistics(running, &statistics);
    bool is_json = strcmp(asked->stats_format, "json") == 0;
    (is_json ? print_json : print_text)(asked->statistics, &statistics);
    finish(asked->statistics, asked->stats_file ? asked->stats_file : "the error stream");
}

static void write_contexts(void) {
    context_file_write(running, NULL, &tree_writers[TREE_WRITER_xml], asked->contexts);
    finish(asked->contexts, asked->contexts_file);
}

/* Registered before what else is to be done when the process exits: it comes last. */
static void report_failure(void) {
    char message[1400];
    if (running) vm_classes_are_dumped(running, &late_failure);
    if (asked && asked->events.failure.is_set && !late_failure.is_set)
        late_failure = asked->events.failure;
    if (!late_failure.is_set) return;
    fflush(NULL);
    fprintf(stderr, "jitvm: %s\n", diag_format(&late_failure, message, sizeof message));
    _exit(3);
}

static void keep_contexts(struct vm *vm, struct jitvm_program *program) {
    struct diag diag = DIAG_INIT;
    if (!program->contexts_file && !program->keeps_contexts) return;
    program->contexts = open_output(program->contexts_file);
    if (!vm_keep_contexts(vm, &program->context_options, &diag)) program_fail(&diag);
}

static void hear_code(void *context, const struct placed_code *code) {
    const struct jitvm_program *program = context;
    if (program->maps_code) perf_map_add(code);
    if (program->tells_gdb) gdb_interface_add(code);
}

static void watch_code(struct vm *vm, struct jitvm_program *program) {
    struct diag diag = DIAG_INIT;
    if (program->maps_code && !perf_map_open(&diag)) program_fail(&diag);
    if (program->maps_code || program->tells_gdb)
        vm_watch_code(vm, (struct code_sink){hear_code, program});
}

struct vm *program_make(struct jitvm_program *program) {
    struct diag diag = DIAG_INIT;
    if (program->events_file && !event_file_check(program->events_file, &diag))
        usage_error("%s", diag.message);
    signal(SIGPIPE, SIG_IGN); /* whose reader is gone learns it from System.out.checkError() */
    signal(SIGXFSZ, SIG_IGN); /* and whose file may not grow from its IOException */
    make_dump_directory(program->vm.dump_directory);
    make_dump_directory(program->vm.dump_classes);
    atexit(report_failure);
    struct vm *vm = vm_create(&program->vm, &diag);
    if (!vm) program_fail(&diag);
    if (!program->vm.interpret_only) make_scratch();
    keep_contexts(vm, program);
    if (program->events_file && !event_file_open(&program->events, program->events_file, &diag))
        program_fail(&diag);
    if (program->events_file)
        program_claim_output(program->events_file, program->events.output.descriptor);
    program->statistics = open_output(program->stats_file);
    if (!program->statistics) program->statistics = stderr;
    if (program->events_file || program->listener.receive)
        vm_listen(vm, (struct event_sink){hear, program});
    if (program->events_file)
        vm_listen_to_notices(vm, (struct event_sink){hear_notice, &program->events});
    if (program->shows_phases) vm_watch_phases(vm, (struct phase_sink){print_phase, program});
    watch_code(vm, program);
    direct_compiler(vm, program);
    read_profile(vm, program->profile_of);
    define_classes(vm, program);
    return vm;
}

int program_run(struct jitvm_program *program, struct vm *vm) {
    running = vm;
    asked = program;
    if (program->stats_format) atexit(print_statistics);
    if (program->contexts) atexit(write_contexts);
    return vm_run_main(vm, program->main_class, program->rest, program->rest_count);
}
