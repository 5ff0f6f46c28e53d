/* TIMING: see the header. */
#define _GNU_SOURCE /* recursive mutexes */
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
    for (const struct timed_span *span = timing->spans; span; span = span->next)
        timing_add(&cell_word(&thread->cells, span->cells)[TIMED_SINCE], by);
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

/* Rows of machine code; none: from == to. */
struct run {
    size_t from, to;
    int64_t bytes;
};

struct weighing {
    const struct timed_unit *unit;
    const struct timed_row *rows;
    size_t row_count;
    int32_t *loops;   /* by share: the innermost that it runs in; -1: none */
    double *cycles;   /* by share, of its nodes */
    struct run *runs; /* by the block at the head of a loop */
    bool *is_left;    /* by share: some of its code is */
    int64_t *bytes;   /* by share, of what is executed as often as it */
};

static bool is_in_loop(const struct timed_unit *unit, int32_t inner, int32_t loop) {
    while (inner >= 0 && inner != loop) inner = unit->blocks[inner].outer;
    return inner == loop;
}

/* A bytecode of several loops is in that of the block of which most is. */
static void find_nodes(const struct weighing *w) {
    const struct timed_unit *unit = w->unit;
    double *most = memory_allocate(sizeof *most * (unit->share_count + 1));
    for (size_t i = 0; i < unit->share_count; i++) w->loops[i] = -1;
    for (size_t i = 0; i < unit->piece_count; i++) {
        const struct timed_piece *piece = &unit->pieces[i];
        double cycles = timed_piece_cycles(unit, piece);
        w->cycles[piece->share] += piece->cycles;
        if (cycles <= most[piece->share]) continue;
        most[piece->share] = cycles;
        w->loops[piece->share] = unit->blocks[piece->block].loop;
    }
    memory_free(most);
}

/* The longest piece of machine code that is of the loop alone: what stands elsewhere was moved out of it, or is seldom executed. */
static struct run longest_run(const struct weighing *w, int32_t loop) {
    struct run longest = {0}, run = {0};
    for (size_t i = 0; i < w->row_count; i++) {
        int32_t share = w->rows[i].share;
        if (share >= 0 && !is_in_loop(w->unit, w->loops[share], loop)) {
            run = (struct run){.from = i + 1};
            continue;
        }
        run.to = i + 1;
        run.bytes += w->rows[i].bytes;
        if (run.bytes > longest.bytes) longest = run;
    }
    return longest;
}

static void count_bytes(const struct weighing *w) {
    for (size_t i = 0; i < w->row_count; i++) {
        int32_t share = w->rows[i].share, loop = share < 0 ? -1 : w->loops[share];
        if (share < 0) continue;
        struct run *run = loop < 0 ? NULL : &w->runs[loop];
        if (run && !run->bytes) *run = longest_run(w, loop);
        if (!run || (i >= run->from && i < run->to)) w->bytes[share] += w->rows[i].bytes;
        w->is_left[share] |= w->rows[i].bytes > 0;
    }
}

/* By how much the cycles of the share's nodes are mistaken: those of which nothing is left take none, and an instruction takes one
 * at least, which are moves between registers and memory and copies of loops that no node knows of. */
static double mistake_of(const struct weighing *w, uint32_t share) {
    enum { BYTES_OF_AN_INSTRUCTION = 4 }; /* in the mean */
    if (w->cycles[share] == 0) return 1;
    double instructions = (double)w->bytes[share] / BYTES_OF_AN_INSTRUCTION;
    return w->is_left[share] ? fmax(1, instructions / w->cycles[share]) : 0;
}

static struct weighing weighing_begin(const struct timed_unit *unit, const struct timed_row *rows,
                                      size_t count) {
    struct weighing w = {.unit = unit, .rows = rows, .row_count = count};
    w.loops = memory_allocate(sizeof *w.loops * (unit->share_count + 1));
    w.cycles = memory_allocate(sizeof *w.cycles * (unit->share_count + 1));
    w.runs = memory_allocate(sizeof *w.runs * (unit->block_count + 1));
    w.is_left = memory_allocate(sizeof *w.is_left * (unit->share_count + 1));
    w.bytes = memory_allocate(sizeof *w.bytes * (unit->share_count + 1));
    return w;
}

static void weighing_end(struct weighing *w) {
    memory_free(w->loops);
    memory_free(w->cycles);
    memory_free(w->runs);
    memory_free(w->is_left);
    memory_free(w->bytes);
}

