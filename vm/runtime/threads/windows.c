/* WINDOWS: opened by the timer or by the thread's own polls, and closed by the thread. */
#include "runtime/windows.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "runtime/runtime.h"
#include "runtime/thread.h"
#include "runtime/world.h"

static void add(int64_t *sum, int64_t amount) { __atomic_fetch_add(sum, amount, __ATOMIC_RELAXED); }

bool windows_ask_from_the_start(const struct windows *windows) {
    return windows && windows->options.every_polls > 0;
}

/* --- the thread --- */

/* From 1 on, so long in the mean. */
static int64_t interval(const struct vm_sampling_options *options, struct rng *random,
                        int64_t mean) {
    return options->is_fixed ? mean : rng_around(random, mean);
}

static int32_t first_skip(const struct vm_sampling_options *options,
                          struct thread_windows *windows) {
    switch (options->skip) {
    case VM_SKIP_random: return 1 + (int32_t)rng_below(&windows->random, (uint64_t)options->stride);
    case VM_SKIP_round_robin: return 1 + (int32_t)(windows->opened % options->stride);
    case VM_SKIP_fixed:
    case VM_SKIPS: break;
    }
    return 1;
}

static void seed(struct thread *thread, const struct vm_sampling_options *options) {
    struct thread_windows *windows = &thread->windows;
    rng_init(&windows->random, hash_mix(options->seed, thread->number));
    windows->is_seeded = true;
    if (!options->every_polls) return;
    windows->until = options->is_fixed
                         ? options->every_polls
                         : 1 + (int64_t)rng_below(&windows->random, (uint64_t)options->every_polls);
}

static void open_window(struct thread *thread) {
    struct windows *all = thread->runtime->windows;
    struct thread_windows *windows = &thread->windows;
    windows->left = all->options.window;
    windows->skip = first_skip(&all->options, windows);
    windows->opened++;
    add(&all->opened, 1);
}

static void close_window(struct thread *thread) {
    const struct vm_sampling_options *options = &thread->runtime->windows->options;
    struct thread_windows *windows = &thread->windows;
    if (options->every_polls)
        windows->until = interval(options, &windows->random, options->every_polls);
    else
        thread_ask_for_windows(thread, false);
}

static void take_sample(struct thread *thread) {
    struct runtime *runtime = thread->runtime;
    add(&runtime->windows->samples, 1);
    if (runtime_tells(runtime, POINT_sample))
        runtime->on_happening(thread, &(struct happening){.point = POINT_sample});
}

/* What inserted code calls is none of the program's calls. */
void windows_poll(struct thread *thread) {
    struct thread_windows *windows = &thread->windows;
    const struct vm_sampling_options *options = &thread->runtime->windows->options;
    if (thread_runs_inserted_code(thread) || thread->runs_naive_code) return;
    if (!windows->is_seeded) seed(thread, options);
    if (!windows->left) {
        if (options->every_polls && --windows->until > 0) return;
        open_window(thread);
    }
    if (--windows->skip > 0) return;
    take_sample(thread);
    windows->skip = (int32_t)interval(options, &windows->random, options->stride);
    if (--windows->left == 0) close_window(thread);
}

/* --- the timer --- */

static void ask_all(struct windows *windows) {
    struct world *world = &windows->runtime->world;
    pthread_mutex_lock(&world->lock);
    for (struct thread *thread = world->threads; thread; thread = thread->next)
        if (!thread->is_outside) thread_ask_for_windows_locked(thread, true);
    pthread_mutex_unlock(&world->lock);
}

static void tick(void *context) {
    struct windows *windows = context;
    add(&windows->ticks, 1);
    ask_all(windows);
}

static bool start_timer(struct windows *windows, struct diag *diag) {
    const struct vm_sampling_options *options = &windows->options;
    return ticks_begin(&windows->timer, options->every_ms, options->is_fixed, options->seed, tick,
                       windows) ||
           diag_error(diag, (struct place){0}, "calls cannot be sampled: no thread for the timer");
}

/* --- the whole --- */

static bool refuse(struct diag *diag, const char *why) {
    return diag_error(diag, (struct place){0}, "calls cannot be sampled: %s", why);
}

static bool check(const struct runtime *runtime, const struct vm_sampling_options *options,
                  struct diag *diag) {
    enum { MOST = 1000000000 };
    if (runtime->windows) return refuse(diag, "they are already");
    if (!(options->every_ms >= 0.001 && options->every_ms <= 1e6))
        return refuse(diag, "ticks are 0.001 to 1000000 ms apart");
    if (options->every_polls < 0 || options->every_polls > MOST)
        return refuse(diag, "windows open after 1 to 1000000000 polls");
    if (options->window < 1 || options->window > MOST)
        return refuse(diag, "a window has 1 to 1000000000 samples");
    if (options->stride < 1 || options->stride > MOST)
        return refuse(diag, "a stride is 1 to 1000000000 polls");
    return true;
}

bool windows_begin(struct runtime *runtime, const struct vm_sampling_options *options,
                   struct diag *diag) {
    struct vm_sampling_options whole = *options;
    if (whole.every_ms == 0) whole.every_ms = 1;
    if (whole.window == 0) whole.window = 16;
    if (whole.stride == 0) whole.stride = 3;
    if (!check(runtime, &whole, diag)) return false;
    struct windows *windows = memory_allocate(sizeof *windows);
    *windows = (struct windows){.runtime = runtime, .options = whole, .begun = clock_seconds()};
    runtime->windows = windows;
    struct world *world = &runtime->world;
    if (!whole.every_polls) return start_timer(windows, diag);
    pthread_mutex_lock(&world->lock);
    for (struct thread *thread = world->threads; thread; thread = thread->next)
        thread_ask_for_windows_locked(thread, true);
    pthread_mutex_unlock(&world->lock);
    return true;
}

void windows_end(struct runtime *runtime) {
    struct windows *windows = runtime->windows;
    if (!windows) return;
    ticks_end(&windows->timer);
    memory_free(windows);
    runtime->windows = NULL;
}

struct vm_sampling windows_read(const struct windows *windows) {
    return (struct vm_sampling){.options = windows->options,
                                .ticks = __atomic_load_n(&windows->ticks, __ATOMIC_RELAXED),
                                .windows = __atomic_load_n(&windows->opened, __ATOMIC_RELAXED),
                                .samples = __atomic_load_n(&windows->samples, __ATOMIC_RELAXED),
                                .seconds = clock_seconds() - windows->begun};
}
