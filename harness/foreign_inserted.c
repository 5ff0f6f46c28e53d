/* FOREIGN INSERTED: a VM that runs the program with its probes tells what the harness measures itself elsewhere (measure.c), under
 * the same names. Nothing follows from a reference run but what each call returns. */
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "harness/exchange.h"
#include "harness/foreign.h"

/* --- what is asked for --- */

static json_t *json_of_options(const struct foreign *foreign) {
    const struct compiler_spec *compiler = &foreign->test->spec->compiler;
    struct vm_options options = compiler->options.values;
    json_t *json = json_object();
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++)
        if (compiler->options.is_given[option] && vm_option_is_number(option))
            json_object_set_new(json, vm_option_rows[option].name,
                                json_integer(vm_option_number(&options, option)));
    if (compiler->chosen_threshold)
        json_object_set_new(json, vm_option_rows[VM_OPTION_compile_threshold].name,
                            json_integer(compiler->chosen_threshold));
    return json;
}

const char *foreign_missing_option(const struct foreign *foreign) {
    const json_t *known = json_object_get(foreign->hello, "options");
    json_t *asked = json_of_options(foreign), *value;
    const char *name, *missing = NULL;
    json_object_foreach(asked, name, value) {
        bool is_known = false;
        for (size_t i = 0; i < json_array_size(known); i++) {
            const char *one = json_string_value(json_array_get(known, i));
            is_known |= one && !strcmp(name, one);
        }
        if (!is_known && !missing) missing = arena_format(foreign->arena, "%s", name);
    }
    json_decref(asked);
    return missing;
}

static json_t *json_of_compiled(const struct foreign *foreign) {
    const struct compiler_spec *compiler = &foreign->test->spec->compiler;
    if (compiler->compile_all) return json_null();
    json_t *names = json_array();
    vec_each(struct spec_text, name, &compiler->compile)
        json_array_append_new(names, json_string(name->text));
    return names;
}

static json_t *json_of_site_kinds(const struct foreign *foreign) {
    json_t *kinds = json_array();
    for (enum site_kind kind = 0; kind < SITE_KIND_COUNT; kind++)
        if (foreign->test->spec->profile & PROFILE_OF(kind))
            json_array_append_new(kinds, json_string(foreign_kind_name(kind)));
    return kinds;
}

/* Those that expectations name are there from the start, at 0. */
static json_t *json_of_counter_names(const struct foreign *foreign) {
    json_t *list = json_array();
    vec_each(struct spec_expectation, expectation, &foreign->test->spec->expectations) {
        name_list names = expectation_counters(expectation->expectation, foreign->arena);
        vec_each(struct needed_name, name, &names)
            json_array_append_new(list, json_string(name->text));
    }
    return list;
}

void foreign_ask_inserted(struct foreign *foreign, json_t *question) {
    json_object_set_new(question, "options", json_of_options(foreign));
    json_object_set_new(question, "compile", json_of_compiled(foreign));
    json_object_set_new(question, "sites", json_of_site_kinds(foreign));
    json_object_set_new(question, "counters", json_of_counter_names(foreign));
    if (foreign_takes(foreign, "rules"))
        json_object_set_new(question, "rules", foreign_json_of_rules(foreign));
    foreign_ask_profiles(foreign, question);
}

/* --- what is told by execution --- */

