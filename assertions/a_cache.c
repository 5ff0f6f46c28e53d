/* evictions, recompilations: how many while measured. What happened is evidence even when the measured executions ended early; that
 * nothing did is evidence only when all of them ran. occupancy: the most bytes that the code cache ever had, of which the same holds:
 * it only grows, as the working set does. */
#include <inttypes.h>

#include "assertions/a_cache.h"
#include "assertions/check.h"

static void add_number(struct answer *answer, const char *what, const struct bound *bound,
                       int64_t count, const char *observed) {
    if (!bound_is_given(bound)) return;
    answer_add(answer,
               (struct part){
                   .kind = bound_accepts(bound, (double)count) ? VERDICT_PASS : VERDICT_FAIL,
                   .what = what,
                   .expected = bound_text(bound, answer->arena),
                   .value = arena_format(answer->arena, "%" PRId64, count),
                   .observed = observed,
               });
}

static struct verdict judge(const struct expectation *expectation, const char *what, int64_t count,
                            const char *unit, const struct observation *observation,
                            struct arena *arena) {
    const struct bound *bound = &((const struct cache_expectation *)expectation)->bound;
    const char *expected = bound_text(bound, arena);
    const char *missing = missing_executions(observation, arena);
    if (missing && count == 0) return not_evaluated(what, expected, missing, arena);
    const char *value = arena_format(arena, "%" PRId64, count);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    add_number(&answer, what, bound, count,
               arena_format(arena, "%s%s in %" PRId64 " of %" PRId64 " executions", value, unit,
                            observation->executions, observation->executions_asked));
    answer.hits = count;
    answer.trials = observation->executions;
    return answer_end(&answer, NULL, NULL);
}

static struct verdict check_evictions(const struct expectation *expectation,
                                      const struct observation *observation, struct arena *arena) {
    return judge(expectation, "count of evictions", observation->evictions, "", observation, arena);
}

static struct verdict check_recompilations(const struct expectation *expectation,
                                           const struct observation *observation,
                                           struct arena *arena) {
    return judge(expectation, "count of recompilations", observation->recompilations, "",
                 observation, arena);
}

static struct verdict check_occupancy(const struct expectation *expectation,
                                      const struct observation *observation, struct arena *arena) {
    return judge(expectation, "bytes of the code cache", observation->most_cache_bytes,
                 " bytes at the most", observation, arena);
}

static struct verdict check_working_set(const struct expectation *expectation,
                                        const struct observation *observation,
                                        struct arena *arena) {
    const struct cache_expectation *wanted = (const struct cache_expectation *)expectation;
    static const char what[] = "methods and loops of the working set";
    const char *expected = bound_text(&wanted->bound, arena);
    const char *missing = missing_executions(observation, arena);
    if (missing && !observation->executed_codes)
        return not_evaluated(what, expected, missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    const char *observed = arena_format(
        arena, "%" PRId64 " with %" PRId64 " bytes in %" PRId64 " of %" PRId64 " executions",
        observation->executed_codes, observation->executed_bytes, observation->executions,
        observation->executions_asked);
    add_number(&answer, what, &wanted->bound, observation->executed_codes, observed);
    add_number(&answer, "bytes of the working set", &wanted->bytes, observation->executed_bytes,
               observed);
    answer.hits = observation->executed_codes;
    answer.trials = observation->executions;
    return answer_end(&answer, NULL, NULL);
}

const struct assertion assertion_evictions = {.check = check_evictions};
const struct assertion assertion_recompilations = {.check = check_recompilations};
const struct assertion assertion_occupancy = {.check = check_occupancy};
const struct assertion assertion_working_set = {.check = check_working_set,
                                                .needs_executions = true};
