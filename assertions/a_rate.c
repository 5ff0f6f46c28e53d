/* rate: hits of a counter per measured execution. */
#include "assertions/check.h"
#include "assertions/decisions.h"

struct verdict check_rate(const struct expectation *expectation,
                          const struct observation *observation, struct arena *arena) {
    const char *what = arena_format(arena, "rate of %s", expectation->subject);
    const char *missing = missing_executions(observation, arena);
    const struct counter_observation *counter = find_counter(observation, expectation->subject);
    if (!missing) missing = missing_counter(observation, expectation->subject, arena);
    if (missing) return not_evaluated(what, bound_text(&expectation->rate, arena), missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    struct proportion proportion = counter_proportion(counter, observation->executions);
    answer_add_rate(&answer, what, &expectation->rate, &proportion);
    return answer_end(&answer, counter_because(observation, counter, arena), NULL);
}
