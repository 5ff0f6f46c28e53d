/* call_graph: the share of an edge in the sampled calls, how much of it is inferred, or the overlap of the sampled graph with another.
 *
 * Each call is a sample with the same odds, whatever happened before, so the samples of an edge are binomial and Clopper and Pearson's
 * interval holds its share. The overlap of n samples lies below that of the graph that they are of, since what shares are off by chance
 * never adds to it: by at most Σ sqrt(p (1 - p) / n) / 2 in the mean, which is at most sqrt(m / n) / 2 for a reference of m edges, as
 * all others count as one. One sample moves it by at most 1 / n, so it is further than t from its mean with at most exp(-2 n t²)
 * (McDiarmid, "On the method of bounded differences", 1989). The overlap is decided where this interval does not hold the bound.
 *
 * A sample stands for several calls of an edge, if some are inlined behind it, and these are not independent. n calls, of which at
 * most w are of one sample, say no less of the part of them that is inferred than n / w trials, each of which hits by a part. */
#include <inttypes.h>
#include <string.h>

#include "assertions/check.h"
#include "assertions/stat.h"

static const struct call_graph_expectation *wanted_of(const struct expectation *expectation) {
    return (const struct call_graph_expectation *)expectation;
}

/* A number that chance moves, and how many samples would decide a bound on it. */
struct estimate {
    double value;
    struct stat_interval interval;
    int64_t samples;
    const char *of;     /* what these are: samples, or calls */
    const char *beside; /* what is said of it */
    int64_t (*samples_to_decide)(const struct estimate *estimate, double bound);
    double steps,
        deficit;  /* of an overlap: by 1 / sqrt(n) what is off by chance at most, and in the mean */
    int64_t most; /* of a part that is inferred: calls of one sample */
};

/* --- verdicts --- */

static const char *advice(struct answer *answer, const struct estimate *estimate, int64_t needed) {
    if (!needed) return "; it is too near to decide";
    double each = (double)answer->observation->executions / (double)estimate->samples;
    int64_t iterations = (int64_t)ceil((double)needed * each);
    if (iterations > answer->iterations_needed) answer->iterations_needed = iterations;
    return arena_format(answer->arena,
                        "; %" PRId64 " %s would decide at this value, in some %" PRId64
                        " iterations",
                        needed, estimate->of, iterations);
}

/* 0: so many cannot be made. */
static int64_t samples_needed(const struct estimate *estimate, double least, double most,
                              bool is_above, bool is_below) {
    int64_t lower = is_above ? 1 : estimate->samples_to_decide(estimate, least),
            upper = is_below ? 1 : estimate->samples_to_decide(estimate, most);
    return !lower || !upper ? 0 : lower > upper ? lower : upper;
}

static void add_estimate(struct answer *answer, const char *what, const struct bound *bound,
                         const struct estimate *estimate, double risk) {
    const double slack = 1e-9;
    double least = isnan(bound->is) ? bound->at_least : bound->is - bound->epsilon,
           most = isnan(bound->is) ? bound->at_most : bound->is + bound->epsilon;
    const struct stat_interval *interval = &estimate->interval;
    bool is_above = isnan(least) || interval->lo >= least - slack,
         is_below = isnan(most) || interval->hi <= most + slack,
         is_violated = interval->hi < least - slack || interval->lo > most + slack;
    struct part part = {.what = what, .expected = bound_text(bound, answer->arena)};
    part.kind = is_above && is_below ? VERDICT_PASS
                : is_violated        ? VERDICT_FAIL
                                     : VERDICT_UNDECIDED;
    part.value = arena_format(answer->arena, "%.4g", estimate->value);
    part.observed = arena_format(
        answer->arena, "%s, %.10g %% interval [%.4g, %.4g], of %" PRId64 " %s%s%s", part.value,
        100 * STAT_DECISION_LEVEL, interval->lo, interval->hi, estimate->samples, estimate->of,
        estimate->beside,
        part.kind == VERDICT_UNDECIDED
            ? advice(answer, estimate, samples_needed(estimate, least, most, is_above, is_below))
            : "");
    answer->false_alarm += (!isnan(least) + !isnan(most)) * risk;
    answer_add(answer, part);
}

/* --- an edge --- */

static bool is_edge(const struct via *path, const struct edge_observation *edge) {
    return edge->caller && name_matches(path[0].method, edge->caller) &&
           name_matches(path[1].method, edge->callee) &&
           (!path[0].line || path[0].line == edge->line);
}

