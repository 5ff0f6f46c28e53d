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
struct call_graph_state {
    int64_t calls, inferred, squares, weighted;
};

static void *begin(struct profiling *profiling, struct diag *diag) {
    return ARENA_NEW(profiling->arena, struct call_graph_state);
}

static struct call_graph_state since(const struct profiling *profiling,
                                     const struct call_graph_state *before) {
    struct vm_sampling all = vm_sampling(profiling->vm);
    return (struct call_graph_state){all.calls - before->calls, all.inferred - before->inferred,
                                     all.squares - before->squares,
                                     all.weighted - before->weighted};
}

static void restart(struct profiling *profiling) {
    struct call_graph_state *state = profiling->state;
    *state = since(profiling, &(struct call_graph_state){0});
}

static void end(struct profiling *profiling) {
    struct call_graph_state *state = profiling->state;
    *state = since(profiling, state);
}

static double calls_of(const struct call_graph_state *state) {
    return (double)(state->calls + state->inferred);
}

/* Of the interval. */
static double calls_around(const struct profiling *profiling, const struct profile_group *group) {
    return (double)group->interval[profiling->profiler->main].number;
}

/* So many independent calls are worth as much as those of the interval, whose weights are those of the samples (Kish). */
static double independent_calls(const struct profiling *profiling,
                                const struct profile_group *group) {
    const struct call_graph_state *state = profiling->state;
    return state->squares
               ? calls_around(profiling, group) * calls_of(state) / (double)state->squares
               : 0;
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
    double share = share_of(profiling, group), independent = independent_calls(profiling, group);
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
     .meaning = "the share's standard error, as of independent samples",
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
    struct vm_sampling sampling = vm_sampling(profiling->vm);
    const struct vm_sampling_options *options = &sampling.options;
    const char *skip, *meaning;
    const struct call_graph_state *state = profiling->state;
    table->is_sampled = true;
    if (state->weighted)
        table->independent = llround(calls_of(state) * calls_of(state) / (double)state->weighted);
    vm_skip_row(options->skip, &skip, &meaning);
    profile_table_note(profiling->arena, table,
                       "%" PRId64 " samples of calls that are not inlined, and %" PRId64
                       " of loops, in %" PRId64
                       " windows: %s each, one in %d of both%s, the first %s",
                       sampling.samples, sampling.loop_samples, sampling.windows,
                       length_of(profiling->arena, options), options->stride,
                       options->is_fixed ? "" : ", in the mean", skip);
    if (sampling.poll_seconds > 0)
        profile_table_note(profiling->arena, table,
                           "%" PRId64 " polls in windows, which took %.3g ms", sampling.polls,
                           sampling.poll_seconds * 1e3);
    if (sampling.stood_for > sampling.windows)
        profile_table_note(profiling->arena, table,
                           "more windows would take too long: one stands for %.3g, and each of its "
                           "samples for as many calls, in the mean",
                           (double)sampling.stood_for / (double)sampling.windows);
    if (options->every_polls)
        profile_table_note(profiling->arena, table,
                           "windows open after %" PRId64 " calls and loops of the thread, %s",
                           options->every_polls, options->is_fixed ? "always" : "in the mean");
    else
        profile_table_note(
            profiling->arena, table, "windows open %.3g ms one after the other%s; %s",
            options->every_ms, options->is_fixed ? "" : ", in the mean",
            timer_reached(profiling->arena,
                          sampling.ticks ? sampling.seconds * 1e3 / (double)sampling.ticks : 0));
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
