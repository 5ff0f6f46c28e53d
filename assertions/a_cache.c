/* evictions, recompilations: how many while measured; occupancy: the most bytes that the code cache ever had; working_set: what was
 * entered. All of them only grow: where the measured executions ended early, they are evidence only when what would have followed
 * could not have changed the verdict. */
#include <inttypes.h>
#include <math.h>

#include "assertions/a_cache.h"
#include "assertions/check.h"

static bool is_exceeded(const struct bound *bound, int64_t count) {
    double most = isnan(bound->is) ? bound->at_most : bound->is + bound->epsilon;
    return (double)count > most && !bound_accepts(bound, (double)count);
}

/* No greater number would make the verdict another. */
static bool is_settled(const struct bound *bound, int64_t count) {
    bool has_most = !isnan(bound->is) || !isnan(bound->at_most);
    return is_exceeded(bound, count) || (!has_most && bound_accepts(bound, (double)count));
}

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
    if (missing && !is_settled(bound, count)) return not_evaluated(what, expected, missing, arena);
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
    int64_t codes = observation->executed_codes, bytes = observation->executed_bytes;
    bool fails = is_exceeded(&wanted->bound, codes) || is_exceeded(&wanted->bytes, bytes);
    if (missing && !fails &&
        !(is_settled(&wanted->bound, codes) && is_settled(&wanted->bytes, bytes)))
        return not_evaluated(what, expected, missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    const char *observed = arena_format(
        arena, "%" PRId64 " with %" PRId64 " bytes in %" PRId64 " of %" PRId64 " executions", codes,
        bytes, observation->executions, observation->executions_asked);
    add_number(&answer, what, &wanted->bound, codes, observed);
    add_number(&answer, "bytes of the working set", &wanted->bytes, bytes, observed);
    answer.hits = codes;
    answer.trials = observation->executions;
    return answer_end(&answer, NULL, NULL);
}

const struct assertion assertion_evictions = {.check = check_evictions};
const struct assertion assertion_recompilations = {.check = check_recompilations};
const struct assertion assertion_occupancy = {.check = check_occupancy};
const struct assertion assertion_working_set = {.check = check_working_set,
                                                .needs_executions = true};
