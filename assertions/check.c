/* What is asked of an expectation of any kind, and the answer that every assertion builds part by
 * part. */
#include "assertions/check.h"

#include <math.h>
#include <inttypes.h>
#include <string.h>

#include "assertions/decisions.h"
#include "assertions/evidence.h"
#include "base/die.h"

name_list expectation_names(const struct expectation *expectation, struct arena *arena) {
    name_list names = {0};
    if (expectation->assertion->names) expectation->assertion->names(expectation, &names, arena);
    return names;
}

void counter_names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    add_name(names, NAME_COUNTER, ((const struct counter_expectation *)expectation)->counter,
             arena);
}

name_list expectation_counters(const struct expectation *expectation, struct arena *arena) {
    name_list names = expectation_names(expectation, arena), counters = {0};
    vec_each(struct needed_name, name, &names) {
        if (name->kind == NAME_COUNTER) arena_vec_push(arena, &counters, *name);
    }
    return counters;
}

const char *expectation_because(const struct expectation *expectation) {
    const struct assertion *assertion = expectation->assertion;
    return assertion->because ? assertion->because(expectation) : NULL;
}

unsigned expectation_reasoned(const struct expectation *expectation) {
    const struct assertion *assertion = expectation->assertion;
    return assertion->reasoned ? assertion->reasoned(expectation) : 0;
}

unsigned expectation_profile(const struct expectation *expectation) {
    return expectation->assertion->profile;
}

int64_t expectation_age(const struct expectation *expectation) {
    return expectation->assertion->age ? expectation->assertion->age(expectation) : 0;
}

bool expectation_needs_contexts(const struct expectation *expectation) {
    return expectation->assertion->needs_contexts;
}

bool expectation_needs_cycles(const struct expectation *expectation) {
    return expectation->assertion->needs_cycles;
}

bool expectation_needs_executions(const struct expectation *expectation) {
    return expectation->assertion->needs_executions;
}

bool expectation_needs_call_graph(const struct expectation *expectation) {
    return expectation->assertion->needs_call_graph;
}

bool expectation_needs_all_calls(const struct expectation *expectation) {
    return expectation->assertion->needs_all_calls &&
           expectation->assertion->needs_all_calls(expectation);
}

bool expectation_is_about_code(const struct expectation *expectation) {
    return expectation->assertion->is_about_code;
}

/* Why a counter's value is no evidence; NULL when it is. */
static const char *lost_hits(const char *counter, const struct observation *observation,
                             struct arena *arena) {
    for (uint32_t i = 0; i < observation->loss_count; i++) {
        const struct loss_observation *loss = &observation->losses[i];
        if (loss->counter && !strcmp(loss->counter, counter))
            return loss->failures
                       ? arena_format(arena, "%s (%" PRId64 " times)", loss->text, loss->failures)
                       : loss->text;
    }
    return NULL;
}

static const struct hit_split *split_of(const char *name, const struct observation *observation,
                                        struct arena *arena) {
    const struct counter_observation *counter = find_counter(observation, name);
    if (!counter) return NULL;
    int64_t others = counter->on_stack + counter->interpreted + counter->elsewhere;
    struct hit_split *split = ARENA_NEW(arena, struct hit_split);
    *split = (struct hit_split){counter->total - others, counter->on_stack, counter->interpreted,
                                counter->elsewhere};
    return split;
}

bool assertion_word(const struct assertion *assertion, unsigned index, const char **word,
                    const char **meaning) {
    return assertion->word && assertion->word(assertion, index, word, meaning);
}

/* Of one whose clauses can none of them be told; NULL: some can. */
static const char *missing_clauses(const struct expectation *expectation,
                                   const struct observation *observation, struct arena *arena) {
    clause_list clauses = expectation_clauses(expectation, arena);
    const char *missing = NULL;
    vec_each(const char *, clause, &clauses)
        if (!(missing = clause_missing(observation, *clause, arena))) return NULL;
    return missing;
}

