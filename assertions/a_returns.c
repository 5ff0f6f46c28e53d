/* returns: the outcome of every measured execution; and always that interpreted and compiled runs
 * agree. */
#include <inttypes.h>
#include <string.h>

#include "assertions/check.h"
#include "base/die.h"

static const char *outcome_text(const struct outcome *outcome, struct arena *arena) {
    switch (outcome->kind) {
    case OUTCOME_VOID: return "nothing";
    case OUTCOME_INTEGER: return arena_format(arena, "%" PRId64, outcome->integer);
    case OUTCOME_REAL: return arena_format(arena, "%.17g", outcome->real);
    case OUTCOME_TEXT: return arena_format(arena, "\"%s\"", outcome->text);
    case OUTCOME_NULL: return "null";
    case OUTCOME_OBJECT: return arena_format(arena, "an object of %s", outcome->text);
    case OUTCOME_THREW:
        return outcome->message
                   ? arena_format(arena, "threw %s: %s", outcome->text, outcome->message)
                   : arena_format(arena, "threw %s", outcome->text);
    }
    UNREACHABLE();
}

static bool is_number(const struct outcome *outcome) {
    return outcome->kind == OUTCOME_INTEGER || outcome->kind == OUTCOME_REAL;
}

static double number_of(const struct outcome *outcome) {
    return outcome->kind == OUTCOME_REAL ? outcome->real : (double)outcome->integer;
}

/* A spec that expects an exception without a message takes any message; 2 stands for 2.0 as in
 * Java. */
static bool is_expected(const struct outcome *outcome, const struct outcome *expected) {
    if (outcome->kind != expected->kind) {
        return is_number(outcome) && is_number(expected) &&
               number_of(outcome) == number_of(expected);
    }
    switch (outcome->kind) {
    case OUTCOME_VOID:
    case OUTCOME_NULL: return true;
    case OUTCOME_INTEGER: return outcome->integer == expected->integer;
    case OUTCOME_REAL:
        return outcome->real == expected->real || (isnan(outcome->real) && isnan(expected->real));
    case OUTCOME_TEXT:
    case OUTCOME_OBJECT: return strcmp(outcome->text, expected->text) == 0;
    case OUTCOME_THREW:
        return strcmp(outcome->text, expected->text) == 0 &&
               (!expected->message ||
                (outcome->message && strcmp(outcome->message, expected->message) == 0));
    }
    UNREACHABLE();
}

static void check_outcomes(const struct outcome *expected, struct answer *answer) {
    const struct observation *observation = answer->observation;
    int64_t wrong = 0, first = 0;
    for (int64_t i = observation->outcome_count; i-- > 0;) {
        if (is_expected(&observation->outcomes[i], expected)) continue;
        wrong++;
        first = i;
    }
    if (wrong && observation->outcome_count == 1) wrong = observation->executions;
    const char *shown = outcome_text(&observation->outcomes[first], answer->arena);
    const char *observed =
        wrong ? arena_format(answer->arena,
                             "%s in execution %" PRId64 ", wrong in %" PRId64 " of %" PRId64, shown,
                             first, wrong, observation->executions)
              : arena_format(answer->arena, "%s in all %" PRId64 " executions", shown,
                             observation->executions);
    answer_add(answer, (struct part){wrong ? VERDICT_FAIL : VERDICT_PASS, "outcome",
                                     outcome_text(expected, answer->arena), observed, shown});
    answer->hits = wrong;
    answer->trials = observation->executions;
}

struct verdict check_returns(const struct expectation *expectation,
                             const struct observation *observation, struct arena *arena) {
    struct answer answer;
    answer_begin(&answer, observation, arena);
    bool agrees = !observation->mismatch;
    if (!agrees && observation->is_no_function)
        return not_evaluated(
            "agreement", "interpreted runs that agree",
            arena_format(arena,
                         "%s; the target is no function of its arguments: `agrees: output`, "
                         "`returns` or `no` in the section run says what is to be compared",
                         observation->mismatch),
            arena);
    if (agrees && observation->outcome_count == 0) {
        const char *missing = missing_executions(observation, arena);
        return not_evaluated("outcome",
                             expectation->returns ? outcome_text(expectation->returns, arena)
                                                  : "agreement",
                             missing ? missing : "the outcomes were not recorded", arena);
    }
    if (!agrees || !expectation->returns)
        answer_add(&answer, (struct part){agrees ? VERDICT_PASS : VERDICT_FAIL, "compiled code",
                                          "as interpreted",
                                          agrees ? "as interpreted" : observation->mismatch, NULL});
    if (expectation->returns && observation->outcome_count)
        check_outcomes(expectation->returns, &answer);
    return answer_end(&answer, NULL, NULL);
}
