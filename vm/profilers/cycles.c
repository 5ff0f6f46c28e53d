/* CYCLES: where time went, unit by unit: methods in the interpreter, compilations, natives, and what the VM did. No rule counts it;
 * the VM charges each thread's time (vm_time). */
#include <inttypes.h>
#include <math.h>

#include "profilers/profilers.h"

static const enum vm_key by[] = {BY_root, BY_tier};
static const enum vm_key keys[] = {BY_root,   BY_tier, BY_code, BY_thread, BY_mark,
                                   BY_method, BY_path, BY_site, BY_inlined};

struct cycles_state {
    struct vm_timing timing;
    const struct vm_timed *units; /* as they were when the program had ended */
    size_t count;
    int64_t cycles;   /* of all threads, each from its beginning to its end */
    int64_t counted;  /* activations of units that are not timed */
    double estimated; /* cycles of these */
    struct timed_sample {
        const char *mark, *thread; /* NULL: of all */
        int64_t windows, divisible;
    } * samples; /* of the windows of each interval and thread, or of all */
    size_t sample_count;
};

static enum timed_calls calls_of(const struct profiling *profiling) {
    if (profiling_is_by(profiling, BY_path)) return TIMED_CALLS_of_paths;
    return profiling_is_by(profiling, BY_method) ? TIMED_CALLS_of_methods : TIMED_CALLS_of_nothing;
}

static void *begin(struct profiling *profiling, struct diag *diag) {
    struct vm_timing_options options = profiling->options->timing;
    options.keeps_marks = profiling_is_by(profiling, BY_mark);
    options.calls = calls_of(profiling);
    if (!vm_time(profiling->vm, &options, diag)) return NULL;
    return ARENA_NEW(profiling->arena, struct cycles_state);
}

static void restart(struct profiling *profiling) { vm_time_restart(profiling->vm); }

static const struct timed_sample *find_sample(const struct cycles_state *state, const char *mark,
                                              const char *thread) {
    for (size_t i = state->sample_count; i-- > 0;)
        if (state->samples[i].mark == mark && state->samples[i].thread == thread)
            return &state->samples[i];
    return NULL;
}

static void keep_sample(const struct profiling *profiling, const struct vm_timed *timed) {
    struct cycles_state *state = profiling->state;
    if (find_sample(state, timed->mark, timed->thread)) return;
    state->samples = profile_array_with_room(profiling->arena, state->samples, state->sample_count,
                                             sizeof *state->samples);
    state->samples[state->sample_count++] =
        (struct timed_sample){timed->mark, timed->thread, timed->windows, timed->divisible};
}

static void keep_unit(void *context, const struct vm_timed *timed) {
    const struct profiling *profiling = context;
    struct cycles_state *state = profiling->state;
    keep_sample(profiling, timed);
    struct vm_timed *units = profile_array_with_room(profiling->arena, (void *)state->units,
                                                     state->count, sizeof *units);
    state->units = units;
    units[state->count++] = *timed;
    state->cycles += timed->own;
    if (timed->is_timed) return;
    state->counted += timed->activations;
    state->estimated += (double)timed->activations * timed->estimate;
}

/* What reading takes is not in it. */
static void end(struct profiling *profiling) {
    struct cycles_state *state = profiling->state;
    *state = (struct cycles_state){.timing = vm_timing(profiling->vm)};
    vm_time_each(profiling->vm, profiling_is_by(profiling, BY_thread),
                 profiling_is_by(profiling, BY_mark), keep_unit, profiling);
}

static int64_t nanoseconds(const struct cycles_state *state, int64_t cycles) {
    double rate = state->timing.cycles_a_second;
    return rate > 0 ? (int64_t)((double)cycles * 1e9 / rate) : 0;
}

/* What has no path has no total by path alone: totals of several methods are no sum. */
static bool is_without_path(const struct profiling *profiling, const struct vm_timed *unit) {
    return !unit->shares && profiling_is_by(profiling, BY_path) &&
           !profiling_is_by(profiling, BY_root) && !profiling_is_by(profiling, BY_method);
}

