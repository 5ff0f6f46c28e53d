/* WINDOWS: opened by the timer or by the thread's own polls, and closed by the thread. */
#define _GNU_SOURCE /* sched_getcpu, pthread_setaffinity_np */
#include "runtime/windows.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "runtime/happenings.h"
#include "runtime/known_stacks.h"
#include "runtime/runtime.h"
#include "runtime/stack.h"
#include "runtime/thread.h"
#include "runtime/world.h"

/* Of all threads. */
enum {
    OPENED,
    STOOD_FOR,
    SAMPLES,
    CALLS,
    LOOP_SAMPLES,
    INFERRED,
    WEIGHTED,
    EDGE_SQUARES,
    WINDOW_SQUARES,
    POLLS,
    SPENT,
    SUMS
};

static void add(const struct thread *thread, int sum, int64_t amount) {
    cell_add(&thread->cells, thread->runtime->windows->cells + (uint32_t)sum, amount);
}

int windows_requests(const struct windows *windows) {
    return REQUEST_ENTRIES | (windows->options.has_loops ? REQUEST_LOOPS : 0);
}

int windows_meet_thread(struct windows *windows) {
    if (!windows) return 0;
    ticks_wake(&windows->timer);
    return windows->options.every_polls > 0 ? windows_requests(windows) : 0;
}

/* --- the thread --- */

/* From 1 on, so long in the mean. */
static int64_t interval(const struct vm_sampling_options *options, struct rng *random,
                        int64_t mean) {
    return options->is_fixed ? mean : rng_around(random, mean);
}

/* As if samples had been taken all the time before: each poll is one with the same odds, whether many or few follow it. */
static int32_t random_skip(const struct vm_sampling_options *options, struct rng *random) {
    bool is_same = options->is_fixed || options->stride == 1;
    return (int32_t)(is_same ? 1 + (int64_t)rng_below(random, (uint64_t)options->stride)
                             : rng_rest(random, options->stride));
}