static int64_t samples_to_exclude(const struct estimate *estimate, double bound) {
    return stat_trials_to_exclude(estimate->value, bound, STAT_DECISION_LEVEL);
}

static void add_share(struct answer *answer, const struct call_graph_expectation *wanted,
                      int64_t samples) {
    const struct observation *observation = answer->observation;
    int64_t hits = 0;
    for (uint32_t i = 0; i < observation->edge_count; i++)
        if (is_edge(wanted->path, &observation->edges[i])) hits += observation->edges[i].samples;
    struct estimate estimate = {
        .value = (double)hits / (double)samples,
        .interval = stat_clopper_pearson((double)hits, samples, STAT_DECISION_LEVEL),
        .samples = samples,
        .of = "samples",
        .beside = "",
        .samples_to_decide = samples_to_exclude};
    answer->hits = hits;
    answer->trials = samples;
    add_estimate(answer, arena_format(answer->arena, "share of %s", wanted->text), &wanted->share,
                 &estimate, STAT_DECISION_RISK);
}

/* --- what is inferred of an edge --- */

/* Its calls, sampled and inferred. */
static struct edge_observation calls_of(const struct call_graph_expectation *wanted,
                                        const struct observation *observation) {
    struct edge_observation sum = {0};
    for (uint32_t i = 0; i < observation->edge_count; i++) {
        const struct edge_observation *edge = &observation->edges[i];
        if (!is_edge(wanted->path, edge)) continue;
        sum.samples += edge->samples;
        sum.inferred += edge->inferred;
        if (edge->most > sum.most) sum.most = edge->most;
    }
    return sum;
}

static int64_t calls_to_exclude(const struct estimate *estimate, double bound) {
    int64_t trials = samples_to_exclude(estimate, bound);
    return trials > STAT_TRIALS_LIMIT / estimate->most ? 0 : trials * estimate->most;
}

static void add_inferred(struct answer *answer, const struct call_graph_expectation *wanted,
                         const struct edge_observation *edge) {
    int64_t calls = edge->samples + edge->inferred,
            trials = calls > edge->most ? calls / edge->most : 1;
    double part = (double)edge->inferred / (double)calls;
    struct estimate estimate = {
        .value = part,
        .interval = stat_clopper_pearson(part * (double)trials, trials, STAT_DECISION_LEVEL),
        .samples = calls,
        .of = "calls",
        .beside = arena_format(answer->arena, ", of which up to %" PRId64 " are of one sample",
                               edge->most),
        .samples_to_decide = calls_to_exclude,
        .most = edge->most};
    answer->hits = edge->inferred;
    answer->trials = calls;
    add_estimate(answer, arena_format(answer->arena, "inferred part of %s", wanted->text),
                 &wanted->inferred, &estimate, STAT_PARTIAL_DECISION_RISK);
}

/* --- the overlap --- */

/* What a graph is compared with: its own edges, each as often as it was called. */
struct compared_graph {
    const struct edge_observation *edges;
    uint32_t count;
    int64_t sum;
};

static struct compared_graph reference_of(const struct call_graph_expectation *wanted,
                                          const struct observation *observation) {
    struct compared_graph reference = {observation->edges, observation->edge_count, 0};
    if (wanted->reference) {
        reference.edges = wanted->reference;
        reference.count = wanted->reference_count;
    }
    for (uint32_t i = 0; i < reference.count; i++) reference.sum += reference.edges[i].calls;
    return reference;
}

static bool is_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static int64_t samples_of(const struct observation *observation,
                          const struct edge_observation *edge) {
    for (uint32_t i = 0; i < observation->edge_count; i++) {
        const struct edge_observation *other = &observation->edges[i];
        if (other->bci == edge->bci && is_same(other->callee, edge->callee) &&
            is_same(other->caller, edge->caller))
            return other->samples;
    }
    return 0;
}

/* Of so large a deviation the odds are STAT_DECISION_RISK, by 1 / sqrt(n). */
static double deviation(void) { return sqrt(-log(STAT_DECISION_RISK) / 2); }