static struct vm_row row_of(const struct profiling *profiling, const struct vm_timed *unit) {
    struct vm_row row = {0};
    row.keys[BY_root].text = row.keys[BY_method].text = unit->name;
    row.keys[BY_tier].text = timed_part_text(unit->part);
    row.keys[BY_code].number = unit->compilation;
    row.keys[BY_thread].text = unit->thread;
    row.keys[BY_mark].text = unit->mark;
    row.amounts[VM_AMOUNT_COUNT] = unit->activations;
    row.amounts[VM_AMOUNT_TOTAL] = is_without_path(profiling, unit) ? 0 : unit->total;
    return row;
}

/* A part of the unit's own cycles. */
struct unit_part {
    double from, to;
    double error; /* of it, where that is known: its standard error */
};

static int64_t cycles_of(int64_t cycles, struct unit_part part) {
    return llround((double)cycles * part.to) - llround((double)cycles * part.from);
}

/* What is between two parts, so that the rows add up. */
static void set_own(const struct cycles_state *state, const struct vm_timed *unit,
                    struct unit_part part, struct unit_part believed, struct vm_row *row) {
    row->amounts[VM_AMOUNT_OWN] = cycles_of(unit->own, part);
    row->amounts[VM_AMOUNT_OWN_BELIEVED] = cycles_of(unit->own, believed);
    row->amounts[VM_AMOUNT_OWN_DIVIDED] = cycles_of(unit->divided, part);
    row->amounts[VM_AMOUNT_OWN_TIME] = nanoseconds(state, row->amounts[VM_AMOUNT_OWN]);
    row->amounts[VM_AMOUNT_OWN_ERROR] =
        llround(hypot(unit->error * (part.to - part.from), (double)unit->own * part.error));
}

static const struct position *site_of(struct arena *arena, const struct position *position) {
    if (!position || !position->caller) return position;
    struct position *site = ARENA_NEW(arena, struct position);
    *site = *position;
    site->caller = NULL;
    return site;
}

static void move_on(struct unit_part *part, double share) {
    part->from = part->to;
    part->to = fmin(part->from + share, 1);
}

/* In [row]: what each bytecode takes. The first is the method as a whole. */
static void each_share(struct profiling *profiling, const struct vm_timed *unit, struct vm_row *row,
                       void (*tell)(void *context, const struct vm_row *row), void *context) {
    struct unit_part part = {0}, believed = {0};
    bool is_by_call = !profiling_is_by(profiling, BY_site) && !profiling_is_by(profiling, BY_path);
    for (size_t i = 0; i < unit->share_count; i++) {
        const struct vm_timed_share *share = &unit->shares[i];
        const struct position *position = share->position;
        move_on(&part, share->share);
        part.error = is_by_call ? share->inlined_error : share->error;
        move_on(&believed, share->believed);
        row->keys[BY_method].text = position ? position->method : timed_part_text(TIMED_probes);
        row->keys[BY_path].position = position;
        row->keys[BY_inlined].number = position && position->caller;
        row->keys[BY_site].position = site_of(profiling->arena, position);
        set_own(profiling->state, unit, part, believed, row);
        int64_t called = profiling_is_by(profiling, BY_path) ? share->total : 0;
        row->amounts[VM_AMOUNT_TOTAL] = i ? called : unit->total;
        tell(context, row);
    }
}

static void each(struct profiling *profiling, void (*tell)(void *context, const struct vm_row *row),
                 void *context) {
    const struct cycles_state *state = profiling->state;
    bool is_by_bytecode = profiling_is_by_bytecode(profiling);
    for (size_t i = 0; i < state->count; i++) {
        const struct vm_timed *unit = &state->units[i];
        struct vm_row row = row_of(profiling, unit);
        set_own(state, unit, (struct unit_part){.to = 1}, (struct unit_part){.to = 1}, &row);
        if (unit->part == TIMED_inlined && profiling_is_by(profiling, BY_path)) continue;
        if (is_by_bytecode && unit->shares)
            each_share(profiling, unit, &row, tell, context);
        else
            tell(context, &row);
    }
}

