/* WINDOWS: opened by the timer or by the thread's own polls, and closed by the thread. */
#include "runtime/windows.h"

#include <math.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "runtime/runtime.h"
#include "runtime/stack.h"
#include "runtime/thread.h"
#include "runtime/world.h"

static void add(int64_t *sum, int64_t amount) { __atomic_fetch_add(sum, amount, __ATOMIC_RELAXED); }

int windows_requests(const struct windows *windows) {
    return REQUEST_ENTRIES | (windows->options.has_loops ? REQUEST_LOOPS : 0);
}

int windows_first_requests(const struct windows *windows) {
    return windows && windows->options.every_polls > 0 ? windows_requests(windows) : 0;
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
    uint64_t seed = hash_mix(options->seed, thread->number);
    rng_init(&windows->random, seed);
    rng_init(&windows->inferring, hash_mix(seed, 1));
    windows->is_seeded = true;
    windows->until = options->every_polls;
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
    struct windows *all = thread->runtime->windows;
    add(&all->polls, windows->polls);
    add(&all->spent, windows->spent);
    windows->polls = windows->spent = 0;
    windows->until = options->every_polls;
    if (!options->every_polls) thread_ask_for_windows(thread, false);
}

static void tell(struct thread *thread, enum vm_point point, struct object *receiver) {
    struct runtime *runtime = thread->runtime;
    const struct class *class = receiver ? receiver->class : NULL;
    struct happening happening = {.point = point, .class = class, .object = receiver};
    if (runtime_tells(runtime, point)) runtime->on_happening(thread, &happening);
}

/* Where a thread polls. */
struct poll {
    bool is_loop;
    struct object *receiver; /* of the method that is entered; NULL: none, or it is not known */
};

/* A whole number of calls for each, its frequency in the mean: as many marks as lie below it, 1 apart, the first at random. */
static int64_t infer_calls(struct thread *thread) {
    struct runtime *runtime = thread->runtime;
    struct stack_walk walk;
    struct stack_entry entry;
    stack_walk_begin(&walk, thread);
    if (!stack_walk_next(&walk, &entry) || !entry.site || !entry.site->behind) return 0;
    const struct inlined_calls *behind = entry.site->behind;
    double offset = rng_unit(&thread->windows.inferring);
    int64_t before = 0;
    for (uint32_t i = 0; i < behind->count; i++) {
        int64_t until = (int64_t)(behind->items[i].until + offset);
        const struct happening happening = {.point = POINT_inferred,
                                            .inlined = behind->items[i].start};
        for (; before < until; before++) runtime->on_happening(thread, &happening);
    }
    return before;
}

static void take_sample(struct thread *thread, const struct poll *poll) {
    struct runtime *runtime = thread->runtime;
    struct windows *windows = runtime->windows;
    int64_t inferred = runtime_tells(runtime, POINT_inferred) ? infer_calls(thread) : 0;
    int64_t calls = inferred + !poll->is_loop;
    add(poll->is_loop ? &windows->loop_samples : &windows->samples, 1);
    add(&windows->inferred, inferred);
    add(&windows->squares, calls * calls);
    if (poll->is_loop) return;
    tell(thread, POINT_sample, poll->receiver);
    if (runtime->on_sample) runtime->on_sample(thread, poll->receiver);
}

static bool take_each_so_many(struct thread *thread, const struct poll *poll) {
    struct thread_windows *windows = &thread->windows;
    const struct vm_sampling_options *options = &thread->runtime->windows->options;
    if (--windows->skip > 0) return false;
    take_sample(thread, poll);
    windows->skip = (int32_t)interval(options, &windows->random, options->stride);
    return true;
}

/* By the thread's own polls. At random each of them is as likely as any other, whatever happened before: a program whose calls
 * repeat with a period has none that suits it. */
static bool opens_window(const struct vm_sampling_options *options,
                         struct thread_windows *windows) {
    if (options->is_fixed) return --windows->until <= 0;
    return rng_below(&windows->random, (uint64_t)options->every_polls) == 0;
}

static void poll_samples(struct thread *thread, const struct poll *poll) {
    struct thread_windows *windows = &thread->windows;
    const struct vm_sampling_options *options = &thread->runtime->windows->options;
    if (!poll->is_loop) tell(thread, POINT_poll, poll->receiver);
    if (!windows->left) {
        if (options->every_polls && !opens_window(options, windows)) return;
        open_window(thread);
    }
    if (take_each_so_many(thread, poll) && --windows->left == 0) close_window(thread);
}

/* Time in polls is none of the program's. A thread that came here after the window was over made no call in it. */
static void poll_time(struct thread *thread, const struct poll *poll) {
    const struct windows *all = thread->runtime->windows;
    struct thread_windows *windows = &thread->windows;
    int64_t now = cycle_clock_now(&all->clock);
    int64_t asked_at = __atomic_load_n(&windows->asked_at, __ATOMIC_RELAXED);
    if (windows->begun != asked_at) {
        windows->begun = asked_at;
        windows->end = asked_at + all->dead + all->length;
        open_window(thread);
    }
    if (now < asked_at + all->dead) return;
    if (now >= windows->end) {
        close_window(thread);
        return;
    }
    take_each_so_many(thread, poll);
    int64_t spent = cycle_clock_now(&all->clock) - now;
    windows->spent += spent;
    windows->end += spent;
}

