/* Measured are the executions from the first iteration on that start and end in the same valid
 * code; the first one that invalidates it ends the measurement, not the calls: what is compiled or
 * deoptimised later is still seen. */
#include "harness/measure.h"

#include <math.h>
#include <string.h>

#include "harness/called.h"
#include "harness/rows.h"
#include "harness/whereabouts.h"

struct measured_count {
    int64_t before, total;
    int32_t *per_execution; /* NULL when not kept */
};

struct counter_tally {
    const char *name;
    const struct count *hits;
    struct measured_count all, on_stack, interpreted, elsewhere;
};

struct site_tally {
    struct target_site site;
    struct measured_count reached, effective, inlined, bytes;
};

struct measurement {
    struct session *session;
    const struct spec *spec;
    struct target *target;
    struct target_method *method;
    struct {
        struct counter_tally *items;
        uint32_t count, capacity;
    } counters;
    struct {
        struct site_tally *items;
        uint32_t count, capacity;
    } sites;
    struct rule_rows rows; /* what rules counted */
    struct called called;
    double **arguments; /* numbers by argument and execution */
    int64_t executions;
    bool is_valid; /* no measured execution invalidated the code so far */
    bool started_compiled;
    struct target_allocated before, allocated; /* in all measured executions */
};

/* What happened since [before]. */
static void put_totals(struct target *target, const struct target_totals *before,
                       struct observation *out) {
    struct target_totals now = target->totals(target);
    out->deoptimizations = now.deoptimizations - before->deoptimizations;
    out->evictions = now.evictions - before->evictions;
    out->recompilations = now.recompilations - before->recompilations;
    out->most_cache_bytes = now.most_cache_bytes;
    out->executed_codes = now.executed_codes;
    out->executed_bytes = now.executed_bytes;
}

/* --- one execution --- */

static void find_new_counters(struct measurement *measurement) {
    struct target *target = measurement->target;
    struct arena *arena = measurement->session->arena;
    struct counter_tally tally = {0};
    while (target->list_counters(target, measurement->counters.count, &tally.name, &tally.hits)) {
        tally.all.per_execution = ARENA_ARRAY(arena, int32_t, measurement->spec->run.iterations);
        arena_vec_push(arena, &measurement->counters, tally);
    }
}

static void find_new_sites(struct measurement *measurement) {
    struct target *target = measurement->target;
    struct site_tally tally = {0};
    while (target->list_sites(target, measurement->sites.count, &tally.site))
        arena_vec_push(measurement->session->arena, &measurement->sites, tally);
}

/* By code of the program, and by rules. */
static struct count_split hits_of(const struct measurement *measurement,
                                  const struct counter_tally *counter) {
    struct count_split hits = count_split(counter->hits);
    rule_rows_add_hits(&measurement->rows, counter->name, &hits);
    return hits;
}

static int64_t sum_of(const struct count_split *hits) {
    return hits->compiled + hits->on_stack + hits->interpreted + hits->elsewhere;
}

static void counter_begin(const struct measurement *measurement, struct counter_tally *counter) {
    struct count_split now = hits_of(measurement, counter);
    counter->all.before = sum_of(&now);
    counter->on_stack.before = now.on_stack;
    counter->interpreted.before = now.interpreted;
    counter->elsewhere.before = now.elsewhere;
}

static int64_t value_of(const struct count *count) { return count ? count_value(count) : 0; }

static void site_begin(struct site_tally *site) {
    site->reached.before = value_of(site->site.reached);
    site->effective.before = value_of(site->site.effective);
    site->inlined.before = value_of(site->site.inlined);
    site->bytes.before = value_of(site->site.bytes);
}

static void before_call(void *context, const double *numbers) {
    struct measurement *measurement = context;
    rule_rows_begin_call(&measurement->rows);
    called_begin_call(&measurement->called);
    for (uint32_t i = 0; i < measurement->counters.count; i++)
        counter_begin(measurement, &measurement->counters.items[i]);
    find_new_sites(measurement);
    for (uint32_t i = 0; i < measurement->sites.count; i++)
        site_begin(&measurement->sites.items[i]);
    for (uint32_t i = 0; i < measurement->spec->run.arguments.count; i++)
        measurement->arguments[i][measurement->executions] = numbers[i];
    measurement->started_compiled =
        measurement->target->is_compiled(measurement->target, measurement->method);
    measurement->before = measurement->target->allocated(measurement->target);
}

static void tally_add(struct measured_count *tally, int64_t now, int64_t execution) {
    int64_t delta = now - tally->before;
    tally->total += delta;
    if (tally->per_execution) tally->per_execution[execution] = (int32_t)delta;
}

