/* FOREIGN SEEN: the observation, of the executions that began in compiled code. */
#include <math.h>
#include <string.h>

#include "assertions/evidence.h"
#include "base/vec.h"
#include "harness/foreign_sites.h"
#include "harness/measure.h"
#include "harness/oracle.h"

/* --- of the executions in compiled code --- */

static int64_t sum_in_code(const struct foreign *foreign, const int64_t *counts) {
    int64_t all = 0;
    for (int64_t i = 0; i < foreign->executions; i++) all += foreign->in_code[i] ? counts[i] : 0;
    return all;
}

static int32_t *in_code_alone(const struct foreign *foreign, const int64_t *counts) {
    int32_t *some = ARENA_ARRAY(foreign->arena, int32_t, foreign->executions + 1);
    int64_t at = 0;
    for (int64_t i = 0; i < foreign->executions; i++)
        if (foreign->in_code[i]) some[at++] = (int32_t)counts[i];
    return some;
}

/* The number of an execution among those in compiled code, from 0. */
static int64_t number_in_code(const struct foreign *foreign, int64_t execution) {
    int64_t number = 0;
    for (int64_t i = 0; i < execution && i < foreign->executions; i++)
        number += foreign->in_code[i] != 0;
    return number;
}

/* --- decisions --- */

const char *foreign_text(struct foreign *foreign, const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? arena_copy_text(foreign->arena, text, strlen(text)) : NULL;
}

static struct code_place place_of(struct foreign *foreign, const json_t *at) {
    return (struct code_place){foreign_text(foreign, at, "method"),
                               (int)json_integer_value(json_object_get(at, "bci")),
                               (int)json_integer_value(json_object_get(at, "line")),
                               json_is_true(json_object_get(at, "hidden"))};
}

struct origin foreign_origin(struct foreign *foreign, const json_t *at, const json_t *callers) {
    struct code_place *places =
        ARENA_ARRAY(foreign->arena, struct code_place, json_array_size(callers));
    for (size_t i = 0; i < json_array_size(callers); i++)
        places[i] = place_of(foreign, json_array_get(callers, i));
    return (struct origin){place_of(foreign, at), (uint32_t)json_array_size(callers), places};
}

/* Ours where there is one, with the VM's own words. */
static void put_reason(struct foreign *foreign, const char *words, struct decision *out) {
    enum reason reason;
    out->reason = out->reason_text = "";
    if (!words) return;
    out->reason_text = words;
    if (!foreign_reason(foreign, words, &reason)) return;
    out->reason = reason_name(reason);
    if (strcmp(words, reason_text(reason)))
        out->reason_text = arena_format(foreign->arena, "%s (%s)", reason_text(reason), words);
}

static bool event_of_name(const char *name, enum event_kind *kind) {
    for (*kind = 0; *kind < EVENT_KIND_COUNT; ++*kind)
        if (name && !strcmp(event_kind_name(*kind), name)) return true;
    return false;
}

/* Where it was decided, if that is not where the operation is. */
static void put_place(struct foreign *foreign, const json_t *event, struct decision *out) {
    const json_t *at = json_object_get(event, "decided_at");
    struct origin place =
        at ? foreign_origin(foreign, at, json_object_get(event, "decided_callers")) : out->origin;
    out->method = place.at.method;
    out->bci = place.at.method ? place.at.bci : -1;
    out->line = place.at.line;
    out->path = at && place.caller_count ? origin_text(&place, foreign->arena) : NULL;
}

static struct decision decision_of(struct foreign *foreign, const json_t *event,
                                   enum event_kind kind) {
    const json_t *frequency = json_object_get(event, "frequency"),
                 *execution = json_object_get(event, "execution");
    const char *root = foreign_text(foreign, event, "root");
    struct decision decision = {
        .kind = decided_by(kind),
        .kind_text = event_kind_text(kind),
        .root = root ? root : foreign->method->name,
        .phase = foreign_text(foreign, event, "phase"),
        .subject = foreign_text(foreign, event, "subject"),
        .callee = foreign_text(foreign, event, "callee"),
        .amount = json_integer_value(json_object_get(event, "amount")),
        .frequency = json_is_number(frequency) ? json_number_value(frequency) : -1,
        .execution = json_is_integer(execution) ? json_integer_value(execution) : -1,
        .call = json_integer_value(json_object_get(event, "call")),
    };
    put_reason(foreign, foreign_text(foreign, event, "reason"), &decision);
    decision.origin =
        foreign_origin(foreign, json_object_get(event, "at"), json_object_get(event, "callers"));
    put_place(foreign, event, &decision);
    return decision;
}

