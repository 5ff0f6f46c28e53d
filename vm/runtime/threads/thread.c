/* THREAD: the memory of a thread, where its C stack ends, how it begins and ends. */
#define _GNU_SOURCE /* pthread_getattr_np, gettid */
#include "runtime/thread.h"

#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/handover.h"
#include "base/intern.h"
#include "runtime/contexts.h"
#include "runtime/internal.h"
#include "runtime/known_stacks.h"
#include "runtime/timing.h"
#include "runtime/wait.h"

/* The main thread's stack grows up to the limit of the moment: ask for what the VM uses at most. */
static void raise_stack_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= NATIVE_STACK_USED) return;
    limit.rlim_cur = limit.rlim_max < NATIVE_STACK_USED ? limit.rlim_max : NATIVE_STACK_USED;
    setrlimit(RLIMIT_STACK, &limit);
}

/* The process's first thread has the program's name and a null pointer at its stack's end. To know
 * it saves reading a file that lists all mappings. */
static bool find_first_stack(char **base, size_t *size) {
    const char *name = (const char *)getauxval(AT_EXECFN);
    struct rlimit limit;
    if (getpid() != gettid() || !name || getrlimit(RLIMIT_STACK, &limit) != 0) return false;
    enum { PAGE = 4096 };
    uintptr_t end = (uintptr_t)name + strlen(name) + 1 + sizeof name;
    *base = (char *)((end + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
    *size = limit.rlim_cur;
    size_t used = (size_t)(*base - (char *)__builtin_frame_address(0));
    return used < *size;
}

static void find_stack(char **base, size_t *size) {
    pthread_attr_t attributes;
    void *lowest = NULL;
    ASSERT(pthread_getattr_np(pthread_self(), &attributes) == 0, "the stack's place is unknown");
    pthread_attr_getstack(&attributes, &lowest, size);
    pthread_attr_destroy(&attributes);
    *base = (char *)lowest + *size;
}

/* The C stack between its end and [native_end] is for what natives, the compiler and exceptions
 * need when Java code has used up its part. */
static void find_native_stack(struct thread *thread, size_t most) {
    size_t size;
    if (!find_first_stack(&thread->native_base, &size)) find_stack(&thread->native_base, &size);
    if (size > most) size = most;
    size_t reserve = size >= 4 * NATIVE_RESERVE ? NATIVE_RESERVE : size / 4;
    thread_set_native_end(thread, thread->native_base - size + reserve);
}

bool thread_init(struct thread *thread, size_t slots) {
    struct runtime *runtime = thread->runtime;
    thread->stack_bytes = (slots + STACK_RESERVE) * sizeof *thread->stack;
    if (!cells_attach(&runtime->cells, &thread->cells)) return false;
    thread->stack = thread->stack_top = memory_map(thread->stack_bytes);
    if (!thread->stack) {
        cells_detach(&runtime->cells, &thread->cells);
        return false;
    }
    thread->interpret_only = runtime->options->interpret_only;
    thread->stack_limit = thread->stack + slots;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&thread->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    return true;
}

void thread_attach(struct thread *thread, size_t native_bytes) {
    if (thread == &thread->runtime->main) raise_stack_limit();
    find_native_stack(thread, native_bytes);
    thread->outer = thread_current();
    thread_set_current(thread);
}

/* What is its own alone: the runtime may be gone. */
static void free_own(struct thread *thread) {
    memory_unmap(thread->stack, thread->stack_bytes);
    vec_release(&thread->clock.window.stack);
    vec_release(&thread->clock.window.calls);
    known_stacks_release(thread);
    pthread_cond_destroy(&thread->wake);
    if (thread_current() == thread) thread_set_current(thread->outer);
}

void thread_release(struct thread *thread) {
    cells_detach(&thread->runtime->cells, &thread->cells);
    free_own(thread);
}

union value thread_call(struct thread *thread, struct method *method, union value *arguments) {
    struct frame *caller = thread->frame;
    char *const *entered_by = caller ? caller->entered_by : NULL;
    if (caller) caller->entered_by = NULL;
    if (thread->runtime->contexts) contexts_call(thread, method);
    union value result = thread_pass_call(thread, method, arguments);
    if (caller) caller->entered_by = entered_by;
    return result;
}

union value thread_pass_call(struct thread *thread, struct method *method, union value *arguments) {
    method_entry entry = thread->interpret_only ? thread->runtime->interpret
                                                : __atomic_load_n(&method->entry, __ATOMIC_ACQUIRE);
    int64_t *caller = entry == thread->runtime->interpret ? NULL : timing_enter_compiled(thread);
    union value result = entry(thread, method, arguments);
    handover_receive(thread->runtime);
    timing_leave_part(thread, caller);
    return result;
}

/* --- java.lang.Thread */

static struct method *thread_method(struct thread *thread, const char *name,
                                    const char *descriptor) {
    struct class *class = class_load(thread, "java/lang/Thread");
    if (!class || !class_initialize(thread, class)) return NULL;
    struct method *method = class_declared_method(class, intern(name), intern(descriptor));
    ASSERT(method, "the class library's Thread has no %s%s", name, descriptor);
    return method;
}

/* Those that Java did not start have none from the start. */
struct object *thread_java(struct thread *thread) {
    if (thread->java) return thread->java;
    struct method *constructor = thread_method(thread, "<init>", "(Ljava/lang/String;J)V");
    struct object *java = constructor ? object_new(thread, constructor->class) : NULL;
    struct object *name = java ? string_new_utf8(thread, thread->name, strlen(thread->name)) : NULL;
    if (!name) return NULL;
    thread_call(thread, constructor, (union value[]){{.r = java}, {.r = name}, {.j = thread->id}});
    if (thread->exception) return NULL;
    pthread_mutex_lock(&thread->runtime->world.lock);
    thread->java = java;
    pthread_mutex_unlock(&thread->runtime->world.lock);
    return java;
}

const char *thread_name(struct thread *thread, struct arena *arena) {
    if (!thread->java) return thread->name;
    const struct class *class = thread->java->class;
    while (class->super->super) class = class->super; /* java.lang.Thread */
    const struct field *field =
        class_declared_field(class, intern("name"), intern("Ljava/lang/String;"));
    return string_utf8(*(struct object **)object_at(thread->java, field->offset), arena);
}

/* --- beginning and ending */

/* Prints what a handler throws, as java does: in these words, without its trace. */
static void report_handler(struct thread *thread, const struct object *exception) {
    const struct vm_options *options = thread->runtime->options;
    struct arena arena;
    arena_init(&arena);
    if (options->out != options->err) fflush(options->out);
    fprintf(options->err,
            "\nException: %s thrown from the UncaughtExceptionHandler in thread \"%s\"\n",
            exception->class->binary_name, thread_name(thread, &arena));
    arena_release(&arena);
}

static void tell_uncaught(struct thread *thread) {
    struct object *exception = thread->exception;
    thread->exception = NULL;
    struct object *java = thread_java(thread);
    struct method *method =
        java ? thread_method(thread, "uncaught", "(Ljava/lang/Throwable;)V") : NULL;
    if (method) thread_call(thread, method, (union value[]){{.r = java}, {.r = exception}});
    if (thread->exception) report_handler(thread, thread->exception);
    thread->exception = NULL;
}

void thread_finish(struct thread *thread) {
    if (thread->exception) tell_uncaught(thread);
    struct method *method = thread->java ? thread_method(thread, "finish", "()V") : NULL;
    if (method) thread_call(thread, method, (union value[]){{.r = thread->java}});
    thread->exception = NULL;
}

static void run_java(struct thread *thread) {
    struct class *class = thread->java->class;
    struct method *method =
        class_select_method(class, class_find_method(class, intern("run"), intern("()V")));
    thread_call(thread, method, (union value[]){{.r = thread->java}});
    thread_finish(thread);
}

/* In Java: nobody collects meanwhile. */
static void settle_accounts(struct thread *thread) {
    struct runtime *runtime = thread->runtime;
    lock_enter(thread, &runtime->heap_lock);
    heap_retire(&runtime->heap, &thread->tlab);
    runtime->allocated_bytes += thread->allocated_bytes;
    runtime->allocated_objects += thread->allocated_objects;
    runtime->probe_bytes += thread->probe_bytes;
    lock_leave(thread, &runtime->heap_lock);
}

static void tell_begin(struct thread *thread) {
    const struct runtime *runtime = thread->runtime;
    if (runtime_tells(runtime, POINT_thread))
        runtime->on_happening(thread, &(struct happening){.point = POINT_thread});
}

/* Tells that it began, or ended after so many seconds. */
static void tell(struct thread *thread, enum event_kind kind, double duration) {
    const struct event_sink *sink = &thread->runtime->notices;
    if (!sink->receive) return;
    struct arena arena;
    arena_init(&arena);
    event_send(sink, &(struct event){.kind = kind,
                                     .subject = thread_name(thread, &arena),
                                     .frequency = -1,
                                     .duration = duration});
    arena_release(&arena);
}

/* Where it is outside, who stops the world may settle them at the same time. */
static void settle_samples(struct thread *thread) {
    pthread_mutex_t *lock = &thread->runtime->world.lock;
    if (thread->is_outside) pthread_mutex_lock(lock);
    known_stacks_settle(thread);
    if (thread->is_outside) pthread_mutex_unlock(lock);
}

/* It has no account then. A timer that found one is done with it when the lock is free. */
static void end_time(struct thread *thread) {
    struct runtime *runtime = thread->runtime;
    if (!runtime->timing) return;
    timing_end_thread(runtime->timing, thread);
    pthread_mutex_lock(&runtime->world.lock);
    pthread_mutex_unlock(&runtime->world.lock);
}

static void detach(struct thread *thread) {
    struct arena arena;
    arena_init(&arena);
    const char *name = thread_name(thread, &arena);
    end_time(thread);
    settle_samples(thread);
    cells_detach_named(&thread->runtime->cells, &thread->cells, name ? intern(name) : "",
                       thread->number);
    arena_release(&arena);
}

static void *run(void *argument) {
    struct thread *thread = argument;
    struct runtime *runtime = thread->runtime;
    thread_attach(thread, thread->native_bytes);
    /* Further out are the C library's frame and variables of the thread, which have no references
     * and may be many: ThreadSanitizer's are 0.8 MB. */
    thread->native_base = __builtin_frame_address(0);
    if (runtime->timing) timing_begin_thread(runtime->timing, thread);
    pthread_mutex_lock(&runtime->world.lock);
    thread->native = pthread_self();
    pthread_mutex_unlock(&runtime->world.lock);
    const double start = clock_seconds();
    jmp_buf end;
    thread->end = &end;
    if (setjmp(end) == 0) {
        thread_enter_java(thread);
        tell(thread, EVENT_thread_started, 0);
        if (thread->task == run_java) tell_begin(thread);
        thread->task(thread);
        settle_accounts(thread);
    }
    tell(thread, EVENT_thread_ended, clock_seconds() - start);
    detach(thread);
    world_remove(runtime, thread);
    free_own(thread);
    memory_free(thread);
    return NULL;
}

static bool launch(struct thread *thread) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, thread->native_bytes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t id;
    bool done = pthread_create(&id, &attributes, run, thread) == 0;
    pthread_attr_destroy(&attributes);
    return done;
}

/* Twice the size that Java asked for, since interpreted frames are larger than java's; never less
 * than usual. The interpreter's slots grow with the C stack. NULL when there is no memory for them.
 */
static struct thread *make(struct runtime *runtime, void (*task)(struct thread *),
                           int64_t stack_bytes) {
    int64_t bytes = stack_bytes < LARGEST_THREAD_STACK / 2 ? 2 * stack_bytes : LARGEST_THREAD_STACK;
    if (bytes < THREAD_STACK_USED) bytes = THREAD_STACK_USED;
    size_t native_bytes = (size_t)bytes & ~(size_t)0xffff;
    size_t slots = native_bytes / (THREAD_STACK_USED / STACK_SLOTS);
    struct thread *thread = memory_allocate(sizeof *thread);
    thread->runtime = runtime;
    thread->task = task;
    thread->native_bytes = native_bytes;
    if (thread_init(thread, slots)) return thread;
    memory_free(thread);
    return NULL;
}

/* False, and the thread is gone, when there is no room. */
static bool start(struct thread *thread) {
    bool is_added = world_add(thread->runtime, thread);
    if (is_added && launch(thread)) return true;
    if (is_added) world_remove(thread->runtime, thread);
    thread_release(thread);
    memory_free(thread);
    return false;
}

bool thread_start(struct thread *thread, struct object *java, bool is_daemon, int64_t stack_bytes) {
    thread->runtime->world.has_several = true;
    struct thread *started = make(thread->runtime, run_java, stack_bytes);
    if (!started) return false;
    started->java = java;
    started->is_daemon = is_daemon;
    started->interpret_only = thread->interpret_only;
    return start(started);
}

struct thread *thread_start_task(struct runtime *runtime, const char *name,
                                 void (*task)(struct thread *)) {
    struct thread *started = make(runtime, task, 0);
    if (!started) return NULL;
    started->name = name;
    started->is_daemon = true;
    return start(started) ? started : NULL;
}

void threads_join(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    while (world->user_threads > !thread->is_daemon)
        pthread_cond_wait(&world->changed, &world->lock);
    thread_enter_java_locked(thread);
    pthread_mutex_unlock(&world->lock);
}

static void ignore(int number) {}

/* With world.lock, which keeps them from ending meanwhile. A thread that is just about to wait may
 * miss it, so it is asked repeatedly. */
static void interrupt_others(const struct world *world, const struct thread *thread) {
    for (const struct thread *other = world->threads; other; other = other->next)
        if (other != thread && other->java && other->native) pthread_kill(other->native, SIGURG);
}

static void wait_for_others(struct thread *thread) {
    enum { PAUSE = 10000000 }; /* nanoseconds */
    struct world *world = &thread->runtime->world;
    struct sigaction interrupts = {.sa_handler = ignore}, before;
    sigaction(SIGURG, &interrupts, &before);
    pthread_mutex_lock(&world->lock);
    while (world->threads != thread || thread->next) {
        interrupt_others(world, thread);
        struct timespec deadline = deadline_after(PAUSE);
        pthread_cond_timedwait(&thread->wake, &world->lock, &deadline);
    }
    pthread_mutex_unlock(&world->lock);
    sigaction(SIGURG, &before, NULL);
}

void threads_end(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    world_stop(thread);
    pthread_mutex_lock(&world->lock);
    world->is_over = true;
    for (struct thread *other = world->threads; other; other = other->next)
        pthread_cond_signal(&other->wake);
    pthread_mutex_unlock(&world->lock);
    while (thread->stops) world_resume(thread);
    if (world->threads != thread || thread->next) wait_for_others(thread);
}
