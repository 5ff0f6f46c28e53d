/* hot: the share of a method in the cycles of all methods, and whether it is above others'.
 *
 * What windows divide is an estimate: each window is a trial, which hits by the part of it that was the method's. Nothing is known
 * about how these parts are distributed, so the interval is the binomial's, which is the widest that they can need. What is timed
 * as it is, in the interpreter, moves it and makes it narrower. A share is decided where its interval does not hold the bound, an
 * order where the two intervals do not meet. */
#include <inttypes.h>
#include <string.h>

#include "assertions/check.h"
#include "assertions/stat.h"

/* What is timed as it is, and of what windows divide. */
struct cycles {
    double timed, divided;
};

/* Of a method. */
struct taken {
    struct cycles cycles;
    bool is_there;
};

/* Of all methods, what a method's share is of. */
struct whole {
    struct cycles cycles;
    int64_t windows, executions;
};

struct hot_share {
    double share;
    struct stat_interval interval;
    double windows; /* how many of all were the method's, by their parts */
};

static const struct hot_expectation *wanted_of(const struct expectation *expectation) {
    return (const struct hot_expectation *)expectation;
}

/* --- what was seen --- */

static double sum_of(const struct cycles *cycles) { return cycles->timed + cycles->divided; }

static void add(struct cycles *sum, const struct cycles_observation *row) {
    sum->timed += row->timed;
    sum->divided += row->divided;
}

static struct taken of_method(const struct observation *observation, const char *method) {
    struct taken sum = {0};
    for (uint32_t i = 0; i < observation->cycles_count; i++) {
        if (!name_matches(method, observation->cycles[i].method)) continue;
        add(&sum.cycles, &observation->cycles[i]);
        sum.is_there = true;
    }
    return sum;
}

static struct taken of_unit(const struct observation *observation, const char *method) {
    struct taken sum = {0};
    for (uint32_t i = 0; i < observation->cycles_count; i++) {
        if (!name_matches(method, observation->cycles[i].unit)) continue;
        add(&sum.cycles, &observation->cycles[i]);
        sum.is_there = true;
    }
    return sum;
}

static struct whole whole_of(const struct observation *observation) {
    struct whole whole = {.windows = observation->windows, .executions = observation->executions};
    for (uint32_t i = 0; i < observation->cycles_count; i++)
        add(&whole.cycles, &observation->cycles[i]);
    return whole;
}

/* --- shares --- */

/* Of all, when this part of what windows divide is the method's. */
static double share_at(const struct whole *whole, const struct cycles *cycles, double part) {
    const struct cycles *all = &whole->cycles;
    return (cycles->timed + part * all->divided) / sum_of(all);
}

static double part_of(const struct whole *whole, const struct cycles *cycles) {
    return whole->cycles.divided > 0 ? fmin(cycles->divided / whole->cycles.divided, 1) : 0;
}

/* With so many windows. */
static struct stat_interval interval_of(const struct whole *whole, const struct cycles *cycles,
                                        int64_t windows) {
    struct stat_interval parts = stat_clopper_pearson(part_of(whole, cycles) * (double)windows,
                                                      windows, STAT_DECISION_LEVEL);
    return (struct stat_interval){share_at(whole, cycles, parts.lo),
                                  share_at(whole, cycles, parts.hi)};
}

/* What was nowhere has no share. */
static struct hot_share share_of(const struct whole *whole, const struct taken *taken,
                                 int64_t windows) {
    double part = part_of(whole, &taken->cycles);
    struct hot_share share = {.share = share_at(whole, &taken->cycles, part),
                              .windows = part * (double)whole->windows};
    if (taken->is_there) share.interval = interval_of(whole, &taken->cycles, windows);
    return share;
}

static const char *share_text(const struct hot_share *share, struct arena *arena) {
    return arena_format(arena, "%.4g, %.10g %% interval [%.4g, %.4g]", share->share,
                        100 * STAT_DECISION_LEVEL, share->interval.lo, share->interval.hi);
}

/* --- verdicts --- */

static enum verdict_kind kind_of(bool holds, bool is_violated) {
    return holds ? VERDICT_PASS : is_violated ? VERDICT_FAIL : VERDICT_UNDECIDED;
}

/* 0: so many cannot be made. */
static const char *advice(struct answer *answer, const struct whole *whole, int64_t windows) {
    if (!windows) return "; it is too near to decide";
    double each = (double)whole->executions / (double)whole->windows;
    int64_t iterations = (int64_t)ceil((double)windows * each);
    if (iterations > answer->iterations_needed) answer->iterations_needed = iterations;
    return arena_format(answer->arena,
                        "; %" PRId64 " windows would decide at this share, in some %" PRId64
                        " iterations",
                        windows, iterations);
}

/* Windows until the share's interval does not hold the bound any more; of a bound beyond what windows can tell, none. 0: none would. */
static int64_t windows_to_exclude(const struct whole *whole, const struct taken *taken,
                                  double bound) {
    double cycles = bound * sum_of(&whole->cycles) - taken->cycles.timed;
    return stat_trials_to_exclude(part_of(whole, &taken->cycles), cycles / whole->cycles.divided,
                                  STAT_DECISION_LEVEL);
}

