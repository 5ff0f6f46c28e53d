/* TIMING, read: see the header. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "base/memory.h"
#include "runtime/timing_windows.h"

struct timing_reading {
    struct timing *timing;
    void (*tell)(void *context, const struct vm_timed *timed);
    void *context;
    uint32_t count;   /* cells */
    int64_t *sums;    /* of them, over all threads; NULL: each is told */
    const char *mark; /* of the interval that is told; NULL: of all */
};

static bool others_have_windows(struct world *world, const struct thread *own) {
    bool have_some = false;
    pthread_mutex_lock(&world->lock);
    for (const struct thread *thread = world->threads; thread; thread = thread->next)
        have_some |= thread != own && timing_window_is_open(thread);
    pthread_mutex_unlock(&world->lock);
    return have_some;
}

/* What threads have not told yet, which are in the middle of it. Who stops the world waits, and so it does not where there is no need. */
static void settle_windows(struct timing *timing) {
    struct thread *thread = thread_current();
    if (!timing->windows || !thread) return;
    if (!others_have_windows(&timing->runtime->world, thread)) {
        timing_windows_settle_thread(thread);
        return;
    }
    world_stop(thread);
    timing_windows_settle(timing);
    world_resume(thread);
}

/* The cell of one of the thread's words. */
static uint32_t cell_of(const struct cells *thread, const int64_t *word) {
    int chunk = 0;
    uint32_t words = CELL_FIRST_CHUNK;
    while (word < thread->chunks[chunk] || word >= thread->chunks[chunk] + words)
        chunk++, words *= 2;
    return cell_at((struct cell_place){chunk, (uint32_t)(word - thread->chunks[chunk])});
}

/* NULL: it has not begun, or has ended. */
static const int64_t *account_of(const struct thread *thread) {
    return __atomic_load_n(&thread->clock.account, __ATOMIC_ACQUIRE);
}

/* As if the thread's accounts were closed now. */
static void close_all(const struct timing *timing, const struct thread *thread, uint32_t count,
                      int64_t *values) {
    const int64_t *account = account_of(thread);
    if (!account) return; /* nor has it a clock */
    int64_t now = timing_of_thread(timing, thread);
    values[cell_of(&thread->cells, account)] +=
        now - __atomic_load_n(&thread->clock.last, __ATOMIC_RELAXED);
    for (const struct timed_span *span = timing->spans; span; span = span->next) {
        const int64_t *words = &values[span->cells];
        if (span->cells >= count || words[TIMED_OPEN] <= 0) continue;
        const int64_t *total = (const int64_t *)(intptr_t)words[TIMED_OPENER];
        values[cell_of(&thread->cells, total)] += now - words[TIMED_SINCE];
    }
}

static struct thread *thread_of(const struct cells *cells) {
    return (struct thread *)((char *)cells - THREAD_CELLS);
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
    double begun = (double)values[unit->cells + TIMED_WINDOWS];
    double *windows = memory_allocate(sizeof *windows * (unit->share_count + 1));
    for (size_t i = 0; i < unit->share_count; i++) {
        windows[i] += (double)values[unit->share_cells + i];
        for (int64_t k = (int64_t)i; k >= 0; k = unit->callers[k])
            windows[k] += (begun - (double)values[unit->open_cells + k]) * shares[i].share;
    }
    for (size_t i = 0; i < unit->share_count; i++)
        shares[i].total = llround(division->compiled * windows[i] / division->windows);
    memory_free(windows);
}

/* Of the unit's own cycles, those of its activations that the cell counts. */
static double own_of(const struct timed_unit *unit, const int64_t *values, uint32_t cell) {
    const int64_t *words = &values[unit->cells];
    double own = (double)words[TIMED_OWN], activations = (double)words[TIMED_ACTIVATIONS];
    return activations > 0 ? own * (double)values[cell] / activations : 0;
}

/* What is executed there takes its share of the unit's own cycles; the calls from there were timed. */
static void find_timed_totals(const struct timed_unit *unit, const int64_t *values,
                              struct vm_timed_share *shares) {
    double own = (double)values[unit->cells + TIMED_OWN];
    for (size_t i = 0; i < unit->share_count; i++) {
        shares[i].total += values[unit->share_cells + i];
        for (int64_t k = (int64_t)i; k >= 0; k = unit->callers[k])
            shares[k].total += llround(
                (own - own_of(unit, values, unit->open_cells + (uint32_t)k)) * shares[i].share);
    }
}

