/* HISTORY: one pass over the events. Time is divided into so many steps; when the run is longer, two become one. */
#include "history/history.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/intern.h"

enum { PAGE = 4096, SHORTEST_THRASHING = 5 };

/* --- code --- */

static uint32_t bucket_of(const struct history *history, const char *name, int bci) {
    uint64_t hash = hash_mix(hash_mix_pointer(0, name), (uint64_t)(bci + 1));
    return (uint32_t)(hash >> 32) & (history->bucket_count - 1);
}

static void insert(struct history *history, struct code_history *code) {
    struct code_history **bucket = &history->buckets[bucket_of(history, code->name, code->bci)];
    code->next = *bucket;
    *bucket = code;
}

static void grow(struct history *history) {
    if (history->codes.count < history->bucket_count) return;
    history->bucket_count = history->bucket_count ? 2 * history->bucket_count : 256;
    history->buckets = ARENA_ARRAY(&history->arena, struct code_history *, history->bucket_count);
    for (uint32_t i = 0; i < history->codes.count; i++) insert(history, history->codes.items[i]);
}

static bool is_loop(const struct log_event *event) { return !isnan(event->numbers[LOG_bci]); }

/* NULL: the event names none. */
static struct code_history *code_of(struct history *history, const struct log_event *event) {
    if (!event->texts[LOG_root]) return NULL;
    const char *name = intern(event->texts[LOG_root]);
    int bci = is_loop(event) ? (int)event->numbers[LOG_bci] : -1;
    grow(history);
    struct code_history *code = history->buckets[bucket_of(history, name, bci)];
    while (code && (code->name != name || code->bci != bci)) code = code->next;
    if (code) return code;
    code = ARENA_NEW(&history->arena, struct code_history);
    *code = (struct code_history){.name = name, .bci = bci, .index = history->codes.count};
    insert(history, code);
    vec_push(&history->codes, code);
    return code;
}

/* --- time --- */

static void merge(struct history_step *into, const struct history_step *later) {
    if (later->last >= 0) {
        bool is_first = into->last < 0;
        if (is_first || later->least < into->least) into->least = later->least;
        if (is_first || later->most > into->most) into->most = later->most;
        into->last = later->last;
    }
    into->releases += later->releases;
    into->unneeded += later->unneeded;
    into->compilations += later->compilations;
    into->lost += later->lost;
}

static void clear_steps(struct history *history, int from) {
    for (int i = from; i < HISTORY_STEPS; i++)
        history->steps[i] = (struct history_step){.last = -1};
}

static struct history_step *step_at(struct history *history, double time) {
    while (time >= history->step_seconds * HISTORY_STEPS) {
        for (int i = 0; i < HISTORY_STEPS / 2; i++) {
            history->steps[i] = history->steps[2 * i];
            merge(&history->steps[i], &history->steps[2 * i + 1]);
        }
        clear_steps(history, HISTORY_STEPS / 2);
        history->step_seconds *= 2;
    }
    return &history->steps[time > 0 ? (int)(time / history->step_seconds) : 0];
}

/* The cache holds something else now; [told]: bytes, or NAN. */
static void set_held(struct history *history, double time, double told) {
    struct history_step *step = step_at(history, time);
    bool is_first = step->last < 0;
    if (is_first || history->held < step->least) step->least = history->held;
    if (is_first || history->held > step->most) step->most = history->held;
    step->last = history->held;
    if (history->held > history->most_held) history->most_held = history->held;
    if (isnan(told)) return;
    history->compared++;
    if (told == history->held) return;
    if (!history->mismatches++) history->first_mismatch = time;
    history->held = told; /* what follows is compared with what is true */
}

/* --- thrashing --- */

static struct thrashing *current_thrashing(struct history *history, double time) {
    if (!history->thrashing.count) return NULL;
    struct thrashing *last = &vec_last(&history->thrashing);
    return time - last->end <= history->options.window ? last : NULL;
}

/* What was short, was none. */
static void end_thrashing(struct history *history) {
    if (history->thrashing.count &&
        vec_last(&history->thrashing).recompilations < SHORTEST_THRASHING)
        history->thrashing.count--;
}

static void compiled_again(struct history *history, struct code_history *code, double time,
                           double seconds) {
    if (time - seconds - code->evicted > history->options.window) return;
    struct thrashing *thrashing = current_thrashing(history, time);
    if (!thrashing) {
        end_thrashing(history);
        vec_push(&history->thrashing, (struct thrashing){.start = code->evicted});
        thrashing = &vec_last(&history->thrashing);
        history->periods++;
    }
    thrashing->end = time;
    thrashing->recompilations++;
    thrashing->releases += thrashing->later_releases;
    thrashing->lost += seconds + thrashing->later_lost;
    thrashing->later_releases = 0;
    thrashing->later_lost = 0;
    if (code->period != history->periods) thrashing->codes++;
    code->period = history->periods;
}

