/* Rates against bounds: exact acceptance within an epsilon, exact intervals against "at least" and
 * "at most", and the probabilities of both kinds of error, before the run and after it.
 *
 * The model: each independent execution hits [whole] times for certain and once more with the same
 * odds. A rate above 1 is therefore its whole part and the odds of the rest. */
#include <inttypes.h>

#include "assertions/check.h"
#include "assertions/stat.h"

static double odds_of(double rate) {
    double odds = rate - floor(rate);
    return odds > 1 - 1e-12 || odds < 1e-12 ? 0 : odds;
}

/* Hits beyond the whole part, as if only the independent trials had been made. */
static double unit_hits(const struct proportion *proportion) {
    double beyond = (double)(proportion->hits - proportion->whole * proportion->trials);
    double hits = beyond * ((double)proportion->units / (double)proportion->trials);
    return fmax(0, fmin(hits, (double)proportion->units));
}

static struct stat_interval interval_of(const struct proportion *proportion, double level) {
    struct stat_interval interval =
        stat_clopper_pearson(unit_hits(proportion), proportion->units, level);
    interval.lo += (double)proportion->whole;
    interval.hi += (double)proportion->whole;
    return interval;
}

/* A one-sided bound that no odds can straddle: nothing at all, or every time. */
static bool is_extreme(double bound, const struct proportion *proportion) {
    return bound <= (double)proportion->whole || bound >= (double)proportion->whole + 1;
}

struct one_sided {
    double bound;
    bool is_upper;
};

static enum verdict_kind judge_one_sided(struct one_sided side, const struct proportion *proportion,
                                         bool is_drawn) {
    double rate = (double)proportion->hits / (double)proportion->trials;
    bool holds = side.is_upper ? rate <= side.bound + 1e-12 : rate >= side.bound - 1e-12;
    if (!is_drawn || proportion->is_spread || is_extreme(side.bound, proportion))
        return holds ? VERDICT_PASS : VERDICT_FAIL;
    struct stat_interval interval = interval_of(proportion, STAT_DECISION_LEVEL);
    if (side.bound < interval.lo || side.bound > interval.hi)
        return holds ? VERDICT_PASS : VERDICT_FAIL;
    return VERDICT_UNDECIDED;
}

static int64_t iterations_to_decide(struct one_sided side, const struct proportion *proportion,
                                    int64_t executions) {
    double rate = unit_hits(proportion) / (double)proportion->units;
    int64_t units =
        stat_trials_to_exclude(rate, side.bound - (double)proportion->whole, STAT_DECISION_LEVEL);
    return (int64_t)ceil((double)units * ((double)executions / (double)proportion->units));
}

static enum verdict_kind judge_range(struct answer *answer, const struct bound *bound,
                                     const struct proportion *proportion, bool is_drawn) {
    struct one_sided sides[] = {{bound->at_least, false}, {bound->at_most, true}};
    enum verdict_kind worst = VERDICT_PASS;
    for (int i = 0; i < 2; i++) {
        if (isnan(sides[i].bound)) continue;
        enum verdict_kind kind = judge_one_sided(sides[i], proportion, is_drawn);
        worst = verdict_worse(worst, kind);
        if (is_drawn && !proportion->is_spread && !is_extreme(sides[i].bound, proportion))
            answer->false_alarm += STAT_DECISION_RISK;
        if (kind != VERDICT_UNDECIDED) continue;
        int64_t needed =
            iterations_to_decide(sides[i], proportion, answer->observation->executions);
        if (needed > answer->iterations_needed) answer->iterations_needed = needed;
    }
    return worst;
}

static const char *counts_text(const struct answer *answer, const struct proportion *proportion) {
    int64_t executions = answer->observation->executions;
    const char *executed =
        proportion->trials == executions
            ? ""
            : arena_format(answer->arena, " in %" PRId64 " executions", executions);
    return arena_format(answer->arena, "%" PRId64 " of %" PRId64 "%s", proportion->hits,
                        proportion->trials, executed);
}

