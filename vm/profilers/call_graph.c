/* CALL GRAPH: its edges: the method that is called, and the call that led there. Calls that are not inlined are sampled; those that
 * are, are inferred from samples that they run with. */
#include <inttypes.h>
#include <math.h>

#include "profilers/profilers.h"

static const struct vm_rule rules[] = {{.point = POINT_sample, .anchor = VM_HERE},
                                       {.point = POINT_inferred, .anchor = VM_HERE},
                                       {.point = POINT_believed, .anchor = VM_HERE}};
static const enum vm_key by[] = {BY_context};
static const enum vm_key needs[] = {};

/* Until counting began again; at the end, since then. */
static void *begin(struct profiling *profiling, struct diag *diag) {
    return ARENA_NEW(profiling->arena, struct vm_sampling);
}

static void restart(struct profiling *profiling) {
    struct vm_sampling *state = profiling->state;
    *state = vm_sampling(profiling->vm);
}

static void end(struct profiling *profiling) {
    struct vm_sampling *state = profiling->state, all = vm_sampling(profiling->vm);
    *state = (struct vm_sampling){.options = all.options,
                                  .ticks = all.ticks - state->ticks,
                                  .windows = all.windows - state->windows,
                                  .samples = all.samples - state->samples,
                                  .stood_for = all.stood_for - state->stood_for,
                                  .calls = all.calls - state->calls,
                                  .loop_samples = all.loop_samples - state->loop_samples,
                                  .inferred = all.inferred - state->inferred,
                                  .weighted = all.weighted - state->weighted,
                                  .edge_squares = all.edge_squares - state->edge_squares,
                                  .window_squares = all.window_squares - state->window_squares,
                                  .polls = all.polls - state->polls,
                                  .poll_seconds = all.poll_seconds - state->poll_seconds,
                                  .seconds = all.seconds - state->seconds};
}

static double calls_of(const struct vm_sampling *state) {
    return (double)(state->calls + state->inferred);
}

/* Of the interval. */
static double calls_around(const struct profiling *profiling, const struct profile_group *group) {
    return (double)group->interval[profiling->profiler->main].number;
}

/* Worth as much as those of the interval. [squares]: of the calls of each of its edges, summed. */
static double independent_calls(const struct profiling *profiling, double calls, double squares) {
    const struct vm_sampling *state = profiling->state;
    if (!(calls > 0)) return 0;
    return calls / calls_of(state) * vm_independent_calls(state, squares / (calls * calls));
}

static double share_of(const struct profiling *profiling, const struct profile_group *group) {
    double calls = calls_around(profiling, group);
    return calls > 0 ? (double)group->cells[profiling->by_count].number / calls : 0;
}

static void compute_share(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    cell->share = share_of(profiling, group);
}

static void compute_error(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    double share = share_of(profiling, group),
           independent =
               independent_calls(profiling, calls_around(profiling, group), group->squares);
    cell->share = independent > 0 ? sqrt(share * (1 - share) / independent) : 0;
}

static bool is_sample(const struct vm_row *row) { return row->rule->point == POINT_sample; }
static bool is_inferred(const struct vm_row *row) { return point_is_inlined(row->rule->point); }
static bool is_believed(const struct vm_row *row) { return row->rule->point == POINT_believed; }

static const struct profiler_value values[] = {
    {.name = "calls",
     .header = "calls",
     .meaning = "of the method, by that call: samples and inferred ones",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT},
    {.name = "share",
     .header = "share",
     .meaning = "of all calls, in the interval",
     .kind = PROFILE_SHARE,
     .compute = compute_share,
     .split = BY_COUNT},
    {.name = "error",
     .header = "error",
     .meaning = "the share's standard error, by how much windows differ",
     .kind = PROFILE_SHARE,
     .compute = compute_error,
     .split = BY_COUNT},
    {.name = "sampled",
     .header = "sampled",
     .meaning = "of calls that are not inlined",
     .kind = PROFILE_COUNT,
     .takes = is_sample,
     .split = BY_COUNT},
    {.name = "inferred",
     .header = "inferred",
     .meaning = "calls that are inlined and run with samples",
     .kind = PROFILE_COUNT,
     .takes = is_inferred,
     .split = BY_COUNT},
    {.name = "believed",
     .header = "believed",
     .meaning = "the inferred ones that run so often if branches go as they did when the code was "
                "compiled",
     .kind = PROFILE_COUNT,
     .takes = is_believed,
     .split = BY_COUNT},
};

/* Of a window. */
static const char *length_of(struct arena *arena, const struct vm_sampling_options *options) {
    return options->window ? arena_format(arena, "up to %d", options->window)
                           : arena_format(arena, "%.3g microseconds", options->window_us);
}

static void conclude(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table) {
    const struct vm_sampling *state = profiling->state;
    const struct vm_sampling_options *options = &state->options;
    const char *skip, *meaning;
    table->is_sampled = true;
    table->independent =
        llround(independent_calls(profiling, calls_of(state), groups[table->row_count].squares));
    vm_skip_row(options->skip, &skip, &meaning);
    profile_table_note(
        profiling->arena, table,
        "%" PRId64 " samples of calls that are not inlined, and %" PRId64 " of loops, in %" PRId64
        " windows: %s each, one in %d of both%s, the first %s",
        state->samples, state->loop_samples, state->windows, length_of(profiling->arena, options),
        options->stride, options->is_fixed ? "" : ", in the mean", skip);
    if (state->poll_seconds > 0)
        profile_table_note(profiling->arena, table,
                           "%" PRId64 " polls in windows, which took %.3g ms", state->polls,
                           state->poll_seconds * 1e3);
    if (state->stood_for > state->windows)
        profile_table_note(profiling->arena, table,
                           "more windows would take too long: one stands for %.3g, and each of its "
                           "samples for as many calls, in the mean",
                           (double)state->stood_for / (double)state->windows);
    if (options->every_polls)
        profile_table_note(profiling->arena, table,
                           "windows open after %" PRId64 " calls and loops of the thread, %s",
                           options->every_polls, options->is_fixed ? "always" : "in the mean");
    else
        profile_table_note(
            profiling->arena, table, "windows open %.3g ms one after the other%s; %s",
            options->every_ms, options->is_fixed ? "" : ", in the mean",
            timer_reached(profiling->arena,
                          state->ticks ? state->seconds * 1e3 / (double)state->ticks : 0));
}

const struct profiler profiler_call_graph = {
    .name = "call_graph",
    .meaning = "sampled calls: the method, and the call that led there; with --levels more of them",
    PROFILER_ARRAYS,
    .levels = 1,
    .begin = begin,
    .restart = restart,
    .end = end,
    .conclude = conclude,
    .top = PROFILER_TOP,
};
