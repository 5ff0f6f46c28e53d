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

static void add_risk(struct answer *answer, const struct bound *bound, int64_t draws,
                     const char *draw) {
    double false_alarm = stat_false_alarm(draws, odds_of(bound->is), bound->epsilon);
    answer->false_alarm += false_alarm;
    answer->miss += stat_miss(draws, odds_of(bound->is), bound->epsilon);
    if (false_alarm > answer->riskiest.false_alarm)
        answer->riskiest = (struct chance){false_alarm, draws, draw};
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

/* Hits that come in bursts are not independent draws. */
static const char *spread_text(const struct answer *answer, const struct proportion *proportion) {
    if (proportion->is_spread_by) return proportion->is_spread_by;
    if (proportion->most == 0) return "several hits at once";
    return arena_format(answer->arena, "up to %" PRId64 " hits at once", proportion->most);
}

static enum verdict_kind judge_range(struct answer *answer, const struct bound *bound,
                                     const struct proportion *proportion, bool is_drawn) {
    struct one_sided sides[] = {{bound->at_least, false}, {bound->at_most, true}};
    enum verdict_kind worst = VERDICT_PASS;
    for (int i = 0; i < 2; i++) {
        if (isnan(sides[i].bound)) continue;
        enum verdict_kind kind = judge_one_sided(sides[i], proportion, is_drawn);
        worst = verdict_worse(worst, kind);
        if (is_drawn && proportion->is_spread)
            answer->unknown_risk = spread_text(answer, proportion);
        else if (is_drawn && !is_extreme(sides[i].bound, proportion))
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
    if (proportion->is_spread)
        return arena_format(answer->arena, ", %s, so no exact interval",
                            spread_text(answer, proportion));
    struct stat_interval interval = interval_of(proportion, level);
    return arena_format(answer->arena, ", exact %.10g %% interval [%.4g, %.4g]", 100 * level,
                        interval.lo, interval.hi);
}

void answer_add_count_risk(struct answer *answer, const struct bound *bound,
                           const struct counter_observation *counter) {
    double executions = (double)answer->observation->executions;
    bool is_exact = !isnan(bound->is) && bound->epsilon == 0;
    bool is_of_each = is_exact && odds_of(bound->is / executions) == 0;
    if (is_of_each || !observation_is_drawn(answer->observation)) return;
    struct proportion proportion = counter_proportion(counter, answer->observation->executions);
    struct bound rate = {bound->is / executions, bound->epsilon / executions, NAN, NAN};
    if (proportion.is_spread)
        answer->unknown_risk = spread_text(answer, &proportion);
    else if (isnan(bound->is) || is_exact)
        answer->unknown_risk = "a count is compared as it is, whatever the odds";
    else
        add_risk(answer, &rate, answer->observation->executions, "executions");
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
        if (is_drawn && proportion->is_spread)
            answer->unknown_risk = spread_text(answer, proportion);
        else if (is_drawn)
            add_risk(answer, bound, proportion->units, "executions that reach it");
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

/* --- what the compiler believes: as many draws as there were calls before it compiled --- */

/* Compared with the interval of the draws, as a rate is. */
static enum verdict_kind judge_believed_side(struct answer *answer, struct one_sided side,
                                             double belief, int64_t calls, const char **advice) {
    bool holds = side.is_upper ? belief <= side.bound + 1e-12 : belief >= side.bound - 1e-12;
    enum verdict_kind plain = holds ? VERDICT_PASS : VERDICT_FAIL;
    if (isnan(side.bound)) return VERDICT_PASS;
    if (side.bound > 1 || belief > 1) answer->unknown_risk = "more than one in a call";
    if (side.bound <= 0 || side.bound >= 1 || belief > 1) return plain;
    answer->false_alarm += STAT_DECISION_RISK;
    struct stat_interval interval =
        stat_clopper_pearson(belief * (double)calls, calls, STAT_DECISION_LEVEL);
    if (side.bound < interval.lo || side.bound > interval.hi) return plain;
    int64_t needed = stat_trials_to_exclude(belief, side.bound, STAT_DECISION_LEVEL);
    *advice = needed
                  ? arena_format(answer->arena,
                                 "; a compile_threshold of %" PRId64 " would decide at this belief",
                                 needed + 1)
                  : "; the belief is too near the bound to decide";
    return VERDICT_UNDECIDED;
}

/* "from 200 calls, exact 99.99999 % interval [...]" */
static const char *belief_interval_text(const struct answer *answer, double belief, int64_t calls) {
    if (belief > 1) return arena_format(answer->arena, ", from %" PRId64 " calls", calls);
    struct stat_interval interval =
        stat_clopper_pearson(belief * (double)calls, calls, STAT_DECISION_LEVEL);
    return arena_format(answer->arena,
                        ", from %" PRId64 " calls, exact %.10g %% interval [%.4g, %.4g]", calls,
                        100 * STAT_DECISION_LEVEL, interval.lo, interval.hi);
}

static enum verdict_kind judge_belief(struct answer *answer, const struct bound *bound,
                                      double belief, const char **details) {
    int64_t calls = answer->observation->compiled_at_call - 1;
    bool is_drawn = answer->observation->is_profile_drawn;
    if (is_drawn && calls < 1) answer->unknown_risk = "no call was profiled";
    if (!is_drawn || calls < 1) return bound_accepts(bound, belief) ? VERDICT_PASS : VERDICT_FAIL;
    if (!isnan(bound->is)) {
        if (bound->is > 1)
            answer->unknown_risk = "more than one in a call";
        else
            add_risk(answer, bound, calls, "profiled calls");
        return bound_accepts(bound, belief) ? VERDICT_PASS : VERDICT_FAIL;
    }
    const char *advice = "";
    struct one_sided least = {bound->at_least, false}, most = {bound->at_most, true};
    enum verdict_kind below = judge_believed_side(answer, least, belief, calls, &advice),
                      above = judge_believed_side(answer, most, belief, calls, &advice);
    *details =
        arena_format(answer->arena, "%s%s", belief_interval_text(answer, belief, calls), advice);
    return verdict_worse(below, above);
}

void answer_add_belief(struct answer *answer, const char *what, const struct bound *bound,
                       double belief, const char *source) {
    const char *details = "";
    struct part part = {.what = what, .expected = bound_text(bound, answer->arena)};
    part.kind = judge_belief(answer, bound, belief, &details);
    part.value = arena_format(answer->arena, "%.6g", belief);
    part.observed = arena_format(answer->arena, "%s (%s)%s", part.value, source, details);
    answer_add(answer, part);
}

/* --- means --- */

void answer_add_mean(struct answer *answer, const char *what, const struct bound *bound,
                     int64_t total, const char *unit) {
    int64_t executions = answer->observation->executions;
    double mean = (double)total / (double)executions;
    bool is_exact = !isnan(bound->is) && bound->epsilon == 0;
    struct part part = {.what = what, .expected = bound_text(bound, answer->arena)};
    part.kind = bound_accepts(bound, mean) ? VERDICT_PASS : VERDICT_FAIL;
    part.value = arena_format(answer->arena, "%.6g", mean);
    part.observed = arena_format(answer->arena, "%s (%" PRId64 "%s in %" PRId64 " executions)",
                                 part.value, total, unit, executions);
    answer_add(answer, part);
    if (!is_exact && observation_is_drawn(answer->observation))
        answer->unknown_risk = "a mean of amounts, whose distribution the spec does not give";
}

/* --- before the run --- */

static struct drawn drawn_of(const struct expectation *expectation, int64_t executions) {
    const struct assertion *assertion = expectation->assertion;
    return assertion->drawn ? assertion->drawn(expectation, executions)
                            : (struct drawn){BOUND_NONE, 1, BOUND_NONE, BOUND_NONE};
}

bool bound_is_everything(const struct bound *bound, double most) {
    return bound->epsilon > 0 && bound->is - bound->epsilon <= 0 &&
           bound->is + bound->epsilon >= most;
}

bool expectation_is_everything(const struct expectation *expectation, int64_t executions,
                               struct bound *bound) {
    struct drawn drawn = drawn_of(expectation, executions);
    *bound = drawn.hits;
    return bound_is_everything(bound, drawn.of);
}

static struct false_alarm alarm_of(const struct bound *bound, int64_t trials, double limit) {
    double odds = odds_of(bound->is);
    return (struct false_alarm){
        .probability = stat_false_alarm(trials, odds, bound->epsilon),
        .iterations_needed = stat_trials_needed(trials, odds, bound->epsilon, limit),
        .epsilon_needed = stat_epsilon_needed(trials, odds, bound->epsilon, limit),
    };
}

static struct false_alarm rate_alarm(const struct bound *bound, int64_t trials, double limit) {
    double sides = !isnan(bound->at_least) + !isnan(bound->at_most);
    return isnan(bound->is) ? (struct false_alarm){sides * STAT_DECISION_RISK, trials, 0}
                            : alarm_of(bound, trials, limit);
}

/* The fewest calls after which a rate of 1 or 0 is far enough from the bound to pass. */
static int64_t calls_to_decide(const struct bound *bound, int64_t calls) {
    const double bounds[] = {bound->at_least, bound->at_most}, best[] = {1, 0};
    for (int i = 0; i < 2; i++) {
        if (!(bounds[i] > 0 && bounds[i] < 1)) continue;
        int64_t needed = stat_trials_to_exclude(best[i], bounds[i], STAT_DECISION_LEVEL);
        if (needed > calls) calls = needed;
    }
    return calls;
}

struct false_alarm expectation_belief_alarm(const struct expectation *expectation, int64_t calls,
                                            double limit) {
    struct bound bound = drawn_of(expectation, calls).predicted;
    struct false_alarm alarm = rate_alarm(&bound, calls, limit);
    if (isnan(bound.is)) alarm.iterations_needed = calls_to_decide(&bound, calls);
    return alarm;
}

struct false_alarm expectation_false_alarm(const struct expectation *expectation,
                                           int64_t executions, double limit) {
    struct drawn drawn = drawn_of(expectation, executions);
    struct bound hits = bound_scaled_down(drawn.hits, drawn.of);
    struct false_alarm alarm = rate_alarm(&hits, executions, limit),
                       share = rate_alarm(&drawn.share, executions, limit);
    alarm.epsilon_needed *= drawn.of;
    return share.probability > alarm.probability ? share : alarm;
}
