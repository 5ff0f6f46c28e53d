/* ledger: a counter is hit exactly once in the executions whose draw says so, and not at all in the
 * others. The draws are known, so each execution is right or wrong by itself: a 2 x 2 table, no
 * tolerance, no false alarm. */
#include <inttypes.h>

#include "assertions/a_ledger.h"
#include "assertions/check.h"
#include "assertions/decisions.h"
#include "assertions/history.h"
#include "assertions/stat.h"

enum { FIRST_SHOWN = 5 };

struct ledger {
    int64_t cells[2][2]; /* [said so][happened] */
    int64_t repeated;    /* executions that said so, but where it happened more than once */
    int64_t wrong;
    int64_t first[FIRST_SHOWN];
};

/* The column's value in an execution; NaN when it is not a number. */
static double column_value(const struct ledger_expectation *wanted,
                           const struct observation *observation, int64_t execution) {
    if (wanted->column == LEDGER_ARGUMENT)
        return observation->arguments[wanted->argument].values[execution];
    const struct outcome *outcome =
        &observation->outcomes[observation->outcome_count == 1 ? 0 : execution];
    if (outcome->kind == OUTCOME_INTEGER || outcome->kind == OUTCOME_CHAR)
        return (double)outcome->integer;
    return outcome->kind == OUTCOME_REAL || outcome->kind == OUTCOME_FLOAT ? outcome->real : NAN;
}

/* As a value of the column's type. */
static double demanded(const struct ledger_expectation *wanted,
                       const struct observation *observation) {
    bool is_float = wanted->column == LEDGER_ARGUMENT
                        ? observation->arguments[wanted->argument].is_float
                        : observation->outcomes[0].kind == OUTCOME_FLOAT;
    return is_float ? (double)(float)wanted->equals : wanted->equals;
}

static const char *missing_column(const struct ledger_expectation *wanted,
                                  const struct observation *observation, struct arena *arena) {
    int64_t executions = observation->executions;
    int argument = wanted->argument;
    if (wanted->column == LEDGER_RETURNED && observation->outcome_count != 1 &&
        observation->outcome_count != executions)
        return "the returned values were not recorded";
    if (wanted->column == LEDGER_ARGUMENT &&
        (argument < 0 || (uint32_t)argument >= observation->argument_count))
        return arena_format(arena, "%s has no argument %d: it takes %u", observation->target,
                            argument, observation->argument_count);
    for (int64_t i = 0; i < executions; i++)
        if (isnan(column_value(wanted, observation, i)))
            return arena_format(arena, "execution %" PRId64 " has no number to compare with", i);
    return NULL;
}

static struct ledger fill(const struct ledger_expectation *wanted,
                          const struct observation *observation,
                          const struct counter_observation *counter) {
    struct ledger ledger = {0};
    for (int64_t i = 0; i < observation->executions; i++) {
        bool says_so = column_value(wanted, observation, i) == demanded(wanted, observation);
        int32_t hits = counter->per_execution[i];
        ledger.cells[says_so][hits > 0]++;
        ledger.repeated += says_so && hits > 1;
        if (hits == says_so) continue;
        if (ledger.wrong < FIRST_SHOWN) ledger.first[ledger.wrong] = i;
        ledger.wrong++;
    }
    return ledger;
}

/* Of the executions, those whose draw says that the counter is hit; NaN when that is not known. */
static double share(const struct ledger_expectation *wanted,
                    const struct observation *observation) {
    struct arena arena;
    arena_init(&arena);
    bool is_missing =
        !observation->executions || missing_column(wanted, observation, &arena) != NULL;
    arena_release(&arena);
    int64_t said = 0;
    for (int64_t i = 0; i < observation->executions && !is_missing; i++)
        said += column_value(wanted, observation, i) == demanded(wanted, observation);
    return is_missing ? NAN : (double)said / (double)observation->executions;
}

static const char *column_text(const struct ledger_expectation *wanted,
                               const struct observation *observation, struct arena *arena) {
    if (wanted->column == LEDGER_RETURNED) return "the returned value";
    const char *generator = observation->arguments[wanted->argument].generator;
    if (!generator) return arena_format(arena, "argument %d", wanted->argument);
    return arena_format(arena, "argument %d (%s)", wanted->argument, generator);
}