struct decision foreign_decision(struct foreign *foreign, const json_t *event) {
    enum event_kind kind;
    if (!event_of_name(json_string_value(json_object_get(event, "kind")), &kind))
        adapter_fault(&foreign->adapter, event, "told an event of no known kind");
    return decision_of(foreign, event, kind);
}

static bool ends_compilation(const struct decision *decision) {
    return decision->kind == DECISION_compiled || decision->kind == DECISION_bailed_out;
}

/* Those that end compilations, or the rest, in the order they were told. */
static void add_decisions(struct foreign *foreign, bool of_ends, foreign_decisions *out) {
    json_t *events = json_object_get(foreign->decisions, "events"), *event;
    size_t index;
    json_array_foreach(events, index, event) {
        struct decision decision = foreign_decision(foreign, event);
        if (ends_compilation(&decision) == of_ends) arena_vec_push(foreign->arena, out, decision);
    }
}

static void add_deoptimizations(struct foreign *foreign, foreign_decisions *out) {
    int64_t from = 0;
    for (size_t i = 0; i < json_array_size(foreign->observed); i++) {
        json_t *chunk = json_array_get(foreign->observed, i), *fired;
        size_t index;
        json_array_foreach(json_object_get(chunk, "deoptimizations"), index, fired) {
            struct decision decision = decision_of(foreign, fired, EVENT_deoptimized);
            int64_t execution = from + json_integer_value(json_object_get(fired, "execution"));
            decision.execution = number_in_code(foreign, execution);
            decision.call = foreign->warm_up_calls + execution + 1;
            decision.amount = 0;
            arena_vec_push(foreign->arena, out, decision);
        }
        from += json_integer_value(json_object_get(chunk, "executions"));
    }
}

/* Of one compilation: it ends with its last `compiled`. */
static foreign_decisions all_decisions(struct foreign *foreign, foreign_decisions *decided,
                                       struct observation *out) {
    foreign_decisions ends = {0}, all = {0};
    add_decisions(foreign, true, &ends);
    for (uint32_t i = 0; i + 1 < ends.count; i++)
        arena_vec_push(foreign->arena, &all, ends.items[i]);
    vec_each(struct decision, decision, decided) arena_vec_push(foreign->arena, &all, *decision);
    if (ends.count) arena_vec_push(foreign->arena, &all, vec_last(&ends));
    uint32_t before = all.count;
    add_deoptimizations(foreign, &all);
    out->deoptimizations = all.count - before;
    return all;
}

/* --- sites --- */

static void put_sites(struct foreign *foreign, const struct foreign_sites *sites,
                      struct observation *out) {
    struct site_observation *seen =
        ARENA_ARRAY(foreign->arena, struct site_observation, sites->count);
    out->sites = seen;
    vec_each(struct foreign_site, site, sites) {
        if (!site->is_known) continue;
        struct site_observation *one = &seen[out->site_count++];
        *one = (struct site_observation){.kind = site->kind,
                                         .maker = MAKER_COMPILED_CODE,
                                         .origin = {.at = site->at},
                                         .subject = site->subject,
                                         .is_compiled = true,
                                         .counts_effect_alone = site->counts_effect_alone,
                                         .reached = sum_in_code(foreign, site->reached),
                                         .effective = sum_in_code(foreign, site->effective),
                                         .inlined = sum_in_code(foreign, site->inlined),
                                         .bytes = site->bytes};
        if (site->kind != SITE_ALLOCATION) continue;
        out->program_objects += one->effective;
        out->program_bytes += one->bytes;
    }
    out->allocated_bytes = out->program_bytes;
}

/* --- counters --- */

const char *foreign_clause_of_probe(const struct target_probe *probe) {
    static const char *const clauses[SITE_KIND_COUNT] = {[SITE_ALLOCATION] = "allocation.rate",
                                                         [SITE_LOCK] = "lock.rate",
                                                         [SITE_CALL] = "call.rate"};
    enum site_kind kind = site_kind_at(probe->point);
    return probe->is_plain && kind < SITE_KIND_COUNT ? clauses[kind] : NULL;
}

