/* jitvm: runs a Java program on the VM, as `java` does. For trying the VM out and for differential
 * tests. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/vec.h"
#include "vm.h"

struct arguments {
    struct vm_options vm;
    bool interpret_only, print_statistics;
    const char *java_file, *events_file, *main_class;
    VEC(const char *) class_path, without, sabotages;
    char **rest; /* of the program */
    int rest_count;
};

static const char usage[] =
    "usage: jitvm [option...] Main argument...\n"
    "  -cp DIRECTORY            search class files there (may be given several times)\n"
    "  --java FILE              compile this Java source first\n"
    "  --int                    interpret only\n"
    "  --compile-threshold N    invocations before a method is compiled\n"
    "  -O N                     optimisation level of the code generator\n"
    "  --heap BYTES             limit of the Java heap\n"
    "  --collect-always         collect at every allocation\n"
    "  --deoptimize-always      every guard fails at its first execution\n"
    "  --prune                  compile only the branches that the profile saw\n"
    "  --without NAME           switch a phase or rule off (may be given several times)\n"
    "  --sabotage NAME          imitate a known performance bug\n"
    "  --events FILE            write the VM's events there, one JSON object a line\n"
    "  --dump DIRECTORY         write graphs and assembler there\n"
    "  --statistics             print counts and times at the end\n";

static const char *value_of(int argc, char **argv, int *i) {
    if (++*i < argc) return argv[*i];
    fprintf(stderr, "jitvm: '%s' needs a value\n%s", argv[argc - 1], usage);
    exit(2);
}

static bool read_flag(struct arguments *out, const char *option) {
    if (strcmp(option, "--int") == 0)
        out->interpret_only = true;
    else if (strcmp(option, "--collect-always") == 0)
        out->vm.collect_always = true;
    else if (strcmp(option, "--deoptimize-always") == 0)
        out->vm.deoptimize_always = true;
    else if (strcmp(option, "--prune") == 0)
        out->vm.prune_unreached_branches = true;
    else if (strcmp(option, "--statistics") == 0)
        out->print_statistics = true;
    else
        return false;
    return true;
}

static bool read_option(struct arguments *out, int argc, char **argv, int *i) {
    const char *option = argv[*i];
    if (strcmp(option, "-cp") == 0)
        vec_push(&out->class_path, value_of(argc, argv, i));
    else if (strcmp(option, "--java") == 0)
        out->java_file = value_of(argc, argv, i);
    else if (strcmp(option, "--compile-threshold") == 0)
        out->vm.compile_threshold = atoi(value_of(argc, argv, i));
    else if (strcmp(option, "-O") == 0)
        out->vm.optimization_level = atoi(value_of(argc, argv, i));
    else if (strcmp(option, "--heap") == 0)
        out->vm.heap_bytes = strtoull(value_of(argc, argv, i), NULL, 0);
    else if (strcmp(option, "--without") == 0)
        vec_push(&out->without, value_of(argc, argv, i));
    else if (strcmp(option, "--sabotage") == 0)
        vec_push(&out->sabotages, value_of(argc, argv, i));
    else if (strcmp(option, "--events") == 0)
        out->events_file = value_of(argc, argv, i);
    else if (strcmp(option, "--dump") == 0)
        out->vm.dump_directory = value_of(argc, argv, i);
    else
        return false;
    return true;
}

static void read_arguments(struct arguments *out, int argc, char **argv) {
    out->vm = vm_options_default();
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++)
        if (!read_flag(out, argv[i]) && !read_option(out, argc, argv, &i)) {
            fprintf(stderr, "jitvm: unknown option '%s'\n%s", argv[i], usage);
            exit(2);
        }
    if (i == argc) {
        fputs(usage, stderr);
        exit(2);
    }
    out->main_class = argv[i];
    out->rest = argv + i + 1;
    out->rest_count = argc - i - 1;
}

static _Noreturn void fail(const struct diag *diag) {
    char message[1400];
    fprintf(stderr, "jitvm: %s\n", diag_format(diag, message, sizeof message));
    exit(1);
}

static char *read_file(const char *path, struct diag *diag) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        diag_error(diag, (struct place){0}, "cannot open '%s'", path);
        fail(diag);
    }
    struct strbuf text = STRBUF_INIT;
    char block[4096];
    size_t count;
    while ((count = fread(block, 1, sizeof block, file))) strbuf_add(&text, block, count);
    fclose(file);
    strbuf_add_text(&text, "");
    return strbuf_detach(&text);
}