static void counter_end(const struct measurement *measurement, struct counter_tally *counter,
                        int64_t execution) {
    struct count_split now = hits_of(measurement, counter);
    tally_add(&counter->all, sum_of(&now), execution);
    tally_add(&counter->on_stack, now.on_stack, execution);
    tally_add(&counter->interpreted, now.interpreted, execution);
    tally_add(&counter->elsewhere, now.elsewhere, execution);
}

static void site_end(struct site_tally *site, int64_t execution) {
    tally_add(&site->reached, value_of(site->site.reached), execution);
    tally_add(&site->effective, value_of(site->site.effective), execution);
    tally_add(&site->inlined, value_of(site->site.inlined), execution);
    tally_add(&site->bytes, value_of(site->site.bytes), execution);
}

static void add_allocated(struct target_allocated *total, const struct target_allocated *before,
                          const struct target_allocated *now) {
    total->bytes += now->bytes - before->bytes;
    total->compiled_bytes += now->compiled_bytes - before->compiled_bytes;
    total->program_bytes += now->program_bytes - before->program_bytes;
    total->objects += now->objects - before->objects;
}

static void after_call(void *context) {
    struct measurement *measurement = context;
    struct target_allocated now = measurement->target->allocated(measurement->target);
    if (!measurement->started_compiled ||
        !measurement->target->is_compiled(measurement->target, measurement->method))
        measurement->is_valid = false;
    if (!measurement->is_valid) return;
    add_allocated(&measurement->allocated, &measurement->before, &now);
    find_new_counters(measurement);
    find_new_sites(measurement);
    rule_rows_end_call(&measurement->rows, measurement->executions);
    called_end_call(&measurement->called, measurement->executions);
    for (uint32_t i = 0; i < measurement->counters.count; i++)
        counter_end(measurement, &measurement->counters.items[i], measurement->executions);
    for (uint32_t i = 0; i < measurement->sites.count; i++)
        site_end(&measurement->sites.items[i], measurement->executions);
    measurement->executions++;
}

/* --- the phases --- */

/* Given up, which is final, or the calls never enter the target, because its class fails to
 * initialise. */
static bool is_hopeless(const struct session *session) {
    struct target *target = session->program->target;
    const struct target_method *method = session->program->method;
    bool never_entered =
        !target->interpreted_calls(target, method) && session->throws == session->outcomes.count;
    return !target->is_compiled(target, method) &&
           (target->bailout_reason(target, method) != REASON_none || never_entered);
}

static bool warm_up(struct session *session, const struct warm_up *plan, struct listener *listener,
                    struct observation *out) {
    struct program *program = session->program;
    struct target *target = program->target;
    int64_t rounds = 0, wanted = plan->until_compiled ? plan->after_compilation : INT64_MAX;
    int64_t limit = plan->until_compiled ? plan->at_most : plan->calls;
    whereabouts_are(ACTIVITY_warming_up);
    while (out->warm_up_calls < limit &&
           !(rounds >= wanted && target->is_compiled(target, program->method))) {
        listener->call = ++out->warm_up_calls;
        whereabouts_call(out->warm_up_calls, session->first_throw);
        if (!session_call(session, &program->warm_up_arguments, NULL)) return false;
        if (plan->until_compiled && is_hopeless(session)) break;
        bool is_compiled = target->is_compiled(target, program->method);
        rounds = is_compiled && out->compiled_at_call ? rounds + 1 : 0;
        if (!is_compiled || out->compiled_at_call) continue;
        out->compiled_at_call = out->warm_up_calls;
        if (plan->until_compiled) limit += plan->after_compilation;
    }
    return true;
}

static bool iterate(struct measurement *measurement, struct listener *listener,
                    int64_t warm_up_calls) {
    struct session *session = measurement->session;
    struct session_hooks hooks = {before_call, after_call, measurement};
    whereabouts_are(ACTIVITY_measuring);
    for (int64_t i = 0; i < measurement->spec->run.iterations; i++) {
        listener->call = warm_up_calls + i + 1;
        listener->execution = i;
        whereabouts_call(i + 1, session->first_throw);
        const struct session_hooks *used = measurement->is_valid ? &hooks : NULL;
        if (!session_call(session, &session->program->arguments, used)) return false;
    }
    return true;
}