/* As many as bring what is off by chance below the distance from the bound. */
static int64_t samples_to_part(const struct estimate *estimate, double bound) {
    double root = sqrt((double)estimate->samples);
    double expected = fmin(1, estimate->value + estimate->deficit / root),
           distance = fabs(expected - bound);
    double by =
        deviation() + (expected > bound ? estimate->deficit : estimate->steps - estimate->deficit);
    double samples = distance > 0 ? ceil(pow(by / distance, 2)) : INFINITY;
    return samples > STAT_TRIALS_LIMIT ? 0 : (int64_t)samples;
}

static struct estimate estimate_overlap(const struct observation *observation,
                                        const struct compared_graph *reference, int64_t samples,
                                        struct arena *arena) {
    struct estimate estimate = {
        .samples = samples, .of = "samples", .samples_to_decide = samples_to_part};
    double root = sqrt((double)samples);
    uint32_t edges = 0;
    for (uint32_t i = 0; i < reference->count; i++) {
        const struct edge_observation *edge = &reference->edges[i];
        double share = (double)edge->calls / (double)reference->sum;
        edges += edge->calls > 0;
        estimate.value += fmin(share, (double)samples_of(observation, edge) / (double)samples);
        estimate.deficit += sqrt(share * (1 - share) / (2 * M_PI));
    }
    estimate.steps = sqrt(edges) / 2;
    estimate.interval.lo = fmax(0, estimate.value - deviation() / root);
    estimate.interval.hi = fmin(1, estimate.value + (deviation() + estimate.steps) / root);
    estimate.beside =
        arena_format(arena, ", of which as many independent ones would reach %.4g in the mean",
                     fmax(0, 1 - estimate.deficit / root));
    return estimate;
}

static void add_overlap(struct answer *answer, const struct call_graph_expectation *wanted,
                        const struct compared_graph *reference, int64_t samples) {
    struct estimate estimate =
        estimate_overlap(answer->observation, reference, samples, answer->arena);
    add_estimate(answer, arena_format(answer->arena, "overlap with %s", wanted->text),
                 &wanted->overlap, &estimate, STAT_DECISION_RISK);
}

/* --- the whole --- */

static const char *missing_inferred(const struct call_graph_expectation *wanted,
                                    const struct observation *observation,
                                    const struct edge_observation *edge, struct arena *arena) {
    if (!edge->samples && !edge->inferred)
        return arena_format(arena,
                            "no call of %s was sampled while measured, and none was inferred: "
                            "more iterations are needed, or there is no such call",
                            wanted->text);
    return edge->most ? NULL
                      : arena_format(arena, "the adapter of %s does not tell what it infers",
                                     observation->vm);
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct call_graph_expectation *wanted = wanted_of(expectation);
    const char *missing = missing_executions(observation, arena);
    struct compared_graph reference = reference_of(wanted, observation);
    struct edge_observation edge = {0};
    bool is_of_samples = bound_is_given(&wanted->share) || bound_is_given(&wanted->overlap);
    int64_t samples = 0;
    for (uint32_t i = 0; i < observation->edge_count; i++) samples += observation->edges[i].samples;
    if (!missing && is_of_samples && !samples)
        missing = "no call was sampled while measured: more iterations are needed, or all calls "
                  "are inlined";
    if (!missing && bound_is_given(&wanted->overlap) && !reference.sum)
        missing = "the graph that it is compared with has no calls";
    if (bound_is_given(&wanted->inferred)) {
        edge = calls_of(wanted, observation);
        if (!missing) missing = missing_inferred(wanted, observation, &edge, arena);
    }
    if (missing) return not_evaluated(wanted->text, "sampled calls", missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    if (bound_is_given(&wanted->share)) add_share(&answer, wanted, samples);
    if (bound_is_given(&wanted->inferred)) add_inferred(&answer, wanted, &edge);
    if (bound_is_given(&wanted->overlap)) add_overlap(&answer, wanted, &reference, samples);
    return answer_end(&answer, NULL, NULL);
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    const struct call_graph_expectation *wanted = wanted_of(expectation);
    for (uint32_t i = 0; wanted->path && i < 2; i++)
        add_name(names, NAME_METHOD, wanted->path[i].method, arena);
}

static bool needs_all_calls(const struct expectation *expectation) {
    const struct call_graph_expectation *wanted = wanted_of(expectation);
    return bound_is_given(&wanted->overlap) && !wanted->reference;
}

const struct assertion assertion_call_graph = {.check = check,
                                               .names = names,
                                               .is_about_code = true,
                                               .needs_call_graph = true,
                                               .needs_all_calls = needs_all_calls};
