/* TALLIES: counters and sites are live; what they are before and after a call is what it did. */
#include "serve/state.h"

/* --- finding --- */

/* What is new was 0 until now. */
static void tally_keep(struct served_tally *tally, json_int_t executions) {
    json_decref(tally->runs);
    tally->runs = json_array();
    runs_add_times(tally->runs, executions, json_integer(0));
}

static void find_counters(struct serving *serving) {
    struct served_counter tally = {0};
    int64_t value;
    while (vm_list_counters(serving->vm, serving->counters.count, &tally.name, &value)) {
        tally.hits = vm_counter(serving->vm, tally.name);
        vec_push(&serving->counters, tally);
        tally_keep(&vec_last(&serving->counters).all, serving->execution - serving->chunk);
    }
}

static void find_sites(struct serving *serving) {
    struct served_site tally = {0};
    while (vm_list_sites(serving->vm, serving->sites.count, &tally.site)) {
        vec_push(&serving->sites, tally);
        struct served_site *site = &vec_last(&serving->sites);
        tally_keep(&site->reached, serving->execution - serving->chunk);
        tally_keep(&site->effective, serving->execution - serving->chunk);
        tally_keep(&site->inlined, serving->execution - serving->chunk);
    }
}

static void find_contexts(struct serving *serving) {
    if (!serving->keeps_contexts) return;
    uint32_t count = known_contexts_find(&serving->known_contexts, serving->vm, &serving->arena);
    while (serving->contexts.count < count) {
        vec_push(&serving->contexts, (struct served_tally){0});
        tally_keep(&vec_last(&serving->contexts), serving->execution - serving->chunk);
    }
}

static int64_t calls_in(const struct serving *serving, const struct served_tally *context) {
    size_t number = (size_t)(context - serving->contexts.items);
    return vm_context(serving->vm, serving->known_contexts.items[number].node).calls;
}

/* --- a chunk --- */

static void tally_restart(struct served_tally *tally, bool is_kept) {
    tally->total = 0;
    if (is_kept) tally_keep(tally, 0);
}

void tallies_begin_chunk(struct serving *serving, int64_t executions) {
    if (executions > 0) rule_rows_restart(&serving->rule_rows, executions);
    find_counters(serving);
    find_sites(serving);
    find_contexts(serving);
    vec_each(struct served_counter, counter, &serving->counters) {
        tally_restart(&counter->all, true);
        tally_restart(&counter->on_stack, false);
        tally_restart(&counter->interpreted, false);
        tally_restart(&counter->elsewhere, false);
    }
    vec_each(struct served_site, site, &serving->sites) {
        tally_restart(&site->reached, true);
        tally_restart(&site->effective, true);
        tally_restart(&site->inlined, true);
        tally_restart(&site->bytes, false);
    }
    vec_each(struct served_tally, context, &serving->contexts) tally_restart(context, true);
}

/* --- a call --- */

static int64_t value_of(const struct count *count) { return count ? count_value(count) : 0; }

static void tally_end(struct served_tally *tally, int64_t now) {
    int64_t delta = now - tally->before;
    tally->total += delta;
    if (tally->runs) runs_add(tally->runs, json_integer(delta));
}

/* By code of the program, and by rules. */
static struct count_split hits_of(const struct serving *serving,
                                  const struct served_counter *counter) {
    struct count_split hits = count_split(counter->hits);
    rule_rows_add_hits(&serving->rule_rows, counter->name, &hits);
    return hits;
}

static int64_t sum_of(const struct count_split *hits) {
    return hits->compiled + hits->on_stack + hits->interpreted + hits->elsewhere;
}

void tallies_begin_call(struct serving *serving) {
    rule_rows_begin_call(&serving->rule_rows);
    find_counters(serving);
    find_sites(serving);
    find_contexts(serving);
    vec_each(struct served_counter, counter, &serving->counters) {
        struct count_split now = hits_of(serving, counter);
        counter->all.before = sum_of(&now);
        counter->on_stack.before = now.on_stack;
        counter->interpreted.before = now.interpreted;
        counter->elsewhere.before = now.elsewhere;
    }
    vec_each(struct served_site, site, &serving->sites) {
        site->reached.before = value_of(site->site.reached);
        site->effective.before = value_of(site->site.effective);
        site->inlined.before = value_of(site->site.inlined);
        site->bytes.before = value_of(site->site.bytes);
    }
    vec_each(struct served_tally, context, &serving->contexts)
        context->before = calls_in(serving, context);
}