static void measurement_begin(struct measurement *measurement, struct session *session,
                              const struct spec *spec) {
    uint32_t arguments = spec->run.arguments.count;
    *measurement = (struct measurement){.session = session,
                                        .spec = spec,
                                        .target = session->program->target,
                                        .method = session->program->method,
                                        .is_valid = true};
    measurement->arguments = ARENA_ARRAY(session->arena, double *, arguments);
    for (uint32_t i = 0; i < arguments; i++)
        measurement->arguments[i] = ARENA_ARRAY(session->arena, double, spec->run.iterations);
    measurement->rows = rows_begin(session->program, spec->run.iterations, session->arena);
    called_begin(&measurement->called, session->program, spec->run.iterations, session->arena);
    find_new_counters(measurement);
    find_new_sites(measurement);
}

/* --- the observation --- */

static void put_counters(const struct measurement *measurement, struct observation *out) {
    struct counter_observation *counters = ARENA_ARRAY(
        measurement->session->arena, struct counter_observation, measurement->counters.count);
    for (uint32_t i = 0; i < measurement->counters.count; i++) {
        const struct counter_tally *tally = &measurement->counters.items[i];
        counters[i] = (struct counter_observation){.name = tally->name,
                                                   .total = tally->all.total,
                                                   .on_stack = tally->on_stack.total,
                                                   .interpreted = tally->interpreted.total,
                                                   .elsewhere = tally->elsewhere.total,
                                                   .per_execution = tally->all.per_execution};
    }
    out->counters = counters;
    out->counter_count = measurement->counters.count;
}

static struct site_observation site_seen(const struct site_tally *tally, struct arena *arena) {
    const struct target_site *site = &tally->site;
    return (struct site_observation){
        .kind = site->kind,
        .maker = site->maker,
        .origin = listen_origin(arena, site->position),
        .subject = site->subject,
        .native = site->native,
        .is_compiled = site->is_compiled,
        .counts_effect_alone = !site->reached,
        .reached = site->reached ? tally->reached.total : tally->effective.total,
        .effective = tally->effective.total,
        .inlined = tally->inlined.total,
        .bytes = tally->bytes.total,
    };
}

/* Allocations outside compiled code count as decisions, too. */
static void tell_maker(struct listener *listener, const struct site_tally *tally) {
    if (tally->site.reason != REASON_none && tally->effective.total)
        listen_to_allocation(listener, tally->site.position, tally->site.subject,
                             tally->site.reason);
}

static void put_sites(const struct measurement *measurement, struct listener *listener,
                      struct observation *out) {
    struct site_observation *sites =
        ARENA_ARRAY(measurement->session->arena, struct site_observation, measurement->sites.count);
    struct target *target = measurement->target;
    for (uint32_t i = 0; i < measurement->sites.count; i++) {
        struct site_tally *tally = &measurement->sites.items[i];
        target->list_sites(target, i, &tally->site);
        sites[i] = site_seen(tally, measurement->session->arena);
        tell_maker(listener, tally);
    }
    out->sites = sites;
    out->site_count = measurement->sites.count;
}

struct argument_observation argument_of(const struct generator *generator, enum java_type type,
                                        const double *values) {
    return (struct argument_observation){
        .values = values,
        .generator = generator->text,
        .odds = generator->kind == GENERATOR_likely ? generator->probability : NAN,
        .is_drawn = generator_is_drawn(generator),
        .is_float = type == JAVA_FLOAT,
    };
}

static void put_arguments(const struct measurement *measurement, struct observation *out) {
    uint32_t count = measurement->spec->run.arguments.count;
    const struct method_shape *shape = measurement->method->shape;
    struct argument_observation *arguments =
        ARENA_ARRAY(measurement->session->arena, struct argument_observation, count);
    for (uint32_t i = 0; i < count; i++) {
        arguments[i] = argument_of(&measurement->spec->run.arguments.items[i], shape->parameters[i],
                                   measurement->arguments[i]);
    }
    out->arguments = arguments;
    out->argument_count = count;
}

/* How every call after the warm-up ended, also where it left compiled code; one stands for all when
 * they are equal. */
static void put_outcomes(const struct measurement *measurement, struct observation *out) {
    const struct outcome *outcomes = measurement->session->outcomes.items + out->warm_up_calls;
    uint32_t count = out->was_compiled ? (uint32_t)measurement->spec->run.iterations : 0, equal = 0;
    while (equal < count && outcome_equal(&outcomes[0], &outcomes[equal])) equal++;
    out->outcomes = outcomes;
    out->outcome_count = count && equal == count ? 1 : count;
}

/* Of compiled code. */
static int64_t bytes_by_sites(const struct observation *out) {
    int64_t bytes = 0;
    for (uint32_t i = 0; i < out->site_count; i++) {
        const struct site_observation *site = &out->sites[i];
        if (site->kind == SITE_ALLOCATION && site->maker == MAKER_COMPILED_CODE)
            bytes += site->bytes;
    }
    return bytes;
}