/* --- pieces of code, and how often they were entered --- */

static struct code_piece *find_piece(struct code_history *code, int64_t compilation) {
    vec_each(struct code_piece, piece, &code->pieces) {
        if (piece->compilation == compilation) return piece;
    }
    return NULL;
}

static void add_piece(struct history *history, struct code_history *code, int64_t compilation) {
    vec_push(&code->pieces,
             ((struct code_piece){.compilation = compilation, .is_new = history->is_marked}));
}

/* What was there at the mark is told right behind it. */
static void count_piece(struct history *history, struct code_history *code,
                        struct code_piece *piece, double executions) {
    history->has_executions = true;
    code->executions += executions - piece->last;
    piece->last = executions;
    if (piece->is_new || !history->is_marked) return;
    piece->before = executions;
    piece->is_new = true;
}

static double after_mark(const struct code_piece *piece) {
    return piece->is_new ? piece->last - piece->before : 0;
}

double code_history_executions(const struct code_history *code) {
    double sum = code->executions_after;
    vec_each(struct code_piece, piece, &code->pieces) sum += after_mark(piece);
    return sum;
}

/* False: its compilation is not in the file. */
static bool remove_piece(struct code_history *code, const struct code_piece *piece) {
    if (!piece) return false;
    code->executions_after += after_mark(piece);
    vec_remove(&code->pieces, piece - code->pieces.items);
    return true;
}

/* --- events --- */

static bool is_because(const struct log_event *event, const char *reason) {
    return event->texts[LOG_reason] && strcmp(event->texts[LOG_reason], reason) == 0;
}

static void count_seconds(struct history *history, const struct log_event *event) {
    history->totals.compile_seconds += log_number(event, LOG_duration);
    history->totals.phase_seconds += log_number(event, LOG_phase_seconds);
    history->totals.generator_seconds += log_number(event, LOG_generator_seconds);
}

static void compiled(struct history *history, const struct log_event *event) {
    struct code_history *code = code_of(history, event);
    if (!code) return;
    double time = event->numbers[LOG_time], seconds = log_number(event, LOG_duration),
           bytes = log_number(event, LOG_occupied_bytes);
    bool is_unneeded = code->was_evicted;
    struct history_step *step = step_at(history, time);
    step->compilations++;
    if (is_unneeded) {
        code->unneeded++;
        history->totals.unneeded++;
        history->totals.unneeded_seconds += seconds;
        step->unneeded++;
        step->lost += seconds;
        compiled_again(history, code, time, seconds);
    }
    vec_push(&history->needs, (struct need){.code = code->index,
                                            .bytes = (uint32_t)bytes,
                                            .seconds = (float)seconds,
                                            .is_lost = code->compilations && !is_unneeded});
    code->compilations++;
    code->seconds += seconds;
    if (bytes > (double)code->bytes) code->bytes = (int64_t)bytes;
    code->call_caches = (int64_t)log_number(event, LOG_call_caches);
    code->was_evicted = false;
    add_piece(history, code, (int64_t)log_number(event, LOG_compilation));
    code->is_wanted |= history->is_marked;
    history->totals.compilations++;
    history->totals.loops += is_loop(event);
    history->totals.evicted_before += is_because(event, "evicted_before");
    history->totals.code_bytes += log_number(event, LOG_amount);
    count_seconds(history, event);
    history->held += bytes;
    set_held(history, time, event->numbers[LOG_occupancy_bytes]);
}

static void evicted(struct history *history, const struct log_event *event) {
    struct code_history *code = code_of(history, event);
    if (!code) return;
    double time = event->numbers[LOG_time];
    bool was_valid = !is_because(event, "replaced");
    struct code_piece *piece = find_piece(code, (int64_t)log_number(event, LOG_compilation));
    double executions = event->numbers[LOG_executions];
    if (piece && !isnan(executions)) count_piece(history, code, piece, executions);
    if (!remove_piece(code, piece)) history->unseen++;
    if (was_valid) {
        code->evictions++;
        code->was_evicted = true;
        code->evicted = time;
        code->links = (int64_t)log_number(event, LOG_links);
    }
    history->totals.evictions++;
    history->held -= log_number(event, LOG_amount);
    set_held(history, time, (double)NAN);
}

static void executed(struct history *history, const struct log_event *event) {
    struct code_history *code = code_of(history, event);
    struct code_piece *piece =
        code ? find_piece(code, (int64_t)log_number(event, LOG_compilation)) : NULL;
    if (piece) count_piece(history, code, piece, log_number(event, LOG_amount));
}

