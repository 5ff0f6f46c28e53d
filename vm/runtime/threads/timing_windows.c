/* WINDOWS of time in compiled code: see the header. */
#include "runtime/timing_windows.h"

#include <math.h>

#include "base/memory.h"
#include "runtime/stack.h"
#include "runtime/ticks.h"

struct timing_windows {
    struct timing *timing;
    struct ticks ticks;
    int64_t tick_count, started; /* at so many nanoseconds */
    bool places;                 /* the tick asks where threads are */
    int64_t warm_up, length;     /* cycles */
    int64_t
        stamp; /* cycles from the end of a stamp to the begin of the next, when nothing is in between */
    uint32_t cells; /* WINDOWS, SEEN */
    struct rng random;
};

enum { WINDOWS, SEEN, WINDOW_CELLS };
/* One opens windows, and one in between finds out in which loops threads are: a stop for that would be part of the window. */
enum { TICKS_A_WINDOW = 2 };

/* --- the time of compiled code --- */

/* Until [now], while it is charged. */
static int64_t compiled_time(const struct thread_clock *clock, int64_t now) {
    return __atomic_load_n(clock->compiled, __ATOMIC_RELAXED) + now -
           __atomic_load_n(&clock->last, __ATOMIC_RELAXED);
}

/* The stamp that ends here is not compiled code's, nor is the way to it. */
static void charge_stamp(struct thread *thread, int64_t begun, int64_t stamp) {
    struct thread_clock *clock = &thread->clock;
    const struct timing *timing = thread->runtime->timing;
    int64_t *stamps = cell_word(&thread->cells, timing->parts[TIMED_stamps]);
    int64_t own = begun - clock->last - stamp;
    if (own < 0) own = 0;
    timing_add(clock->compiled, own);
    __atomic_store_n(&clock->last, clock->last + own, __ATOMIC_RELAXED);
    int64_t now = timing_stamp(timing, thread);
    timing_add(stamps, now - clock->last);
    __atomic_store_n(&clock->last, now, __ATOMIC_RELAXED);
}

/* --- a window --- */

static void add_seen(struct timed_window *window, const struct timed_unit *unit, int64_t cycles) {
    vec_each(struct seen_unit, seen, &window->seen) {
        if (seen->unit != unit) continue;
        seen->cycles += cycles;
        return;
    }
    vec_push(&window->seen, (struct seen_unit){unit, cycles});
}

static int64_t within(const struct timed_window *window, int64_t time) {
    if (time < window->begins) return window->begins;
    return time < window->ends ? time : window->ends;
}

/* Further out than what it was called for before. */
static void add_open(struct timed_window *window, const struct stacked_method *outer) {
    vec_each(struct stacked_method, open, &window->stack) {
        if (open->method != outer->method) continue;
        if (!outer->is_inlined) *open = *outer;
        return;
    }
    vec_push(&window->stack, *outer);
}

/* What is inlined is part of the unit that it is in. */
static void see_frame(struct thread *thread, const struct stack_entry *entry) {
    const struct call_site *site = entry->site;
    struct stacked_method open = {.method = entry->method, .is_inlined = site && site->caller};
    if (site && !site->caller) open.unit = site->unit;
    add_open(&thread->clock.window, &open);
}

/* The stack has [windows] in the unit. */
static void add_on_stack(struct thread *thread, const struct timed_unit *unit, int64_t windows) {
    if (unit)
        cell_add(&thread->cells, unit->cells + TIMED_ON_STACK, windows * TIMED_PARTS_OF_A_WINDOW);
}

/* The call goes on; of a recursion once. */
static void see_call(struct thread *thread, const struct call_site *site) {
    struct timed_window *window = &thread->clock.window;
    if (!site || !site->unit || !site->share) return;
    vec_each(const struct stacked_call, call, &window->calls) {
        if (call->unit == site->unit && call->share == site->share) return;
    }
    vec_push(&window->calls, (struct stacked_call){site->unit, site->share});
}

