/* TIMING: see the header. */
#include "runtime/timing_windows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/intern.h"
#include "base/memory.h"

/* --- clocks that are bent --- */

/* Of what the thread's clock says what it may say. */
static int64_t straight(const struct timing *timing, const struct thread *thread, int64_t now) {
    const struct thread_clock *clock = &thread->clock;
    int64_t last = __atomic_load_n(&clock->last, __ATOMIC_RELAXED),
            begun = __atomic_load_n(&clock->begun, __ATOMIC_RELAXED),
            since = clock_nanoseconds() - clock->begun_nanoseconds;
    double passed = (double)since * 1e-9 * timing->clock.rate;
    double slack = 0.05 * passed + 0.01 * timing->clock.rate;
    int64_t expected = begun + (int64_t)passed;
    if (now < last) return last;
    if (now - last < TIMED_LONG || now <= expected + (int64_t)slack) return now;
    return expected > last ? expected : last;
}

/* Of what is not over when it began. */
static void shift(struct timing *timing, struct thread *thread, int64_t by) {
    struct thread_clock *clock = &thread->clock;
    __atomic_store_n(&clock->last, clock->last + by, __ATOMIC_RELAXED);
    __atomic_store_n(&clock->begun, clock->begun + by, __ATOMIC_RELAXED);
    pthread_mutex_lock(&timing->mutex);
    for (const struct timed_method *method = timing->methods; method; method = method->next)
        timing_add(&cell_word(&thread->cells, method->cells)[TIMED_SINCE], by);
    pthread_mutex_unlock(&timing->mutex);
}

/* A clock that is behind by little may be right again soon, and the thread's time stands still until then. */
int64_t timing_straighten(struct thread *thread, int64_t now) {
    struct timing *timing = thread->runtime->timing;
    int64_t right = straight(timing, thread, now);
    if (right == now) return now;
    cell_add(&thread->cells, timing->bent, 1);
    if (now < right && right - now < TIMED_LONG) return right;
    shift(timing, thread, now - right);
    return now;
}

int64_t timing_of_thread(const struct timing *timing, const struct thread *thread) {
    return straight(timing, thread, timing_now(timing));
}

/* --- units --- */

static struct timed_unit *unit_new(struct timing *timing, const struct timed_unit *unit) {
    struct timed_unit *made = memory_allocate(sizeof *made);
    *made = *unit;
    made->cells = cells_make(&timing->runtime->cells, TIMED_CELLS);
    made->next = timing->units;
    return timing->units = made;
}

struct timed_unit *timing_unit(struct timing *timing, const struct timed_unit *unit) {
    pthread_mutex_lock(&timing->mutex);
    struct timed_unit *made = unit_new(timing, unit);
    pthread_mutex_unlock(&timing->mutex);
    return made;
}

/* --- what machine code says of them --- */

static double cycles_of_nodes(const struct timed_unit *unit, uint32_t share) {
    double cycles = 0;
    for (size_t i = 0; i < unit->piece_count; i++)
        if (unit->pieces[i].share == share) cycles += unit->pieces[i].cycles;
    return cycles;
}

/* By how much the cycles of the share's nodes are mistaken: those of which nothing is left take none, and an instruction takes one
 * at least, which are moves between registers and memory and copies of loops that no node knows of. */
static double mistake_of(const struct timed_unit *unit, uint32_t share, int64_t bytes) {
    enum { BYTES_OF_AN_INSTRUCTION = 4 }; /* in the mean */
    double cycles = cycles_of_nodes(unit, share);
    if (bytes == TIMED_NO_LINE || cycles == 0) return 1;
    return bytes ? fmax(1, (double)bytes / BYTES_OF_AN_INSTRUCTION / cycles) : 0;
}

/* Of the pieces as they are now. */
static void find_believed(const struct timed_unit *unit) {
    double sum = 0;
    for (size_t i = 0; i < unit->share_count; i++) unit->shares[i].believed = 0;
    for (size_t i = 0; i < unit->piece_count; i++) {
        const struct timed_piece *piece = &unit->pieces[i];
        double cycles = piece->cycles * unit->blocks[piece->block].frequency;
        unit->shares[piece->share].believed += cycles;
        sum += cycles;
    }
    for (size_t i = 0; i < unit->share_count; i++) {
        struct vm_timed_share *share = &unit->shares[i];
        share->believed = sum > 0 ? share->believed / sum : i == 0;
        share->share = share->believed;
    }
}

