/* Answers for allocations, calls and locks: what was executed, what was decided, what was believed.
 */
#include "assertions/site.h"

#include <inttypes.h>
#include <string.h>

#include "base/die.h"

/* All that is known about the thing an expectation names. */
struct evidence {
    const struct site_assertion *assertion;
    const struct expectation *expectation;
    const struct observation *observation;
    struct arena *arena;
    const char *name;  /* "allocation of A in A.foo" */
    const char *where; /* the first site's place */
    uint32_t sites;
    int64_t reached, effective, bytes;
    decision_list decisions; /* all that were decided about it */
};

static const struct site_assertion *assertion_of(const struct expectation *expectation) {
    static const struct site_assertion *const assertions[] = {&allocation_sites, &call_sites,
                                                              &lock_sites};
    static const enum assertion_kind kinds[] = {ASSERTION_allocation, ASSERTION_call,
                                                ASSERTION_lock};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i] == expectation->kind) return assertions[i];
    BUG("not an expectation of a site");
}

static const char *site_method(const struct expectation *expectation,
                               const struct observation *observation) {
    return expectation->in_method ? expectation->in_method : observation->target;
}

static const char *name_evidence(const struct evidence *evidence) {
    const struct expectation *expectation = evidence->expectation;
    const char *name = evidence->assertion->noun;
    if (expectation->subject)
        name = arena_format(evidence->arena, "%s of %s", name, expectation->subject);
    name = arena_format(evidence->arena, "%s in %s", name,
                        site_method(expectation, evidence->observation));
    return expectation->line ? arena_format(evidence->arena, "%s, line %d", name, expectation->line)
                             : name;
}

bool site_is_named(const struct expectation *expectation, const struct observation *observation,
                   const struct site_observation *site) {
    return site->kind == assertion_of(expectation)->kind &&
           name_matches(site_method(expectation, observation), site->method) &&
           name_matches(expectation->subject, site->subject) &&
           (expectation->line == 0 || expectation->line == site->line);
}

static const char *place_text(const char *method, int bci, int line, struct arena *arena) {
    return line ? arena_format(arena, "%s:%d (line %d)", method, bci, line)
                : arena_format(arena, "%s:%d", method, bci);
}

static void collect_sites(struct evidence *evidence) {
    for (uint32_t i = 0; i < evidence->observation->site_count; i++) {
        const struct site_observation *site = &evidence->observation->sites[i];
        if (!site_is_named(evidence->expectation, evidence->observation, site)) continue;
        if (!evidence->where)
            evidence->where = place_text(site->method, site->bci, site->line, evidence->arena);
        evidence->sites++;
        evidence->reached += site->reached;
        evidence->effective += site->effective;
        evidence->bytes += site->bytes;
    }
}

static void collect_decisions(struct evidence *evidence) {
    const struct expectation *expectation = evidence->expectation;
    for (int kind = 0; kind < DECISION_KIND_COUNT; kind++) {
        if (!(evidence->assertion->decided >> kind & 1)) continue;
        struct decision_query query = {(enum decision_kind)kind, expectation->in_method,
                                       expectation->subject, expectation->line};
        decision_list found = find_decisions(evidence->observation, query, evidence->arena);
        for (uint32_t i = 0; i < found.count; i++) {
            const struct decision *decision = found.items[i];
            arena_vec_push(evidence->arena, &evidence->decisions, decision);
            if (!evidence->where && kind != DECISION_materialized && decision->method)
                evidence->where =
                    place_text(decision->method, decision->bci, decision->line, evidence->arena);
        }
    }
}

static decision_list of_kinds(const struct evidence *evidence, unsigned kinds) {
    decision_list some = {0};
    for (uint32_t i = 0; i < evidence->decisions.count; i++)
        for (int kind = 0; kind < DECISION_KIND_COUNT; kind++)
            if (kinds >> kind & 1 && strcmp(evidence->decisions.items[i]->kind,
                                            decision_kind_name((enum decision_kind)kind)) == 0)
                arena_vec_push(evidence->arena, &some, evidence->decisions.items[i]);
    return some;
}

/* "A at A.foo(Z)V:0 (line 3), B at ..." */
static const char *known_sites(const struct evidence *evidence) {
    const char *names = "";
    for (uint32_t i = 0; i < evidence->observation->site_count; i++) {
        const struct site_observation *site = &evidence->observation->sites[i];
        if (site->kind != evidence->assertion->kind) continue;
        names =
            arena_format(evidence->arena, "%s%s%s at %s", names, *names ? ", " : "", site->subject,
                         place_text(site->method, site->bci, site->line, evidence->arena));
    }
    return *names ? arena_format(evidence->arena, "; there are: %s", names) : "";
}