/* How it is told that what was expected holds or not, where it is an estimate; NULL: it is none. */
static const char *estimate_of(const struct expectation *expectation,
                               const struct observation *observation, struct arena *arena) {
    clause_list clauses = expectation_clauses(expectation, arena);
    const char *how = NULL;
    vec_each(const char *, clause, &clauses) {
        const struct evidence_observation *evidence = clause_evidence(observation, *clause);
        if (evidence && evidence->kind == EVIDENCE_estimate) how = evidence->how;
    }
    return how;
}

struct verdict expectation_check(const struct expectation *expectation,
                                 const struct observation *observation, struct arena *arena) {
    const char *missing = missing_clauses(expectation, observation, arena);
    if (missing)
        return not_evaluated(assertion_name(expectation->assertion), "evidence", missing, arena);
    name_list counters = expectation_counters(expectation, arena);
    vec_each(struct needed_name, counter, &counters) {
        const char *lost = lost_hits(counter->text, observation, arena);
        if (lost)
            return not_evaluated(arena_format(arena, "counter %s", counter->text),
                                 "probes that run", lost, arena);
    }
    struct verdict verdict = expectation->assertion->check(expectation, observation, arena);
    const char *estimate = estimate_of(expectation, observation, arena);
    if (estimate)
        verdict.because =
            arena_format(arena, "%s%san estimate: %s", verdict.because ? verdict.because : "",
                         verdict.because ? "; " : "", estimate);
    if (counters.count == 1) verdict.split = split_of(counters.items[0].text, observation, arena);
    return verdict;
}

void answer_begin(struct answer *answer, const struct observation *observation,
                  struct arena *arena) {
    *answer = (struct answer){.arena = arena, .observation = observation, .hits = -1, .trials = -1};
}

void answer_add(struct answer *answer, struct part part) {
    if (!part.value) part.value = part.observed;
    arena_vec_push(answer->arena, &answer->parts, part);
}

static const char *join(struct arena *arena, const char *before, const char *text) {
    return *before ? arena_format(arena, "%s; %s", before, text) : text;
}

static void say_part(const struct answer *answer, const struct part *part,
                     struct verdict *verdict) {
    verdict->summary =
        join(answer->arena, verdict->summary,
             arena_format(answer->arena, "%s is %s, expected %s", part->what,
                          part->value ? part->value : part->observed, part->expected));
    verdict->expected = join(answer->arena, verdict->expected, part->expected);
    verdict->observed = join(answer->arena, verdict->observed, part->observed);
}

struct verdict answer_end(const struct answer *answer, const char *because, const char *where) {
    ASSERT(answer->parts.count + answer->untold.count > 0, "an expectation without parts");
    struct verdict verdict = {
        .kind = VERDICT_PASS,
        .summary = "",
        .expected = "",
        .observed = "",
        .because = because,
        .where = where,
        .false_alarm = fmin(answer->false_alarm, 1),
        .miss = fmin(answer->miss, 1),
        .riskiest = answer->riskiest,
        .unknown_risk = answer->unknown_risk,
        .hits = answer->hits,
        .trials = answer->trials,
    };
    vec_each(struct part, part, &answer->parts) {
        verdict.kind = verdict_worse(verdict.kind, part->kind);
        verdict.has_failed |= part->kind == VERDICT_FAIL;
    }
    if (answer->untold.count && verdict.kind == VERDICT_PASS) {
        verdict.kind = VERDICT_NOT_EVALUATED;
        verdict.holds_in_part = answer->parts.count > 0;
    }
    if (verdict.kind == VERDICT_UNDECIDED) verdict.iterations_needed = answer->iterations_needed;
    vec_each(struct part, part, &answer->parts)
        if (verdict.kind == VERDICT_PASS || part->kind != VERDICT_PASS)
            say_part(answer, part, &verdict);
    vec_each(struct part, part, &answer->untold) say_part(answer, part, &verdict);
    return verdict;
}

struct verdict not_evaluated(const char *what, const char *expected, const char *because,
                             struct arena *arena) {
    return (struct verdict){
        .kind = VERDICT_NOT_EVALUATED,
        .summary = arena_format(arena, "%s was not evaluated: %s", what, because),
        .expected = expected,
        .observed = "no evidence",
        .because = because,
        .hits = -1,
        .trials = -1,
    };
}

