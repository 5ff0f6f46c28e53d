/* CALL GRAPH: its edges, sampled: the method that is entered, and the call that led there. */
#include <inttypes.h>
#include <math.h>

#include "profilers/profilers.h"

static const struct vm_rule rules[] = {{.point = POINT_sample, .anchor = VM_HERE}};
static const enum vm_key by[] = {BY_context};
static const enum vm_key needs[] = {};

struct call_graph_state {
    int64_t before, samples; /* when counting began again; until the end, without these */
};

static void *begin(struct profiling *profiling, struct diag *diag) {
    return ARENA_NEW(profiling->arena, struct call_graph_state);
}

static void restart(struct profiling *profiling) {
    struct call_graph_state *state = profiling->state;
    state->before = vm_sampling(profiling->vm).samples;
}

static void end(struct profiling *profiling) {
    struct call_graph_state *state = profiling->state;
    state->samples = vm_sampling(profiling->vm).samples - state->before;
}

static double share_of(const struct profiling *profiling, const struct profile_group *group) {
    const struct call_graph_state *state = profiling->state;
    int64_t samples = group->cells[profiling->by_count].number;
    return state->samples ? (double)samples / (double)state->samples : 0;
}

static void compute_share(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    cell->share = share_of(profiling, group);
}

/* Of independent samples. */
static void compute_error(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    const struct call_graph_state *state = profiling->state;
    double share = share_of(profiling, group);
    cell->share = state->samples ? sqrt(share * (1 - share) / (double)state->samples) : 0;
}

static const struct profiler_value values[] = {
    {.name = "samples",
     .header = "samples",
     .meaning = "of calls of the method, by that call",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT},
    {.name = "share",
     .header = "share",
     .meaning = "of all samples",
     .kind = PROFILE_SHARE,
     .compute = compute_share,
     .split = BY_COUNT},
    {.name = "error",
     .header = "error",
     .meaning = "the share's standard error, as of independent samples",
     .kind = PROFILE_SHARE,
     .compute = compute_error,
     .split = BY_COUNT},
};

static bool is_exact(const struct vm_sampling_options *options) {
    return options->every_polls == 1 && options->window == 1 && options->stride == 1;
}

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
    table->is_sampled = !is_exact(options);
    if (!table->is_sampled) {
        profile_table_note(profiling->arena, table, "each call that is not inlined is a sample");
        return;
    }
    vm_skip_row(options->skip, &skip, &meaning);
    profile_table_note(profiling->arena, table,
                       "%" PRId64 " samples in %" PRId64
                       " windows: %s each, one in %d calls that are not inlined%s, the first %s",
                       sampling.samples, sampling.windows, length_of(profiling->arena, options),
                       options->stride, options->is_fixed ? "" : ", in the mean", skip);
    if (options->every_polls)
        profile_table_note(profiling->arena, table,
                           "windows open after %" PRId64 " calls of the thread, %s",
                           options->every_polls, options->is_fixed ? "always" : "in the mean");
    else
        profile_table_note(profiling->arena, table,
                           "windows open %.3g ms one after the other, in the mean; the timer "
                           "reached %.3g ms",
                           options->every_ms,
                           sampling.ticks ? sampling.seconds * 1e3 / (double)sampling.ticks : 0);
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