/* Why nothing can be said about the site at all; NULL when something can. */
static const char *missing_evidence(const struct evidence *evidence) {
    const char *missing = missing_executions(evidence->observation, evidence->arena);
    if (missing) return missing;
    if (evidence->reached > 0 || evidence->decisions.count > 0) return NULL;
    if (evidence->sites > 0)
        return arena_format(evidence->arena,
                            "the %s was never reached in compiled code: it was folded away, or the "
                            "run does not lead there",
                            evidence->assertion->noun);
    if (evidence->observation->site_count == 0 && evidence->observation->decision_count == 0)
        return "neither executions nor decisions were recorded";
    return arena_format(evidence->arena, "the compiler saw no %s%s", evidence->name,
                        known_sites(evidence));
}

static void cannot_tell(struct answer *answer, const char *what, const char *expected,
                        const char *why) {
    answer_add(answer, (struct part){VERDICT_NOT_EVALUATED, what, expected,
                                     arena_format(answer->arena, "not known: %s", why), NULL});
}

static const char *unrecorded(const struct evidence *evidence) {
    if (evidence->sites > 0) return "the site was never reached in compiled code";
    return arena_format(evidence->arena, "executions were not recorded (profile: [%s])",
                        evidence->assertion->profile);
}

static void check_rate_of(const struct evidence *evidence, struct answer *answer) {
    const struct bound *bound = &evidence->expectation->rate;
    const char *what = arena_format(evidence->arena, "rate of %s", evidence->name);
    if (!bound_is_given(bound)) return;
    if (evidence->reached == 0) {
        cannot_tell(answer, what, bound_text(bound, evidence->arena), unrecorded(evidence));
        return;
    }
    int64_t executions = evidence->observation->executions;
    struct proportion proportion = {
        .hits = evidence->effective,
        .trials = evidence->reached,
        .units = evidence->reached < executions ? evidence->reached : executions,
        .is_spread = evidence->effective > evidence->reached,
    };
    answer_add_rate(answer, what, bound, &proportion);
}

static void check_bytes(const struct evidence *evidence, struct answer *answer) {
    const struct bound *bound = &evidence->expectation->bytes;
    if (!bound_is_given(bound)) return;
    const char *what = arena_format(evidence->arena, "bytes per execution of %s", evidence->name);
    const char *expected = bound_text(bound, evidence->arena);
    if (evidence->reached == 0) {
        cannot_tell(answer, what, expected, unrecorded(evidence));
        return;
    }
    double bytes = (double)evidence->bytes / (double)evidence->observation->executions;
    const char *value = arena_format(evidence->arena, "%.6g", bytes);
    const char *observed =
        arena_format(evidence->arena, "%s (%" PRId64 " bytes in %" PRId64 " executions)", value,
                     evidence->bytes, evidence->observation->executions);
    enum verdict_kind kind = bound_accepts(bound, bytes) ? VERDICT_PASS : VERDICT_FAIL;
    answer_add(answer, (struct part){kind, what, expected, observed, value});
}

static void check_predicted(const struct evidence *evidence, struct answer *answer) {
    const struct bound *bound = &evidence->expectation->predicted;
    if (!bound_is_given(bound)) return;
    const char *what = arena_format(evidence->arena, "predicted rate of %s", evidence->name);
    const char *expected = bound_text(bound, evidence->arena);
    decision_list believed = of_kinds(evidence, evidence->assertion->believed);
    double sum = 0;
    for (uint32_t i = 0; i < believed.count; i++) {
        if (believed.items[i]->frequency < 0) {
            cannot_tell(answer, what, expected, "the compiler recorded no frequency");
            return;
        }
        sum += believed.items[i]->frequency;
    }
    if (evidence->decisions.count == 0) {
        cannot_tell(answer, what, expected, "the compiler recorded no decision");
        return;
    }
    const char *value = arena_format(evidence->arena, "%.6g", sum);
    const char *observed = arena_format(evidence->arena, "%s (%u decision%s)", value,
                                        believed.count, believed.count == 1 ? "" : "s");
    /* The compiler believes its profile: as many draws as there were calls until it compiled. */
    if (!isnan(bound->is) && evidence->observation->compiled_at_call > 0)
        answer_add_risk(answer, bound->is, bound->epsilon, evidence->observation->compiled_at_call);
    enum verdict_kind kind = bound_accepts(bound, sum) ? VERDICT_PASS : VERDICT_FAIL;
    answer_add(answer, (struct part){kind, what, expected, observed, value});
}

const struct site_word *site_word_of(const struct expectation *expectation) {
    const struct site_assertion *assertion = assertion_of(expectation);
    for (unsigned i = 0; i < assertion->word_count; i++)
        if (strcmp(assertion->words[i].word, expectation->is) == 0) return &assertion->words[i];
    BUG("no decision of a %s is called '%s'", assertion->noun, expectation->is);
}