static void released(struct history *history, const struct log_event *event) {
    double time = event->numbers[LOG_time], seconds = log_number(event, LOG_duration);
    struct history_step *step = step_at(history, time);
    struct thrashing *thrashing = current_thrashing(history, time);
    if (thrashing) {
        thrashing->later_releases++;
        thrashing->later_lost += seconds;
    }
    step->releases++;
    step->lost += seconds;
    history->totals.releases++;
    history->totals.recovered += (int64_t)log_number(event, LOG_amount);
    history->totals.release_seconds += seconds;
    if (seconds > history->totals.longest_release) history->totals.longest_release = seconds;
    set_held(history, time, event->numbers[LOG_occupancy_bytes]);
}

static void collected(struct history *history, const struct log_event *event) {
    double seconds = log_number(event, LOG_duration);
    history->totals.collections++;
    history->totals.reclaimed += (int64_t)log_number(event, LOG_amount);
    history->totals.collect_seconds += seconds;
    if (seconds > history->totals.longest_collection) history->totals.longest_collection = seconds;
}

static void mark(struct history *history, double time) {
    if (history->is_marked) return;
    history->is_marked = true;
    history->marked = time;
    for (uint32_t i = 0; i < history->codes.count; i++)
        history->codes.items[i]->is_wanted = history->codes.items[i]->pieces.count > 0;
}

static void marked(struct history *history, const struct log_event *event) {
    const char *text = event->texts[LOG_subject];
    if (history->options.mark && text && strcmp(history->options.mark, text) == 0)
        mark(history, event->numbers[LOG_time]);
}

static void keep_counters(struct history *history, const struct log_event *event) {
    int end = history->has_counters[0];
    history->has_counters[end] = true;
    memcpy(history->counters[end], event->numbers, sizeof event->numbers);
}

static void started(struct history *history, const struct log_event *event) {
    if (event->texts[LOG_subject]) history->program = intern(event->texts[LOG_subject]);
    history->capacity = event->numbers[LOG_capacity_bytes];
    history->threshold = event->numbers[LOG_threshold_percent];
    history->recover = event->numbers[LOG_recover_percent];
}

static void entered(struct history *history, const struct log_event *event) {
    if (!history->options.mark) mark(history, event->numbers[LOG_time]);
}

static void bailed_out(struct history *history, const struct log_event *event) {
    history->totals.bailouts++;
    history->totals.unplaced +=
        is_because(event, "larger_than_cache") || is_because(event, "cache_full");
    count_seconds(history, event);
}

static void (*const receivers[EVENT_KIND_COUNT])(struct history *, const struct log_event *) = {
    [EVENT_started] = started,     [EVENT_main_entered] = entered,
    [EVENT_mark] = marked,         [EVENT_counters] = keep_counters,
    [EVENT_compiled] = compiled,   [EVENT_bailed_out] = bailed_out,
    [EVENT_evicted] = evicted,     [EVENT_cache_released] = released,
    [EVENT_collected] = collected, [EVENT_executed] = executed,
};

static void receive(struct history *history, const struct log_event *event) {
    history->kinds[event->kind]++;
    if (event->numbers[LOG_time] < history->end)
        history->earlier++;
    else
        history->end = event->numbers[LOG_time];
    if (receivers[event->kind]) receivers[event->kind](history, event);
}

/* --- the whole --- */

static bool is_version_known(const struct log_event *event, const char *file, struct diag *diag) {
    double version = log_number(event, LOG_amount);
    return version == EVENT_VERSION ||
           diag_error(diag, (struct place){0},
                      "'%s' has events of version %.0f: this reads version %d", file, version,
                      EVENT_VERSION);
}

static bool no_events(const char *file, const struct log *log, struct diag *diag) {
    struct log_skipped skipped = log_skipped(log);
    struct strbuf why = STRBUF_INIT;
    if (skipped.unknown)
        strbuf_addf(&why, ": %" PRId64 " are of kinds that are not known, as '%s'", skipped.unknown,
                    skipped.first_unknown);
    if (skipped.broken)
        strbuf_addf(&why, "%s %" PRId64 " lines are none, the first is line %" PRId64,
                    skipped.unknown ? "," : ":", skipped.broken, skipped.first_broken);
    if (skipped.first_wrong) strbuf_addf(&why, ", whose '%s' cannot be", skipped.first_wrong);
    diag_error(diag, (struct place){0}, "'%s' has no events%s", file, strbuf_text(&why));
    strbuf_release(&why);
    return false;
}

