/* The embedding API (vm.h): the VM as a whole, calls and objects. Here the rooms are joined: the
 * runtime's callbacks into the rooms above are set only here. */
#include "vm_internal.h"

#include <errno.h>
#include <string.h>

#include "backend/bridge.h"
#include "base/intern.h"
#include "interp/interp.h"
#include "interp/sampled_graph.h"
#include "tally/tally.h"

struct vm_options vm_options_default(void) {
    return (struct vm_options){
#define VM_OPTION(name, type, standard, programs, least, most, specs, jitvm, meaning)              \
    .name = standard,
#include "options.def"
#undef VM_OPTION
    };
}

struct vm_options vm_options_for_programs(void) {
    return (struct vm_options){
#define VM_OPTION(name, type, standard, programs, least, most, specs, jitvm, meaning)              \
    .name = programs,
#include "options.def"
#undef VM_OPTION
    };
}

static int end(struct runtime *runtime, int status) { return vm_end(vm_of(runtime), status); }

static void connect(struct vm *vm) {
    struct runtime *runtime = &vm->runtime;
    runtime_init(runtime, &vm->options);
    runtime->interpret = interpret_method;
    runtime->compiled_entry = bridge_find;
    runtime->find_unit = jit_find_unit;
    runtime->find_call_site = jit_find_call_site;
    runtime->on_hot = jit_on_hot;
    runtime->on_loop = jit_on_loop;
    runtime->on_poll_work = jit_on_poll_work;
    runtime->on_mark_told = jit_tell_executions;
    runtime->on_mark = tallies_mark;
    runtime->on_exit = jit_on_exit;
    runtime->on_end = end;
    if (vm->options.dump_classes) runtime->on_define = vm_dump_class;
    jit_init(&vm->jit, runtime);
    vm->until_failure = vm->options.fail_allocation;
}

struct vm *vm_create(const struct vm_options *options, struct diag *diag) {
    if (!vm_options_check(options, diag)) return NULL;
    struct vm *vm = memory_allocate(sizeof *vm);
    vm->options = *options;
    arena_init(&vm->arena);
    vm->end = (struct vm_end){.mutex = PTHREAD_MUTEX_INITIALIZER, .status = -1};
    connect(vm);
    vm_add_builtin_classes(vm);
    if (!heap_is_reserved(&vm->runtime.heap))
        diag_error(diag, (struct place){0}, "cannot reserve a heap of %zu bytes: %s",
                   options->heap_bytes, strerror(ENOMEM));
    else if (runtime_boot(&vm->runtime, diag) && vm_classes_are_dumped(vm, diag) &&
             vm_sample_for_inliner(vm, diag))
        return vm;
    vm_destroy(vm);
    return NULL;
}

void vm_destroy(struct vm *vm) {
    if (!vm) return;
    threads_end(vm_thread(vm));
    vm_end(vm, 0);
    jit_release(&vm->jit);
    tallies_release(vm->runtime.profile);
    sampled_graph_release(vm->runtime.sampled);
    runtime_release(&vm->runtime);
    vm_close_jars(vm);
    vec_release(&vm->sources);
    vec_release(&vm->defined);
    vec_release(&vm->imports);
    arena_release(&vm->arena);
    memory_free(vm);
}

/* --- calls --- */

struct vm_result vm_invoke(struct vm *vm, struct method *method, const union value *arguments) {
    return vm_invoke_in(vm_thread(vm), method, arguments);
}

struct vm_result vm_invoke_in(struct thread *thread, struct method *method,
                              const union value *arguments) {
    union value copy[256];
    memory_copy(copy, arguments, sizeof *copy * method->argument_count);
    struct vm_result result = {.threw = false};
    if (!method_is_static(method) || class_initialize(thread, method->class))
        result.value = thread_call(thread, method, copy);
    if (thread->exception) {
        result.threw = true;
        result.value = (union value){.r = thread->exception};
        thread->exception = NULL;
    }
    return result;
}

struct vm_result vm_call(struct vm *vm, struct method *method, const union value *arguments) {
    int64_t *fail_after = &vm->runtime.heap.fail_after;
    *fail_after = vm->until_failure;
    struct vm_result result = vm_invoke(vm, method, arguments);
    vm->until_failure = *fail_after;
    *fail_after = 0;
    return result;
}

struct vm_result vm_call_interpreted(struct vm *vm, struct method *method,
                                     const union value *arguments) {
    struct thread *thread = vm_thread(vm);
    thread->interpret_only++;
    struct vm_result result = vm_invoke(vm, method, arguments);
    thread->interpret_only--;
    return result;
}

bool vm_has_started_threads(const struct vm *vm) { return vm->runtime.world.has_several; }

void vm_join_threads(struct vm *vm) { threads_join(vm_thread(vm)); }