/* Of the pieces as they are now. */
static void find_believed(const struct timed_unit *unit) {
    double sum = 0;
    for (size_t i = 0; i < unit->share_count; i++) unit->shares[i].believed = 0;
    for (size_t i = 0; i < unit->piece_count; i++) {
        const struct timed_piece *piece = &unit->pieces[i];
        double cycles = timed_piece_cycles(unit, piece);
        unit->shares[piece->share].believed += cycles;
        sum += cycles;
    }
    for (size_t i = 0; i < unit->share_count; i++) {
        struct vm_timed_share *share = &unit->shares[i];
        share->believed = sum > 0 ? share->believed / sum : i == 0;
        share->share = share->believed;
    }
}

void timing_weigh(struct timing *timing, const struct timed_unit *unit, const bool *is_told,
                  const struct timed_row *rows, size_t count) {
    struct weighing w = weighing_begin(unit, rows, count);
    find_nodes(&w);
    count_bytes(&w);
    pthread_mutex_lock(&timing->mutex);
    for (size_t i = 0; i < unit->piece_count; i++) {
        uint32_t share = unit->pieces[i].share;
        if (is_told[share]) unit->pieces[i].cycles *= mistake_of(&w, share);
    }
    find_believed(unit);
    pthread_mutex_unlock(&timing->mutex);
    weighing_end(&w);
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

static uint32_t span_new(struct timing *timing) {
    struct timed_span *made = memory_allocate(sizeof *made);
    made->cells = cells_make(&timing->runtime->cells, TIMED_SPAN_CELLS);
    made->next = timing->spans;
    timing->spans = made;
    return made->cells;
}

uint32_t timing_span(struct timing *timing) {
    pthread_mutex_lock(&timing->mutex);
    uint32_t cells = span_new(timing);
    pthread_mutex_unlock(&timing->mutex);
    return cells;
}

static struct timed_method *method_new(struct timing *timing, const struct method *method) {
    struct timed_method *made = memory_allocate(sizeof *made);
    const struct timed_unit unit = {.part = method->code ? TIMED_interpreted : TIMED_native,
                                    .method = method,
                                    .name = method_full_name(method),
                                    .loop_bci = -1,
                                    .is_timed = true};
    made->cells = span_new(timing);
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
    timing_windows_begin_thread(thread);
    if (timing->divides)
        thread->clock.compiled = cell_word(&thread->cells, timing->parts[TIMED_compiled]);
    thread->clock.inside = cell_word(&thread->cells, timing->parts[TIMED_vm]);
    thread->clock.begun_nanoseconds = clock_nanoseconds();
    thread->clock.last = thread->clock.begun = timing_now(timing);
    __atomic_store_n(&thread->clock.account,
                     cell_word(&thread->cells, timing->parts[TIMED_waiting]), __ATOMIC_RELEASE);
}

/* A thread that ends with the VM leaves activations open. Its clock is straight from the first stamp on; who cuts intervals meanwhile
 * has read it before the second. */
void timing_end_thread(struct timing *timing, struct thread *thread) {
    timing_stamp(timing, thread);
    pthread_mutex_lock(&timing->mutex);
    int64_t now = timing_of_thread(timing, thread);
    timing_charge(thread, now, NULL);
    for (const struct timed_span *span = timing->spans; span; span = span->next) {
        int64_t *words = cell_word(&thread->cells, span->cells);
        if (words[TIMED_OPEN]) close(words, now);
        for (int i = 0; i < TIMED_SPAN_CELLS; i++) set(&words[i], 0);
    }
    timing_end_intervals(timing, thread);
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
    if (options->times_each)
        whole.every_ms = VM_TICK_MS;
    else if (!timing_windows_check(&whole, diag))
        return NULL;
    struct timing *timing = memory_allocate(sizeof *timing);
    *timing = (struct timing){
        .runtime = runtime, .options = whole, .mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
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
    return timing_windows_begin(timing, diag) ? timing : NULL;
}

void timing_release(struct timing *timing) {
    if (!timing) return;
    memory_free(timing->windows);
    memory_free(timing->base);
    timing_release_intervals(timing);
    arena_release(&timing->told);
    for (struct timed_unit *unit = timing->units, *next; unit; unit = next) {
        next = unit->next;
        memory_free(unit);
    }
    for (struct timed_method *method = timing->methods, *next; method; method = next) {
        next = method->next;
        memory_free(method);
    }
    for (struct timed_span *span = timing->spans, *next; span; span = next) {
        next = span->next;
        memory_free(span);
    }
    memory_free(timing);
}