static void define_classes(struct vm *vm, const struct arguments *arguments) {
    struct diag diag = DIAG_INIT;
    vec_each(const char *, path, &arguments->class_path) if (!vm_add_class_path(vm, *path, &diag))
        fail(&diag);
    vec_each(const char *, name, &arguments->without) if (!vm_disable(vm, *name, &diag))
        fail(&diag);
    vec_each(const char *, name, &arguments->sabotages) if (!vm_sabotage(vm, *name, &diag))
        fail(&diag);
    if (!arguments->java_file) return;
    char *text = read_file(arguments->java_file, &diag);
    struct java_source source = {arguments->java_file, text, strlen(text), 1, 1};
    if (!vm_define_sources(vm, &source, 1, &diag)) fail(&diag);
    memory_free(text);
}

static void make_dump_directory(const char *path) {
    struct diag diag = DIAG_INIT;
    if (!path || mkdir(path, 0777) == 0 || errno == EEXIST) return;
    diag_error(&diag, (struct place){0}, "cannot make '%s': %s", path, strerror(errno));
    fail(&diag);
}

static void write_event(void *context, const struct event *event) {
    struct strbuf text = STRBUF_INIT;
    event_format_json(event, &text);
    fprintf(context, "%s\n", strbuf_text(&text));
    strbuf_release(&text);
}

static void print_uncaught(struct vm *vm, struct object *exception) {
    struct arena arena;
    arena_init(&arena);
    vm_protect(vm, exception);
    const char *message = vm_exception_message(vm, exception, &arena);
    fprintf(stderr, "Exception in thread \"main\" %s%s%s\n",
            vm_class_name(vm_object_class(exception)), message ? ": " : "", message ? message : "");
    arena_release(&arena);
}

static void print_statistics(struct vm *vm) {
    struct vm_statistics s;
    vm_statistics(vm, &s);
    fprintf(stderr,
            "interpreted calls %lld, compilations %lld, bailouts %lld, deoptimisations %lld, "
            "collections %lld\n"
            "our phases %.3f s, code generator %.3f s, %lld bytes of code, %lld bytes allocated\n",
            (long long)s.interpreted_calls, (long long)s.compilations, (long long)s.bailouts,
            (long long)s.deoptimizations, (long long)s.collections, s.phase_seconds,
            s.backend_seconds, (long long)s.code_bytes, (long long)vm_allocated_bytes(vm));
}

static int run_main(struct vm *vm, const struct arguments *arguments) {
    struct diag diag = DIAG_INIT;
    struct strbuf name = STRBUF_INIT;
    strbuf_addf(&name, "%s.main([Ljava/lang/String;)V", arguments->main_class);
    struct method *method = vm_find_method(vm, strbuf_text(&name), &diag);
    strbuf_release(&name);
    if (!method || !vm_method_is_static(method)) {
        diag_error(&diag, (struct place){0}, "%s.main is not static", arguments->main_class);
        fail(&diag);
    }
    struct class *string = vm_find_class(vm, "java.lang.String", &diag);
    struct object *array = vm_new_array(vm, JAVA_REFERENCE, string, arguments->rest_count);
    vm_protect(vm, array);
    for (int i = 0; i < arguments->rest_count; i++)
        vm_array_set(array, i, (union value){.r = vm_new_string(vm, arguments->rest[i])});
    union value argument = {.r = array};
    struct vm_result result = arguments->interpret_only ? vm_call_interpreted(vm, method, &argument)
                                                        : vm_call(vm, method, &argument);
    fflush(stdout);
    if (result.threw) print_uncaught(vm, result.value.r);
    return result.threw;
}

int main(int argc, char **argv) {
    struct arguments arguments = {0};
    read_arguments(&arguments, argc, argv);
    struct diag diag = DIAG_INIT;
    make_dump_directory(arguments.vm.dump_directory);
    struct vm *vm = vm_create(&arguments.vm, &diag);
    if (!vm) fail(&diag);
    FILE *events = arguments.events_file ? fopen(arguments.events_file, "w") : NULL;
    if (events) vm_listen(vm, (struct event_sink){write_event, events});
    define_classes(vm, &arguments);
    int status = run_main(vm, &arguments);
    if (arguments.print_statistics) print_statistics(vm);
    vm_destroy(vm);
    if (events) fclose(events);
    vec_release(&arguments.class_path);
    vec_release(&arguments.without);
    vec_release(&arguments.sabotages);
    return status;
}
