/* For tests of the harness alone: a VM with one class, A, whose static int foo(boolean) returns its
 * argument, hits the counter "allocated" when compiled and its argument is true (always, when the
 * phase "escape" is disabled), and is compiled by its tenth call. Words in the source make it
 * misbehave. Included by one test program, which it completes. */
#ifndef HARNESS_FAKE_VM_H
#define HARNESS_FAKE_VM_H

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vm.h"

struct vm {
    struct vm_options options;
    struct event_sink sink;
    struct trace_sink trace;
    struct graph_sink graphs;
    bool is_left_out; /* inserted code */
    bool has_escape, is_compiled;
    int calls;
    struct count reached, effective, site_bytes;
    int64_t allocated, deoptimizations;
    char source[4096];
    struct {
        const char *name;
        struct count hits;
    } counters[8];
    size_t counter_count;
    unsigned probes;
};

struct method {
    const char *name;
};
struct class {
    const char *name;
};

static struct vm the_vm;
static struct method methods[] = {{"A.foo(Z)I"}, {"A.bar()V"}};
static struct class the_class = {"A"};

static bool source_says(const char *word) { return strstr(the_vm.source, word) != NULL; }

struct vm_options vm_options_default(void) {
    return (struct vm_options){.compile_threshold = 10};
}

struct vm *vm_create(const struct vm_options *options, struct diag *diag) {
    the_vm = (struct vm){.options = *options, .has_escape = true};
    return &the_vm;
}

bool vm_load_code_generator(struct diag *diag) { return !diag->is_set; }
bool vm_try_code_generator(struct vm *vm) { return vm; }
void vm_destroy(struct vm *vm) {}

bool vm_define_sources(struct vm *vm, const struct java_source *sources, size_t count,
                       struct diag *diag) {
    struct place place = {sources[0].file, sources[0].first_line, sources[0].first_column};
    snprintf(vm->source, sizeof vm->source, "%s", sources[0].text);
    return !source_says("SYNTAX") || diag_error(diag, place, "';' expected");
}

bool vm_add_class_path(struct vm *vm, const char *directory, struct diag *diag) { return true; }

struct class *vm_find_class(struct vm *vm, const char *name, struct diag *diag) {
    if (strcmp(name, "A") == 0) return &the_class;
    diag_error(diag, (struct place){0}, "no class is called '%s', did you mean 'A'?", name);
    return NULL;
}

struct method *vm_find_method(struct vm *vm, const char *name, struct diag *diag) {
    size_t length = strlen(name);
    for (int i = 0; i < 2; i++)
        if (strncmp(methods[i].name, name, length) == 0 &&
            (methods[i].name[length] == '(' || !methods[i].name[length]))
            return &methods[i];
    diag_error(diag, (struct place){0}, "no method is called '%s', did you mean 'A.foo'?", name);
    return NULL;
}

const char *vm_class_name(const struct class *class) { return class->name; }
const char *vm_method_name(const struct method *method) { return method->name; }
bool vm_method_is_static(const struct method *method) { return method == &methods[0]; }
int vm_method_line(const struct method *method) { return 3; }

const struct method_shape *vm_method_shape(const struct method *method) {
    static const enum java_type parameters[] = {JAVA_BOOLEAN};
    static const char *const classes[] = {NULL};
    static const struct method_shape foo = {.parameter_count = 1,
                                            .parameter_slots = 1,
                                            .return_type = JAVA_INT,
                                            .parameters = parameters,
                                            .parameter_classes = classes},
                                     bar = {.return_type = JAVA_VOID};
    return method == &methods[0] ? &foo : &bar;
}

bool vm_method_has_code(const struct method *method) { return !source_says("ABSTRACT"); }

size_t vm_string_constants(struct vm *vm, const char **out, size_t capacity) {
    if (capacity) out[0] = "allocated";
    return 1;
}

bool vm_class_fits(struct vm *vm, struct class *class, const char *internal_name) { return true; }

static void decide(enum event_kind kind, enum reason reason) {
    struct position position = {.method = "A.foo(Z)I", .line = 3};
    struct event event = {.kind = kind,
                          .reason = reason,
                          .root = "A.foo(Z)I",
                          .compilation = 1,
                          .phase = "escape",
                          .position = &position,
                          .origin = event_kind_has_origin(kind) ? &position : NULL,
                          .subject = "A",
                          .frequency = 0.5};
    event_send(&the_vm.sink, &event);
}