static bool read_all(struct history *history, struct log *log, const struct log_listener *tell,
                     struct diag *diag) {
    struct log_event event;
    int64_t count = 0;
    while (log_next(log, &event)) {
        bool is_start = event.kind == EVENT_started;
        if (is_start && !is_version_known(&event, history->file, diag)) return false;
        if (is_start && history->kinds[EVENT_started])
            return diag_error(diag, (struct place){0},
                              "'%s' has the events of several runs: write each to a file of its "
                              "own",
                              history->file);
        if (tell) tell->receive(tell->context, &event);
        receive(history, &event);
        count++;
    }
    return count || no_events(history->file, log, diag);
}

bool history_read(struct history *history, const char *file, const struct history_options *options,
                  const struct log_listener *tell, struct diag *diag) {
    *history = (struct history){.file = intern(file),
                                .options = *options,
                                .capacity = (double)NAN,
                                .threshold = (double)NAN,
                                .recover = (double)NAN,
                                .step_seconds = 0.001};
    arena_init(&history->arena);
    clear_steps(history, 0);
    struct log *log = log_open(file, diag);
    bool done = log && read_all(history, log, tell, diag);
    if (log) {
        history->skipped = log_skipped(log);
        log_close(log);
    }
    end_thrashing(history);
    if (!done) history_release(history);
    return done;
}

void history_release(struct history *history) {
    vec_each(struct code_history *, code, &history->codes) vec_release(&(*code)->pieces);
    vec_release(&history->codes);
    vec_release(&history->needs);
    vec_release(&history->thrashing);
    arena_release(&history->arena);
}

static int by_executions(const void *first, const void *second) {
    const struct code_history *a = *(struct code_history *const *)first,
                              *b = *(struct code_history *const *)second;
    double more = code_history_executions(a) - code_history_executions(b);
    if (more != 0) return more > 0 ? -1 : 1;
    if (a->compilations != b->compilations) return a->compilations > b->compilations ? -1 : 1;
    if (a->bytes != b->bytes) return a->bytes > b->bytes ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static bool is_in_working_set(const struct history *history, const struct code_history *code) {
    return history->has_executions ? code_history_executions(code) > 0 : code->is_wanted;
}

struct working_set history_working_set(struct history *history) {
    struct working_set set = {
        .codes = ARENA_ARRAY(&history->arena, struct code_history *, history->codes.count + 1)};
    for (uint32_t i = 0; i < history->codes.count; i++) {
        struct code_history *code = history->codes.items[i];
        if (!is_in_working_set(history, code)) continue;
        set.codes[set.count++] = code;
        set.bytes += code->bytes;
        set.call_caches += code->call_caches;
    }
    if (set.count) qsort(set.codes, set.count, sizeof *set.codes, by_executions);
    set.pages = (set.bytes + PAGE - 1) / PAGE;
    return set;
}

/* --- the counters at the end --- */

struct history_sum {
    enum log_member member;
    const char *name;
    enum event_kind kind;
    enum { COUNT, SECONDS } unit;
    double summed;
};

enum history_sums {
#define SUM(counter, of, unit, sum) SUM_##counter,
#include "history/sums.def"
#undef SUM
    SUMS
};

static void add_up(const struct history *history, struct history_sum out[SUMS]) {
    const struct history_totals *totals = &history->totals;
    const struct history_sum sums[SUMS] = {
#define SUM(counter, of, unit, sum) {LOG_##counter, #counter, EVENT_##of, unit, sum},
#include "history/sums.def"
#undef SUM
    };
    for (int i = 0; i < SUMS; i++) out[i] = sums[i];
}

/* Each event's seconds are written with nine digits. */
static double rounding(const struct history *history, const struct history_sum *sum) {
    const struct history_totals *totals = &history->totals;
    int64_t events =
        totals->compilations + totals->bailouts + totals->releases + totals->collections;
    return sum->unit == COUNT ? 0 : 1e-9 * (double)(events + 2);
}

static double told(const struct history *history, const struct history_sum *sum) {
    return history->counters[1][sum->member] - history->counters[0][sum->member];
}

bool history_lacks(const struct history *history, enum event_kind kind) {
    struct history_sum sums[SUMS];
    if (history->kinds[kind] || !history->has_counters[1]) return false;
    add_up(history, sums);
    for (int i = 0; i < SUMS; i++)
        if (sums[i].kind == kind) return told(history, &sums[i]) > 0;
    return false;
}

int history_validate(const struct history *history, struct history_difference *out) {
    struct history_sum sums[SUMS];
    int count = 0;
    if (!history->has_counters[1]) return -1;
    add_up(history, sums);
    for (int i = 0; i < SUMS; i++) {
        double counted = told(history, &sums[i]);
        if (isnan(counted) || fabs(counted - sums[i].summed) <= rounding(history, &sums[i]))
            continue;
        out[count++] = (struct history_difference){sums[i].name, counted, sums[i].summed,
                                                   sums[i].unit == SECONDS};
    }
    return count;
}