void tallies_end_call(struct serving *serving) {
    rule_rows_end_call(&serving->rule_rows, serving->execution - serving->chunk);
    find_counters(serving);
    find_sites(serving);
    find_contexts(serving);
    vec_each(struct served_counter, counter, &serving->counters) {
        struct count_split now = hits_of(serving, counter);
        tally_end(&counter->all, sum_of(&now));
        tally_end(&counter->on_stack, now.on_stack);
        tally_end(&counter->interpreted, now.interpreted);
        tally_end(&counter->elsewhere, now.elsewhere);
    }
    vec_each(struct served_site, site, &serving->sites) {
        int64_t effective = value_of(site->site.effective);
        site->effective_ever += effective - site->effective.before;
        tally_end(&site->reached, value_of(site->site.reached));
        tally_end(&site->effective, effective);
        tally_end(&site->inlined, value_of(site->site.inlined));
        tally_end(&site->bytes, value_of(site->site.bytes));
    }
    vec_each(struct served_tally, context, &serving->contexts)
        tally_end(context, calls_in(serving, context));
}

void tallies_end_chunk(struct serving *serving, int64_t left_out) {
    vec_each(struct served_counter, counter, &serving->counters)
        runs_add_times(counter->all.runs, left_out, json_integer(0));
    vec_each(struct served_site, site, &serving->sites) {
        runs_add_times(site->reached.runs, left_out, json_integer(0));
        runs_add_times(site->effective.runs, left_out, json_integer(0));
        runs_add_times(site->inlined.runs, left_out, json_integer(0));
    }
    vec_each(struct served_tally, context, &serving->contexts)
        runs_add_times(context->runs, left_out, json_integer(0));
}

/* --- what is told --- */

json_t *json_of_counters(struct serving *serving) {
    json_t *list = json_array();
    vec_each(struct served_counter, counter, &serving->counters)
        json_array_append_new(
            list, json_pack("{s:o,s:O,s:I,s:I,s:I}", "name", json_of_text(counter->name), "hits",
                            counter->all.runs, "on_stack", (json_int_t)counter->on_stack.total,
                            "interpreted", (json_int_t)counter->interpreted.total, "elsewhere",
                            (json_int_t)counter->elsewhere.total));
    return list;
}

static const char *kind_word(enum vm_site_probe kind) {
    switch (kind) {
    case VM_PROBE_ALLOCATIONS: return "allocation";
    case VM_PROBE_LOCKS: return "lock";
    case VM_PROBE_CALLS: return "call";
    }
    UNREACHABLE();
}

static const char *maker_word(enum vm_maker maker) {
    switch (maker) {
    case VM_COMPILED_CODE: return "compiled code";
    case VM_INTERPRETER: return "interpreter";
    case VM_DEOPTIMIZATION: return "deoptimization";
    case VM_NATIVE: return "native";
    case VM_ITSELF: return "vm";
    }
    UNREACHABLE();
}

static json_t *json_of_site(const struct served_site *tally, size_t number) {
    const struct vm_site *site = &tally->site;
    json_t *json =
        json_pack("{s:s,s:I,s:o,s:o,s:o*,s:s,s:b,s:O,s:I}", "kind", kind_word(site->kind), "number",
                  (json_int_t)number, "at", json_of_place(site->position), "callers",
                  json_of_callers(site->position), "subject",
                  site->subject ? json_of_text(site->subject) : NULL, "maker",
                  maker_word(site->maker), "compiled", site->is_compiled, "effective",
                  tally->effective.runs, "bytes", (json_int_t)tally->bytes.total);
    if (site->native) json_object_set_new(json, "native", json_of_text(site->native));
    if (site->reached) json_object_set(json, "reached", tally->reached.runs);
    if (site->inlined) json_object_set(json, "inlined", tally->inlined.runs);
    return json;
}

json_t *json_of_sites(struct serving *serving) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < serving->sites.count; i++) {
        struct served_site *tally = &serving->sites.items[i];
        vm_list_sites(serving->vm, i, &tally->site);
        json_array_append_new(list, json_of_site(tally, i));
    }
    return list;
}

json_t *json_of_contexts(struct serving *serving) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < serving->contexts.count; i++) {
        const struct known_context *known = &serving->known_contexts.items[i];
        struct vm_context seen = vm_context(serving->vm, known->node);
        json_array_append_new(list,
                              json_pack("{s:o,s:i,s:i,s:O}", "method", json_of_text(seen.name),
                                        "line", seen.line, "caller", known->caller, "calls",
                                        serving->contexts.items[i].runs));
    }
    return list;
}