void timing_weigh(struct timing *timing, const struct timed_unit *unit, const int64_t *bytes) {
    double *mistakes = memory_allocate(sizeof *mistakes * (unit->share_count + 1));
    for (uint32_t i = 0; i < unit->share_count; i++) mistakes[i] = mistake_of(unit, i, bytes[i]);
    pthread_mutex_lock(&timing->mutex);
    for (size_t i = 0; i < unit->piece_count; i++)
        unit->pieces[i].cycles *= mistakes[unit->pieces[i].share];
    find_believed(unit);
    pthread_mutex_unlock(&timing->mutex);
    memory_free(mistakes);
}

struct timed_unit *timing_unit_of_vm(struct timing *timing, enum timed_part part,
                                     const char *name) {
    const struct timed_unit made = {.part = part, .name = name, .loop_bci = -1, .is_timed = true};
    pthread_mutex_lock(&timing->mutex);
    struct timed_unit *unit = timing->units;
    while (unit && (unit->part != part || unit->name != name)) unit = unit->next;
    if (!unit) unit = unit_new(timing, &made);
    pthread_mutex_unlock(&timing->mutex);
    return unit;
}

static struct timed_method *method_new(struct timing *timing, const struct method *method) {
    struct timed_method *made = memory_allocate(sizeof *made);
    const struct timed_unit unit = {.part = method->code ? TIMED_interpreted : TIMED_native,
                                    .method = method,
                                    .name = method_full_name(method),
                                    .loop_bci = -1,
                                    .is_timed = true};
    made->cells = cells_make(&timing->runtime->cells, TIMED_METHOD_CELLS);
    made->unit = unit_new(timing, &unit);
    struct timed_unit inlined = unit;
    inlined.part = TIMED_inlined;
    made->inlined = method->code ? unit_new(timing, &inlined) : NULL;
    made->next = timing->methods;
    return timing->methods = made;
}

struct timed_method *timing_method(struct timing *timing, struct method *method) {
    struct timed_method *known = __atomic_load_n(&method->timed, __ATOMIC_ACQUIRE);
    if (known) return known;
    pthread_mutex_lock(&timing->mutex);
    if (!method->timed)
        __atomic_store_n(&method->timed, method_new(timing, method), __ATOMIC_RELEASE);
    pthread_mutex_unlock(&timing->mutex);
    return method->timed;
}

/* --- activations --- */

