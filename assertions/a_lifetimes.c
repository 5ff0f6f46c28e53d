/* lifetimes: the share of the objects that are allocated while measured that die young. */
#include <inttypes.h>

#include "assertions/check.h"

static const struct lifetimes_expectation *wanted_of(const struct expectation *expectation) {
    return (const struct lifetimes_expectation *)expectation;
}

static bool is_of(const struct lives_observation *lives,
                  const struct lifetimes_expectation *wanted) {
    return lives->younger_than == wanted->younger_than &&
           name_matches(wanted->subject, lives->subject) &&
           (!wanted->in_method || name_matches(wanted->in_method, lives->method));
}

static struct lives_observation sum_of(const struct lifetimes_expectation *wanted,
                                       const struct observation *observation) {
    struct lives_observation sum = {.made = 0};
    for (uint32_t i = 0; i < observation->lives_count; i++) {
        const struct lives_observation *lives = &observation->lives[i];
        if (!is_of(lives, wanted)) continue;
        sum.made += lives->made;
        sum.younger += lives->younger;
        sum.alive += lives->alive;
    }
    return sum;
}

static const char *objects_text(const struct lifetimes_expectation *wanted, struct arena *arena) {
    if (!wanted->in_method) return wanted->subject;
    return arena_format(arena, "%s of %s", wanted->subject, wanted->in_method);
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct lifetimes_expectation *wanted = wanted_of(expectation);
    const char *objects = objects_text(wanted, arena),
               *what = arena_format(arena, "share of %s that dies younger than %" PRId64 " bytes",
                                    objects, wanted->younger_than),
               *missing = missing_executions(observation, arena);
    struct lives_observation sum = sum_of(wanted, observation);
    if (!missing && !sum.made)
        missing = arena_format(arena, "no %s was allocated while measured", objects);
    if (missing) return not_evaluated(what, bound_text(&wanted->share, arena), missing, arena);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    struct proportion proportion = {.hits = sum.younger,
                                    .trials = sum.made,
                                    .is_spread = true,
                                    .is_spread_by = "as lifetimes hang together"};
    answer_add_rate(&answer, what, &wanted->share, &proportion);
    return answer_end(&answer,
                      arena_format(arena,
                                   "of %" PRId64 " allocated: %" PRId64 " died younger, %" PRId64
                                   " later, %" PRId64 " were alive at the end",
                                   sum.made, sum.younger, sum.made - sum.younger - sum.alive,
                                   sum.alive),
                      NULL);
}

static int64_t age(const struct expectation *expectation) {
    return wanted_of(expectation)->younger_than;
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    add_name(names, NAME_CLASS, wanted_of(expectation)->subject, arena);
    add_name(names, NAME_METHOD, wanted_of(expectation)->in_method, arena);
}

const struct assertion assertion_lifetimes = {
    .check = check, .names = names, .is_about_code = true, .age = age};