static int64_t objects_by_sites(const struct observation *out) {
    int64_t objects = 0;
    for (uint32_t i = 0; i < out->site_count; i++) {
        const struct site_observation *site = &out->sites[i];
        if (site->kind == SITE_ALLOCATION && site->maker == MAKER_COMPILED_CODE)
            objects += site->effective;
    }
    return objects;
}

static bool is_asked_before(const struct spec *spec, uint32_t number, int64_t younger_than) {
    bool is_asked = false;
    for (uint32_t i = 0; i < number; i++)
        is_asked |= expectation_age(spec->expectations.items[i].expectation) == younger_than;
    return is_asked;
}

static void put_lives(const struct measurement *measurement, struct observation *out) {
    const struct spec *spec = measurement->spec;
    struct target *target = measurement->target;
    struct {
        struct lives_observation *items;
        uint32_t count, capacity;
    } seen = {0};
    if (!measurement->session->program->keeps_lives) return;
    size_t places = target->end_lives(target);
    for (uint32_t i = 0; i < spec->expectations.count; i++) {
        int64_t age = expectation_age(spec->expectations.items[i].expectation);
        if (!age || is_asked_before(spec, i, age)) continue;
        for (size_t place = 0; place < places; place++) {
            struct target_lives of = target->lives(target, place, age);
            struct lives_observation lives = {of.method, of.line,    of.subject, age,
                                              of.made,   of.younger, of.alive};
            if (of.made) arena_vec_push(measurement->session->arena, &seen, lives);
        }
    }
    out->lives = seen.items;
    out->lives_count = seen.count;
}

static void put_cycles(const struct measurement *measurement, struct observation *out) {
    struct target *target = measurement->target;
    struct arena *arena = measurement->session->arena;
    if (!measurement->session->program->keeps_cycles) return;
    out->cycles_count = (uint32_t)target->cycles(target, arena, &out->cycles, &out->windows);
}

static void put_call_graph(const struct measurement *measurement, struct observation *out) {
    struct target *target = measurement->target;
    struct arena *arena = measurement->session->arena;
    if (!measurement->session->program->keeps_call_graph) return;
    out->edge_count = (uint32_t)target->call_graph(target, arena, &out->edges);
}

static void put_measured(const struct measurement *measurement, struct listener *listener,
                         struct observation *out) {
    out->executions = measurement->executions;
    out->allocated_bytes = measurement->allocated.bytes;
    out->program_bytes = measurement->allocated.program_bytes;
    out->compiled_bytes = measurement->allocated.compiled_bytes;
    put_counters(measurement, out);
    rows_put(&measurement->rows, out);
    called_put(&measurement->called, out);
    put_lives(measurement, out);
    put_cycles(measurement, out);
    put_call_graph(measurement, out);
    put_sites(measurement, listener, out);
    put_arguments(measurement, out);
    put_outcomes(measurement, out);
    if (measurement->spec->profile & PROFILE_OF(SITE_ALLOCATION))
        out->compiled_bytes_by_sites = bytes_by_sites(out);
    out->program_objects = measurement->allocated.objects + objects_by_sites(out);
}

static void put_target(const struct program *program, const struct spec *spec,
                       struct observation *out) {
    *out = (struct observation){
        .target = program->method->name,
        .target_line = program->method->line,
        .executions_asked = spec->run.iterations,
        .is_profile_drawn = spec_profile_is_drawn(spec),
        .compiled_bytes_by_sites = -1,
    };
}

bool measure(struct session *session, const struct spec *spec, struct listener *listener,
             struct observation *out) {
    struct program *program = session->program;
    struct target *target = program->target;
    put_target(program, spec, out);
    if (!warm_up(session, &spec->run.warm_up, listener, out)) return false;
    enum reason bailout = target->bailout_reason(target, program->method);
    out->was_compiled = target->is_compiled(target, program->method);
    out->warm_up_throws = session->throws;
    out->not_compiled_because =
        !out->was_compiled && bailout != REASON_none ? reason_text(bailout) : NULL;
    struct measurement measurement;
    measurement_begin(&measurement, session, spec);
    measurement.is_valid = out->was_compiled;
    target->begin_measurement(target);
    int64_t output_from = session_output_position(session);
    struct target_totals before = target->totals(target);
    session->threads = spec->run.threads;
    if (!iterate(&measurement, listener, out->warm_up_calls)) return false;
    put_totals(target, &before, out);
    out->first_throw = session->first_throw;
    put_measured(&measurement, listener, out);
    tracer_put_steps(&listener->tracer, target, out);
    out->output = session_output(session, output_from);
    out->decisions = listener->decisions.items;
    out->decision_count = listener->decisions.count;
    return true;
}