static int32_t first_skip(const struct vm_sampling_options *options,
                          struct thread_windows *windows) {
    switch (options->skip) {
    case VM_SKIP_random: return random_skip(options, &windows->random);
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
    windows->weight = 1;
    clockid_t clock = 0;
    pthread_getcpuclockid(pthread_self(), &clock);
    __atomic_store_n(&windows->clock, clock, __ATOMIC_RELAXED);
    windows->until = options->every_polls;
}

static void open_window(struct thread *thread) {
    struct windows *all = thread->runtime->windows;
    struct thread_windows *windows = &thread->windows;
    windows->left = all->options.window;
    windows->skip = first_skip(&all->options, windows);
    windows->opened++;
    add(thread, OPENED, 1);
    add(thread, STOOD_FOR, windows->weight);
}

/* Beyond so many, an edge of a window is taken to have had each of its calls alone. */
static void note_calls(struct thread *thread, uint64_t edge, int64_t calls) {
    struct thread_windows *windows = &thread->windows;
    windows->calls += calls;
    int i = 0;
    while (i < windows->edge_count && windows->edges[i].edge != edge) i++;
    if (i == WINDOW_EDGES) {
        add(thread, EDGE_SQUARES, calls * calls);
        return;
    }
    if (i == windows->edge_count)
        windows->edges[windows->edge_count++] = (struct window_edge){edge, 0};
    windows->edges[i].calls += calls;
}

static void sum_edges(struct thread *thread) {
    struct thread_windows *windows = &thread->windows;
    for (int i = 0; i < windows->edge_count; i++)
        add(thread, EDGE_SQUARES, windows->edges[i].calls * windows->edges[i].calls);
    add(thread, WINDOW_SQUARES, windows->calls * windows->calls);
    windows->edge_count = 0;
    windows->calls = 0;
}

static void close_window(struct thread *thread) {
    const struct vm_sampling_options *options = &thread->runtime->windows->options;
    struct thread_windows *windows = &thread->windows;
    sum_edges(thread);
    add(thread, POLLS, windows->polls);
    add(thread, SPENT, windows->spent);
    windows->polls = windows->spent = 0;
    windows->until = options->every_polls;
    if (!options->every_polls) thread_ask_for_windows(thread, false);
}

static void tell(struct thread *thread, struct happening *happening, struct known_count *count) {
    if (count && thread->runtime->samples_wait)
        known_count_add(thread, count, 1 + happening->more);
    else
        happening_tell(thread, happening, count ? &count->cells : NULL);
}

static void tell_entry(struct thread *thread, struct happening *happening, struct object *receiver,
                       struct known_count *count) {
    happening->object = receiver;
    happening->class = receiver ? receiver->class : NULL;
    if (runtime_tells(thread->runtime, happening->point)) tell(thread, happening, count);
}

/* Where a thread polls. */
struct poll {
    bool is_loop;
    struct object *receiver; /* of the method that is entered; NULL: none, or it is not known */
};

/* The first call, from [from] on, that lies behind the mark: marks are at 1, 2 ... less the offset. */
static uint32_t call_of_mark(const struct inlined_calls *inlined, uint32_t from, int64_t mark,
                             double offset) {
    uint32_t until = inlined->count;
    while (from < until) {
        uint32_t middle = from + (until - from) / 2;
        if ((int64_t)(inlined->items[middle].until + offset) < mark)
            from = middle + 1;
        else
            until = middle;
    }
    return from;
}

/* A whole number of calls for each, its frequency in the mean: as many marks as lie below it, 1 apart, the first at random. They stand
 * for those of as many windows as the open one. */
static int64_t infer_calls(struct thread *thread, struct known_stack *stack, int frame) {
    const struct inlined_calls *inlined =
        stack ? stack->inlined[frame - 1].calls : stack_inlined_calls(thread, frame);
    if (!inlined || !inlined->count) return 0;
    double offset = rng_unit(&thread->windows.inferring);
    int64_t marks = (int64_t)(inlined->items[inlined->count - 1].until + offset);
    uint32_t i = 0;
    for (int64_t mark = 1; mark <= marks; mark++) {
        i = call_of_mark(inlined, i, mark, offset);
        const struct inlined_callee *callee = &inlined->items[i];
        struct known_count *count = stack ? known_stack_inferred(thread, stack, frame, i) : NULL;
        note_calls(thread, (uintptr_t)(count ? (const void *)count : callee),
                   thread->windows.weight);
        struct happening happening = {.point = inlined_callee_point(callee),
                                      .inlined = callee->start,
                                      .inlined_in = frame,
                                      .more = thread->windows.weight - 1};
        tell(thread, &happening, count);
    }
    return marks * thread->windows.weight;
}

static void keep_most(int64_t *most, int64_t calls) {
    int64_t before = __atomic_load_n(most, __ATOMIC_RELAXED);
    while (calls > before && !__atomic_compare_exchange_n(most, &before, calls, true,
                                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

static void take_sample(struct thread *thread, const struct poll *poll) {
    const struct runtime *runtime = thread->runtime;
    const struct class *class = poll->receiver ? poll->receiver->class : NULL;
    struct known_stack *stack = runtime->profile ? known_stack_find(thread, class) : NULL;
    int64_t weight = thread->windows.weight, inferred = 0, entries = poll->is_loop ? 0 : weight;
    int frames = !runtime_infers(runtime) ? 0 : poll->is_loop ? 1 : POLLED_FRAMES;
    for (int frame = 1; frame <= frames; frame++) inferred += infer_calls(thread, stack, frame);
    int64_t calls = inferred + entries;
    add(thread, poll->is_loop ? LOOP_SAMPLES : SAMPLES, 1);
    add(thread, CALLS, entries);
    add(thread, INFERRED, inferred);
    add(thread, WEIGHTED, calls * weight);
    keep_most(&runtime->windows->most, calls);
    if (poll->is_loop) return;
    if (runtime->profile) note_calls(thread, known_stack_edge(thread, stack), weight);
    struct happening happening = {.point = POINT_sample, .more = weight - 1};
    tell_entry(thread, &happening, poll->receiver, stack ? &stack->sample : NULL);
    if (runtime->on_sample) runtime->on_sample(thread, poll->receiver, weight);
}

static void choose_next(const struct windows *all, struct thread_windows *windows) {
    windows->skip = (int32_t)interval(&all->options, &windows->random, all->options.stride);
}

static void take_next(struct thread *thread, const struct poll *poll) {
    take_sample(thread, poll);
    choose_next(thread->runtime->windows, &thread->windows);
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
    struct happening happening = {.point = POINT_poll};
    if (!poll->is_loop) tell_entry(thread, &happening, poll->receiver, NULL);
    if (!windows->left) {
        if (options->every_polls && !opens_window(options, windows)) return;
        open_window(thread);
    }
    if (--windows->skip > 0) return;
    take_next(thread, poll);
    if (--windows->left == 0) close_window(thread);
}

/* Whole contexts are found by a walk through all of the stack. How many times the way to the clock it takes, at most. */
static int64_t ways_of_walk(const struct thread *thread) {
    enum { WORDS_A_WAY = 8 };
    if (thread->runtime->sampled_levels != VM_ALL_LEVELS) return 0;
    const char *here = __builtin_frame_address(0);
    return ((thread->native_base - here) / (int64_t)sizeof(uintptr_t) +
            (thread->stack_top - thread->stack)) /
           WORDS_A_WAY;
}

/* What a sample finds new takes long once, however many windows are opened; what is longer yet has interrupted the thread. */
static void reckon_cost(const struct thread *thread, struct thread_windows *windows, int64_t took,
                        int64_t passing) {
    enum { USUAL = 64, LONGEST = 1024 };
    const struct windows *all = thread->runtime->windows;
    int64_t walk = ways_of_walk(thread), usual = (USUAL + walk) * all->usual_way,
            longest = (LONGEST + walk) * all->usual_way, once = 0;
    if (took > longest) took = longest;
    if (took > usual) once = took - usual;
    int64_t cost = windows->weight * (all->usual_way + passing + took - once) + once;
    __atomic_store_n(&windows->cost_of_all, windows->cost_of_all + cost, __ATOMIC_RELEASE);
}

/* Of the time since the last poll that looked at the clock, what those took that passed. More, by a fifteenth of what is executed between
 * them, where that leaves less of them in what the processor has at hand, up to a limit: in programs in which all calls passed each
 * took 0.7 ns where they came after 1.5 to 3, 1.1 to 1.3 after 7, and 1.6 to 1.9 after 16 to 35. What it does meanwhile may be the
 * program's: half of the time is, at least. */
static int64_t time_of_passing(const struct windows *all, int64_t time, int64_t passed) {
    const double between = 1.0 / 15, most = 2.1;
    double least = (double)passed * all->pass,
           more = fmin(fmax(0, (double)time - least) * between / (1 + between), most * least);
    return llround(fmax(0, fmin(least + more, (double)time / 2)));
}

/* What passed since the poll that looked at the clock last. */
static int64_t take_passed(struct thread_windows *windows) {
    int32_t passed = windows->passed - windows->passes;
    windows->passed = windows->passes = 0;
    windows->polls += passed;
    return passed;
}

static void open_window_of(struct thread *thread, int64_t asked_at) {
    const struct windows *all = thread->runtime->windows;
    struct thread_windows *windows = &thread->windows;
    windows->begun = asked_at;
    windows->time = 0;
    windows->dead = all->least_dead + interval(&all->options, &windows->random, all->dead);
    if (windows->last < asked_at) windows->last = asked_at;
    __atomic_store_n(&windows->processor, 1 + sched_getcpu(), __ATOMIC_RELAXED);
    windows->weight = __atomic_load_n(&windows->asked_weight, __ATOMIC_RELAXED);
    windows->is_open = true;
    open_window(thread);
}

/* Or fewer, if the window is over by then. None pass where entries have a check of their own: that for the stack, which they would pass
 * by, is no poll. */
static int32_t let_pass(struct thread *thread, int32_t polls) {
    const struct windows *all = thread->runtime->windows;
    int64_t left = thread->windows.dead + all->length - thread->windows.time,
            passed = left / all->least + 1;
    if (thread->runtime->options->separate_check) passed = 0;
    if (passed > polls) passed = polls;
    thread->windows.skip = polls - (int32_t)passed + 1;
    return (int32_t)passed;
}

/* So many polls pass before the next one that looks at the clock: the next sample, or what would be one if the window had begun. Who
 * says which of the window's polls is the first sample has it from where it begins. */
static int32_t look(struct thread *thread, const struct poll *poll) {
    const struct windows *all = thread->runtime->windows;
    struct thread_windows *windows = &thread->windows;
    bool has_begun = windows->time >= windows->dead;
    if (!has_begun && all->options.skip != VM_SKIP_random) return 0;
    if (windows->skip > 1) return let_pass(thread, windows->skip - 2);
    if (has_begun)
        take_next(thread, poll);
    else
        choose_next(all, windows);
    return let_pass(thread, windows->skip - 1);
}

/* Time in polls is none of the program's. A thread that came here after the window was over made no call in it. */
static void poll_time(struct thread *thread, const struct poll *poll) {
    const struct windows *all = thread->runtime->windows;
    struct thread_windows *windows = &thread->windows;
    int64_t now = cycle_clock_now(&all->clock);
    thread_takes(thread, REQUEST_WINDOW);
    int64_t asked_at = __atomic_load_n(&windows->asked_at, __ATOMIC_ACQUIRE);
    int64_t passed = take_passed(windows), passing = 0;
    if (windows->begun != asked_at) {
        open_window_of(thread, asked_at);
        passed = 0;
    }
    bool is_over = false;
    if (windows->is_open) {
        int64_t time = now - windows->last - all->way, least = (passed + 1) * all->least;
        passing = time_of_passing(all, time, passed);
        windows->time += time - passing > least ? time - passing : least;
        is_over = windows->time >= windows->dead + all->length;
        windows->passes = windows->passed = is_over ? 0 : look(thread, poll);
    }
    windows->last =
        cycle_clock_settled(&all->clock); /* else what is left of the poll would be the program's */
    int64_t took = windows->last > now ? windows->last - now : 0;
    windows->spent += all->way + took + passing;
    reckon_cost(thread, windows, took, passing);
    if (!is_over) return;
    windows->is_open = false;
    close_window(thread);
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
    if (thread_passes_poll(thread)) return;
    take_poll(thread, &(struct poll){.receiver = receiver});
}

void windows_poll_at_loop(struct thread *thread) {
    if (thread_is_asked_to_stop(thread)) thread_poll(thread);
    if (thread_is_asked(thread, REQUEST_LOOPS) && !thread_passes_poll(thread))
        take_poll(thread, &(struct poll){.is_loop = true});
}

/* --- the timer --- */

/* Where all windows would cost more than they may, by those until now, one in so many is opened, at random, and stands for so many:
 * what it will see has no say in that. Without the time in advance the first windows would decide for long. What they may take of the
 * time in which the thread compiled is taken later, when more windows open for it than if it had come in between: so half of it counts. */
static int64_t weight_of_cost(const struct windows *windows, const struct thread *thread) {
    const double in_advance = 0.1, of_compiling = 0.5;
    int64_t cost = __atomic_load_n(&thread->windows.cost_of_all, __ATOMIC_ACQUIRE);
    if (windows->most_share == 0 || !cost) return 1;
    clockid_t clock = __atomic_load_n(&thread->windows.clock, __ATOMIC_RELAXED);
    int64_t compiling = __atomic_load_n(&thread->compiling, __ATOMIC_RELAXED);
    double seconds =
               windows->processor_seconds(clock) - (1 - of_compiling) * (double)compiling * 1e-9,
           may = windows->most_share * (fmax(seconds, 0) + in_advance) * windows->clock.rate;
    return 1 + (int64_t)((double)cost / may);
}

static int64_t weight_of(const struct windows *windows, const struct thread *thread) {
    int64_t by_cost = weight_of_cost(windows, thread),
            faded = windows->fades_after
                        ? __atomic_load_n(&windows->ticks, __ATOMIC_RELAXED) / windows->fades_after
                        : 0;
    return faded > by_cost ? faded : by_cost;
}

static void choose_next_window(struct windows *windows, struct thread *thread) {
    int64_t weight = weight_of(windows, thread);
    thread->windows.next_weight = weight;
    thread->windows.until_asked = rng_first_hit(&windows->random, 1 / (double)weight);
}

/* The clock is read when all see what was written. */
static void ask(struct windows *windows, struct thread *thread) {
    int64_t weight = thread->windows.next_weight;
    __atomic_store_n(&thread->windows.asked_weight, weight ? weight : 1, __ATOMIC_RELAXED);
    thread_ask_for_windows_locked(thread, true);
    if (!windows->length) return;
    __atomic_fetch_add(&thread->windows.asked_at, 0, __ATOMIC_SEQ_CST);
    __atomic_store_n(&thread->windows.asked_at, cycle_clock_settled(&windows->clock),
                     __ATOMIC_RELEASE);
    thread_ask_for(thread, REQUEST_WINDOW);
    choose_next_window(windows, thread);
}

/* In the place of a thread the timer would take that thread's time: the window would be over when it goes on. Where threads are on
 * all processors it takes theirs in turn. */
void windows_run_beside(struct windows *windows, const cpu_set_t *threads) {
    cpu_set_t others;
    CPU_OR(&others, &windows->processors, threads);
    CPU_XOR(&others, &others, threads);
    if (CPU_COUNT(&others) == 0) others = windows->processors;
    if (CPU_COUNT(&others) == 0 || CPU_EQUAL(&others, &windows->beside)) return;
    if (pthread_setaffinity_np(windows->timer.thread, sizeof others, &others) == 0)
        windows->beside = others;
}

/* Ticks until one of the threads is asked next. */
static int64_t ask_all(struct windows *windows, int64_t ticks) {
    struct world *world = &windows->runtime->world;
    int64_t next = INT64_MAX;
    cpu_set_t threads;
    CPU_ZERO(&threads);
    pthread_mutex_lock(&world->lock);
    for (struct thread *thread = world->threads; thread; thread = thread->next) {
        struct thread_windows *own = &thread->windows;
        int processor = __atomic_load_n(&own->processor, __ATOMIC_RELAXED);
        if (processor > 0 && !thread->is_outside) CPU_SET(processor - 1, &threads);
        own->until_asked -= ticks;
        /* One that comes back from outside may do so within the time. */
        if (own->until_asked <= 0 && (!thread->is_outside || windows->length)) ask(windows, thread);
        if (own->until_asked < next) next = own->until_asked;
    }
    pthread_mutex_unlock(&world->lock);
    if (windows->length) windows_run_beside(windows, &threads);
    return next > 0 ? next : 1;
}

int64_t windows_tick(void *context, int64_t ticks) {
    struct windows *windows = context;
    __atomic_fetch_add(&windows->ticks, ticks, __ATOMIC_RELAXED);
    return ask_all(windows, ticks);
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
    if (!(options->every_ms >= VM_LEAST_TICK_MS && options->every_ms <= VM_MOST_TIME))
        return refuse(diag, "ticks are 0.001 to 1000000 ms apart");
    if (options->every_polls < 0 || options->every_polls > MOST)
        return refuse(diag, "windows open after 1 to 1000000000 polls");
    if (options->window < 0 || options->window > MOST)
        return refuse(diag, "a window has 1 to 1000000000 samples");
    if (options->window_us != 0 &&
        !(options->window_us >= VM_LEAST_WINDOW_US && options->window_us <= VM_MOST_TIME))
        return refuse(diag, "a window takes 0.1 to 1000000 microseconds");
    if (options->window_us >= 1e3 * options->every_ms && !options->every_polls)
        return refuse(diag, "a window takes less time than there is from tick to tick");
    if (options->window_us != 0 && (options->window || options->every_polls))
        return refuse(diag, "a window takes a time, with a timer, or has samples");
    if (options->stride < 1 || options->stride > MOST)
        return refuse(diag, "a stride is 1 to 1000000000 polls");
    return true;
}

/* From the tick on it takes a thread less than a microsecond to see that it is asked. The timer has woken up beside it, and what it does
 * was slower for that, and the slower the more it needs memory: so ticks come rather there. By a random time later it has gone on to
 * anything. */
void windows_use_clock(struct windows *windows, struct cycle_clock clock) {
    const double least_dead_us = 1, dead_us = 8, least_ns = 0.5;
    const struct vm_sampling_options *options = &windows->options;
    double most_dead_us = (1e3 * options->every_ms - options->window_us) / 2;
    windows->clock = clock;
    windows->least_dead = llround(least_dead_us * 1e-6 * windows->clock.rate);
    windows->dead = llround(fmax(1, fmin(dead_us, most_dead_us) * 1e-6 * windows->clock.rate));
    windows->length = llround(options->window_us * 1e-6 * windows->clock.rate);
    windows->least = llround(fmax(1, least_ns * 1e-9 * windows->clock.rate));
    windows_measure_polls(windows);
}

/* Of a thread's time, where nobody says how often windows are to open. */
static const double MOST_SHARE = 0.0017;

/* Microseconds where nobody says, and of frequent ticks half of the time from one to the next. */
static double usual_window(double every_ms) { return fmin(5, 500 * every_ms); }

bool windows_begin(struct runtime *runtime, const struct vm_sampling_options *options,
                   int64_t fades_after, struct diag *diag) {
    struct vm_sampling_options whole = *options;
    if (whole.every_ms == 0) whole.every_ms = VM_TICK_MS;
    if (whole.window == 0 && whole.window_us == 0) {
        if (whole.every_polls)
            whole.window = 16;
        else
            whole.window_us = usual_window(whole.every_ms);
    }
    if (whole.stride == 0) whole.stride = whole.window ? 3 : 120;
    if (!check(runtime, &whole, diag)) return false;
    struct windows *windows = memory_allocate(sizeof *windows);
    *windows = (struct windows){.runtime = runtime,
                                .options = whole,
                                .most_share = options->every_ms == 0 ? MOST_SHARE : 0,
                                .fades_after = fades_after,
                                .processor_seconds = clock_processor_seconds,
                                .begun = clock_seconds(),
                                .cells = cells_make(&runtime->cells, SUMS)};
    rng_init(&windows->random, hash_mix(whole.seed, UINT64_MAX));
    runtime->windows = windows;
    if (sched_getaffinity(0, sizeof windows->processors, &windows->processors))
        CPU_ZERO(&windows->processors);
    if (whole.window_us > 0) windows_use_clock(windows, cycle_clock_begin(false, NULL));
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
    struct world *world = &runtime->world;
    ticks_end(&windows->timer);
    pthread_mutex_lock(&world->lock);
    for (struct thread *thread = world->threads; thread; thread = thread->next)
        thread->windows = (struct thread_windows){.known = thread->windows.known};
    pthread_mutex_unlock(&world->lock);
    memory_free(windows);
    runtime->windows = NULL;
}

struct vm_sampling windows_read(const struct windows *windows) {
    struct cell_sums sums[SUMS];
    cells_read(&windows->runtime->cells, windows->cells, SUMS, sums);
    return (struct vm_sampling){
        .options = windows->options,
        .ticks = __atomic_load_n(&windows->ticks, __ATOMIC_RELAXED),
        .windows = sums[OPENED].all,
        .stood_for = sums[STOOD_FOR].all,
        .samples = sums[SAMPLES].all,
        .calls = sums[CALLS].all,
        .loop_samples = sums[LOOP_SAMPLES].all,
        .inferred = sums[INFERRED].all,
        .weighted = sums[WEIGHTED].all,
        .edge_squares = sums[EDGE_SQUARES].all,
        .window_squares = sums[WINDOW_SQUARES].all,
        .most = __atomic_load_n(&windows->most, __ATOMIC_RELAXED),
        .polls = sums[POLLS].all,
        .poll_seconds = windows->length ? (double)sums[SPENT].all / windows->clock.rate : 0,
        .seconds = clock_seconds() - windows->begun};
}