static void compile(void) {
    if (source_says("NEVER")) return;
    if (source_says("NEEDS_ESCAPE") && !the_vm.has_escape) return;
    the_vm.is_compiled = true;
    decide(the_vm.has_escape ? EVENT_virtualized : EVENT_allocation_kept, REASON_none);
    if (the_vm.has_escape) decide(EVENT_materialized, REASON_passed_to_call);
    bool is_perturbed = source_says("PERTURB") && !the_vm.is_left_out;
    if (the_vm.graphs.receive)
        the_vm.graphs.receive(the_vm.graphs.context, "A.foo(Z)I", "optimised",
                              is_perturbed ? "x" : "y");
    decide(EVENT_compiled, REASON_none);
}

static void run_compiled(bool argument) {
    bool allocates = argument || !the_vm.has_escape;
    the_vm.reached.alone++;
    the_vm.effective.alone += allocates;
    the_vm.site_bytes.alone += allocates ? 16 : 0;
    the_vm.allocated += allocates ? (source_says("LEAK") ? 32 : 16) : 0;
    if (allocates && the_vm.counter_count) the_vm.counters[0].hits.alone++;
    if (source_says("CRASH")) raise(SIGSEGV);
    if (source_says("HANG")) pause();
    if (source_says("KILL_WORKER") && !the_vm.is_left_out) kill(getppid(), SIGKILL), pause();
    if (source_says("DEOPT") && the_vm.calls == 200)
        the_vm.is_compiled = false, the_vm.deoptimizations++;
}

struct vm_result vm_call(struct vm *vm, struct method *method, const union value *arguments) {
    bool was_compiled = vm->is_compiled;
    if (was_compiled) run_compiled(arguments[0].i);
    if (++vm->calls == 10) compile();
    if (source_says("SPEAK")) fputs("hello\n", vm->options.out);
    return (struct vm_result){.value.i = arguments[0].i +
                                         (was_compiled && source_says("WRONG") && vm->calls > 500)};
}

bool vm_allocation_failed(const struct vm *vm) {
    return vm->options.fail_allocation && vm->calls >= vm->options.fail_allocation;
}

struct vm_result vm_call_interpreted(struct vm *vm, struct method *method,
                                     const union value *arguments) {
    if (source_says("SPEAK")) fputs("hello\n", vm->options.out);
    return (struct vm_result){.value.i = arguments[0].i};
}

struct object *vm_new_object(struct vm *vm, struct class *class, struct diag *diag) {
    abort();
}
struct object *vm_new_string(struct vm *vm, const char *utf8) {
    abort();
}
struct object *vm_new_array(struct vm *vm, enum java_type type, struct class *class,
                            int32_t length) {
    abort();
}
void vm_array_set(struct object *array, int32_t index, union value value) { abort(); }
struct class *vm_object_class(const struct object *object) {
    abort();
}
bool vm_object_is_string(struct vm *vm, const struct object *object) { abort(); }
const char *vm_string_text(const struct object *string, struct arena *arena) { abort(); }
const char *vm_exception_message(struct vm *vm, struct object *exception, struct arena *arena) {
    abort();
}

bool vm_has_started_threads(const struct vm *vm) { return source_says("THREADS"); }
void vm_direct(struct vm *vm, struct method *method, enum vm_directive directive) {}
void vm_compile_only(struct vm *vm, struct method *method) {}
bool vm_is_compiled(const struct method *method) { return the_vm.is_compiled; }
size_t vm_frames(struct vm *vm, struct vm_frame *out, size_t capacity) { return 0; }
size_t vm_frames_outside(struct vm *vm, struct vm_frame *out, size_t capacity) { return 0; }
bool vm_waits_to_lock(const struct vm *vm) { return false; }
bool vm_is_collecting(const struct vm *vm) { return false; }
void vm_watch(struct vm *vm, const struct vm_watcher *watcher) {}
void vm_ask_to_stop(struct vm *vm) {}
const char *vm_compiling(const struct vm *vm, const char **phase) {
    return *phase = "gvn", source_says("HANG") ? "A.foo(Z)I" : NULL;
}
bool vm_native_method(const struct vm *vm, const char **class_name, const char **name) {
    return false;
}
const char *vm_exception_story(struct vm *vm, struct object *exception, struct arena *arena) {
    return "java.lang.X";
}
int64_t vm_interpreted_calls(const struct method *method) { return the_vm.calls; }
enum reason vm_bailout_reason(const struct method *method) {
    return source_says("NEVER") ? REASON_irreducible_loop : REASON_none;
}