static const char *table_text(const struct ledger *ledger, const struct ledger_expectation *wanted,
                              const char *column, struct arena *arena) {
    const char *repeated =
        ledger->repeated
            ? arena_format(arena, " (%" PRId64 " of them more than once)", ledger->repeated)
            : "";
    return arena_format(arena,
                        "%s = %.10g: %" PRId64 " with%s, %" PRId64 " without; otherwise: %" PRId64
                        " with, %" PRId64 " without",
                        column, wanted->equals, ledger->cells[1][1], repeated, ledger->cells[1][0],
                        ledger->cells[0][1], ledger->cells[0][0]);
}

static const char *first_text(const struct ledger *ledger, struct arena *arena) {
    if (!ledger->wrong) return "";
    const char *text = "";
    for (int64_t i = 0; i < ledger->wrong && i < FIRST_SHOWN; i++)
        text = arena_format(arena, "%s%s%" PRId64, text, i ? ", " : "", ledger->first[i]);
    return arena_format(arena, "; first in execution%s %s%s", ledger->wrong == 1 ? "" : "s", text,
                        ledger->wrong > FIRST_SHOWN ? ", ..." : "");
}

/* Nothing went wrong, but the draws were all alike: they did not test the counter. */
static const char *one_sided(const struct ledger *ledger, const struct ledger_expectation *wanted,
                             const char *column, struct arena *arena) {
    int64_t with = ledger->cells[1][0] + ledger->cells[1][1],
            without = ledger->cells[0][0] + ledger->cells[0][1];
    if (ledger->wrong || (with && without)) return NULL;
    return arena_format(arena,
                        "%s execution demands a hit: %s was %s %.10g in all %" PRId64
                        " executions (a rate of %d says as much)",
                        with ? "every" : "no", column, with ? "always" : "never", wanted->equals,
                        with + without, with ? 1 : 0);
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct ledger_expectation *wanted = (const struct ledger_expectation *)expectation;
    const char *what = arena_format(arena, "ledger of %s", wanted->counter);
    const char *missing = missing_executions(observation, arena);
    const struct counter_observation *counter = find_counter(observation, wanted->counter);
    if (!missing) missing = missing_counter(observation, wanted->counter, arena);
    if (!missing) missing = missing_column(wanted, observation, arena);
    if (!missing && !counter->per_execution)
        missing = "the counter was not recorded execution by execution";
    if (missing) return not_evaluated(what, "no execution that disagrees", missing, arena);

    const char *column = column_text(wanted, observation, arena);
    struct ledger ledger = fill(wanted, observation, counter);
    const char *alike = one_sided(&ledger, wanted, column, arena);
    if (alike) return not_evaluated(what, "executions of both kinds", alike, arena);
    struct stat_interval interval =
        stat_clopper_pearson((double)ledger.wrong, observation->executions, STAT_REPORT_LEVEL);
    struct answer answer;
    answer_begin(&answer, observation, arena);
    answer_add(&answer,
               (struct part){
                   .kind = ledger.wrong ? VERDICT_FAIL : VERDICT_PASS,
                   .what = what,
                   .expected = arena_format(arena, "exactly once when %s = %.10g, never otherwise",
                                            column, wanted->equals),
                   .value = arena_format(arena, "wrong in %" PRId64 " of %" PRId64 " executions",
                                         ledger.wrong, observation->executions),
                   .observed = arena_format(
                       arena,
                       "%" PRId64 " of %" PRId64
                       " executions disagree (%.6g, exact %.10g %% interval [%.4g, %.4g]); %s%s",
                       ledger.wrong, observation->executions,
                       (double)ledger.wrong / (double)observation->executions,
                       100 * STAT_REPORT_LEVEL, interval.lo, interval.hi,
                       table_text(&ledger, wanted, column, arena), first_text(&ledger, arena)),
               });
    answer.hits = ledger.wrong;
    answer.trials = observation->executions;
    return answer_end(&answer, counter_because(observation, counter, arena), NULL);
}

static bool property(const struct expectation *expectation, const struct observation *observation,
                     struct property *property, struct arena *arena) {
    (void)arena;
    const struct ledger_expectation *wanted = (const struct ledger_expectation *)expectation;
    return property_of_counter(property, observation, wanted->counter,
                               (struct bound){share(wanted, observation), 0, NAN, NAN});
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    const struct ledger_expectation *wanted = (const struct ledger_expectation *)expectation;
    add_name(names, NAME_COUNTER, wanted->counter, arena);
}

const struct assertion assertion_ledger = {
    .check = check,
    .property = property,
    .names = names,
    .is_about_code = true,
};