/* In calls from the unit that no unit is charged with. */
static int64_t called_from(const struct timed_unit *unit, const int64_t *values) {
    int64_t called = 0;
    for (size_t i = 0; unit->called_cells && i < unit->share_count; i++)
        called += values[unit->called_cells + i];
    return called;
}

static void add_called(const struct timed_unit *unit, const int64_t *values,
                       struct vm_timed_share *shares) {
    double own = (double)values[unit->cells + TIMED_OWN],
           all = own + (double)called_from(unit, values);
    for (size_t i = 0; all > own && i < unit->share_count; i++) {
        double called = (double)values[unit->called_cells + i];
        shares[i].share = (own * shares[i].share + called) / all;
        shares[i].believed = (own * shares[i].believed + called) / all;
        shares[i].error *= own / all;
        shares[i].inlined_error *= own / all;
    }
}

/* Of what the unit's nodes take, as they are believed or counted. */
static struct vm_timed_share *shares_of_nodes(struct timing *timing, const struct timed_unit *unit,
                                              const int64_t *values) {
    struct vm_timed_share *shares =
        ARENA_ARRAY(&timing->told, struct vm_timed_share, unit->share_count);
    pthread_mutex_lock(&timing->mutex);
    memory_copy(shares, unit->shares, sizeof *shares * unit->share_count);
    if (unit->counts_blocks) count_shares(unit, values, shares);
    if (unit->tick_cells) timing_place(unit, values, shares);
    pthread_mutex_unlock(&timing->mutex);
    return shares;
}

static const struct vm_timed_share *shares_of(struct timing *timing, const struct timed_unit *unit,
                                              const struct timing_division *division,
                                              const int64_t *values) {
    if (!unit->shares) return NULL;
    struct vm_timed_share *shares = shares_of_nodes(timing, unit, values);
    if (unit->callers && division->windows > 0) find_totals(unit, division, values, shares);
    if (unit->spans) find_timed_totals(unit, values, shares);
    add_called(unit, values, shares);
    return shares;
}

static bool is_inlined_through(const struct position *position, const struct method *method) {
    for (; position && position->caller; position = position->caller)
        if (strcmp(position->method, method_full_name(method)) == 0) return true;
    return false;
}

static void add_share_of_inlined(const struct timing *timing, const struct timed_unit *unit,
                                 const struct timed_inlined *inlined, double share,
                                 int64_t *values) {
    int64_t *words = &values[inlined->method->timed->inlined->cells];
    if (timing->divides)
        words[TIMED_ON_STACK] +=
            llround(share * (double)values[inlined->cell] * TIMED_PARTS_OF_A_WINDOW);
    else
        words[TIMED_TOTAL] += llround(share * own_of(unit, values, inlined->cell));
}