static bool is_escape(const char *name, struct diag *diag) {
    return strcmp(name, "escape") == 0 ||
           diag_error(diag, (struct place){0}, "no phase is called '%s'", name);
}

bool vm_is_limit_setting(const char *text) { return strncmp(text, "size=", 5) == 0; }

bool vm_disable(struct vm *vm, const char *name, struct diag *diag) {
    if (strcmp(name, "gvn") == 0) return true;
    vm->has_escape = false;
    if (vm_is_limit_setting(name)) return true;
    return is_escape(name, diag);
}

bool vm_sabotage(struct vm *vm, const char *name, struct diag *diag) {
    return vm_disable(vm, name, diag);
}

bool vm_list_disableable(size_t index, const char **name, const char **meaning) {
    static const char *const names[] = {"escape", "gvn"};
    *name = *meaning = index < 2 ? names[index] : NULL;
    return index < 2;
}

bool vm_list_limits(size_t index, const char **name, double *value, const char **meaning) {
    *name = *meaning = "size";
    *value = 2;
    return index < 1;
}

bool vm_list_phases(size_t index, const char **name, const char **meaning) {
    return vm_list_disableable(index, name, meaning);
}

bool vm_list_rules(size_t index, const char **name, const char **meaning) { return false; }

bool vm_list_sabotages(size_t index, const char **name, const char **meaning) {
    return vm_list_disableable(index, name, meaning);
}

bool vm_explain(struct vm *vm, struct method *method, FILE *out, struct diag *diag) {
    fprintf(out, "the graph of %s\n", method->name);
    return true;
}

void vm_keep_graphs(struct vm *vm, struct graph_sink sink) { vm->graphs = sink; }

void vm_leave_out_inserted_code(struct vm *vm) { vm->is_left_out = true; }

bool vm_has_inserted_code(struct vm *vm) { return true; }

void vm_listen(struct vm *vm, struct event_sink sink) { vm->sink = sink; }

void vm_trace(struct vm *vm, struct trace_sink sink) { vm->trace = sink; }

const struct count *vm_counter(struct vm *vm, const char *name) {
    for (size_t i = 0; i < vm->counter_count; i++)
        if (strcmp(vm->counters[i].name, name) == 0) return &vm->counters[i].hits;
    vm->counters[vm->counter_count].name = name;
    return &vm->counters[vm->counter_count++].hits;
}

bool vm_list_counters(struct vm *vm, size_t index, const char **name, int64_t *value) {
    if (index >= vm->counter_count) return false;
    *name = vm->counters[index].name;
    *value = count_value(&vm->counters[index].hits);
    return true;
}

void vm_mark_entries(struct vm *vm) {}

size_t vm_probes(struct vm *vm, const struct method *root, struct arena *arena,
                 const struct vm_probe **probes) {
    return 0;
}

size_t vm_losses(struct vm *vm, struct arena *arena, const struct vm_loss **losses) {
    *losses = NULL;
    return 0;
}

void vm_probe_other_makers(struct vm *vm) {}
void vm_probe_sites(struct vm *vm, unsigned probes) { vm->probes = probes; }

bool vm_list_sites(struct vm *vm, size_t index, struct vm_site *site) {
    static const struct position position = {.method = "A.foo(Z)I", .line = 3};
    if (index || !(vm->probes & VM_PROBE_ALLOCATIONS)) return false;
    *site = (struct vm_site){.kind = VM_PROBE_ALLOCATIONS,
                             .position = &position,
                             .subject = "A",
                             .is_compiled = true,
                             .reached = &vm->reached,
                             .effective = &vm->effective,
                             .bytes = &vm->site_bytes};
    return true;
}

int64_t vm_allocated_bytes(struct vm *vm) { return vm->allocated; }

struct vm_allocated vm_allocated(struct vm *vm) {
    return (struct vm_allocated){vm->allocated, vm->allocated, vm->allocated, 0};
}
int64_t vm_compiled_bytes(struct vm *vm) { return vm->allocated; }

void vm_statistics(struct vm *vm, struct vm_statistics *out) {
    *out = (struct vm_statistics){.deoptimizations = vm->deoptimizations};
}

#endif