/* None while the interpreter has the method open: all of that time is in its total. */
static const struct timed_unit *unit_of(const struct thread *thread,
                                        const struct stacked_method *open) {
    const struct timed_method *timed = __atomic_load_n(&open->method->timed, __ATOMIC_ACQUIRE);
    if (!timed) return open->unit;
    if (cell_read(&thread->cells, timed->cells + TIMED_OPEN) > 0) return NULL;
    return open->is_inlined ? timed->inlined : open->unit;
}

static bool is_on_stack(const struct timed_window *window, const struct method *method) {
    vec_each(const struct stacked_method, open, &window->stack) {
        if (open->method == method) return true;
    }
    return false;
}

/* Where in [ran] it was is not known, but how its cycles are divided. */
static void see_inlined(struct thread *thread, const struct timed_unit *ran, int64_t windows) {
    for (size_t i = 0; i < ran->inlined_count; i++) {
        const struct stacked_method open = {.method = ran->inlined[i].method, .is_inlined = true};
        if (!is_on_stack(&thread->clock.window, open.method) && unit_of(thread, &open))
            cell_add(&thread->cells, ran->inlined[i].cell, windows);
    }
}

/* The window begins while [ran] runs, which is not on the stack any more, or its newest frame. [windows] begin so. */
static void see_stack(struct thread *thread, const struct timed_unit *ran, int64_t windows) {
    enum { DEEPEST = 1000 };
    struct stack_walk walk;
    struct stack_entry entry;
    struct timed_window *window = &thread->clock.window;
    bool is_newest = true;
    if (ran->method) add_open(window, &(struct stacked_method){.method = ran->method, .unit = ran});
    stack_walk_begin_of(&walk, thread);
    for (int i = 0; i < DEEPEST && stack_walk_next(&walk, &entry); i++) {
        is_newest = is_newest && entry.site && entry.site->compilation == ran->compilation;
        if (!is_newest) see_call(thread, entry.site);
        if (!is_newest || !entry.site->caller) see_frame(thread, &entry);
        if (is_newest && !entry.site->caller) is_newest = false;
    }
    see_inlined(thread, ran, windows);
    cell_add(&thread->cells, ran->cells + TIMED_BEGUN, windows);
    vec_each(const struct stacked_call, call, &window->calls) {
        uint32_t share = (uint32_t)call->share - 1;
        cell_add(&thread->cells, call->unit->share_cells + share, windows);
        if (call->unit == ran) cell_add(&thread->cells, ran->open_cells + share, windows);
    }
    vec_clear(&window->calls);
    vec_each(struct stacked_method, open, &window->stack)
        add_on_stack(thread, unit_of(thread, open), windows);
    vec_clear(&window->stack);
}

/* Windows of the thread, each [cycles] of the unit. */
static void add_windows(struct thread *thread, const struct timed_unit *unit, int64_t windows,
                        int64_t cycles) {
    int64_t *words = cell_word(&thread->cells, unit->cells);
    timing_add(&words[TIMED_SEEN], windows * cycles);
    timing_add(&words[TIMED_SQUARES], windows * cycles * cycles);
}

static void count_windows(struct thread *thread, int64_t windows) {
    cell_add(&thread->cells, thread->runtime->timing->windows->cells + WINDOWS, windows);
}

static void count_seen(struct thread *thread, int64_t cycles) {
    cell_add(&thread->cells, thread->runtime->timing->windows->cells + SEEN, cycles);
}

/* [ran] has run through so many. */
static void tell_windows(struct thread *thread, const struct timed_unit *ran, int64_t windows) {
    int64_t cycles = thread->runtime->timing->windows->length;
    see_stack(thread, ran, windows);
    add_windows(thread, ran, windows, cycles);
    count_seen(thread, windows * cycles);
}

/* What began at a tick in [ran] has come to that end, if that is asked. */
static void place_tick(struct thread *thread, const struct timed_unit *ran, uint32_t end) {
    struct timed_window *window = &thread->clock.window;
    if (!__atomic_load_n(&window->is_asked, __ATOMIC_ACQUIRE)) return;
    __atomic_store_n(&window->is_asked, false, __ATOMIC_RELAXED);
    if (ran->poll_cells) cell_add(&thread->cells, ran->poll_cells + end, 1);
}