static const char *last_deoptimization(const struct observation *observation, struct arena *arena) {
    for (uint32_t i = observation->decision_count; i-- > 0;) {
        const struct decision *decision = &observation->decisions[i];
        if (decision->kind != DECISION_deoptimized) continue;
        return decision->execution < 0
                   ? arena_format(arena, "; deoptimised in warm-up call %" PRId64 ": %s",
                                  decision->call, decision->reason_text)
                   : arena_format(arena, "; deoptimised in execution %" PRId64 ": %s",
                                  decision->execution, decision->reason_text);
    }
    return "";
}

static int64_t compilations_of_target(const struct observation *observation) {
    int64_t count = 0;
    for (uint32_t i = 0; i < observation->decision_count; i++) {
        const struct decision *decision = &observation->decisions[i];
        count += decision->kind == DECISION_compiled && decision->root &&
                 decision->method == NULL && !strcmp(decision->root, observation->target);
    }
    return count;
}

/* "A.foo was never compiled", as far as that is true. */
static const char *not_compiled(const struct observation *observation, struct arena *arena) {
    int64_t compilations = compilations_of_target(observation);
    if (compilations)
        return arena_format(arena,
                            "%s was compiled %" PRId64 " times in %" PRId64
                            " calls, and each time the code was thrown away%s",
                            observation->target, compilations, observation->warm_up_calls,
                            last_deoptimization(observation, arena));
    if (observation->not_compiled_because)
        return arena_format(arena, "%s was never compiled: %s", observation->target,
                            observation->not_compiled_because);
    return arena_format(arena, "%s was never compiled in %" PRId64 " call%s", observation->target,
                        observation->warm_up_calls, observation->warm_up_calls == 1 ? "" : "s");
}

static const char *with_first_throw(const struct observation *observation, const char *text,
                                    struct arena *arena) {
    if (!observation->first_throw) return text;
    return arena_format(arena, "%s; %s", text, observation->first_throw);
}

const char *missing_executions(const struct observation *observation, struct arena *arena) {
    if (!observation->was_compiled)
        return with_first_throw(observation, not_compiled(observation, arena), arena);
    if (observation->executions == 0 || observation->executions < observation->executions_asked)
        return with_first_throw(observation,
                                arena_format(arena,
                                             "%" PRId64 " of %" PRId64
                                             " executions ran in compiled code that stayed valid%s",
                                             observation->executions, observation->executions_asked,
                                             last_deoptimization(observation, arena)),
                                arena);
    return NULL;
}

bool bound_is_given(const struct bound *bound) {
    return !isnan(bound->is) || !isnan(bound->at_least) || !isnan(bound->at_most);
}

const char *bound_text(const struct bound *bound, struct arena *arena) {
    if (!isnan(bound->is))
        return bound->epsilon > 0 ? arena_format(arena, "%.10g ± %.10g", bound->is, bound->epsilon)
                                  : arena_format(arena, "%.10g", bound->is);
    if (isnan(bound->at_most)) return arena_format(arena, "at least %.10g", bound->at_least);
    if (isnan(bound->at_least)) return arena_format(arena, "at most %.10g", bound->at_most);
    return arena_format(arena, "%.10g to %.10g", bound->at_least, bound->at_most);
}

struct bound bound_scaled_down(struct bound bound, double by) {
    return (struct bound){bound.is / by, bound.epsilon / by, bound.at_least / by,
                          bound.at_most / by};
}

bool bound_accepts(const struct bound *bound, double value) {
    if (!isnan(bound->is)) {
        double slack = 1e-9 * fmax(1, fabs(bound->is));
        return fabs(value - bound->is) <= bound->epsilon + slack;
    }
    return !(value < bound->at_least) && !(value > bound->at_most);
}

bool observation_is_drawn(const struct observation *observation) {
    for (uint32_t i = 0; i < observation->argument_count; i++)
        if (observation->arguments[i].is_drawn) return true;
    return false;
}

const struct counter_observation *find_counter(const struct observation *observation,
                                               const char *name) {
    for (uint32_t i = 0; i < observation->counter_count; i++)
        if (strcmp(observation->counters[i].name, name) == 0) return &observation->counters[i];
    return NULL;
}