static const char *interval_text(const struct answer *answer, const struct proportion *proportion,
                                 double level) {
    if (proportion->is_spread && proportion->most == 0)
        return ", several hits at once, so no exact interval";
    if (proportion->is_spread)
        return arena_format(answer->arena, ", up to %" PRId64 " hits at once, so no exact interval",
                            proportion->most);
    struct stat_interval interval = interval_of(proportion, level);
    return arena_format(answer->arena, ", exact %.10g %% interval [%.4g, %.4g]", 100 * level,
                        interval.lo, interval.hi);
}

void answer_add_risk(struct answer *answer, double is, double epsilon, int64_t trials) {
    if (!observation_is_drawn(answer->observation)) return;
    answer->false_alarm += stat_false_alarm(trials, odds_of(is), epsilon);
    answer->miss += stat_miss(trials, odds_of(is), epsilon);
}

void answer_add_rate(struct answer *answer, const char *what, const struct bound *bound,
                     const struct proportion *proportion) {
    bool is_drawn = observation_is_drawn(answer->observation), is_range = isnan(bound->is);
    struct part part = {.what = what, .expected = bound_text(bound, answer->arena)};
    double level = is_range && is_drawn ? STAT_DECISION_LEVEL : STAT_REPORT_LEVEL;
    part.value =
        arena_format(answer->arena, "%.6g", (double)proportion->hits / (double)proportion->trials);
    part.observed =
        arena_format(answer->arena, "%s (%s)%s", part.value, counts_text(answer, proportion),
                     interval_text(answer, proportion, level));
    answer->hits = proportion->hits;
    answer->trials = proportion->trials;
    if (is_range) {
        part.kind = judge_range(answer, bound, proportion, is_drawn);
    } else {
        part.kind = stat_is_within(proportion->hits, proportion->trials, bound->is, bound->epsilon)
                        ? VERDICT_PASS
                        : VERDICT_FAIL;
        answer_add_risk(answer, bound->is, bound->epsilon, proportion->units);
    }
    if (part.kind == VERDICT_UNDECIDED)
        part.observed =
            answer->iterations_needed
                ? arena_format(answer->arena,
                               "%s; %" PRId64 " iterations would decide at this rate",
                               part.observed, answer->iterations_needed)
                : arena_format(answer->arena, "%s; the rate is too near the bound to decide",
                               part.observed);
    answer_add(answer, part);
}

/* The bound on a rate that chance decides, or one that nothing satisfies by being not given. */
static struct bound drawn_bound(const struct expectation *expectation, int64_t executions) {
    struct bound bound = expectation->rate;
    double trials = (double)executions;
    switch (expectation->kind) {
    case ASSERTION_rate:
    case ASSERTION_allocation:
    case ASSERTION_call:
    case ASSERTION_lock: return bound;
    case ASSERTION_count:
        if (bound.epsilon > 0)
            return (struct bound){bound.is / trials, bound.epsilon / trials, NAN, NAN};
        return BOUND_NONE;
    case ASSERTION_ledger:
    case ASSERTION_allocates:
    case ASSERTION_deoptimizations:
    case ASSERTION_compilations:
    case ASSERTION_returns:
    case ASSERTION_KIND_COUNT: break;
    }
    return BOUND_NONE;
}

static struct false_alarm alarm_of(const struct bound *bound, int64_t trials, double limit) {
    double odds = odds_of(bound->is);
    return (struct false_alarm){
        .probability = stat_false_alarm(trials, odds, bound->epsilon),
        .iterations_needed = stat_trials_needed(trials, odds, bound->epsilon, limit),
        .epsilon_needed = stat_epsilon_needed(trials, odds, bound->epsilon, limit),
    };
}

struct false_alarm expectation_belief_alarm(const struct expectation *expectation, int64_t calls,
                                            double limit) {
    if (isnan(expectation->predicted.is)) return (struct false_alarm){0, calls, 0};
    return alarm_of(&expectation->predicted, calls, limit);
}

struct false_alarm expectation_false_alarm(const struct expectation *expectation,
                                           int64_t executions, double limit) {
    struct bound bound = drawn_bound(expectation, executions);
    if (isnan(bound.is)) {
        double sides = !isnan(bound.at_least) + !isnan(bound.at_most);
        return (struct false_alarm){sides * STAT_DECISION_RISK, executions, 0};
    }
    struct false_alarm alarm = alarm_of(&bound, executions, limit);
    if (expectation->kind == ASSERTION_count) alarm.epsilon_needed *= (double)executions;
    return alarm;
}