/* What inserted code calls is none of the program's calls. */
static void take_poll(struct thread *thread, const struct poll *poll) {
    const struct windows *windows = thread->runtime->windows;
    if (thread_runs_inserted_code(thread) || thread->runs_naive_code) return;
    if (!thread->windows.is_seeded) seed(thread, &windows->options);
    thread->windows.polls++;
    if (windows->length)
        poll_time(thread, poll);
    else
        poll_samples(thread, poll);
}

void windows_poll(struct thread *thread, struct object *receiver) {
    take_poll(thread, &(struct poll){.receiver = receiver});
}

void windows_poll_at_loop(struct thread *thread) {
    if (thread_is_asked_to_stop(thread)) thread_poll(thread);
    if (thread_is_asked(thread, REQUEST_LOOPS)) take_poll(thread, &(struct poll){.is_loop = true});
}

/* --- the timer --- */

static void ask_all(struct windows *windows) {
    struct world *world = &windows->runtime->world;
    pthread_mutex_lock(&world->lock);
    for (struct thread *thread = world->threads; thread; thread = thread->next) {
        /* One that comes back from outside may do so within the time. */
        if (thread->is_outside && !windows->length) continue;
        if (windows->length)
            __atomic_store_n(&thread->windows.asked_at, cycle_clock_now(&windows->clock),
                             __ATOMIC_RELAXED);
        thread_ask_for_windows_locked(thread, true);
    }
    pthread_mutex_unlock(&world->lock);
}

void windows_tick(void *context) {
    struct windows *windows = context;
    add(&windows->ticks, 1);
    ask_all(windows);
}

static bool start_timer(struct windows *windows, struct diag *diag) {
    const struct vm_sampling_options *options = &windows->options;
    return ticks_begin(&windows->timer, options->every_ms, options->is_fixed, options->seed,
                       windows_tick, windows) ||
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
    if (options->window < 0 || options->window > MOST)
        return refuse(diag, "a window has 1 to 1000000000 samples");
    if (options->window_us != 0 && !(options->window_us >= 0.1 && options->window_us <= 1e6))
        return refuse(diag, "a window takes 0.1 to 1000000 microseconds");
    if (options->window_us != 0 && (options->window || options->every_polls))
        return refuse(diag, "a window takes a time, with a timer, or has samples");
    if (options->stride < 1 || options->stride > MOST)
        return refuse(diag, "a stride is 1 to 1000000000 polls");
    return true;
}

/* From the tick on it takes a thread less than that to see that it is asked. */
void windows_use_clock(struct windows *windows, struct cycle_clock clock) {
    const double dead_us = 1;
    windows->clock = clock;
    windows->dead = llround(dead_us * 1e-6 * windows->clock.rate);
    windows->length = llround(windows->options.window_us * 1e-6 * windows->clock.rate);
}

bool windows_begin(struct runtime *runtime, const struct vm_sampling_options *options,
                   struct diag *diag) {
    struct vm_sampling_options whole = *options;
    if (whole.every_ms == 0) whole.every_ms = 1;
    if (whole.window == 0 && whole.window_us == 0) {
        if (whole.every_polls)
            whole.window = 16;
        else
            whole.window_us = 3;
    }
    if (whole.stride == 0) whole.stride = 3;
    if (!check(runtime, &whole, diag)) return false;
    struct windows *windows = memory_allocate(sizeof *windows);
    *windows = (struct windows){.runtime = runtime, .options = whole, .begun = clock_seconds()};
    if (whole.window_us > 0) windows_use_clock(windows, cycle_clock_begin(false, NULL));
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
    return (struct vm_sampling){
        .options = windows->options,
        .ticks = __atomic_load_n(&windows->ticks, __ATOMIC_RELAXED),
        .windows = __atomic_load_n(&windows->opened, __ATOMIC_RELAXED),
        .samples = __atomic_load_n(&windows->samples, __ATOMIC_RELAXED),
        .loop_samples = __atomic_load_n(&windows->loop_samples, __ATOMIC_RELAXED),
        .inferred = __atomic_load_n(&windows->inferred, __ATOMIC_RELAXED),
        .squares = __atomic_load_n(&windows->squares, __ATOMIC_RELAXED),
        .polls = __atomic_load_n(&windows->polls, __ATOMIC_RELAXED),
        .poll_seconds =
            windows->length
                ? (double)__atomic_load_n(&windows->spent, __ATOMIC_RELAXED) / windows->clock.rate
                : 0,
        .seconds = clock_seconds() - windows->begun};
}