/* Does code that ran contain this method, by itself or inlined? */
static bool is_in_code_that_ran(const struct observation *observation,
                                const struct probe_observation *probe) {
    unsigned taken_in = DECISION_BIT(inlined) | DECISION_BIT(guarded);
    bool is_there = probe->was_entered || name_matches(probe->method, observation->target);
    for (uint32_t i = 0; i < observation->decision_count && !is_there; i++) {
        const struct decision *decision = &observation->decisions[i];
        if (taken_in >> decision->kind & 1)
            is_there |= name_matches(probe->method, decision->callee) ||
                        name_matches(probe->method, decision->subject);
    }
    return is_there;
}

/* Why a counter at 0 is no evidence: the probes that hit it are in no code that ran. NULL when one
 * is, or when none is known to hit it. */
static const char *unreached_probe(const struct observation *observation, const char *name,
                                   struct arena *arena) {
    const char *dead = NULL;
    for (uint32_t i = 0; i < observation->probe_count; i++) {
        const struct probe_observation *probe = &observation->probes[i];
        if (!probe->counter || strcmp(probe->counter, name)) continue;
        if (is_in_code_that_ran(observation, probe)) return NULL;
        dead = probe->method;
    }
    return dead ? arena_format(arena,
                               "its probe is in no code that ran: %s was neither called while "
                               "measured nor inlined",
                               dead)
                : NULL;
}

const char *missing_counter(const struct observation *observation, const char *name,
                            struct arena *arena) {
    const struct counter_observation *counter = find_counter(observation, name);
    if (counter) return counter->total ? NULL : unreached_probe(observation, name, arena);
    const char *names = "";
    for (uint32_t i = 0; i < observation->counter_count; i++)
        names =
            arena_format(arena, "%s%s%s", names, *names ? ", " : "", observation->counters[i].name);
    return arena_format(arena, "no counter is called '%s'; there %s", name,
                        *names ? arena_format(arena, "are: %s", names) : "are none");
}

static const char *add_source(const char *sources, int64_t hits, const char *who,
                              struct arena *arena) {
    if (!hits) return sources;
    const char *source = arena_format(arena, "%" PRId64 " %s", hits, who);
    return sources ? arena_format(arena, "%s, %s", sources, source) : source;
}

const char *counter_sources(const struct counter_observation *counter, struct arena *arena) {
    const char *sources = add_source(NULL, counter->interpreted, "interpreted", arena);
    sources = add_source(sources, counter->on_stack, "after on-stack replacement", arena);
    sources = add_source(sources, counter->elsewhere, "in other threads", arena);
    return sources ? arena_format(arena, "of %" PRId64 " hits %s", counter->total, sources) : NULL;
}

const char *counter_because(const struct observation *observation,
                            const struct counter_observation *counter, struct arena *arena) {
    const char *sources = counter_sources(counter, arena);
    const char *decisions = target_decisions_text(observation, arena);
    if (!sources || !decisions) return sources ? sources : decisions;
    return arena_format(arena, "%s; %s", sources, decisions);
}

struct proportion part_proportion(int64_t hits, int64_t all, const int32_t *per_execution,
                                  int64_t executions) {
    struct proportion part = {.hits = hits, .trials = all};
    int32_t each = 0;
    for (int64_t i = 0; i < executions; i++) {
        int32_t some = per_execution[i];
        if (!some) continue;
        if (part.units++ && some != each)
            part.is_spread_by = "as executions count differently often";
        each = some;
    }
    part.is_spread = part.is_spread_by != NULL;
    return part;
}

struct proportion counter_proportion(const struct counter_observation *counter,
                                     int64_t executions) {
    struct proportion proportion = {
        .hits = counter->total, .trials = executions, .units = executions};
    if (!counter->per_execution) {
        proportion.is_spread = counter->total > executions;
        return proportion;
    }
    int64_t least = INT64_MAX, most = 0;
    for (int64_t i = 0; i < executions; i++) {
        if (counter->per_execution[i] < least) least = counter->per_execution[i];
        if (counter->per_execution[i] > most) most = counter->per_execution[i];
    }
    proportion.is_spread = most - least > 1;
    proportion.most = most;
    /* A counter at 1 in all executions is seen as certain, not as two hits that never came. */
    proportion.whole = most > 1 ? most - 1 : 0;
    return proportion;
}