static int64_t sum_of(const struct profile_group *group, enum vm_amount amount) {
    int64_t sum = 0;
    for (size_t i = 0; i < group->row_count; i++) sum += group->rows[i]->amounts[amount];
    return sum;
}

static void set_share(const struct profiling *profiling, const struct profile_group *group,
                      enum vm_amount amount, struct profile_cell *cell) {
    int64_t all = group->interval[profiling->profiler->main].number;
    cell->share = all ? (double)sum_of(group, amount) / (double)all : 0;
}

static void compute_share(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    set_share(profiling, group, VM_AMOUNT_OWN, cell);
}

static void compute_believed(const struct profiling *profiling, const struct profile_group *group,
                             struct profile_cell *cell) {
    set_share(profiling, group, VM_AMOUNT_OWN_BELIEVED, cell);
}

static void compute_total(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    set_share(profiling, group, VM_AMOUNT_TOTAL, cell);
}

/* Of several units in the same windows: what one has the other has not, or they come together; nothing tells which. Their errors add up
 * at most, and windows with so much of all of them have at most that of windows which are wholly theirs or not at all. */
static double error_of(const struct cycles_state *state, const struct profile_group *group) {
    const struct vm_key_of_row *of = group->rows[0]->keys;
    const struct timed_sample *sample = find_sample(state, of[BY_mark].text, of[BY_thread].text);
    double error = (double)sum_of(group, VM_AMOUNT_OWN_ERROR);
    if (error == 0 || !sample->divisible) return error;
    double all = (double)sample->divisible,
           part = fmin((double)sum_of(group, VM_AMOUNT_OWN_DIVIDED) / all, 1);
    return fmin(error, all * timed_error((double)sample->windows, part));
}

static void compute_error(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    double error = error_of(profiling->state, group);
    double all = (double)group->interval[profiling->profiler->main].number;
    if (error > 0)
        cell->text = arena_format(profiling->arena, "%.2f %%", 100 * TIMED_INTERVAL * error / all);
}

/* Where own is 0, activations are counted alone. */
static void compute_mean(const struct profiling *profiling, const struct profile_group *group,
                         struct profile_cell *cell) {
    int64_t own = sum_of(group, VM_AMOUNT_OWN), activations = sum_of(group, VM_AMOUNT_COUNT);
    if (own && activations)
        cell->text = arena_format(profiling->arena, "%.0f", (double)own / (double)activations);
}

static bool is_of_units(const struct profiling *profiling) {
    return !profiling_is_by_bytecode(profiling);
}

/* It is known of what is inlined, too, where the stack is seen, by method and by path: in several paths a bytecode may be there twice. So
 * may a moment in several methods: their totals are no sum. */
static bool has_total(const struct profiling *profiling) {
    if (profiling_is_by(profiling, BY_path)) return true;
    if (profiling_is_by(profiling, BY_site) || profiling_is_by(profiling, BY_inlined)) return false;
    return profiling_is_by(profiling, BY_root) || profiling_is_by(profiling, BY_method);
}

static bool has_beliefs(const struct profiling *profiling) {
    return profiling_is_by_bytecode(profiling) && profiling->options->timing.counts_blocks;
}

#define VALUE(word, title, of_kind, says, ...)                                                     \
    {                                                                                              \
        .name = word, .header = title, .kind = of_kind, .meaning = says, .split = BY_COUNT,        \
        __VA_ARGS__                                                                                \
    }

static const struct profiler_value values[] = {
    VALUE("cycles", "cycles", PROFILE_COUNT, "in the unit itself, without calls that are timed",
          .amount = VM_AMOUNT_OWN),
    VALUE("share", "share", PROFILE_SHARE, "of the time of all threads, in the interval",
          .compute = compute_share),
    VALUE("believed", "believed", PROFILE_SHARE,
          "the share by blocks as the compiler believes of them", .compute = compute_believed,
          .is_there = has_beliefs),
    VALUE("error", "±", PROFILE_LIST,
          "of the share, where it is an estimate: half of an interval that holds it 19 times in 20",
          .compute = compute_error),
    VALUE("own", "own", PROFILE_TIME, "the cycles as time", .amount = VM_AMOUNT_OWN_TIME),
    VALUE("total", "total", PROFILE_SHARE,
          "of that time, what passed while an activation of the method was there that began in the "
          "unit",
          .compute = compute_total, .is_there = has_total),
    VALUE("activations", "activations", PROFILE_COUNT, "of the unit", .is_there = is_of_units),
    VALUE("each", "each", PROFILE_LIST, "cycles of one activation", .compute = compute_mean,
          .is_there = is_of_units),
};