static void add_share(struct answer *answer, const char *what, const struct bound *bound,
                      const struct whole *whole, const struct taken *taken) {
    const double slack = 1e-9;
    struct hot_share share = share_of(whole, taken, whole->windows);
    double least = isnan(bound->is) ? bound->at_least : bound->is - bound->epsilon,
           most = isnan(bound->is) ? bound->at_most : bound->is + bound->epsilon;
    bool is_above = isnan(least) || share.interval.lo >= least - slack,
         is_below = isnan(most) || share.interval.hi <= most + slack;
    struct part part = {.what = what,
                        .expected = bound_text(bound, answer->arena),
                        .kind = kind_of(is_above && is_below, share.interval.hi < least - slack ||
                                                                  share.interval.lo > most + slack),
                        .observed = share_text(&share, answer->arena),
                        .value = arena_format(answer->arena, "%.4g", share.share)};
    part.observed =
        arena_format(answer->arena, "%s, of %" PRId64 " windows", part.observed, whole->windows);
    if (part.kind == VERDICT_UNDECIDED) {
        int64_t lower = is_above ? 1 : windows_to_exclude(whole, taken, least),
                upper = is_below ? 1 : windows_to_exclude(whole, taken, most);
        int64_t windows = lower > upper ? lower : upper;
        part.observed = arena_format(answer->arena, "%s%s", part.observed,
                                     advice(answer, whole, lower && upper ? windows : 0));
    }
    answer->hits = llround(share.windows);
    answer->trials = whole->windows;
    answer->false_alarm += (!isnan(least) + !isnan(most)) * STAT_PARTIAL_DECISION_RISK;
    answer_add(answer, part);
}

static bool are_apart(const struct whole *whole, const struct taken *a, const struct taken *b,
                      int64_t windows) {
    struct hot_share of_a = share_of(whole, a, windows), of_b = share_of(whole, b, windows);
    return of_a.interval.lo > of_b.interval.hi || of_b.interval.lo > of_a.interval.hi;
}

/* 0: more than are tried. */
static int64_t windows_to_part(const struct whole *whole, const struct taken *a,
                               const struct taken *b) {
    int64_t bad = 1, good = 2;
    for (; !are_apart(whole, a, b, good); good *= 2, bad = good / 2)
        if (good > STAT_TRIALS_LIMIT / 2) return 0;
    while (good - bad > 1) {
        int64_t middle = bad + (good - bad) / 2;
        *(are_apart(whole, a, b, middle) ? &good : &bad) = middle;
    }
    return good;
}

static void add_order(struct answer *answer, const char *method, const char *other,
                      const struct whole *whole, const struct taken *taken,
                      const struct taken *others) {
    struct arena *arena = answer->arena;
    struct hot_share above = share_of(whole, taken, whole->windows),
                     below = share_of(whole, others, whole->windows);
    struct part part = {.what = arena_format(arena, "order of %s", method),
                        .expected = arena_format(arena, "above %s", other),
                        .kind = kind_of(above.interval.lo > below.interval.hi,
                                        above.interval.hi < below.interval.lo)};
    part.value = arena_format(arena, "%.4g, %s %.4g", above.share, other, below.share);
    part.observed =
        arena_format(arena, "%s; %s %s; of %" PRId64 " windows", share_text(&above, arena), other,
                     share_text(&below, arena), whole->windows);
    if (part.kind == VERDICT_UNDECIDED)
        part.observed = arena_format(arena, "%s%s", part.observed,
                                     advice(answer, whole, windows_to_part(whole, taken, others)));
    answer->false_alarm += 2 * STAT_PARTIAL_DECISION_RISK;
    answer_add(answer, part);
}

/* --- the whole --- */

/* NULL: it was in code that ran. */
static const char *missing_method(const struct observation *observation, const char *method,
                                  struct arena *arena) {
    bool is_there =
        of_method(observation, method).is_there || of_unit(observation, method).is_there;
    return is_there ? NULL
                    : arena_format(arena, "%s was in no code that ran while measured", method);
}

static const char *missing_evidence(const struct hot_expectation *wanted,
                                    const struct observation *observation, struct arena *arena) {
    const char *missing = missing_executions(observation, arena);
    if (!missing && !observation->windows)
        missing = "no window closed in compiled code while measured, which took too short a time: "
                  "more iterations are needed";
    if (!missing) missing = missing_method(observation, wanted->method, arena);
    for (uint32_t i = 0; !missing && i < wanted->above_count; i++)
        missing = missing_method(observation, wanted->above[i], arena);
    return missing;
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct hot_expectation *wanted = wanted_of(expectation);
    const char *missing = missing_evidence(wanted, observation, arena);
    const struct whole whole = whole_of(observation);
    struct taken method = of_method(observation, wanted->method),
                 unit = of_unit(observation, wanted->method);
    struct answer answer;
    if (missing) return not_evaluated(wanted->method, "cycles", missing, arena);
    answer_begin(&answer, observation, arena);
    if (bound_is_given(&wanted->share))
        add_share(&answer, arena_format(arena, "share of %s", wanted->method), &wanted->share,
                  &whole, &method);
    if (bound_is_given(&wanted->unit))
        add_share(&answer, arena_format(arena, "share of the code of %s", wanted->method),
                  &wanted->unit, &whole, &unit);
    for (uint32_t i = 0; i < wanted->above_count; i++) {
        struct taken other = of_method(observation, wanted->above[i]);
        add_order(&answer, wanted->method, wanted->above[i], &whole, &method, &other);
    }
    return answer_end(&answer, NULL, NULL);
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    const struct hot_expectation *wanted = wanted_of(expectation);
    add_name(names, NAME_METHOD, wanted->method, arena);
    for (uint32_t i = 0; i < wanted->above_count; i++)
        add_name(names, NAME_METHOD, wanted->above[i], arena);
}

const struct assertion assertion_hot = {
    .check = check, .names = names, .is_about_code = true, .needs_cycles = true};