/* Adds what the probe would count: the events of the operation that it is anchored to. Why it cannot be told; NULL: it was. */
static const char *count_probe(const struct foreign *foreign, const struct foreign_sites *sites,
                               const struct target_probe *probe, const struct observation *out,
                               int64_t *hits) {
    const char *clause = foreign_clause_of_probe(probe);
    const char *missing = clause ? clause_missing(out, clause, foreign->arena) : NULL;
    int64_t *effective = ARENA_ARRAY(foreign->arena, int64_t, foreign->executions + 1);
    if (!clause)
        return arena_format(foreign->arena, "%s and needs inserted code, which %s has not",
                            probe->seen.text, out->vm);
    if (missing) return arena_format(foreign->arena, "%s: %s", probe->seen.text, missing);
    if (!foreign_effective(sites, site_kind_at(probe->point), probe->seen.method, probe->bci,
                           effective, foreign->executions))
        return arena_format(foreign->arena,
                            "%s: how often it took effect does not follow from what was decided",
                            probe->seen.text);
    for (int64_t i = 0; i < foreign->executions; i++) hits[i] += effective[i];
    return NULL;
}

static bool was_entered(const struct foreign *foreign, const char *method) {
    vec_each(const struct reference_site, site, &foreign->reference.sites)
        if (!strcmp(site->position->method, method)) return true;
    return false;
}

typedef VEC(struct counter_observation) counter_list;
typedef VEC(struct loss_observation) loss_list;

static void put_counter(struct foreign *foreign, const struct foreign_sites *sites,
                        const char *name, struct observation *out, counter_list *counters,
                        loss_list *losses) {
    int64_t *hits = ARENA_ARRAY(foreign->arena, int64_t, foreign->executions + 1);
    for (size_t i = 0; i < foreign->probe_count; i++) {
        const struct target_probe *probe = &foreign->probes[i];
        if (!probe->seen.counter || strcmp(probe->seen.counter, name)) continue;
        struct loss_observation loss = {name, count_probe(foreign, sites, probe, out, hits), 0};
        if (loss.text) arena_vec_push(foreign->arena, losses, loss);
    }
    vec_each(struct vm_rule, rule, &foreign->test->spec->rules) {
        struct loss_observation loss = {
            name,
            arena_format(foreign->arena,
                         "the probe of line %d needs inserted code, which %s has not",
                         rule->place.line, out->vm),
            0};
        if (!strcmp(rule->hit, name)) arena_vec_push(foreign->arena, losses, loss);
    }
    struct counter_observation counter = {.name = name,
                                          .total = sum_in_code(foreign, hits),
                                          .per_execution = in_code_alone(foreign, hits)};
    arena_vec_push(foreign->arena, counters, counter);
}

static bool is_put(const counter_list *counters, const char *name) {
    bool is_there = false;
    vec_each(struct counter_observation, counter, counters)
        is_there |= !strcmp(counter->name, name);
    return is_there;
}

static void put_counters(struct foreign *foreign, const struct foreign_sites *sites,
                         struct observation *out) {
    counter_list counters = {0};
    loss_list losses = {0};
    vec_each(struct spec_expectation, expectation, &foreign->test->spec->expectations) {
        name_list names = expectation_counters(expectation->expectation, foreign->arena);
        vec_each(struct needed_name, name, &names)
            if (!is_put(&counters, name->text))
                put_counter(foreign, sites, name->text, out, &counters, &losses);
    }
    out->counters = counters.items;
    out->counter_count = counters.count;
    out->losses = losses.items;
    out->loss_count = losses.count;
}

static void put_probes(struct foreign *foreign, struct observation *out) {
    struct probe_observation *probes =
        ARENA_ARRAY(foreign->arena, struct probe_observation, foreign->probe_count);
    for (size_t i = 0; i < foreign->probe_count; i++) {
        const struct target_probe *probe = &foreign->probes[i];
        probes[i] = probe->seen;
        probes[i].was_entered = was_entered(foreign, probe->seen.method);
        if (foreign_clause_of_probe(probe))
            probes[i].text = arena_format(
                foreign->arena, "%s, whose events are counted in its place", probe->seen.text);
    }
    out->probes = probes;
    out->probe_count = (uint32_t)foreign->probe_count;
}

/* --- calls --- */

static void put_arguments(struct foreign *foreign, struct observation *out) {
    const struct generators *generators = &foreign->test->spec->run.arguments;
    struct argument_observation *arguments =
        ARENA_ARRAY(foreign->arena, struct argument_observation, generators->count);
    for (uint32_t k = 0; k < generators->count; k++) {
        double *values = ARENA_ARRAY(foreign->arena, double, foreign->executions + 1);
        int64_t at = 0;
        for (int64_t i = 0; i < foreign->executions; i++)
            if (foreign->in_code[i]) values[at++] = foreign->drawn[k][i];
        arguments[k] =
            argument_of(&generators->items[k], foreign->method->shape->parameters[k], values);
    }
    out->arguments = arguments;
    out->argument_count = generators->count;
}

