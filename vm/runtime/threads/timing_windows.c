/* WINDOWS of time in compiled code: see the header. */
#define _GNU_SOURCE /* REG_RIP */
#include "runtime/timing_windows.h"

#ifdef __SANITIZE_THREAD__
#include <dlfcn.h>
#endif
#include <signal.h>
#include <ucontext.h>

#include "base/handler.h"
#include "base/memory.h"
#include "runtime/stack.h"
#include "runtime/ticks.h"

struct timing_windows {
    struct timing *timing;
    struct ticks ticks;
    int64_t tick_count, started; /* at so many nanoseconds */
    uint32_t cell;               /* windows */
    struct rng random;
};

/* The stamp that ends here is not compiled code's. */
static void charge_stamp(struct thread *thread, int64_t begun) {
    const struct timing *timing = thread->runtime->timing;
    int64_t *stamps = cell_word(&thread->cells, timing->parts[TIMED_stamps]);
    int64_t *compiled = timing_charge(thread, begun, stamps);
    timing_charge(thread, timing_stamp(timing, thread), compiled);
}

/* --- a window --- */

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
    cell_add(&thread->cells, ran->cells + TIMED_WINDOWS, windows);
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

/* The thread's own, which others read meanwhile. */
static void set_open(struct timed_window *window, bool is_open) {
    __atomic_store_n(&window->is_open, is_open, __ATOMIC_RELEASE);
}

/* [share]: -1: of none. */
static void add_ticks(struct thread *thread, const struct timed_unit *unit, int32_t share,
                      int64_t ticks) {
    if (unit->tick_cells)
        cell_add(&thread->cells, unit->tick_cells + (share > 0 ? (uint32_t)share : 0), ticks);
}

/* The stamp, or who reads, says that [ran] has run until now; of windows that opened in what follows its end, or in what comes before its
 * begin, the code that they opened in says more. */
static void tell_windows(struct thread *thread, const struct timed_unit *ran) {
    struct timed_window *window = &thread->clock.window;
    for (int i = 0; i < UNITS_OF_WINDOWS && window->seen[i].windows; i++) {
        struct seen_unit seen = window->seen[i];
        window->seen[i].windows = 0;
        if (!seen.unit && window->called.unit == ran)
            add_ticks(thread, ran, window->called.share, seen.windows);
        see_stack(thread, seen.unit ? seen.unit : ran, seen.windows);
        cell_add(&thread->cells, thread->runtime->timing->windows->cell, seen.windows);
    }
}

/* No window opens until it is false again. */
static void set_stamping(struct thread *thread, bool is_stamping) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&thread->clock.window.is_stamping, is_stamping, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* Those of which nothing is known but that no stamp was met since are in the newest frame. */
void timing_windows_settle_thread(struct thread *thread) {
    struct timed_window *window = &thread->clock.window;
    struct stack_walk walk;
    struct stack_entry entry;
    if (!window->is_open) return;
    set_stamping(thread, true);
    stack_walk_begin_of(&walk, thread);
    if (stack_walk_next(&walk, &entry) && entry.site && entry.site->unit) {
        tell_windows(thread, entry.site->unit);
        set_open(window, false);
    }
    set_stamping(thread, false);
}

void timing_windows_settle(const struct timing *timing) {
    for (struct thread *thread = timing->runtime->world.threads; thread; thread = thread->next)
        timing_windows_settle_thread(thread);
}

/* [ran] since the last stamp. */
static void stamp(struct thread *thread, int64_t now, const struct timed_unit *ran) {
    struct timed_window *window = &thread->clock.window;
    set_stamping(thread, true);
    tell_windows(thread, ran);
    set_open(window, false);
    charge_stamp(thread, now);
    set_stamping(thread, false);
}

/* What is not charged to compiled code is not seen. */
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
    const struct timed_unit *ran = unit_at(thread, return_address);
    stamp(thread, now, ran ? ran : unit);
}

/* The first compiled code outwards has called it. */
void timing_window_enter_native(struct thread *thread, const struct timed_unit *unit) {
    struct stack_walk walk;
    struct stack_entry entry;
    int64_t now = timing_stamp(thread->runtime->timing, thread);
    stack_walk_begin(&walk, thread);
    bool has_caller = stack_walk_next(&walk, &entry) && entry.site && entry.site->unit;
    stamp(thread, now, has_caller ? entry.site->unit : unit);
}