static void set(int64_t *word, int64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

static void open(struct thread *thread, const struct timed_method *method, int64_t now) {
    int64_t *words = cell_word(&thread->cells, method->cells);
    timing_add(&words[TIMED_OPEN], 1);
    if (words[TIMED_OPEN] > 1) return;
    int64_t *total = cell_word(&thread->cells, method->unit->cells + TIMED_TOTAL);
    set(&words[TIMED_SINCE], now);
    set(&words[TIMED_OPENER], (int64_t)(intptr_t)total);
}

static void close(int64_t *words, int64_t now) {
    timing_add((int64_t *)(intptr_t)words[TIMED_OPENER], now - words[TIMED_SINCE]);
}

int64_t *timing_resume(struct thread *thread, struct method *method) {
    struct timing *timing = thread->runtime->timing;
    const struct timed_method *timed = timing_method(timing, method);
    int64_t now = timing_stamp(timing, thread);
    open(thread, timed, now);
    return timing_charge(thread, now, timing_account(thread, method));
}

int64_t *timing_enter(struct thread *thread, struct method *method) {
    int64_t *before = timing_resume(thread, method);
    cell_add(&thread->cells, method->timed->unit->cells + TIMED_ACTIVATIONS, 1);
    return before;
}

void timing_leave(struct thread *thread, struct method *method, int64_t *caller) {
    int64_t *words = cell_word(&thread->cells, method->timed->cells);
    int64_t now = timing_stamp(thread->runtime->timing, thread);
    timing_charge(thread, now, caller);
    timing_add(&words[TIMED_OPEN], -1);
    if (words[TIMED_OPEN] == 0) close(words, now);
}

int64_t *timing_enter_native(struct thread *thread, struct method *method) {
    if (!thread->clock.compiled || thread->clock.account != thread->clock.compiled)
        return timing_enter(thread, method);
    const struct timed_unit *unit = timing_method(thread->runtime->timing, method)->unit;
    cell_add(&thread->cells, unit->cells + TIMED_ACTIVATIONS, 1);
    if (timing_window_is_open(thread)) timing_window_enter_native(thread, unit);
    return NULL;
}

void timing_leave_native(struct thread *thread, struct method *method, int64_t *caller) {
    if (caller)
        timing_leave(thread, method, caller);
    else if (timing_window_is_open(thread))
        timing_window_leave(thread, method->timed->unit);
}

/* --- threads --- */

void timing_begin_thread(struct timing *timing, struct thread *thread) {
    thread->clock.window.reached = INT64_MIN;
    pthread_getcpuclockid(pthread_self(), &thread->clock.window.processor);
    if (timing->divides)
        thread->clock.compiled = cell_word(&thread->cells, timing->parts[TIMED_compiled]);
    thread->clock.account = cell_word(&thread->cells, timing->parts[TIMED_waiting]);
    thread->clock.inside = cell_word(&thread->cells, timing->parts[TIMED_vm]);
    thread->clock.begun_nanoseconds = clock_nanoseconds();
    thread->clock.last = thread->clock.begun = timing_now(timing);
}

/* A thread that ends with the VM leaves activations open. */
void timing_end_thread(struct timing *timing, struct thread *thread) {
    int64_t now = timing_stamp(timing, thread);
    timing_charge(thread, now, NULL);
    pthread_mutex_lock(&timing->mutex);
    for (const struct timed_method *method = timing->methods; method; method = method->next) {
        int64_t *words = cell_word(&thread->cells, method->cells);
        if (words[TIMED_OPEN]) close(words, now);
        for (int i = 0; i < TIMED_METHOD_CELLS; i++) set(&words[i], 0);
    }
    pthread_mutex_unlock(&timing->mutex);
}

/* --- the whole --- */

static const char *name_of_part(enum timed_part part) {
    char name[40];
    snprintf(name, sizeof name, "(%s)", timed_part_text(part));
    return intern(name);
}

static void begin_parts(struct timing *timing) {
    static const enum timed_part parts[] = {TIMED_deoptimization, TIMED_collector, TIMED_compiler,
                                            TIMED_waiting,        TIMED_vm,        TIMED_stamps,
                                            TIMED_compiled};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        timing->parts[parts[i]] =
            timing_unit_of_vm(timing, parts[i], name_of_part(parts[i]))->cells + TIMED_OWN;
}

struct timing *timing_begin(struct runtime *runtime, const struct vm_timing_options *options,
                            struct diag *diag) {
    struct vm_timing_options whole = *options;
    if (!options->times_each && !timing_windows_check(&whole, diag)) return NULL;
    struct timing *timing = memory_allocate(sizeof *timing);
    *timing =
        (struct timing){.runtime = runtime, .options = whole, .mutex = PTHREAD_MUTEX_INITIALIZER};
    arena_init(&timing->told);
    timing->divides = !options->times_each;
    timing->clock = cycle_clock_begin(options->uses_monotonic_clock, options->counter);
    timing->bent = cells_make(&runtime->cells, 1);
    runtime->cells.keeps_ended = true;
    begin_parts(timing);
    timing->began_nanoseconds = clock_nanoseconds();
    timing->began = timing_now(timing);
    runtime->timing = timing;
    struct thread *thread = thread_current();
    timing_begin_thread(timing, thread);
    timing_restore(timing, thread, thread->clock.inside);
    return !timing->divides || timing_windows_begin(timing, diag) ? timing : NULL;
}

void timing_release(struct timing *timing) {
    if (!timing) return;
    memory_free(timing->windows);
    memory_free(timing->base);
    arena_release(&timing->told);
    for (struct timed_unit *unit = timing->units, *next; unit; unit = next) {
        next = unit->next;
        memory_free(unit);
    }
    for (struct timed_method *method = timing->methods, *next; method; method = next) {
        next = method->next;
        memory_free(method);
    }
    memory_free(timing);
}

/* --- read --- */

struct timing_reading {
    struct timing *timing;
    void (*tell)(void *context, const struct vm_timed *timed);
    void *context;
    uint32_t count; /* cells */
    int64_t *sums;  /* of them, over all threads; NULL: each is told */
};

/* The cell of one of the thread's words. */
static uint32_t cell_of(const struct cells *thread, const int64_t *word) {
    int chunk = 0;
    uint32_t words = CELL_FIRST_CHUNK;
    while (word < thread->chunks[chunk] || word >= thread->chunks[chunk] + words)
        chunk++, words *= 2;
    return cell_at((struct cell_place){chunk, (uint32_t)(word - thread->chunks[chunk])});
}

/* As if the thread's accounts were closed now. */
static void close_all(const struct timing_reading *reading, const struct thread *thread,
                      int64_t *values) {
    int64_t now = timing_of_thread(reading->timing, thread);
    const int64_t *account = __atomic_load_n(&thread->clock.account, __ATOMIC_RELAXED);
    if (!account) return;
    values[cell_of(&thread->cells, account)] +=
        now - __atomic_load_n(&thread->clock.last, __ATOMIC_RELAXED);
    for (const struct timed_method *method = reading->timing->methods; method;
         method = method->next) {
        const int64_t *words = &values[method->cells];
        if (method->cells >= reading->count || words[TIMED_OPEN] <= 0) continue;
        const int64_t *total = (const int64_t *)(intptr_t)words[TIMED_OPENER];
        values[cell_of(&thread->cells, total)] += now - words[TIMED_SINCE];
    }
}

/* Where there were no windows, what they would divide is told as it is. */
static bool is_divided(const struct timing_reading *reading, const struct timed_unit *unit,
                       const struct timing_division *division) {
    const struct timing *timing = reading->timing;
    return division->windows > 0 && unit->cells + TIMED_OWN == timing->parts[TIMED_compiled];
}

/* By the blocks that were counted; those that were not executed are believed. */
static void count_shares(const struct timed_unit *unit, const int64_t *values,
                         struct vm_timed_share *shares) {
    double sum = 0;
    for (size_t i = 0; i < unit->share_count; i++) shares[i].share = 0;
    for (size_t i = 0; i < unit->piece_count; i++) {
        const struct timed_piece *piece = &unit->pieces[i];
        double cycles = piece->cycles * (double)values[unit->blocks[piece->block].cell];
        shares[piece->share].share += cycles;
        sum += cycles;
    }
    for (size_t i = 0; i < unit->share_count; i++)
        shares[i].share = sum > 0 ? shares[i].share / sum : shares[i].believed;
}

/* Where windows began in the unit, they were in a place as its cycles are; calls further out were found on the stack. */
static void find_totals(const struct timed_unit *unit, const struct timing_division *division,
                        const int64_t *values, struct vm_timed_share *shares) {
    double begun = (double)values[unit->cells + TIMED_BEGUN];
    double *windows = memory_allocate(sizeof *windows * (unit->share_count + 1));
    for (size_t i = 0; i < unit->share_count; i++) {
        windows[i] += (double)values[unit->share_cells + i];
        for (int64_t k = (int64_t)i; k >= 0; k = unit->callers[k])
            windows[k] += begun * shares[i].share;
    }
    for (size_t i = 0; i < unit->share_count; i++)
        shares[i].total = llround(division->compiled * windows[i] / division->windows);
    memory_free(windows);
}

static const struct vm_timed_share *shares_of(struct timing *timing, const struct timed_unit *unit,
                                              const struct timing_division *division,
                                              const int64_t *values) {
    if (!unit->shares) return NULL;
    struct vm_timed_share *shares =
        ARENA_ARRAY(&timing->told, struct vm_timed_share, unit->share_count);
    pthread_mutex_lock(&timing->mutex);
    memory_copy(shares, unit->shares, sizeof *shares * unit->share_count);
    if (timing->options.counts_blocks) count_shares(unit, values, shares);
    pthread_mutex_unlock(&timing->mutex);
    if (unit->callers && division->windows > 0) find_totals(unit, division, values, shares);
    return shares;
}

static bool is_inlined_through(const struct position *position, const struct method *method) {
    for (; position && position->caller; position = position->caller)
        if (strcmp(position->method, method_full_name(method)) == 0) return true;
    return false;
}

/* Windows that began in the unit were in what is inlined there as its cycles are. */
static void add_inlined(struct timing *timing, const struct timed_unit *unit,
                        const struct timing_division *division, int64_t *values) {
    const struct vm_timed_share *shares = shares_of(timing, unit, division, values);
    for (size_t i = 0; i < unit->inlined_count; i++) {
        const struct timed_inlined *inlined = &unit->inlined[i];
        double share = 0;
        for (size_t k = 0; k < unit->share_count; k++)
            if (is_inlined_through(shares[k].position, inlined->method)) share += shares[k].share;
        values[inlined->method->timed->inlined->cells + TIMED_ON_STACK] +=
            llround(share * (double)values[inlined->cell] * TIMED_PARTS_OF_A_WINDOW);
    }
}

static bool has_windows(const struct timed_unit *unit) {
    return unit->compilation || unit->part == TIMED_native || unit->part == TIMED_inlined;
}

static void tell_unit(const struct timing_reading *reading, const struct timed_unit *unit,
                      const struct timing_division *division, const int64_t *values,
                      const char *thread) {
    if (unit->cells >= reading->count || is_divided(reading, unit, division)) return;
    const int64_t *words = &values[unit->cells];
    double error = 0;
    int64_t own = words[TIMED_OWN], total = words[TIMED_TOTAL], divided = 0;
    if (division->windows > 0 && has_windows(unit)) {
        if (unit->part != TIMED_inlined) divided = llround(timing_divide(division, words, &error));
        own += divided;
        total += llround(timing_divide_total(division, words));
    }
    if (!own && !total && !words[TIMED_ACTIVATIONS]) return;
    reading->tell(reading->context,
                  &(struct vm_timed){.part = unit->part,
                                     .name = unit->name,
                                     .compilation = unit->compilation,
                                     .loop_bci = unit->loop_bci,
                                     .is_timed = unit->is_timed,
                                     .estimate = unit->estimate,
                                     .thread = thread,
                                     .own = own,
                                     .divided = divided,
                                     .error = error,
                                     .divisible = llround(division->compiled),
                                     .windows = llround(division->windows),
                                     .total = total,
                                     .activations = words[TIMED_ACTIVATIONS],
                                     .shares = shares_of(reading->timing, unit, division, values),
                                     .share_count = unit->share_count});
}

static const char *name_of(struct thread *thread) {
    struct arena arena;
    arena_init(&arena);
    const char *name = thread_name(thread, &arena);
    name = intern(name ? name : "main");
    arena_release(&arena);
    return name;
}

static void tell_units(const struct timing_reading *reading, int64_t *values, const char *thread) {
    const struct timing_division division = timing_division(reading->timing, values);
    for (const struct timed_unit *unit = reading->timing->units; unit; unit = unit->next)
        if (unit->cells < reading->count) add_inlined(reading->timing, unit, &division, values);
    for (const struct timed_unit *unit = reading->timing->units; unit; unit = unit->next)
        tell_unit(reading, unit, &division, values, thread);
}

static void read_thread(void *context, const struct cells *cells, const char *name,
                        const int64_t *values) {
    const struct timing_reading *reading = context;
    int64_t *own = memory_allocate(sizeof *own * (reading->count + 1));
    memory_copy(own, values, sizeof *own * reading->count);
    if (cells) {
        struct thread *thread = (struct thread *)((char *)cells - THREAD_CELLS);
        name = name_of(thread);
        close_all(reading, thread, own);
    }
    if (reading->sums)
        for (uint32_t i = 0; i < reading->count; i++) reading->sums[i] += own[i];
    else
        tell_units(reading, own, name);
    memory_free(own);
}

static void each_thread(struct timing_reading *reading) {
    cells_each_thread(&reading->timing->runtime->cells, reading->count, read_thread, reading);
}

/* Over all threads, since the beginning. */
static struct timing_reading read_all(struct timing *timing) {
    struct timing_reading reading = {.timing = timing, .count = timing->runtime->cells.used};
    reading.sums = memory_allocate(sizeof *reading.sums * (reading.count + 1));
    each_thread(&reading);
    return reading;
}

static void tell_all(struct timing *timing,
                     void (*tell)(void *context, const struct vm_timed *timed), void *context) {
    struct timing_reading reading = read_all(timing);
    reading.tell = tell;
    reading.context = context;
    for (uint32_t i = 0; i < timing->base_count; i++) reading.sums[i] -= timing->base[i];
    tell_units(&reading, reading.sums, NULL);
    memory_free(reading.sums);
}

void timing_read(struct timing *timing, bool by_thread,
                 void (*tell)(void *context, const struct vm_timed *timed), void *context) {
    struct timing_reading reading = {timing, tell, context, timing->runtime->cells.used, NULL};
    arena_release(&timing->told);
    arena_init(&timing->told);
    by_thread ? each_thread(&reading) : tell_all(timing, tell, context);
}

void timing_restart(struct timing *timing) {
    struct timing_reading now = read_all(timing);
    memory_free(timing->base);
    timing->base = now.sums;
    timing->base_count = now.count;
    if (timing->windows) timing_windows_start(timing);
}

struct vm_timing timing_summary(struct timing *timing) {
    double seconds = (double)(clock_nanoseconds() - timing->began_nanoseconds) * 1e-9;
    double rate = (double)(timing_now(timing) - timing->began) / seconds;
    int64_t windows = timing->windows ? timing_windows_closed(timing) : 0;
    struct cell_sums bent[1];
    cells_read(&timing->runtime->cells, timing->bent, 1, bent);
    return (struct vm_timing){.options = timing->options,
                              .windows = windows,
                              .reads_counter = timing->clock.reads_counter,
                              .bent = bent->all,
                              .cycles_a_second = rate,
                              .drift = rate / timing->clock.rate - 1};
}
