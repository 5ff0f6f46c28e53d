/* Several threads that call a method at once. */
#include "vm_internal.h"

#include <sched.h>

#include "runtime/world.h"

/* What they call: there is one VM in a process, and one round at a time. */
static struct round {
    struct method *method;
    const union value *arguments;
    struct vm_result *results;
    _Atomic size_t taken;
    _Atomic bool has_begun; /* all have been started */
} the_round;

static void make_call(struct thread *thread) {
    struct vm_result *result = &the_round.results[the_round.taken++];
    while (!the_round.has_begun) sched_yield();
    *result = vm_invoke_in(thread, the_round.method, the_round.arguments);
}

/* Does one of them run? With world.lock. */
static bool is_calling(const struct world *world) {
    const struct thread *thread = world->threads;
    while (thread && thread->task != make_call) thread = thread->next;
    return thread != NULL;
}

static void wait_for_calls(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    while (is_calling(world)) pthread_cond_wait(&world->changed, &world->lock);
    thread_enter_java_locked(thread);
    pthread_mutex_unlock(&world->lock);
}

size_t vm_call_together(struct vm *vm, struct method *method, const union value *arguments,
                        size_t count, struct vm_result *results) {
    int64_t *fail_after = &vm->runtime.heap.fail_after;
    size_t started = 0;
    the_round = (struct round){method, arguments, results, 0, false};
    vm->runtime.world.has_several = true;
    *fail_after = vm->until_failure;
    while (started < count && thread_start_task(&vm->runtime, "caller", make_call)) started++;
    the_round.has_begun = true;
    wait_for_calls(vm_thread(vm));
    vm->until_failure = *fail_after;
    *fail_after = 0;
    return started;
}
