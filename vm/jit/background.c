/* BACKGROUND: a queue of what got hot, and one thread that compiles it in order while Java goes on.
 * The thread is one of the world: in Java, with the jit's lock, while it reads the program and
 * optimises, stopping between phases when it is asked to; outside, without the lock, while the code
 * generator works. What a graph names of the heap is reachable elsewhere: mirrors, literals and
 * static finals are reachable from their classes.
 *
 * The code generator is not interrupted: it would leave its folder behind, and must not run while
 * its own library is taken down. A process that exits waits for the one compilation that is in it;
 * no other is begun. It waits before exit(): what the library made while it compiled goes first
 * there. */
#include "jit/internal.h"

struct compile_request {
    struct method *method;
    int loop_bci;
};

/* Guarded by world.lock, but for [thread], which is written once, and [job], which is the thread's.
 */
struct background {
    struct thread *thread; /* NULL: not started */
    VEC(struct compile_request) queue;
    uint32_t served; /* of the queue */
    bool is_generating;
    bool is_closed;  /* the process exits */
    struct job *job; /* under way; NULL */
};

void background_init(struct jit *jit) {
    jit->background = memory_allocate(sizeof *jit->background);
}

void background_release(struct jit *jit) {
    struct background *background = jit->background;
    if (!background) return;
    if (background->job) {
        job_release(background->job);
        memory_free(background->job);
    }
    vec_release(&background->queue);
    memory_free(background);
    jit->background = NULL;
}

static struct thread *thread_of(const struct background *background) {
    return __atomic_load_n(&background->thread, __ATOMIC_ACQUIRE);
}

bool background_is_current(const struct jit *jit) {
    return jit->background && thread_of(jit->background) == thread_current();
}

void background_hold(const struct jit *jit, struct job *job) {
    if (background_is_current(jit)) jit->background->job = job;
}

/* --- the thread --- */

/* Waits for it outside Java; does not come back when the VM ends. */
static struct compile_request next_request(struct thread *thread, struct background *background) {
    struct world *world = &thread->runtime->world;
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    while (background->served == background->queue.count && !world->is_over)
        pthread_cond_wait(&thread->wake, &world->lock);
    thread_enter_java_locked(thread);
    struct compile_request request = background->queue.items[background->served++];
    if (background->served == background->queue.count) {
        vec_clear(&background->queue);
        background->served = 0;
    }
    pthread_mutex_unlock(&world->lock);
    return request;
}

static void serve(struct thread *thread) {
    struct jit *jit = jit_current();
    for (;;) {
        struct compile_request request = next_request(thread, jit->background);
        lock_enter(thread, &jit->lock);
        if (request.loop_bci < 0)
            compile_hot_method(jit, request.method);
        else
            compile_hot_loop(jit, request.method, request.loop_bci);
        lock_leave(thread, &jit->lock);
    }
}

void background_poll(const struct jit *jit) {
    if (!background_is_current(jit)) return;
    struct thread *thread = jit->background->thread;
    if (thread_is_asked_to_stop(thread)) thread_poll(thread);
}

bool background_generate(struct job *job, const struct backend_options *options,
                         struct diag *diag) {
    struct background *background = job->jit->background;
    struct thread *thread = background->thread;
    struct world *world = &thread->runtime->world;
    lock_leave(thread, &job->jit->lock);
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    while (background->is_closed) pthread_cond_wait(&thread->wake, &world->lock);
    background->is_generating = true;
    pthread_mutex_unlock(&world->lock);
    bool done = backend_generate(job->compilation.graph, options, &job->machine, diag);
    pthread_mutex_lock(&world->lock);
    background->is_generating = false;
    pthread_cond_broadcast(&world->changed);
    thread_enter_java_locked(thread);
    pthread_mutex_unlock(&world->lock);
    lock_enter(thread, &job->jit->lock);
    return done;
}

/* --- the others --- */

void background_close(struct jit *jit) {
    struct background *background = jit->background;
    if (!background) return;
    struct world *world = &jit->runtime->world;
    pthread_mutex_lock(&world->lock);
    background->is_closed = true;
    while (background->is_generating) pthread_cond_wait(&world->changed, &world->lock);
    pthread_mutex_unlock(&world->lock);
}

/* Without room for a thread nothing is compiled; the next request tries again. The started thread
 * wants the jit's lock before it asks who it is. */
static void start(struct thread *thread, struct jit *jit) {
    lock_enter(thread, &jit->lock);
    struct thread *started =
        thread_of(jit->background) ? NULL : thread_start_task(jit->runtime, "compiler", serve);
    if (started) __atomic_store_n(&jit->background->thread, started, __ATOMIC_RELEASE);
    lock_leave(thread, &jit->lock);
}

void background_request(struct thread *thread, struct jit *jit, struct method *method,
                        int loop_bci) {
    struct background *background = jit->background;
    struct world *world = &jit->runtime->world;
    if (!thread_of(background)) start(thread, jit);
    pthread_mutex_lock(&world->lock);
    vec_push(&background->queue, (struct compile_request){method, loop_bci});
    if (thread_of(background)) pthread_cond_signal(&thread_of(background)->wake);
    pthread_mutex_unlock(&world->lock);
}
