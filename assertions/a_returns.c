/* returns: the outcome of every measured execution; and always that interpreted and compiled runs
 * agree. */
#include <inttypes.h>
#include <string.h>

#include "assertions/a_returns.h"
#include "assertions/check.h"
#include "base/die.h"

/* "'a' (97)" */
static const char *char_text(int64_t code, struct arena *arena) {
    if (code <= ' ' || code >= 0x7f) return arena_format(arena, "char %" PRId64, code);
    return arena_format(arena, "'%c' (%" PRId64 ")", (char)code, code);
}

static const char *outcome_text(const struct outcome *outcome, struct arena *arena) {
    switch (outcome->kind) {
    case OUTCOME_VOID: return "nothing";
    case OUTCOME_INTEGER: return arena_format(arena, "%" PRId64, outcome->integer);
    case OUTCOME_CHAR: return char_text(outcome->integer, arena);
    case OUTCOME_FLOAT:
        return isnan(outcome->real) ? "NaN" : arena_format(arena, "%.9g", outcome->real);
    case OUTCOME_REAL:
        return isnan(outcome->real) ? "NaN" : arena_format(arena, "%.17g", outcome->real);
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

/* Bit for bit, so that -0.0 is not 0.0, but all NaNs are equal. */
static bool same_real(double a, double b) {
    return isnan(a) || isnan(b) ? isnan(a) && isnan(b) : a == b && signbit(a) == signbit(b);
}

/* What a spec wrote, as a number: 2 stands for 2.0, NaN and Infinity are written as text. False
 * when it is not one. */
static bool number_of(const struct outcome *expected, double *number) {
    static const struct {
        const char *text;
        double number;
    } named[] = {{"NaN", NAN}, {"Infinity", INFINITY}, {"-Infinity", -INFINITY}};
    *number = expected->real;
    if (expected->kind == OUTCOME_INTEGER || expected->kind == OUTCOME_REAL) return true;
    for (size_t i = 0; expected->kind == OUTCOME_TEXT && i < sizeof named / sizeof *named; i++) {
        *number = named[i].number;
        if (strcmp(expected->text, named[i].text) == 0) return true;
    }
    return false;
}

static bool is_expected_char(int64_t code, const struct outcome *expected) {
    if (expected->kind == OUTCOME_TEXT)
        return (unsigned char)expected->text[0] == code && code && !expected->text[1];
    return expected->kind == OUTCOME_INTEGER && expected->integer == code;
}

static bool is_expected_object(const struct outcome *outcome, const struct outcome *expected) {
    return outcome->kind == expected->kind && strcmp(outcome->text, expected->text) == 0;
}

/* The type of what was returned decides what the spec's constant means: 0.1 is a float where a
 * float is returned, null is no value where nothing is. A spec that expects an exception without a
 * message takes any message. */
static bool is_expected(const struct outcome *outcome, const struct outcome *expected) {
    double number;
    switch (outcome->kind) {
    case OUTCOME_VOID: return expected->kind == OUTCOME_VOID || expected->kind == OUTCOME_NULL;
    case OUTCOME_NULL: return expected->kind == OUTCOME_NULL;
    case OUTCOME_INTEGER:
        return expected->kind == OUTCOME_INTEGER && outcome->integer == expected->integer;
    case OUTCOME_CHAR: return is_expected_char(outcome->integer, expected);
    case OUTCOME_FLOAT:
        return number_of(expected, &number) && same_real(outcome->real, (float)number);
    case OUTCOME_REAL: return number_of(expected, &number) && same_real(outcome->real, number);
    case OUTCOME_TEXT:
    case OUTCOME_OBJECT: return is_expected_object(outcome, expected);
    case OUTCOME_THREW:
        return is_expected_object(outcome, expected) &&
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

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct returns_expectation *wanted = (const struct returns_expectation *)expectation;
    struct answer answer;
    answer_begin(&answer, observation, arena);
    bool agrees = !observation->mismatch;
    if (!agrees && observation->is_no_function)
        return not_evaluated(
            "agreement", "interpreted runs that agree",
            arena_format(arena,
                         "%s; the target is not a function of its arguments: `agrees: output`, "
                         "`returns` or `no` in the section run says what is to be compared",
                         observation->mismatch),
            arena);
    if (agrees && observation->outcome_count == 0) {
        const char *missing = missing_executions(observation, arena);
        return not_evaluated("outcome",
                             wanted->outcome ? outcome_text(wanted->outcome, arena) : "agreement",
                             missing ? missing : "the outcomes were not recorded", arena);
    }
    if (!agrees || !wanted->outcome)
        answer_add(&answer, (struct part){agrees ? VERDICT_PASS : VERDICT_FAIL, "compiled code",
                                          "as interpreted",
                                          agrees ? "as interpreted" : observation->mismatch, NULL});
    if (wanted->outcome && observation->outcome_count) check_outcomes(wanted->outcome, &answer);
    return answer_end(&answer, NULL, NULL);
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    const struct outcome *outcome = ((const struct returns_expectation *)expectation)->outcome;
    if (outcome && outcome->kind == OUTCOME_OBJECT)
        add_name(names, NAME_CLASS, outcome->text, arena);
    if (outcome && outcome->kind == OUTCOME_THREW)
        add_name(names, NAME_THROWABLE, outcome->text, arena);
}

const struct assertion assertion_returns = {
    .check = check,
    .names = names,
};