static int64_t number_of(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

/* The measured executions are the first. */
int64_t foreign_add_runs(const struct foreign *foreign, const json_t *told, const char *key,
                         int64_t from, int64_t count, int32_t *per_execution) {
    int64_t *counts = ARENA_ARRAY(foreign->arena, int64_t, count + 1), sum = 0;
    if (!runs_integers(json_object_get(told, key), counts, count))
        adapter_fault(&foreign->adapter, told, "did not tell '%s' of each execution", key);
    for (int64_t i = 0; i < count; i++) {
        if (!foreign->in_code[from + i]) continue;
        sum += counts[i];
        if (per_execution) per_execution[from + i] = (int32_t)counts[i];
    }
    return sum;
}

/* --- counters --- */

typedef VEC(struct counter_observation) counter_list;
typedef VEC(struct loss_observation) loss_list;

static struct counter_observation *counter_called(const struct foreign *foreign, const char *name,
                                                  counter_list *counters) {
    vec_each(struct counter_observation, counter, counters)
        if (!strcmp(counter->name, name)) return counter;
    int32_t *hits = ARENA_ARRAY(foreign->arena, int32_t, foreign->executions + 1);
    arena_vec_push(foreign->arena, counters,
                   ((struct counter_observation){.name = name, .per_execution = hits}));
    return &vec_last(counters);
}

static void add_counter(struct foreign *foreign, const json_t *told, int64_t from, int64_t count,
                        counter_list *counters) {
    const char *name = foreign_text(foreign, told, "name");
    if (!name) adapter_fault(&foreign->adapter, told, "told a counter without a name");
    struct counter_observation *counter = counter_called(foreign, name, counters);
    counter->total +=
        foreign_add_runs(foreign, told, "hits", from, count, (int32_t *)counter->per_execution);
    counter->on_stack += number_of(told, "on_stack");
    counter->interpreted += number_of(told, "interpreted");
    counter->elsewhere += number_of(told, "elsewhere");
}

/* --- sites --- */

typedef VEC(struct site_observation) site_list;

static enum site_maker maker_of(const struct foreign *foreign, const json_t *told) {
    static const char *const makers[] = {[MAKER_COMPILED_CODE] = "compiled code",
                                         [MAKER_INTERPRETER] = "interpreter",
                                         [MAKER_DEOPTIMIZATION] = "deoptimization",
                                         [MAKER_NATIVE] = "native",
                                         [MAKER_VM] = "vm"};
    const char *word = json_string_value(json_object_get(told, "maker"));
    for (size_t i = 0; word && i < sizeof makers / sizeof *makers; i++)
        if (!strcmp(makers[i], word)) return (enum site_maker)i;
    if (word) adapter_fault(&foreign->adapter, told, "told a site of no known maker");
    return MAKER_COMPILED_CODE;
}

static struct site_observation site_of(struct foreign *foreign, const json_t *told) {
    const char *kind = json_string_value(json_object_get(told, "kind"));
    struct site_observation site = {
        .kind = foreign_kind_of_name(kind),
        .maker = maker_of(foreign, told),
        .origin =
            foreign_origin(foreign, json_object_get(told, "at"), json_object_get(told, "callers")),
        .subject = foreign_text(foreign, told, "subject"),
        .native = foreign_text(foreign, told, "native"),
        .counts_effect_alone = !json_object_get(told, "reached"),
    };
    if (site.kind == SITE_KIND_COUNT || !site.origin.at.method)
        adapter_fault(&foreign->adapter, told, "told a site that is none");
    return site;
}

/* A site has the same number in each chunk. */
static void add_site(struct foreign *foreign, const json_t *told, size_t number, int64_t from,
                     int64_t count, site_list *sites) {
    while (sites->count <= number)
        arena_vec_push(foreign->arena, sites, (struct site_observation){0});
    struct site_observation *site = &sites->items[number];
    if (!site->origin.at.method) *site = site_of(foreign, told);
    site->is_compiled = json_is_true(json_object_get(told, "compiled"));
    int64_t effective = foreign_add_runs(foreign, told, "effective", from, count, NULL);
    site->effective += effective;
    site->reached += site->counts_effect_alone
                         ? effective
                         : foreign_add_runs(foreign, told, "reached", from, count, NULL);
    if (json_object_get(told, "inlined"))
        site->inlined += foreign_add_runs(foreign, told, "inlined", from, count, NULL);
    site->bytes += number_of(told, "bytes");
}

/* --- chunks --- */

struct told_chunks {
    counter_list counters;
    site_list sites;
};

static void add_chunk(struct foreign *foreign, const json_t *chunk, int64_t from,
                      struct told_chunks *told) {
    int64_t count = number_of(chunk, "executions");
    const json_t *list = json_object_get(chunk, "counters");
    for (size_t i = 0; i < json_array_size(list); i++)
        add_counter(foreign, json_array_get(list, i), from, count, &told->counters);
    list = json_object_get(chunk, "sites");
    for (size_t i = 0; i < json_array_size(list); i++)
        add_site(foreign, json_array_get(list, i), i, from, count, &told->sites);
}

static void put_totals(const json_t *chunk, struct observation *out) {
    const json_t *allocated = json_object_get(chunk, "allocated"),
                 *cache = json_object_get(chunk, "code_cache");
    out->deoptimizations += (int64_t)json_array_size(json_object_get(chunk, "deoptimizations"));
    out->allocated_bytes += number_of(allocated, "bytes");
    out->program_bytes += number_of(allocated, "program_bytes");
    out->compiled_bytes += number_of(allocated, "compiled_bytes");
    out->program_objects += number_of(allocated, "other_objects");
    out->evictions = number_of(cache, "evictions");
    out->recompilations = number_of(cache, "recompilations");
    out->most_cache_bytes = number_of(cache, "most_bytes");
    out->executed_codes = number_of(cache, "executed_codes");
    out->executed_bytes = number_of(cache, "executed_bytes");
}

static void put_observed(struct foreign *foreign, struct observation *out) {
    struct told_chunks told = {0};
    int64_t from = 0, bytes = 0;
    for (size_t i = 0; i < json_array_size(foreign->observed); i++) {
        const json_t *chunk = json_array_get(foreign->observed, i);
        add_chunk(foreign, chunk, from, &told);
        put_totals(chunk, out);
        from += number_of(chunk, "executions");
    }
    vec_each(struct site_observation, site, &told.sites) {
        if (site->kind != SITE_ALLOCATION || site->maker != MAKER_COMPILED_CODE) continue;
        out->program_objects += site->effective;
        bytes += site->bytes;
    }
    if (foreign->test->spec->profile & PROFILE_OF(SITE_ALLOCATION))
        out->compiled_bytes_by_sites = bytes;
    out->counters = told.counters.items;
    out->counter_count = told.counters.count;
    out->sites = told.sites.items;
    out->site_count = told.sites.count;
}

/* --- decisions --- */

static void put_decisions(struct foreign *foreign, struct observation *out) {
    VEC(struct decision) decisions = {0};
    const json_t *events = json_object_get(foreign->decisions, "events");
    for (size_t i = 0; i < json_array_size(events); i++)
        arena_vec_push(foreign->arena, &decisions,
                       foreign_decision(foreign, json_array_get(events, i)));
    out->decisions = decisions.items;
    out->decision_count = decisions.count;
}

/* Some compilers tell of nodes alone. */
static double belief_of(const json_t *told, const json_t *belief) {
    return told ? json_number_value(belief) : NAN;
}

static int32_t count_of_nodes(struct foreign *foreign, const json_t *step, const json_t *told) {
    json_int_t count = json_integer_value(told);
    if (told && (!json_is_integer(told) || count < 0 || count > INT32_MAX))
        adapter_fault(&foreign->adapter, step, "told a number of nodes that is none");
    return (int32_t)count;
}

static struct step_observation step_of(struct foreign *foreign, const json_t *told,
                                       const struct observation *out) {
    const json_t *counters = json_object_get(told, "counters"),
                 *sites = json_object_get(told, "sites");
    double *hits = ARENA_ARRAY(foreign->arena, double, out->counter_count),
           *reached = ARENA_ARRAY(foreign->arena, double, out->site_count),
           *effective = ARENA_ARRAY(foreign->arena, double, out->site_count);
    for (uint32_t i = 0; i < out->counter_count; i++)
        hits[i] = belief_of(counters, json_object_get(counters, out->counters[i].name));
    for (uint32_t i = 0; i < out->site_count; i++) {
        const json_t *site = json_array_get(sites, i);
        reached[i] = belief_of(sites, json_array_get(site, 0));
        effective[i] = belief_of(sites, json_array_get(site, 1));
    }
    int32_t *nodes = ARENA_ARRAY(foreign->arena, int32_t, out->node_kind_count);
    const json_t *kinds = json_object_get(told, "nodes");
    for (uint32_t i = 0; i < out->node_kind_count; i++)
        nodes[i] = count_of_nodes(foreign, told, json_object_get(kinds, out->node_kinds[i]));
    return (struct step_observation){foreign_text(foreign, told, "step"), hits, reached, effective,
                                     nodes};
}

/* A kind that one step tells of is known: in the others that do not there is none. */
static void put_node_kinds(struct foreign *foreign, const json_t *beliefs,
                           struct observation *out) {
    VEC(const char *) kinds = {0};
    json_t *known = json_object(), *count;
    const char *kind;
    for (size_t i = 0; i < json_array_size(beliefs); i++)
        json_object_update(known, json_object_get(json_array_get(beliefs, i), "nodes"));
    json_object_foreach(known, kind, count) {
        const char *copy = arena_copy_text(foreign->arena, kind, strlen(kind));
        arena_vec_push(foreign->arena, &kinds, copy);
    }
    json_decref(known);
    out->node_kinds = kinds.items;
    out->node_kind_count = kinds.count;
}

void foreign_put_steps(struct foreign *foreign, struct observation *out) {
    const json_t *beliefs = json_object_get(foreign->decisions, "beliefs");
    size_t count = json_array_size(beliefs);
    put_node_kinds(foreign, beliefs, out);
    struct step_observation *steps = ARENA_ARRAY(foreign->arena, struct step_observation, count);
    for (size_t i = 0; i < count; i++) {
        steps[i] = step_of(foreign, json_array_get(beliefs, i), out);
        if (!steps[i].name)
            adapter_fault(&foreign->adapter, beliefs, "told a belief after no step");
    }
    out->steps = steps;
    out->step_count = (uint32_t)count;
}

/* --- probes --- */

static void put_probes(struct foreign *foreign, struct observation *out) {
    const json_t *told = json_object_get(foreign->decisions, "probes");
    static const struct spec_rules none;
    const struct spec_rules *rules =
        foreign_takes(foreign, "rules") ? &foreign->test->spec->rules : &none;
    size_t count = json_array_size(told), all = count + rules->count;
    struct probe_observation *probes = ARENA_ARRAY(foreign->arena, struct probe_observation, all);
    for (size_t i = 0; i < count; i++) {
        const json_t *probe = json_array_get(told, i);
        probes[i] = (struct probe_observation){
            foreign_text(foreign, probe, "counter"), foreign_text(foreign, probe, "method"),
            foreign_text(foreign, probe, "text"), json_is_true(json_object_get(probe, "entered"))};
        if (!probes[i].method || !probes[i].text)
            adapter_fault(&foreign->adapter, probe, "told a probe that is none");
    }
    rows_put_probes(rules, foreign->method->name, foreign->arena, &probes[count]);
    out->probes = probes;
    out->probe_count = (uint32_t)all;
}

static void put_losses(struct foreign *foreign, struct observation *out) {
    loss_list losses = {0};
    const json_t *told = json_object_get(foreign->decisions, "losses");
    for (size_t i = 0; i < json_array_size(told); i++) {
        const json_t *loss = json_array_get(told, i);
        struct loss_observation seen = {foreign_text(foreign, loss, "counter"),
                                        foreign_text(foreign, loss, "text"),
                                        number_of(loss, "failures")};
        if (!seen.text) adapter_fault(&foreign->adapter, loss, "told a lost probe that is none");
        arena_vec_push(foreign->arena, &losses, seen);
    }
    vec_each(struct vm_rule, rule, &foreign->test->spec->rules) {
        if (foreign_takes(foreign, "rules")) break;
        struct loss_observation seen = {
            rule->hit,
            arena_format(foreign->arena, "the probe of line %d is a rule, and %s has none",
                         rule->place.line, out->vm),
            0};
        arena_vec_push(foreign->arena, &losses, seen);
    }
    out->losses = losses.items;
    out->loss_count = losses.count;
}

void foreign_put_inserted(struct foreign *foreign, struct observation *out) {
    put_observed(foreign, out);
    put_decisions(foreign, out);
    put_probes(foreign, out);
    put_losses(foreign, out);
    foreign_put_rows(foreign, out);
    foreign_put_profiles(foreign, out);
}
