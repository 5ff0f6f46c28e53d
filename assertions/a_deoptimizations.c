/* deoptimizations: how many fired while measured; with a reason, how many for that reason. One that
 * fired is evidence even when it ended the measured executions early; none that fired is evidence
 * only when all of them ran. */
#include <inttypes.h>
#include <string.h>

#include "assertions/a_deoptimizations.h"
#include "assertions/check.h"
#include "assertions/decisions.h"

static decision_list fired(const struct observation *observation, const char *because,
                           struct arena *arena) {
    decision_list found = {0};
    for (uint32_t i = 0; i < observation->decision_count; i++) {
        const struct decision *decision = &observation->decisions[i];
        if (decision->execution < 0) continue;
        if (decision->kind != DECISION_deoptimized) continue;
        if (because && strcmp(decision->reason, because) != 0) continue;
        arena_vec_push(arena, &found, decision);
    }
    return found;
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct deoptimizations_expectation *wanted =
        (const struct deoptimizations_expectation *)expectation;
    const char *because = wanted->because;
    const char *what = because ? arena_format(arena, "count of deoptimisations (%s)", because)
                               : "count of deoptimisations";
    const char *expected = bound_text(&wanted->count, arena);
    decision_list all = fired(observation, NULL, arena),
                  counted = fired(observation, because, arena);
    const char *missing = missing_executions(observation, arena);
    if (missing && observation->deoptimizations == 0)
        return not_evaluated(what, expected, missing, arena);
    if (because && all.count < observation->deoptimizations)
        return not_evaluated(what, expected, "the reasons of deoptimisations were not recorded",
                             arena);

    int64_t count = because ? counted.count : observation->deoptimizations;
    const char *value = arena_format(arena, "%" PRId64, count);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    answer_add(
        &answer,
        (struct part){
            .kind = bound_accepts(&wanted->count, (double)count) ? VERDICT_PASS : VERDICT_FAIL,
            .what = what,
            .expected = expected,
            .value = value,
            .observed = arena_format(arena, "%s in %" PRId64 " of %" PRId64 " executions", value,
                                     observation->executions, observation->executions_asked),
        });
    answer.hits = count;
    answer.trials = observation->executions;
    return answer_end(&answer, decisions_text(&all, arena), NULL);
}

static const char *because(const struct expectation *expectation) {
    return ((const struct deoptimizations_expectation *)expectation)->because;
}

static unsigned reasoned(const struct expectation *expectation) {
    (void)expectation;
    return DECISION_BIT(deoptimized);
}

const struct assertion assertion_deoptimizations = {
    .check = check,
    .because = because,
    .reasoned = reasoned,
};
