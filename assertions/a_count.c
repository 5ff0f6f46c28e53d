/* count: hits of a counter in all measured executions. A whole number is compared as it is; with an
 * epsilon the count is a rate that was multiplied, and has a rate's probabilities. */
#include <inttypes.h>

#include "assertions/check.h"
#include "assertions/decisions.h"

struct verdict check_count(const struct expectation *expectation,
                           const struct observation *observation, struct arena *arena) {
    const char *what = arena_format(arena, "count of %s", expectation->subject);
    const char *expected = bound_text(&expectation->rate, arena);
    const char *missing = missing_executions(observation, arena);
    const struct counter_observation *counter = find_counter(observation, expectation->subject);
    if (!missing) missing = missing_counter(observation, expectation->subject, arena);
    if (missing) return not_evaluated(what, expected, missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    const char *value = arena_format(arena, "%" PRId64, counter->total);
    const char *observed =
        arena_format(arena, "%s in %" PRId64 " executions", value, observation->executions);
    enum verdict_kind kind =
        bound_accepts(&expectation->rate, (double)counter->total) ? VERDICT_PASS : VERDICT_FAIL;
    answer_add(&answer, (struct part){kind, what, expected, observed, value});
    answer.hits = counter->total;
    answer.trials = observation->executions;
    answer_add_count_risk(&answer, &expectation->rate, counter);
    return answer_end(&answer, counter_because(observation, counter, arena), NULL);
}