static bool effect_agrees(const struct evidence *evidence, const struct site_word *word) {
    if (evidence->reached == 0) return true;
    switch (word->effect) {
    case TAKES_EFFECT_NEVER: return evidence->effective == 0;
    case TAKES_EFFECT_SOMETIMES: return true;
    case TAKES_EFFECT_ALWAYS: return evidence->effective == evidence->reached;
    }
    UNREACHABLE();
}

/* "not inlined, 10000 of 10000 took effect" */
static const char *decided_text(const struct evidence *evidence) {
    const char *text = "";
    for (uint32_t i = 0; i < evidence->decisions.count; i++) {
        const char *kind = evidence->decisions.items[i]->kind_text;
        if (strstr(text, kind) &&
            (i == 0 || strcmp(kind, evidence->decisions.items[i - 1]->kind_text) == 0))
            continue;
        text = arena_format(evidence->arena, "%s%s%s", text, *text ? ", " : "", kind);
    }
    if (!*text) text = "no decision recorded";
    if (evidence->reached == 0) return text;
    return arena_format(evidence->arena, "%s, %" PRId64 " of %" PRId64 " took effect", text,
                        evidence->effective, evidence->reached);
}

static void check_word(const struct evidence *evidence, struct answer *answer) {
    if (!evidence->expectation->is) return;
    const struct site_word *word = site_word_of(evidence->expectation);
    /* Without any decision the executions alone can still tell "never" from "always". */
    bool is_decided = evidence->decisions.count > 0;
    if (!is_decided && word->effect == TAKES_EFFECT_SOMETIMES) {
        cannot_tell(answer, evidence->name, word->word, "the compiler recorded no decision");
        return;
    }
    bool holds = effect_agrees(evidence, word) &&
                 (!is_decided || (of_kinds(evidence, word->needs).count > 0 &&
                                  of_kinds(evidence, word->forbids).count == 0));
    answer_add(answer, (struct part){holds ? VERDICT_PASS : VERDICT_FAIL, evidence->name,
                                     word->word, decided_text(evidence), NULL});
    if (evidence->reached == 0) return;
    answer->hits = evidence->effective;
    answer->trials = evidence->reached;
}

/* The decisions that the expectation is about: those its word asks for, else the ones against the
 * optimisation. */
static decision_list deciding(const struct evidence *evidence) {
    decision_list some = {0};
    if (evidence->expectation->is)
        some = of_kinds(evidence, site_word_of(evidence->expectation)->needs);
    if (!some.count) some = of_kinds(evidence, evidence->assertion->believed);
    return some.count ? some : evidence->decisions;
}

static void check_reason(const struct evidence *evidence, struct answer *answer) {
    const char *because = evidence->expectation->because;
    if (!because) return;
    const char *what = arena_format(evidence->arena, "reason for %s", evidence->name);
    decision_list decisions = deciding(evidence);
    if (!decisions.count) {
        cannot_tell(answer, what, because, "the compiler recorded no decision");
        return;
    }
    bool holds = true;
    const char *reasons = "";
    for (uint32_t i = 0; i < decisions.count; i++) {
        holds &= strcmp(decisions.items[i]->reason, because) == 0;
        if (i && strcmp(decisions.items[i]->reason, decisions.items[i - 1]->reason) == 0) continue;
        reasons = arena_format(evidence->arena, "%s%s%s", reasons, *reasons ? ", " : "",
                               decisions.items[i]->reason);
    }
    answer_add(answer,
               (struct part){holds ? VERDICT_PASS : VERDICT_FAIL, what, because, reasons, NULL});
}

struct verdict check_site(const struct site_assertion *assertion,
                          const struct expectation *expectation,
                          const struct observation *observation, struct arena *arena) {
    struct evidence evidence = {.assertion = assertion,
                                .expectation = expectation,
                                .observation = observation,
                                .arena = arena};
    evidence.name = name_evidence(&evidence);
    collect_sites(&evidence);
    collect_decisions(&evidence);
    const char *missing = missing_evidence(&evidence);
    if (missing) {
        struct verdict verdict = not_evaluated(
            evidence.name, expectation->is ? expectation->is : "evidence", missing, arena);
        verdict.where = evidence.where;
        return verdict;
    }
    struct answer answer;
    answer_begin(&answer, observation, arena);
    check_word(&evidence, &answer);
    check_rate_of(&evidence, &answer);
    check_predicted(&evidence, &answer);
    check_bytes(&evidence, &answer);
    check_reason(&evidence, &answer);
    ASSERT(answer.count > 0, "an expectation of a %s that expects nothing", assertion->noun);
    return answer_end(&answer, decisions_text(&evidence.decisions, arena), evidence.where);
}
