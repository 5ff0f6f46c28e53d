/* RUNTIME: the state of the VM from its beginning to its end. */
#define _GNU_SOURCE /* pthread_getattr_np */
#include "runtime/runtime.h"

#include <pthread.h>
#include <sys/resource.h>

#include "base/die.h"
#include "base/intern.h"
#include "runtime/internal.h"

/* The main thread's stack grows up to the limit of the moment: ask for what the VM uses at most. */
static void raise_stack_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= NATIVE_STACK_USED) return;
    limit.rlim_cur = limit.rlim_max < NATIVE_STACK_USED ? limit.rlim_max : NATIVE_STACK_USED;
    setrlimit(RLIMIT_STACK, &limit);
}

/* The C stack between its end and [native_limit] is for what natives, the compiler and exceptions
 * need when Java code has used up its part. */
static void find_native_stack(struct thread *thread) {
    raise_stack_limit();
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    ASSERT(pthread_getattr_np(pthread_self(), &attributes) == 0, "the stack's place is unknown");
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    thread->native_base = (char *)lowest + size;
    if (size > NATIVE_STACK_USED) size = NATIVE_STACK_USED;
    size_t reserve = size >= 4 * NATIVE_RESERVE ? NATIVE_RESERVE : size / 4;
    thread->native_limit = thread->native_base - size + reserve;
}

void runtime_init(struct runtime *runtime, size_t heap_bytes) {
    *runtime = (struct runtime){.out = stdout, .err = stderr, .next_hash = 0x2545f491};
    arena_init(&runtime->arena);
    struct heap_options options = {.limit = heap_bytes};
    struct heap_callbacks callbacks = runtime_heap_callbacks;
    callbacks.context = runtime;
    heap_init(&runtime->heap, &options, &callbacks);
    struct thread *thread = &runtime->main;
    thread->runtime = runtime;
    thread->stack = memory_allocate((STACK_SLOTS + STACK_RESERVE) * sizeof *thread->stack);
    thread->stack_top = thread->stack;
    thread->stack_limit = thread->stack + STACK_SLOTS;
    find_native_stack(thread);
    classes_init(runtime);
}

void runtime_release(struct runtime *runtime) {
    for (uint32_t i = 0; i < runtime->counters.count; i++) memory_free(runtime->counters.items[i]);
    vec_release(&runtime->counters);
    vec_release(&runtime->protected);
    vec_release(&runtime->class_path);
    strings_release(runtime);
    classes_release(runtime);
    memory_free(runtime->main.stack);
    heap_release(&runtime->heap);
    arena_release(&runtime->arena);
}

static struct field *known_field(const struct class *class, const char *name,
                                 const char *descriptor, struct diag *diag) {
    struct field *field = class_declared_field(class, intern(name), intern(descriptor));
    if (!field)
        diag_error(diag, (struct place){0}, "the class library's %s has no field '%s %s'",
                   class->binary_name, descriptor, name);
    return field;
}

static bool load_known_classes(struct runtime *runtime) {
    struct thread *thread = &runtime->main;
    struct known_classes *known = &runtime->known;
#define KNOWN_CLASS(field, name)                                                                   \
    if (!(known->field = class_load(thread, name))) return false;
#include "runtime/known.def"
#undef KNOWN_CLASS
    return true;
}

static bool find_known_fields(struct runtime *runtime, struct diag *diag) {
    const struct known_classes *known = &runtime->known;
    struct known_fields *fields = &runtime->fields;
    fields->string_value = known_field(known->string, "value", "[C", diag);
    fields->throwable_message =
        known_field(known->throwable, "message", "Ljava/lang/String;", diag);
    fields->initializer_exception =
        known_field(known->initializer, "exception", "Ljava/lang/Throwable;", diag);
    return !diag->is_set;
}

bool runtime_boot(struct runtime *runtime, struct diag *diag) {
    ASSERT(runtime->interpret, "no interpreter was set");
    runtime->boot_diag = diag;
    bool done = load_known_classes(runtime) && find_known_fields(runtime, diag);
    runtime->boot_diag = NULL;
    if (done) prepare_out_of_memory(&runtime->main);
    return done;
}

struct counter *runtime_counter(struct runtime *runtime, const char *name) {
    const char *interned = intern(name);
    for (uint32_t i = 0; i < runtime->counters.count; i++)
        if (runtime->counters.items[i]->name == interned) return runtime->counters.items[i];
    struct counter *counter = memory_allocate(sizeof *counter);
    counter->name = interned;
    vec_push(&runtime->counters, counter);
    return counter;
}

union value thread_call(struct thread *thread, struct method *method, union value *arguments) {
    method_entry entry = thread->interpret_only ? thread->runtime->interpret : method->entry;
    return entry(thread, method, arguments);
}