/* Windows that began in the unit, or its cycles, were in what is inlined there as its cycles are. */
static void add_inlined(struct timing *timing, const struct timed_unit *unit, int64_t *values) {
    const struct vm_timed_share *shares = shares_of_nodes(timing, unit, values);
    for (size_t i = 0; i < unit->inlined_count; i++) {
        const struct timed_inlined *inlined = &unit->inlined[i];
        double share = 0;
        for (size_t k = 0; k < unit->share_count; k++)
            if (is_inlined_through(shares[k].position, inlined->method)) share += shares[k].share;
        add_share_of_inlined(timing, unit, inlined, share, values);
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
    int64_t own = words[TIMED_OWN] + called_from(unit, values), total = words[TIMED_TOTAL],
            divided = 0;
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
                                     .mark = reading->mark,
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
        if (unit->cells < reading->count && unit->inlined_count)
            add_inlined(reading->timing, unit, values);
    for (const struct timed_unit *unit = reading->timing->units; unit; unit = unit->next)
        tell_unit(reading, unit, &division, values, thread);
}

static void read_thread(void *context, const struct cells *cells, const struct ended_cells *ended,
                        const int64_t *values) {
    const struct timing_reading *reading = context;
    int64_t *own = memory_allocate(sizeof *own * (reading->count + 1));
    memory_copy(own, values, sizeof *own * reading->count);
    if (cells) close_all(reading->timing, thread_of(cells), reading->count, own);
    if (reading->sums)
        for (uint32_t i = 0; i < reading->count; i++) reading->sums[i] += own[i];
    else
        tell_units(reading, own, cells ? name_of(thread_of(cells)) : ended->name);
    memory_free(own);
}

/* What is told asks for the mutex as well, in the middle of the cells. */
static void each_thread(struct timing_reading *reading) {
    pthread_mutex_lock(&reading->timing->mutex);
    cells_each_thread(&reading->timing->runtime->cells, reading->count, read_thread, reading);
    pthread_mutex_unlock(&reading->timing->mutex);
}

/* Over all threads, since the beginning. */
static struct timing_reading read_all(struct timing *timing) {
    struct timing_reading reading = {.timing = timing,
                                     .count = cells_used(&timing->runtime->cells)};
    reading.sums = memory_allocate(sizeof *reading.sums * (reading.count + 1));
    each_thread(&reading);
    return reading;
}

static void tell_all(struct timing_reading *reading) {
    struct timing *timing = reading->timing;
    struct timing_reading all = read_all(timing);
    for (uint32_t i = 0; i < timing->base_count; i++) all.sums[i] -= timing->base[i];
    reading->count = all.count;
    tell_units(reading, all.sums, NULL);
    memory_free(all.sums);
}

/* --- intervals --- */

static struct timed_base *base_of(struct timing *timing, const struct cells *thread) {
    vec_each(struct timed_base, base, &timing->bases) {
        if (base->thread == thread) return base;
    }
    vec_push(&timing->bases, (struct timed_base){.thread = thread});
    return &vec_last(&timing->bases);
}

static void forget_base(struct timing *timing, struct timed_base *base) {
    memory_free(base->values);
    *base = vec_pop(&timing->bases);
}

/* In the interval that is open, until [now]. */
static void add_interval(struct timing *timing, const struct timed_base *base,
                         const struct timed_base *now) {
    struct timed_interval interval = {.thread = name_of(thread_of(now->thread))};
    for (uint32_t cell = 0; cell < now->count; cell++) {
        int64_t value = now->values[cell] - (cell < base->count ? base->values[cell] : 0);
        if (value) vec_push(&interval.values, (struct cell_value){cell, value});
    }
    vec_push(&timing->intervals, interval);
}

void timing_end_intervals(struct timing *timing, struct thread *thread) {
    if (!timing->options.keeps_marks) return;
    struct timed_base *base = base_of(timing, &thread->cells);
    struct timed_base now = {&thread->cells, cells_used(&timing->runtime->cells), NULL};
    now.values = memory_allocate(sizeof *now.values * (now.count + 1));
    for (uint32_t cell = 0; cell < now.count; cell++)
        now.values[cell] = cell_read(&thread->cells, cell);
    add_interval(timing, base, &now);
    memory_free(now.values);
    forget_base(timing, base);
}

struct interval_reading {
    struct timing *timing;
    uint32_t count;
    bool adds, goes_on; /* the interval that is open is added; another begins */
};

/* What threads that have ended spent is there. */
static void cut_thread(void *context, const struct cells *cells, const struct ended_cells *ended,
                       const int64_t *values) {
    (void)ended;
    const struct interval_reading *cutting = context;
    if (!account_of(thread_of(cells))) return;
    struct timed_base *base = base_of(cutting->timing, cells);
    struct timed_base now = {cells, cutting->count, NULL};
    now.values = memory_allocate(sizeof *now.values * (now.count + 1));
    memory_copy(now.values, values, sizeof *now.values * now.count);
    close_all(cutting->timing, thread_of(cells), now.count, now.values);
    if (cutting->adds) add_interval(cutting->timing, base, &now);
    memory_free(cutting->goes_on ? base->values : now.values);
    if (cutting->goes_on) *base = now;
}

static void cut(struct timing *timing, bool adds, bool goes_on) {
    struct cell_space *cells = &timing->runtime->cells;
    struct interval_reading cutting = {timing, cells_used(cells), adds, goes_on};
    cells_each_attached(cells, cutting.count, cut_thread, &cutting);
}

static void drop_intervals(struct timing *timing, uint32_t from) {
    while (timing->intervals.count > from) {
        struct timed_interval last = vec_pop(&timing->intervals);
        vec_release(&last.values);
    }
}

void timing_mark(struct timing *timing, const char *text) {
    if (!timing->options.keeps_marks) return;
    timing_windows_settle(timing);
    pthread_mutex_lock(&timing->mutex);
    cut(timing, true, true);
    for (; timing->named < timing->intervals.count; timing->named++)
        timing->intervals.items[timing->named].mark = text;
    pthread_mutex_unlock(&timing->mutex);
}

void timing_release_intervals(struct timing *timing) {
    drop_intervals(timing, 0);
    while (timing->bases.count) forget_base(timing, &vec_last(&timing->bases));
    vec_release(&timing->bases);
    vec_release(&timing->intervals);
}

/* By mark, and by thread where that is asked for. */
struct interval_order {
    const char *last; /* mark */
    bool by_thread;
};

static const char *mark_of(const struct timed_interval *interval, const char *last) {
    return interval->mark ? interval->mark : last;
}

static int interval_order(const void *left, const void *right, void *context) {
    const struct interval_order *ordering = context;
    const struct timed_interval *a = *(struct timed_interval *const *)left,
                                *b = *(struct timed_interval *const *)right;
    int order = strcmp(mark_of(a, ordering->last), mark_of(b, ordering->last));
    return order || !ordering->by_thread ? order : strcmp(a->thread, b->thread);
}

static const struct timed_interval **in_order(const struct timing *timing,
                                              struct interval_order *ordering) {
    const struct timed_interval **sorted =
        memory_allocate(sizeof *sorted * (timing->intervals.count + 1));
    for (uint32_t i = 0; i < timing->intervals.count; i++) sorted[i] = &timing->intervals.items[i];
    qsort_r(sorted, timing->intervals.count, sizeof *sorted, interval_order, ordering);
    return sorted;
}

/* Those that are equal in that order are one. */
static void tell_intervals(struct timing_reading *reading, struct interval_order *ordering) {
    uint32_t count = reading->timing->intervals.count;
    const struct timed_interval **sorted = in_order(reading->timing, ordering);
    for (uint32_t i = 0, next; i < count; i = next) {
        int64_t *sums = memory_allocate(sizeof *sums * (reading->count + 1));
        for (next = i; next < count && !interval_order(&sorted[i], &sorted[next], ordering); next++)
            vec_each(struct cell_value, value, &sorted[next]->values)
                sums[value->cell] += value->value;
        reading->mark = mark_of(sorted[i], ordering->last);
        tell_units(reading, sums, ordering->by_thread ? sorted[i]->thread : NULL);
        memory_free(sums);
    }
    memory_free(sorted);
}

/* The interval that is open goes on. */
static void read_intervals(struct timing_reading *reading, bool by_thread, const char *last) {
    struct timing *timing = reading->timing;
    pthread_mutex_lock(&timing->mutex);
    uint32_t count = timing->intervals.count;
    cut(timing, true, false);
    reading->count = cells_used(&timing->runtime->cells);
    pthread_mutex_unlock(&timing->mutex);
    tell_intervals(reading, &(struct interval_order){last, by_thread});
    drop_intervals(timing, count);
}

void timing_read(struct timing *timing, const struct timing_apart *apart,
                 void (*tell)(void *context, const struct vm_timed *timed), void *context) {
    struct timing_reading reading = {.timing = timing,
                                     .tell = tell,
                                     .context = context,
                                     .count = cells_used(&timing->runtime->cells)};
    settle_windows(timing);
    arena_release(&timing->told);
    arena_init(&timing->told);
    if (apart->last_mark)
        read_intervals(&reading, apart->threads, apart->last_mark);
    else if (apart->threads)
        each_thread(&reading);
    else
        tell_all(&reading);
}

/* --- the whole --- */

void timing_restart(struct timing *timing) {
    settle_windows(timing);
    struct timing_reading now = read_all(timing);
    memory_free(timing->base);
    timing->base = now.sums;
    timing->base_count = now.count;
    if (timing->windows) timing_windows_start(timing);
    if (!timing->options.keeps_marks) return;
    pthread_mutex_lock(&timing->mutex);
    drop_intervals(timing, 0);
    timing->named = 0;
    cut(timing, false, true);
    pthread_mutex_unlock(&timing->mutex);
}

struct vm_timing timing_summary(struct timing *timing) {
    settle_windows(timing);
    double seconds = (double)(clock_nanoseconds() - timing->began_nanoseconds) * 1e-9;
    double rate = (double)(timing_now(timing) - timing->began) / seconds;
    int64_t windows = timing->windows ? timing_windows_begun(timing) : 0;
    struct cell_sums bent[1];
    cells_read(&timing->runtime->cells, timing->bent, 1, bent);
    return (struct vm_timing){.options = timing->options,
                              .windows = windows,
                              .reached_ms = timing->windows ? timing_windows_reached(timing) : 0,
                              .reads_counter = timing->clock.reads_counter,
                              .bent = bent->all,
                              .cycles_a_second = rate,
                              .drift = rate / timing->clock.rate - 1};
}