static void put_outcomes(const struct foreign *foreign, struct observation *out) {
    const struct outcome *outcomes = foreign->outcomes.items + foreign->warm_up_calls;
    uint32_t count = out->was_compiled ? (uint32_t)foreign->executions : 0, equal = 0;
    while (equal < count && outcome_equal(&outcomes[0], &outcomes[equal])) equal++;
    out->outcomes = outcomes;
    out->outcome_count = count && equal == count ? 1 : count;
    for (int64_t i = 0; i < foreign->warm_up_calls; i++)
        out->warm_up_throws += foreign->outcomes.items[i].kind == OUTCOME_THREW;
}

/* "A$$Lambda" of "A$$Lambda$1/0x0000000000000001": numbers of hidden classes are their VM's. */
static size_t length_without_number(const char *class) {
    const char *lambda = strstr(class, "$$Lambda"), *end = strstr(class, "/0x");
    return lambda ? (size_t)(lambda - class) + strlen("$$Lambda") : (size_t)(end - class);
}

static bool is_as_expected(const struct outcome *told, const struct outcome *expected) {
    if (outcome_equal(told, expected)) return true;
    bool are_hidden = told->kind == OUTCOME_OBJECT && expected->kind == OUTCOME_OBJECT &&
                      strstr(told->text, "/0x") && strstr(expected->text, "/0x");
    size_t length = are_hidden ? length_without_number(told->text) : 0;
    return are_hidden && length == length_without_number(expected->text) &&
           !memcmp(told->text, expected->text, length);
}

static void compare_with_reference(struct foreign *foreign, struct observation *out) {
    const struct outcomes *told = &foreign->outcomes,
                          *expected = &foreign->reference.session.outcomes;
    enum agreement agreement = foreign->is_script ? AGREES_no : foreign->test->spec->run.agrees;
    for (uint32_t i = 0; agreement_compares(agreement, false) && i < told->count; i++) {
        if (i >= expected->count || is_as_expected(&told->items[i], &expected->items[i])) continue;
        out->mismatch = arena_format(foreign->arena,
                                     "%s %s in the interpreter of this repository, but %s in %s",
                                     call_text(foreign->arena, i, foreign->warm_up_calls),
                                     outcome_text(&expected->items[i], foreign->arena),
                                     outcome_text(&told->items[i], foreign->arena), out->vm);
        return;
    }
    if (agreement_compares(agreement, true) && foreign->reference.output &&
        strcmp(foreign->reference.output, foreign->output))
        out->mismatch = arena_format(
            foreign->arena,
            "what it prints differs in the interpreter of this repository and in %s", out->vm);
}

static void put_run(struct foreign *foreign, struct observation *out) {
    const struct spec *spec = foreign->test->spec;
    out->target = foreign->method->name;
    out->target_line = foreign->method->line;
    out->warm_up_calls = foreign->warm_up_calls;
    out->was_compiled = foreign_was_compiled(foreign);
    out->compiled_at_call =
        out->was_compiled ? json_integer_value(json_object_get(foreign->warmed_up, "at_call")) : 0;
    out->is_profile_drawn = spec_profile_is_drawn(spec);
    out->not_compiled_because = foreign_text(foreign, foreign->warmed_up, "why");
    out->first_throw = foreign_text(foreign, foreign->warmed_up, "story");
    out->executions = number_in_code(foreign, foreign->executions);
    out->executions_asked = spec->run.iterations;
    out->compiled_bytes_by_sites = -1;
    out->output = foreign->output;
}

/* Of the reference run, and of what was told. */
static void put_found(struct foreign *foreign, struct observation *out) {
    foreign_decisions decided = {0};
    add_decisions(foreign, false, &decided);
    struct foreign_sites sites = foreign_find_sites(foreign, &decided);
    if (sites.is_of_bytes && !sites.is_estimate) foreign_strengthen_evidence(foreign, out);
    put_sites(foreign, &sites, out);
    put_counters(foreign, &sites, out);
    put_probes(foreign, out);
    foreign_decisions all = all_decisions(foreign, &decided, out);
    out->decisions = all.items;
    out->decision_count = all.count;
}

void foreign_put(struct foreign *foreign, struct observation *out) {
    put_run(foreign, out);
    if (!foreign_measures(foreign)) return;
    if (foreign->has_inserted_code)
        foreign_put_inserted(foreign, out);
    else
        put_found(foreign, out);
    foreign_put_steps(foreign, out);
    put_arguments(foreign, out);
    put_outcomes(foreign, out);
    compare_with_reference(foreign, out);
}
