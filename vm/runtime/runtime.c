/* RUNTIME: the state of the VM from its beginning to its end. */
#define _GNU_SOURCE /* environ */
#include "runtime/runtime.h"

#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/intern.h"
#include "base/memory.h"
#include "runtime/contexts.h"
#include "runtime/internal.h"
#include "runtime/timing_windows.h"

static const char *const *copy_environment(struct arena *arena) {
    size_t count = 0;
    while (environ && environ[count]) count++;
    const char **copy = ARENA_ARRAY(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        copy[i] = arena_copy_text(arena, environ[i], strlen(environ[i]));
    return copy;
}

void runtime_init(struct runtime *runtime, const struct vm_options *options) {
    *runtime = (struct runtime){.options = options,
                                .next_hash = 0x2545f491,
                                .class_lock = LOCK_INIT,
                                .heap_lock = LOCK_INIT};
    arena_init(&runtime->arena);
    runtime->arena.is_shared = true;
    runtime->environment = copy_environment(&runtime->arena);
    struct heap_callbacks callbacks = runtime_heap_callbacks;
    callbacks.context = runtime;
    heap_init(&runtime->heap, options, &callbacks);
    world_init(runtime);
    cell_space_init(&runtime->cells);
    runtime->failed_probes = count_make(&runtime->cells);
    runtime->main.runtime = runtime;
    runtime->main.name = "main";
    if (!thread_init(&runtime->main, STACK_SLOTS)) memory_give_up(runtime->main.stack_bytes);
    thread_attach(&runtime->main, NATIVE_STACK_USED);
    world_add(runtime, &runtime->main);
    thread_enter_java(&runtime->main);
    classes_init(runtime);
}

void runtime_release(struct runtime *runtime) {
    threads_end(&runtime->main);
    timing_windows_end(runtime->timing);
    windows_end(runtime);
    world_remove(runtime, &runtime->main);
    for (uint32_t i = 0; i < runtime->counters.count; i++) memory_free(runtime->counters.items[i]);
    vec_release(&runtime->counters);
    vec_release(&runtime->protected);
    vec_release(&runtime->class_path);
    strings_release(runtime);
    classes_release(runtime);
    thread_release(&runtime->main);
    contexts_release(runtime);
    cell_space_release(&runtime->cells);
    timing_release(runtime->timing);
    monitors_release(runtime);
    world_release(runtime);
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
    fields->throwable_backtrace = known_field(known->throwable, "backtrace", "[J", diag);
    fields->throwable_cause = known_field(known->throwable, "cause", "Ljava/lang/Throwable;", diag);
    return !diag->is_set;
}

bool runtime_boot(struct runtime *runtime, struct diag *diag) {
    ASSERT(runtime->interpret, "no interpreter was set");
    runtime->boot_diag = diag;
    bool done = load_known_classes(runtime) && find_known_fields(runtime, diag);
    if (done) prepare_running_out(&runtime->main);
    runtime->boot_diag = NULL;
    return done && !diag->is_set;
}

static struct counter *find_or_add_counter(struct runtime *runtime, const char *name) {
    const char *interned = intern(name);
    for (uint32_t i = 0; i < runtime->counters.count; i++)
        if (runtime->counters.items[i]->name == interned) return runtime->counters.items[i];
    struct counter *counter = memory_allocate(sizeof *counter);
    *counter = (struct counter){interned, count_make(&runtime->cells)};
    vec_push(&runtime->counters, counter);
    return counter;
}

struct counter *runtime_counter(struct runtime *runtime, const char *name) {
    lock_enter(thread_current(), &runtime->class_lock);
    struct counter *counter = find_or_add_counter(runtime, name);
    lock_leave(thread_current(), &runtime->class_lock);
    return counter;
}

/* A thread that is none of the VM's asks when the process leaves at last, while another waits for the world to stop. */
struct allocated runtime_allocated(struct runtime *runtime) {
    static const struct tlab none;
    struct thread *caller = thread_current();
    if (caller) world_stop(caller);
    struct allocated allocated = {.all = heap_allocated_bytes(&runtime->heap, &none),
                                  .uncompiled = runtime->allocated_bytes,
                                  .probes = runtime->probe_bytes,
                                  .objects = runtime->allocated_objects};
    for (const struct thread *thread = runtime->world.threads; thread; thread = thread->next) {
        allocated.uncompiled += thread->allocated_bytes;
        allocated.probes += thread->probe_bytes;
        allocated.objects += thread->allocated_objects;
        allocated.all += thread->tlab.top - thread->tlab.start;
    }
    if (caller) world_resume(caller);
    return allocated;
}