bool vm_allocation_failed(const struct vm *vm) {
    return vm->options.fail_allocation && !vm->until_failure;
}

/* --- objects --- */

struct object *vm_new_object(struct vm *vm, struct class *class, struct diag *diag) {
    struct thread *thread = vm_thread(vm);
    struct place nowhere = {0};
    if (class->access & (ACC_ABSTRACT | ACC_INTERFACE)) {
        diag_error(diag, nowhere, "cannot make an object of %s: it is abstract",
                   class->binary_name);
        return NULL;
    }
    struct method *constructor = class_declared_method(class, intern("<init>"), intern("()V"));
    if (!constructor) {
        diag_error(diag, nowhere,
                   "cannot make an object of %s: it has no constructor without parameters",
                   class->binary_name);
        return NULL;
    }
    struct object *object = class_initialize(thread, class) ? object_new(thread, class) : NULL;
    if (object) thread_call(thread, constructor, (union value[]){{.r = object}});
    if (!thread->exception) return object;
    vm_report_exception(vm, diag, "cannot make an object");
    return NULL;
}

struct object *vm_new_string(struct vm *vm, const char *utf8) {
    return string_new_utf8(vm_thread(vm), utf8, strlen(utf8));
}

struct object *vm_new_array(struct vm *vm, enum java_type type, struct class *element_class,
                            int32_t length) {
    struct class *element = type == JAVA_REFERENCE ? element_class : vm->runtime.primitives[type];
    return (struct object *)array_new(vm_thread(vm), class_array_of(element), length);
}

void vm_array_set(struct object *array, int32_t index, union value value) {
    enum java_type type = array->class->element_type;
    memory_store(array_element((struct array *)array, type, index), type, value);
}

void vm_protect(struct vm *vm, struct object *object) { vec_push(&vm->runtime.protected, object); }

struct class *vm_object_class(const struct object *object) {
    return object->class;
}

bool vm_object_is_string(struct vm *vm, const struct object *object) {
    return object && object->class == vm->runtime.known.string;
}

const char *vm_string_text(const struct object *string, struct arena *arena) {
    return string_utf8(string, arena);
}

const char *vm_exception_message(struct vm *vm, struct object *exception, struct arena *arena) {
    struct method *method =
        class_find_method(exception->class, intern("getMessage"), intern("()Ljava/lang/String;"));
    method = method ? class_select_method(exception->class, method) : NULL;
    if (!method) return NULL;
    struct vm_result result = vm_call_interpreted(vm, method, (union value[]){{.r = exception}});
    return result.threw || !result.value.r ? NULL : string_utf8(result.value.r, arena);
}

bool vm_report_exception(struct vm *vm, struct diag *diag, const char *what) {
    struct object *exception = vm_thread(vm)->exception;
    vm_thread(vm)->exception = NULL;
    struct arena arena;
    arena_init(&arena);
    const char *message = vm_exception_message(vm, exception, &arena);
    diag_error(diag, (struct place){0}, "%s: %s%s%s", what, exception->class->binary_name,
               message ? ": " : "", message ? message : "");
    arena_release(&arena);
    return false;
}

/* --- observing --- */

void vm_listen(struct vm *vm, struct event_sink sink) { vm->runtime.sink = sink; }
void vm_listen_to_notices(struct vm *vm, struct event_sink sink) { vm->runtime.notices = sink; }

int64_t vm_thread_number(void) {
    const struct thread *thread = thread_current();
    return thread ? (int64_t)thread->number : -1;
}

void vm_trace(struct vm *vm, struct trace_sink sink) { vm->jit.trace = sink; }
void vm_watch_phases(struct vm *vm, struct phase_sink sink) { vm->jit.phase_sink = sink; }

const struct count *vm_counter(struct vm *vm, const char *name) {
    return &runtime_counter(&vm->runtime, name)->hits;
}

bool vm_list_counters(struct vm *vm, size_t index, const char **name, int64_t *value) {
    if (index >= vm->runtime.counters.count) return false;
    const struct counter *counter = vm->runtime.counters.items[index];
    *name = counter->name;
    *value = count_value(&counter->hits);
    return true;
}

int64_t vm_allocated_bytes(struct vm *vm) { return runtime_allocated(&vm->runtime).all; }

struct vm_allocated vm_allocated(struct vm *vm) {
    struct allocated allocated = runtime_allocated(&vm->runtime);
    return (struct vm_allocated){.bytes = allocated.all,
                                 .compiled_bytes = allocated.all - allocated.uncompiled,
                                 .program_bytes = allocated.all - allocated.probes,
                                 .objects = allocated.objects};
}

int64_t vm_compiled_bytes(struct vm *vm) {
    struct allocated allocated = runtime_allocated(&vm->runtime);
    return allocated.all - allocated.uncompiled;
}
