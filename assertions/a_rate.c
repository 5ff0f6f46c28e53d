/* rate: hits of a counter per measured execution. */
#include "assertions/check.h"
#include "assertions/decisions.h"
#include "assertions/history.h"

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct counter_expectation *wanted = (const struct counter_expectation *)expectation;
    const char *what = arena_format(arena, "rate of %s", wanted->counter);
    const char *missing = missing_executions(observation, arena);
    const struct counter_observation *counter = find_counter(observation, wanted->counter);
    if (!missing) missing = missing_counter(observation, wanted->counter, arena);
    if (missing) return not_evaluated(what, bound_text(&wanted->hits, arena), missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    struct proportion proportion = counter_proportion(counter, observation->executions);
    answer_add_rate(&answer, what, &wanted->hits, &proportion);
    return answer_end(&answer, counter_because(observation, counter, arena), NULL);
}

static struct drawn drawn(const struct expectation *expectation, int64_t executions) {
    (void)executions;
    return (struct drawn){((const struct counter_expectation *)expectation)->hits, 1, BOUND_NONE,
                          BOUND_NONE};
}

static bool property(const struct expectation *expectation, const struct observation *observation,
                     struct property *property, struct arena *arena) {
    (void)arena;
    const struct counter_expectation *wanted = (const struct counter_expectation *)expectation;
    return property_of_counter(property, observation, wanted->counter, wanted->hits);
}

const struct assertion assertion_rate = {
    .check = check,
    .drawn = drawn,
    .property = property,
    .names = counter_names,
    .is_about_code = true,
};
