/* compilations: how often the target was compiled, by which call, and whether the compiler gave it
 * up ("compiled", "bailed out"). Here a target that was never compiled is an answer, not a lack of
 * evidence. */
#include <inttypes.h>
#include <string.h>

#include "assertions/a_compilations.h"
#include "assertions/check.h"
#include "assertions/decisions.h"
#include "base/die.h"

enum { WORD_COMPILED, WORD_BAILED_OUT };
static const struct {
    const char *word, *meaning;
} words[] = {
    [WORD_COMPILED] = {"compiled", "the last compilation succeeded"},
    [WORD_BAILED_OUT] = {"bailed out", "the compiler gave up"},
};

static decision_list ended(const struct observation *observation, const char *method,
                           enum decision_kind kind, struct arena *arena) {
    decision_list found = {0};
    for (uint32_t i = 0; i < observation->decision_count; i++) {
        const struct decision *decision = &observation->decisions[i];
        if (decision->root && decision->kind == kind && name_matches(method, decision->root))
            arena_vec_push(arena, &found, decision);
    }
    return found;
}

/* How the last compilation ended. */
static const char *last_end(const decision_list *compiled, const decision_list *bailed_out) {
    if (!compiled->count && !bailed_out->count) return "never tried";
    if (!bailed_out->count) return words[WORD_COMPILED].word;
    if (!compiled->count) return words[WORD_BAILED_OUT].word;
    /* Both point into the observation's decisions, which are in the order they were made. */
    return words[vec_last(compiled) > vec_last(bailed_out) ? WORD_COMPILED : WORD_BAILED_OUT].word;
}

static void check_word(const struct compilations_expectation *wanted, const decision_list *compiled,
                       const decision_list *bailed_out, struct answer *answer) {
    if (!wanted->is) return;
    const char *observed = last_end(compiled, bailed_out);
    bool holds = strcmp(wanted->is, observed) == 0;
    answer_add(answer, (struct part){holds ? VERDICT_PASS : VERDICT_FAIL, "the last compilation",
                                     wanted->is, observed, NULL});
}

static void check_reason(const struct compilations_expectation *wanted,
                         const decision_list *bailed_out, struct answer *answer) {
    if (!wanted->because) return;
    bool holds = false;
    const char *reasons = "";
    for (uint32_t i = 0; i < bailed_out->count; i++) {
        holds |= strcmp(bailed_out->items[i]->reason, wanted->because) == 0;
        reasons = arena_format(answer->arena, "%s%s%s", reasons, *reasons ? ", " : "",
                               bailed_out->items[i]->reason);
    }
    answer_add(answer, (struct part){holds ? VERDICT_PASS : VERDICT_FAIL, "reason of the bailout",
                                     wanted->because, *reasons ? reasons : "no bailout", NULL});
}

static void check_call_number(const struct compilations_expectation *wanted,
                              struct answer *answer) {
    if (wanted->by_call < 0) return;
    const struct observation *observation = answer->observation;
    const char *observed =
        observation->was_compiled
            ? arena_format(answer->arena, "at call %" PRId64, observation->compiled_at_call)
            : arena_format(answer->arena, "never in %" PRId64 " calls", observation->warm_up_calls);
    bool holds = observation->was_compiled && observation->compiled_at_call <= wanted->by_call;
    answer_add(answer,
               (struct part){holds ? VERDICT_PASS : VERDICT_FAIL, "compilation",
                             arena_format(answer->arena, "by call %" PRId64, wanted->by_call),
                             observed, NULL});
}

static struct verdict check(const struct expectation *expectation,
                            const struct observation *observation, struct arena *arena) {
    const struct compilations_expectation *wanted =
        (const struct compilations_expectation *)expectation;
    const char *method = wanted->in_method ? wanted->in_method : observation->target;
    decision_list compiled = ended(observation, method, DECISION_compiled, arena);
    decision_list bailed_out = ended(observation, method, DECISION_bailed_out, arena);
    const char *what = arena_format(arena, "count of compilations of %s", method);
    if (observation->was_compiled && observation->decision_count == 0)
        return not_evaluated(what, "evidence", "the compiler's decisions were not recorded", arena);

    struct answer answer;
    answer_begin(&answer, observation, arena);
    if (bound_is_given(&wanted->count)) {
        bool holds = bound_accepts(&wanted->count, compiled.count);
        answer_add(&answer, (struct part){holds ? VERDICT_PASS : VERDICT_FAIL, what,
                                          bound_text(&wanted->count, arena),
                                          arena_format(arena, "%u", compiled.count), NULL});
        answer.hits = compiled.count;
    }
    check_word(wanted, &compiled, &bailed_out, &answer);
    check_reason(wanted, &bailed_out, &answer);
    check_call_number(wanted, &answer);
    ASSERT(answer.parts.count > 0, "an expectation of compilations that expects nothing");
    const char *because = decisions_text(&bailed_out, arena);
    return answer_end(&answer, because ? because : observation->not_compiled_because, NULL);
}

static void names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    add_name(names, NAME_METHOD, ((const struct compilations_expectation *)expectation)->in_method,
             arena);
}

static const char *because(const struct expectation *expectation) {
    return ((const struct compilations_expectation *)expectation)->because;
}

static unsigned reasoned(const struct expectation *expectation) {
    const char *is = ((const struct compilations_expectation *)expectation)->is;
    return is && strcmp(is, words[WORD_COMPILED].word) == 0 ? 0 : DECISION_BIT(bailed_out);
}

static bool word(const struct assertion *assertion, unsigned index, const char **word,
                 const char **meaning) {
    (void)assertion;
    if (index >= sizeof words / sizeof *words) return false;
    *word = words[index].word;
    *meaning = words[index].meaning;
    return true;
}

const struct assertion assertion_compilations = {
    .check = check,
    .names = names,
    .because = because,
    .reasoned = reasoned,
    .word = word,
};