void timing_window_leave(struct thread *thread, const struct timed_unit *unit) {
    int64_t now = timing_stamp(thread->runtime->timing, thread);
    if (is_seen(thread)) stamp(thread, now, unit);
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

#ifdef __SANITIZE_THREAD__
/* To find whose code it is takes more: the next stamp tells it. And ThreadSanitizer keeps signals until the thread calls the system, where
 * it is asked for them. */
IN_HANDLER static const struct timed_unit *
unit_of_signal(const struct thread *thread, const ucontext_t *context, int32_t *share) {
    (void)thread;
    (void)context;
    (void)share;
    return NULL;
}

IN_HANDLER static const struct timed_unit *
caller_of_signal(const struct thread *thread, const ucontext_t *context, int32_t *share) {
    return unit_of_signal(thread, context, share);
}

static int set_action(const struct sigaction *action) {
    int (*system_sets)(int, const struct sigaction *, struct sigaction *) = NULL;
    void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (library) *(void **)&system_sets = dlsym(library, "sigaction");
    return system_sets ? system_sets(SIGPROF, action, NULL) : -1;
}
#else
static const struct timed_unit *unit_of_signal(const struct thread *thread,
                                               const ucontext_t *context, int32_t *share) {
    const void *address = (const void *)context->uc_mcontext.gregs[REG_RIP];
    return thread->runtime->find_unit(address, share);
}

static const struct timed_unit *caller_of_signal(const struct thread *thread,
                                                 const ucontext_t *context, int32_t *share) {
    const greg_t *registers = context->uc_mcontext.gregs;
    return stack_interrupted_unit(thread, (const void *)registers[REG_RSP],
                                  (const void *)registers[REG_RBP], share);
}

static int set_action(const struct sigaction *action) { return sigaction(SIGPROF, action, NULL); }
#endif

IN_HANDLER static void see_unit(struct timed_window *window, const struct timed_unit *unit) {
    int i = 0;
    while (i < UNITS_OF_WINDOWS - 1 && window->seen[i].windows && window->seen[i].unit != unit) i++;
    window->seen[i].unit = unit;
    window->seen[i].windows++;
}

/* To what the thread's time is charged: all compiled code, or where each activation is timed, the unit, in which code of no bytecode is
 * that of stamps then. */
IN_HANDLER static bool is_charged(const struct thread *thread, const struct timed_unit *unit) {
    const int64_t *account = __atomic_load_n(&thread->clock.account, __ATOMIC_RELAXED);
    if (!account) return false;
    if (thread->clock.compiled) return account == thread->clock.compiled;
    return unit && account == cell_word(&thread->cells, unit->cells + TIMED_OWN);
}

/* The thread itself, wherever it is: what it does there is not known to be whole, so this notes the unit and its share, and no more. */
IN_HANDLER static void interrupted(int number, siginfo_t *info, void *context) {
    struct thread *thread = thread_current();
    int32_t share = -1;
    (void)number;
    (void)info;
    if (!thread) return;
    struct timed_window *window = &thread->clock.window;
    bool is_asked = __atomic_exchange_n(&window->is_asked, false, __ATOMIC_ACQ_REL);
    if (!is_asked || window->is_stamping) return;
    const struct timed_unit *unit = unit_of_signal(thread, context, &share);
    if (!is_charged(thread, unit)) return;
    if (unit && (share >= 0 || thread->clock.compiled)) add_ticks(thread, unit, share, 1);
    if (!thread->clock.compiled) return;
    if (!unit) window->called.unit = caller_of_signal(thread, context, &window->called.share);
    see_unit(window, unit);
    __atomic_store_n(&window->is_open, true, __ATOMIC_RELEASE);
}

/* For good: one that is on its way may come when the VM has ended. */
static bool await_signals(void) {
    struct sigaction action = {.sa_sigaction = interrupted, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    return set_action(&action) == 0;
}

void timing_windows_begin_thread(struct thread *thread) {
    struct timed_window *window = &thread->clock.window;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPROF);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    window->native = pthread_self();
    pthread_getcpuclockid(window->native, &window->processor);
}

static void send_signal(struct thread *thread) {
    struct timed_window *window = &thread->clock.window;
    __atomic_store_n(&window->is_asked, true, __ATOMIC_RELEASE);
    pthread_kill(window->native, SIGPROF);
}

/* Units that each activation is timed of are many. */
static bool may_be_charged(const struct thread *thread) {
    const int64_t *account = __atomic_load_n(&thread->clock.account, __ATOMIC_RELAXED);
    return account && (!thread->clock.compiled || account == thread->clock.compiled);
}

/* A thread that the world knows inside Java does not end meanwhile. */
static int64_t tick(void *context, int64_t ticks) {
    struct timing_windows *windows = context;
    struct world *world = &windows->timing->runtime->world;
    __atomic_add_fetch(&windows->tick_count, ticks, __ATOMIC_RELAXED);
    pthread_mutex_lock(&world->lock);
    for (struct thread *thread = world->threads; thread; thread = thread->next) {
        if (thread->is_outside || !is_running(windows, thread)) continue;
        if (may_be_charged(thread)) send_signal(thread);
    }
    pthread_mutex_unlock(&world->lock);
    return 1;
}

/* --- the whole --- */

static bool refuse(struct diag *diag, const char *why) {
    return diag_error(diag, (struct place){0}, "compiled code cannot be timed in windows: %s", why);
}

bool timing_windows_check(struct vm_timing_options *options, struct diag *diag) {
    if (options->every_ms == 0) options->every_ms = VM_CYCLES_TICK_MS;
    if (!(options->every_ms >= VM_LEAST_TICK_MS && options->every_ms <= VM_MOST_TIME))
        return refuse(diag, "they are 0.001 to 1000000 ms apart");
    return true;
}

bool timing_windows_begin(struct timing *timing, struct diag *diag) {
    const struct vm_timing_options *options = &timing->options;
    struct timing_windows *windows = memory_allocate(sizeof *windows);
    *windows = (struct timing_windows){.timing = timing};
    windows->cell = cells_make(&timing->runtime->cells, 1);
    timing->windows = windows;
    rng_init(&windows->random, ~options->seed);
    if (!await_signals() && timing->divides) return refuse(diag, "no signal can be awaited");
    return options->waits_to_restart || timing_windows_start(timing) || !timing->divides ||
           refuse(diag, "there is no thread for the timer");
}

bool timing_windows_start(struct timing *timing) {
    const struct vm_timing_options *options = &timing->options;
    struct timing_windows *windows = timing->windows;
    if (windows->ticks.is_begun) return true;
    windows->started = clock_nanoseconds();
    return ticks_begin(&windows->ticks, options->every_ms, false, options->seed, tick, windows);
}

double timing_windows_reached(const struct timing *timing) {
    const struct timing_windows *windows = timing->windows;
    int64_t ticks = __atomic_load_n(&windows->tick_count, __ATOMIC_RELAXED);
    double elapsed = (double)(clock_nanoseconds() - windows->started) * 1e-6;
    return ticks ? elapsed / (double)ticks : 0;
}

void timing_windows_end(struct timing *timing) {
    if (!timing || !timing->windows) return;
    ticks_end(&timing->windows->ticks);
}

/* --- read --- */

int64_t timing_windows_begun(const struct timing *timing) {
    struct cell_sums sums[1];
    uint32_t cell = timing->windows->cell;
    cells_read(&timing->runtime->cells, cell, 1, sums);
    return sums->all - (cell < timing->base_count ? timing->base[cell] : 0);
}

struct timing_division timing_division(const struct timing *timing, const int64_t *values) {
    if (!timing->windows) return (struct timing_division){0};
    return (struct timing_division){.compiled = (double)values[timing->parts[TIMED_compiled]],
                                    .windows = (double)values[timing->windows->cell]};
}

double timing_divide_total(const struct timing_division *division, const int64_t *unit) {
    return division->compiled * (double)unit[TIMED_ON_STACK] /
           (division->windows * TIMED_PARTS_OF_A_WINDOW);
}

double timing_divide(const struct timing_division *division, const int64_t *unit, double *error) {
    double part = (double)unit[TIMED_WINDOWS] / division->windows;
    *error = division->compiled * timed_error(division->windows, part);
    return division->compiled * part;
}
