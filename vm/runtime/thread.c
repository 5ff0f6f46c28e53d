/* THREAD: the memory of a thread, where its C stack ends, how it begins and ends. */
#define _GNU_SOURCE /* pthread_getattr_np, gettid */
#include "runtime/thread.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

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

void thread_init(struct thread *thread) {
    thread->stack = memory_allocate((STACK_SLOTS + STACK_RESERVE) * sizeof *thread->stack);
    thread->stack_top = thread->stack;
    thread->stack_limit = thread->stack + STACK_SLOTS;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&thread->wake, &attributes);
    pthread_condattr_destroy(&attributes);
}

void thread_attach(struct thread *thread, size_t native_bytes) {
    if (thread == &thread->runtime->main) raise_stack_limit();
    find_native_stack(thread, native_bytes);
    thread->outer = thread_current();
    thread_set_current(thread);
}

void thread_release(struct thread *thread) {
    memory_free(thread->stack);
    pthread_cond_destroy(&thread->wake);
    if (thread_current() == thread) thread_set_current(thread->outer);
}

union value thread_call(struct thread *thread, struct method *method, union value *arguments) {
    method_entry entry = thread->interpret_only ? thread->runtime->interpret
                                                : __atomic_load_n(&method->entry, __ATOMIC_ACQUIRE);
    return entry(thread, method, arguments);
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

/* Only the main thread has none from the start. */
struct object *thread_java(struct thread *thread) {
    if (thread->java) return thread->java;
    struct method *constructor = thread_method(thread, "<init>", "(Ljava/lang/String;J)V");
    struct object *java = constructor ? object_new(thread, constructor->class) : NULL;
    struct object *name = java ? string_new_utf8(thread, "main", 4) : NULL;
    if (!name) return NULL;
    thread_call(thread, constructor, (union value[]){{.r = java}, {.r = name}, {.j = thread->id}});
    if (thread->exception) return NULL;
    pthread_mutex_lock(&thread->runtime->world.lock);
    thread->java = java;
    pthread_mutex_unlock(&thread->runtime->world.lock);
    return java;
}

/* --- beginning and ending */

static void execute(struct thread *thread) {
    struct method *method = thread_method(thread, "execute", "()V");
    if (method) thread_call(thread, method, (union value[]){{.r = thread->java}});
    thread->exception = NULL;
}

/* In Java: nobody collects meanwhile. */
static void settle_accounts(struct thread *thread) {
    struct runtime *runtime = thread->runtime;
    lock_enter(thread, &runtime->heap_lock);
    heap_retire(&runtime->heap, &thread->tlab);
    runtime->allocated_bytes += thread->allocated_bytes;
    lock_leave(thread, &runtime->heap_lock);
}

static void *run(void *argument) {
    struct thread *thread = argument;
    struct runtime *runtime = thread->runtime;
    thread_attach(thread, THREAD_STACK_USED);
    jmp_buf end;
    thread->end = &end;
    if (setjmp(end) == 0) {
        thread_enter_java(thread);
        thread->task(thread);
        settle_accounts(thread);
    }
    world_remove(runtime, thread);
    thread_release(thread);
    memory_free(thread);
    return NULL;
}

static bool launch(struct thread *thread) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_STACK_USED);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t id;
    bool done = pthread_create(&id, &attributes, run, thread) == 0;
    pthread_attr_destroy(&attributes);
    return done;
}

static struct thread *make(struct runtime *runtime, void (*task)(struct thread *)) {
    struct thread *thread = memory_allocate(sizeof *thread);
    thread->runtime = runtime;
    thread->task = task;
    thread_init(thread);
    return thread;
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

bool thread_start(struct thread *thread, struct object *java, bool is_daemon, bool is_interrupted) {
    struct thread *started = make(thread->runtime, execute);
    started->java = java;
    started->is_daemon = is_daemon;
    started->is_interrupted = is_interrupted;
    started->interpret_only = thread->interpret_only;
    return start(started);
}

struct thread *thread_start_task(struct runtime *runtime, void (*task)(struct thread *)) {
    struct thread *started = make(runtime, task);
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

void threads_end(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    world_stop(thread);
    pthread_mutex_lock(&world->lock);
    world->is_over = true;
    for (struct thread *other = world->threads; other; other = other->next)
        pthread_cond_signal(&other->wake);
    pthread_mutex_unlock(&world->lock);
    while (thread->stops) world_resume(thread);
    pthread_mutex_lock(&world->lock);
    while (world->threads != thread || thread->next)
        pthread_cond_wait(&world->changed, &world->lock);
    pthread_mutex_unlock(&world->lock);
}