/* The part of the cycles that are divided which blocks, or ticks, divide otherwise than beliefs would. */
static double mistaken(const struct cycles_state *state) {
    double divided = 0, apart = 0;
    for (size_t i = 0; i < state->count; i++) {
        const struct vm_timed *unit = &state->units[i];
        if (unit->share_count) divided += (double)unit->own;
        for (size_t k = 0; k < unit->share_count; k++)
            apart += fabs(unit->shares[k].share - unit->shares[k].believed) / 2 * (double)unit->own;
    }
    return divided > 0 ? apart / divided : 0;
}

static void conclude(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table) {
    const struct cycles_state *state = profiling->state;
    const struct vm_timing *timing = &state->timing;
    struct arena *arena = profiling->arena;
    (void)groups;
    if (timing->reads_counter)
        profile_table_note(arena, table,
                           "cycles of the time stamp counter, %.0f million a second; %" PRId64
                           " of all threads, each from its beginning to its end",
                           timing->cycles_a_second / 1e6, state->cycles);
    else
        profile_table_note(arena, table,
                           "cycles are nanoseconds of the monotonic clock; %" PRId64
                           " of all threads, each from its beginning to its end",
                           state->cycles);
    if (!timing->options.times_each)
        profile_table_note(arena, table,
                           "compiled code, and natives that it calls, as %" PRId64
                           " windows tell, one each %g ms in the mean; %s; all else is timed as it "
                           "is",
                           timing->windows, timing->options.every_ms,
                           timer_reached(arena, timing->reached_ms));
    if (timing->options.counts_blocks)
        profile_table_note(
            arena, table,
            "cycles of compiled code are divided among the bytecodes that its nodes "
            "come from: costs of nodes, times how often their blocks were executed; "
            "of the cycles of compiled code %.1f %% are other bytecodes' than by blocks as the "
            "compiler believes of them",
            100 * mistaken(state));
    else if (profiling_is_by_bytecode(profiling))
        profile_table_note(
            arena, table,
            "cycles of compiled code are divided among the bytecodes that its "
            "instructions come from, by those that ticks found threads at; where "
            "these are few, by costs of nodes and by how often the compiler believes "
            "their blocks to be executed: %.1f %% are other bytecodes' than by that",
            100 * mistaken(state));
    if (state->counted)
        profile_table_note(
            arena, table,
            "counted and not timed: %" PRId64
            " activations of compiled methods below %d cycles, of which the compiler "
            "believes that they took %.0f; these are in the cycles of their callers",
            state->counted, profiling->options->timing.threshold, state->estimated);
    if (timing->bent)
        profile_table_note(arena, table,
                           "%" PRId64 " times the clock went back, or further ahead than time can "
                           "have passed: it is not known what passed then; --clock monotonic does "
                           "not use the time stamp counter",
                           timing->bent);
    if (timing->drift > 0.01 || timing->drift < -0.01)
        profile_table_note(
            arena, table,
            "the time stamp counter did not go on at one rate: it differs by %.1f %% "
            "from what it was at the beginning; --clock monotonic does not use it",
            100 * timing->drift);
}

const struct profiler profiler_cycles = {
    .name = "cycles",
    .meaning = "where time went: in methods, interpreted and compiled, and in the VM",
    .by = by,
    .by_count = ARRAY_COUNT(by),
    .keys = keys,
    .keys_count = ARRAY_COUNT(keys),
    .values = values,
    .value_count = ARRAY_COUNT(values),
    .begin = begin,
    .restart = restart,
    .end = end,
    .each = each,
    .conclude = conclude,
    .top = PROFILER_TOP,
};