/* True when no window is open besides. */
static bool end_placing(struct thread *thread) {
    int32_t placing = WINDOW_PLACES_TICK;
    return __atomic_compare_exchange_n(&thread->clock.window.is_open, &placing, 0, false,
                                       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/* The first stamp: [ran] has run since the first tick, and so through the windows of all ticks that came meanwhile, but for the
 * last one's, which may go on behind the stamp: that is told from now on. */
static void begin_window(struct thread *thread, const struct timed_unit *ran) {
    struct timed_window *window = &thread->clock.window;
    int64_t cycles = thread->runtime->timing->windows->length;
    int32_t ticks = __atomic_exchange_n(&window->is_open, WINDOW_IS_TOLD, __ATOMIC_ACQ_REL);
    window->begins = __atomic_load_n(&window->opened, __ATOMIC_RELAXED);
    window->ends = window->begins + cycles;
    count_windows(thread, ticks);
    if (ticks > 1) tell_windows(thread, ran, ticks - 1);
}

/* What the window saw until now is counted; the rest of it begins here. */
static void settle_window(struct thread *thread) {
    struct timed_window *window = &thread->clock.window;
    int64_t reached = within(window, window->reached);
    vec_each(struct seen_unit, seen, &window->seen)
        add_windows(thread, seen->unit, 1, seen->cycles);
    count_seen(thread, reached - window->begins);
    vec_clear(&window->seen);
    window->begins = reached;
}

/* It has met no stamp since the first tick: it is in its newest frame all the time. */
static void settle_unstamped(struct thread *thread) {
    struct stack_walk walk;
    struct stack_entry entry;
    stack_walk_begin_of(&walk, thread);
    if (!stack_walk_next(&walk, &entry) || !entry.site || !entry.site->unit) return;
    int32_t ticks = __atomic_exchange_n(&thread->clock.window.is_open, 0, __ATOMIC_ACQ_REL);
    count_windows(thread, ticks);
    tell_windows(thread, entry.site->unit, ticks);
}

void timing_windows_settle_thread(struct thread *thread) {
    int32_t ticks = __atomic_load_n(&thread->clock.window.is_open, __ATOMIC_ACQUIRE);
    if (ticks == WINDOW_IS_TOLD)
        settle_window(thread);
    else if (ticks > 0)
        settle_unstamped(thread);
}

void timing_windows_settle(const struct timing *timing) {
    for (struct thread *thread = timing->runtime->world.threads; thread; thread = thread->next)
        timing_windows_settle_thread(thread);
}

static void close_window(struct thread *thread) {
    struct timed_window *window = &thread->clock.window;
    settle_window(thread);
    window->reached = INT64_MIN;
    window->unit = NULL;
    __atomic_store_n(&window->is_open, 0, __ATOMIC_RELEASE);
}

/* [ran] since the last stamp, and from now on [runs]. */
static void stamp(struct thread *thread, int64_t now, const struct timed_unit *ran,
                  const struct timed_unit *runs) {
    struct timed_window *window = &thread->clock.window;
    const struct timing_windows *windows = thread->runtime->timing->windows;
    place_tick(thread, ran, ran->poll_count);
    if (end_placing(thread)) {
        charge_stamp(thread, now, windows->stamp);
        return;
    }
    if (window->reached == INT64_MIN) begin_window(thread, ran);
    int64_t time = compiled_time(&thread->clock, now) - windows->stamp;
    if (window->reached < window->begins && time >= window->begins) see_stack(thread, ran, 1);
    int64_t from = within(window, window->reached), to = within(window, time);
    if (to > from) add_seen(window, ran, to - from);
    if (time > window->reached) window->reached = time;
    window->unit = runs;
    if (time >= window->ends) close_window(thread);
    charge_stamp(thread, now, windows->stamp);
}

/* What is not charged to compiled code is not seen. Whoever calls has seen the window open, but not acquired it. */
static bool is_seen(const struct thread *thread) {
    return timing_window_is_open(thread) && thread->clock.account == thread->clock.compiled;
}

static const struct timed_unit *unit_at(const struct thread *thread, const void *return_address) {
    const struct call_site *site = thread->runtime->find_call_site(return_address);
    return site ? site->unit : NULL;
}

void timing_window_enter(struct thread *thread, const struct timed_unit *unit,
                         const void *return_address) {
    int64_t now = timing_stamp(thread->runtime->timing, thread);
    if (!is_seen(thread)) return;
    const struct timed_unit *ran = thread->clock.window.unit;
    if (!ran) ran = unit_at(thread, return_address);
    stamp(thread, now, ran ? ran : unit, unit);
}

/* The first compiled code outwards has called it. */
void timing_window_enter_native(struct thread *thread, const struct timed_unit *unit) {
    struct stack_walk walk;
    struct stack_entry entry;
    const struct timed_unit *ran = thread->clock.window.unit;
    int64_t now = timing_stamp(thread->runtime->timing, thread);
    if (!ran) {
        stack_walk_begin(&walk, thread);
        if (stack_walk_next(&walk, &entry) && entry.site) ran = entry.site->unit;
    }
    stamp(thread, now, ran ? ran : unit, unit);
}

void timing_window_leave(struct thread *thread, const struct timed_unit *unit) {
    int64_t now = timing_stamp(thread->runtime->timing, thread);
    if (is_seen(thread)) stamp(thread, now, unit, NULL);
}

/* The loop's poll that the thread is at; NULL: it is none that ticks are placed at. */
static const struct call_site *poll_of(const struct thread *thread) {
    struct stack_walk walk;
    struct stack_entry entry;
    stack_walk_begin(&walk, thread);
    bool is_poll = stack_walk_next(&walk, &entry) && entry.site && entry.site->poll;
    return is_poll ? entry.site : NULL;
}

/* The unit has met no stamp since the tick: it is that which the poll is in. */
static void place_at_poll(struct thread *thread) {
    struct timed_window *window = &thread->clock.window;
    const struct timing *timing = thread->runtime->timing;
    int64_t now = timing_stamp(timing, thread);
    const struct call_site *poll = is_seen(thread) ? poll_of(thread) : NULL;
    if (poll) place_tick(thread, poll->unit, (uint32_t)poll->poll - 1);
    __atomic_store_n(&window->is_asked, false, __ATOMIC_RELAXED);
    end_placing(thread);
    if (poll) charge_stamp(thread, now, timing->windows->stamp);
}

/* The same where each activation is timed. */
static void place_at_timed_poll(struct thread *thread) {
    const struct thread_clock *clock = &thread->clock;
    const struct call_site *poll = poll_of(thread);
    if (!poll || clock->last > __atomic_load_n(&clock->window.opened, __ATOMIC_ACQUIRE)) return;
    if (clock->account != cell_word(&thread->cells, poll->unit->cells + TIMED_OWN)) return;
    int64_t *own = timing_enter_part(thread, TIMED_stamps);
    cell_add(&thread->cells, poll->unit->poll_cells + (uint32_t)poll->poll - 1, 1);
    timing_leave_part(thread, own);
}

void timing_window_poll(struct thread *thread) {
    if (thread->runtime->timing->divides)
        place_at_poll(thread);
    else
        place_at_timed_poll(thread);
}

/* --- the timer --- */

static int64_t processor_time(const struct thread *thread) {
    struct timespec time;
    if (clock_gettime(thread->clock.window.processor, &time) != 0) return -1;
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* A tick that finds the thread off the processor is none: windows are moments in which it runs, however long others run instead.
 * But the timer may have taken its place just now, where processors are few: so it counts as likely as the thread ran since the
 * tick before. Where nothing tells, it runs. */
static bool is_running(struct timing_windows *windows, struct thread *thread) {
    struct timed_window *window = &thread->clock.window;
    int64_t since = window->checked, used = window->used, now = clock_nanoseconds();
    window->used = processor_time(thread);
    window->checked = now;
    if (window->used < 0 || processor_time(thread) != window->used || now <= since) return true;
    return (int64_t)rng_below(&windows->random, (uint64_t)(now - since)) < window->used - used;
}

static bool runs_compiled_code(const struct thread *thread) {
    const int64_t *account = __atomic_load_n(&thread->clock.account, __ATOMIC_RELAXED);
    return account && account == thread->clock.compiled;
}

static void open_window(struct timing_windows *windows, struct thread *thread) {
    struct thread_clock *clock = &thread->clock;
    int32_t ticks = __atomic_load_n(&clock->window.is_open, __ATOMIC_ACQUIRE);
    if (!runs_compiled_code(thread) || ticks == WINDOW_IS_TOLD) return;
    int64_t time = compiled_time(clock, timing_of_thread(windows->timing, thread));
    __atomic_store_n(&clock->window.opened, time + windows->warm_up, __ATOMIC_RELAXED);
    while (ticks != WINDOW_IS_TOLD &&
           !__atomic_compare_exchange_n(&clock->window.is_open, &ticks, ticks > 0 ? ticks + 1 : 1,
                                        false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {}
}

/* While a window is open that has met no stamp, the thread is in the same unit. */
static void ask_for_place(struct thread *thread) {
    struct timed_window *window = &thread->clock.window;
    int32_t ticks = 0;
    if (!runs_compiled_code(thread)) return;
    __atomic_store_n(&window->is_asked, true, __ATOMIC_RELEASE);
    bool is_new = __atomic_compare_exchange_n(&window->is_open, &ticks, WINDOW_PLACES_TICK, false,
                                              __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    if (is_new || ticks > 0)
        thread_ask_for(thread, REQUEST_TICK);
    else
        __atomic_store_n(&window->is_asked, false, __ATOMIC_RELAXED);
}

/* There are no windows: each activation is timed. */
static void ask_for_loop(const struct timing_windows *windows, struct thread *thread) {
    int64_t now = timing_of_thread(windows->timing, thread);
    __atomic_store_n(&thread->clock.window.opened, now, __ATOMIC_RELEASE);
    thread_ask_for(thread, REQUEST_TICK);
}

/* A thread that the world knows inside Java does not end meanwhile. */
static int64_t tick(void *context, int64_t ticks) {
    struct timing_windows *windows = context;
    struct world *world = &windows->timing->runtime->world;
    windows->places = !windows->places;
    __atomic_add_fetch(&windows->tick_count, ticks, __ATOMIC_RELAXED);
    pthread_mutex_lock(&world->lock);
    for (struct thread *thread = world->threads; thread; thread = thread->next) {
        if (thread->is_outside || !is_running(windows, thread)) continue;
        if (!windows->timing->divides)
            ask_for_loop(windows, thread);
        else if (windows->places)
            ask_for_place(thread);
        else
            open_window(windows, thread);
    }
    pthread_mutex_unlock(&world->lock);
    return 1;
}

/* --- the whole --- */

static bool refuse(struct diag *diag, const char *why) {
    return diag_error(diag, (struct place){0}, "compiled code cannot be timed in windows: %s", why);
}

bool timing_windows_check(struct vm_timing_options *options, struct diag *diag) {
    if (options->every_ms == 0) options->every_ms = VM_TICK_MS;
    if (options->window_us == 0) options->window_us = vm_usual_window(2, options->every_ms);
    if (!(options->every_ms >= VM_LEAST_TICK_MS && options->every_ms <= VM_MOST_TIME))
        return refuse(diag, "they are 0.001 to 1000000 ms apart");
    if (!(options->window_us >= VM_LEAST_WINDOW_US && options->window_us <= VM_MOST_TIME))
        return refuse(diag, "a window is 0.1 to 1000000 microseconds long");
    if (options->window_us >= 1e3 * options->every_ms)
        return refuse(diag, "a window takes less time than there is from tick to tick");
    return true;
}

/* The least of several: others may run in between. */
static int64_t measure_stamp(struct timing *timing) {
    enum { ROUNDS = 50, STAMPS = 40 };
    struct thread *thread = thread_current();
    struct timed_window *window = &thread->clock.window;
    const struct timed_unit unit = {.cells = timing->parts[TIMED_stamps]};
    void (*volatile enter)(struct thread *, const struct timed_unit *, const void *) =
        timing_window_enter;
    int64_t least = INT64_MAX;
    int64_t *account = timing_enter_compiled(thread);
    window->is_open = 1;
    for (int round = 0; round < ROUNDS; round++) {
        window->begins = 0;
        window->ends = INT64_MAX;
        window->reached = compiled_time(&thread->clock, timing_stamp(timing, thread));
        window->unit = &unit;
        for (int i = 0; i < STAMPS; i++) enter(thread, &unit, NULL);
        int64_t cycles = window->seen.count ? window->seen.items[0].cycles / STAMPS : 0;
        if (cycles < least) least = cycles;
        vec_clear(&window->seen);
    }
    timing_leave_part(thread, account);
    window->is_open = 0;
    window->unit = NULL;
    window->reached = INT64_MIN;
    return least;
}

bool timing_windows_begin(struct timing *timing, struct diag *diag) {
    const struct vm_timing_options *options = &timing->options;
    struct timing_windows *windows = memory_allocate(sizeof *windows);
    *windows = (struct timing_windows){.timing = timing};
    windows->length = llround(options->window_us * 1e-6 * timing->clock.rate);
    windows->warm_up = windows->length / 2;
    windows->cells = cells_make(&timing->runtime->cells, WINDOW_CELLS);
    timing->windows = windows;
    rng_init(&windows->random, ~options->seed);
    if (timing->divides) windows->stamp = measure_stamp(timing);
    return options->waits_to_restart || timing_windows_start(timing) || !timing->divides ||
           refuse(diag, "there is no thread for the timer");
}

bool timing_windows_start(struct timing *timing) {
    const struct vm_timing_options *options = &timing->options;
    struct timing_windows *windows = timing->windows;
    if (windows->ticks.is_begun) return true;
    windows->started = clock_nanoseconds();
    return ticks_begin(&windows->ticks, options->every_ms / TICKS_A_WINDOW, false, options->seed,
                       tick, windows);
}

double timing_windows_reached(const struct timing *timing) {
    const struct timing_windows *windows = timing->windows;
    int64_t ticks = __atomic_load_n(&windows->tick_count, __ATOMIC_RELAXED);
    double elapsed = (double)(clock_nanoseconds() - windows->started) * 1e-6;
    return ticks ? elapsed / (double)ticks * TICKS_A_WINDOW : 0;
}

void timing_windows_end(struct timing *timing) {
    if (!timing || !timing->windows) return;
    ticks_end(&timing->windows->ticks);
}

/* --- read --- */

int64_t timing_windows_begun(const struct timing *timing) {
    struct cell_sums sums[1];
    uint32_t cell = timing->windows->cells + WINDOWS;
    cells_read(&timing->runtime->cells, cell, 1, sums);
    return sums->all - (cell < timing->base_count ? timing->base[cell] : 0);
}

struct timing_division timing_division(const struct timing *timing, const int64_t *values) {
    if (!timing->windows) return (struct timing_division){0};
    const int64_t *words = &values[timing->windows->cells];
    bool divides = words[WINDOWS] && words[SEEN];
    return (struct timing_division){.compiled = (double)values[timing->parts[TIMED_compiled]],
                                    .windows = divides ? (double)words[WINDOWS] : 0,
                                    .seen = (double)words[SEEN]};
}

double timing_divide_total(const struct timing_division *division, const int64_t *unit) {
    return division->compiled * (double)unit[TIMED_ON_STACK] /
           (division->windows * TIMED_PARTS_OF_A_WINDOW);
}

double timing_divide(const struct timing_division *division, const int64_t *unit, double *error) {
    double length = division->seen / division->windows, of_all = division->windows * length;
    double part = (double)unit[TIMED_SEEN] / of_all,
           square = (double)unit[TIMED_SQUARES] / (of_all * length);
    *error = division->compiled * timed_error(division->windows, part, square);
    return division->compiled * part;
}
