/* ratio: hits of a counter per hit of another. Where each hit of the other one comes with so many hits for certain, and
 * perhaps one more, in every execution, they are trials; else there is no interval. */
#include "assertions/check.h"

/* In an execution with [trials]: at most so many hits come with each. */
static int64_t most_of(int64_t hits, int64_t trials) { return (hits + trials - 1) / trials; }

static struct proportion proportion_of(const struct counter_observation *hits,
                                       const struct counter_observation *trials,
                                       int64_t executions) {
    struct proportion all =
        part_proportion(hits->total, trials->total, trials->per_execution, executions);
    int64_t most = 0;
    for (int64_t i = 0; i < executions; i++) {
        int64_t some = hits->per_execution[i], of = trials->per_execution[i];
        if (!of && some) all.is_spread_by = "as there are hits without the other";
        if (of && most_of(some, of) > most) most = most_of(some, of);
    }
    /* As with a counter at 1 in all executions: it is certain, not one of two hits. */
    all.whole = most > 1 ? most - 1 : 0;
    for (int64_t i = 0; i < executions; i++)
        if (hits->per_execution[i] < all.whole * trials->per_execution[i])
            all.is_spread_by = "as there are several hits at once";
    all.is_spread = all.is_spread_by != NULL;
    return all;
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct ratio_expectation *wanted = (const struct ratio_expectation *)expectation;
    const char *what = arena_format(arena, "ratio of %s to %s", wanted->counter, wanted->to);
    const struct counter_observation *counter = find_counter(observation, wanted->counter),
                                     *to = find_counter(observation, wanted->to);
    const char *missing = missing_executions(observation, arena);
    if (!missing) missing = missing_counter(observation, wanted->counter, arena);
    if (!missing) missing = missing_counter(observation, wanted->to, arena);
    if (!missing && !to->total)
        missing = arena_format(arena, "%s was never hit, so that there is no ratio", wanted->to);
    if (missing) return not_evaluated(what, bound_text(&wanted->hits, arena), missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    struct proportion proportion = proportion_of(counter, to, observation->executions);
    answer_add_rate(&answer, what, &wanted->hits, &proportion);
    return answer_end(&answer, counter_because(observation, counter, arena), NULL);
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    const struct ratio_expectation *wanted = (const struct ratio_expectation *)expectation;
    add_name(names, NAME_COUNTER, wanted->counter, arena);
    add_name(names, NAME_COUNTER, wanted->to, arena);
}

const struct assertion assertion_ratio = {.check = check, .names = names, .is_about_code = true};
