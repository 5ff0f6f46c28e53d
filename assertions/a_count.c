/* count: hits of a counter in all measured executions. A whole number is compared as it is; with an
 * epsilon the count is a rate that was multiplied, and has a rate's probabilities. */
#include <inttypes.h>

#include "assertions/check.h"
#include "assertions/decisions.h"
#include "assertions/history.h"

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct counter_expectation *wanted = (const struct counter_expectation *)expectation;
    const char *what = arena_format(arena, "count of %s", wanted->counter);
    const char *expected = bound_text(&wanted->hits, arena);
    const char *missing = missing_executions(observation, arena);
    const struct counter_observation *counter = find_counter(observation, wanted->counter);
    if (!missing) missing = missing_counter(observation, wanted->counter, arena);
    if (missing) return not_evaluated(what, expected, missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    const char *value = arena_format(arena, "%" PRId64, counter->total);
    const char *observed =
        arena_format(arena, "%s in %" PRId64 " executions", value, observation->executions);
    enum verdict_kind kind =
        bound_accepts(&wanted->hits, (double)counter->total) ? VERDICT_PASS : VERDICT_FAIL;
    answer_add(&answer, (struct part){kind, what, expected, observed, value});
    answer.hits = counter->total;
    answer.trials = observation->executions;
    answer_add_count_risk(&answer, &wanted->hits, counter);
    return answer_end(&answer, counter_because(observation, counter, arena), NULL);
}

/* A whole number is not a rate. */
static struct drawn drawn(const struct expectation *expectation, int64_t executions) {
    const struct bound *hits = &((const struct counter_expectation *)expectation)->hits;
    return (struct drawn){hits->epsilon > 0 ? *hits : BOUND_NONE, (double)executions, BOUND_NONE,
                          BOUND_NONE};
}

static bool property(const struct expectation *expectation, const struct observation *observation,
                     struct property *property, struct arena *arena) {
    (void)arena;
    const struct counter_expectation *wanted = (const struct counter_expectation *)expectation;
    return property_of_counter(property, observation, wanted->counter,
                               bound_scaled_down(wanted->hits, (double)observation->executions));
}

const struct assertion assertion_count = {
    .check = check,
    .drawn = drawn,
    .property = property,
    .names = counter_names,
    .is_about_code = true,
};
