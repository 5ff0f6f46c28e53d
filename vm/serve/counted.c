/* COUNTED: rules and profilers that a program is counted by, and their rows. */
#include "serve/state.h"

#include "formats/formats.h"
#include "profilers/call_edges.h"
#include "profilers/lives.h"
#include "profilers/cycles_of_methods.h"
#include "rules/rule_json.h"

/* --- what is asked for --- */

static bool read_rules(struct serving *serving, const json_t *list, struct diag *diag) {
    size_t count = json_array_size(list);
    struct vm_rule *rules = ARENA_ARRAY(&serving->arena, struct vm_rule, count);
    for (size_t i = 0; i < count; i++) {
        if (!rule_of_json(json_array_get(list, i), &serving->arena, &rules[i], diag)) return false;
        if (rules[i].hit) vm_counter(serving->vm, rules[i].hit);
    }
    serving->rule_rows.rules = rules;
    serving->rule_rows.rule_count = count;
    return true;
}

static bool find_profilers(struct serving *serving, const json_t *list,
                           const struct profiler **profilers, struct diag *diag) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        profilers[i] = profiler_called(name ? name : "", diag);
        if (!profilers[i]) return false;
    }
    return true;
}

static void each_row(void *serving, row_receiver *tell, void *context) {
    counting_each_row(&((struct serving *)serving)->counting, tell, context);
}

bool counted_begin(struct serving *serving, const json_t *question, struct diag *diag) {
    const json_t *names = json_object_get(question, "profilers");
    size_t count = json_array_size(names);
    const struct profiler **profilers =
        ARENA_ARRAY(&serving->arena, const struct profiler *, count);
    struct rule_rows *rows = &serving->rule_rows;
    *rows = (struct rule_rows){.arena = &serving->arena};
    serving->ages = json_incref(json_object_get(question, "ages"));
    if (!read_rules(serving, json_object_get(question, "rules"), diag)) return false;
    if (!find_profilers(serving, names, profilers, diag)) return false;
    if (!rows->rule_count && !count) return true;
    rows->each = each_row;
    rows->source = serving;
    rule_rows_begin(rows);
    return counting_begin(&serving->counting, rows->rules, rows->rule_count, profilers, count,
                          (uint64_t)json_integer_value(json_object_get(question, "seed")), diag);
}

/* --- what is told --- */

static json_t *json_of_key(enum vm_key key, const struct vm_key_of_row *value) {
    switch (key_value(key)) {
    case VM_KEY_TEXT: return value->text ? json_of_text(value->text) : json_null();
    case VM_KEY_NUMBER: return json_integer(value->number);
    case VM_KEY_FLAG: return json_boolean(value->number);
    case VM_KEY_SITE:
        if (!value->position) return json_null();
        return json_pack("{s:o,s:o}", "at", json_of_place(value->position), "callers",
                         json_of_callers(value->position));
    case VM_KEY_CONTEXT: break; /* rule_of_json reads none */
    }
    UNREACHABLE();
}

static json_t *json_of_runs(const int32_t *counts, int64_t executions) {
    json_t *runs = json_array();
    int64_t from = 0;
    for (int64_t i = 1; i <= executions; i++) {
        if (i < executions && counts[i] == counts[from]) continue;
        runs_add_times(runs, i - from, json_integer(counts[from]));
        from = i;
    }
    return runs;
}

json_t *json_of_rows(const struct serving *serving, int64_t executions) {
    const struct rule_rows *rows = &serving->rule_rows;
    json_t *list = json_array();
    vec_each(const struct row_tally, tally, &rows->tallies) {
        const struct vm_rule *rule = &rows->rules[tally->rule];
        json_t *keys = json_array();
        for (size_t i = 0; i < rule->key_count; i++)
            json_array_append_new(keys,
                                  json_of_key(rule->keys[i], &tally->row.keys[rule->keys[i]]));
        json_array_append_new(list, json_pack("{s:I,s:o,s:o}", "rule", (json_int_t)tally->rule,
                                              "keys", keys, "hits",
                                              json_of_runs(tally->per_execution, executions)));
    }
    return list;
}

json_t *json_of_unmet(const struct serving *serving) {
    bool is_of = false;
    size_t rule;
    counting_unmet(&serving->counting, &is_of, &rule);
    if (rule == serving->rule_rows.rule_count) return json_null();
    return json_pack("{s:I,s:s}", "rule", (json_int_t)rule, "filter", is_of ? "of" : "in");
}

/* --- what profilers counted --- */

static void add_lives(const struct serving *serving, const struct lives_site *site, json_t *list) {
    const struct lives *lives =
        profilings_of(&serving->counting.profilings, &profiler_lifetimes)->state;
    const struct lives_sum *sum = lives_of_site(lives, site);
    const json_t *age;
    if (!sum || !sum->made) return;
    for (size_t i = 0; (age = json_array_get(serving->ages, i)); i++)
        json_array_append_new(
            list, json_pack("{s:s?,s:i,s:s?,s:O,s:I,s:I,s:I}", "method", site->method, "line",
                            site->line, "subject", site->class_name, "younger_than", age, "made",
                            (json_int_t)sum->made, "younger",
                            (json_int_t)lives_younger(sum, json_integer_value(age)), "alive",
                            (json_int_t)sum->alive));
}

static json_t *json_of_lives(struct serving *serving) {
    json_t *list = json_array();
    struct profiling *profiling = profilings_of(&serving->counting.profilings, &profiler_lifetimes);
    profiler_lifetimes.end(profiling);
    vec_each(struct lives_site *, site, &((struct lives *)profiling->state)->sites)
        add_lives(serving, *site, list);
    return list;
}

static json_t *json_of_cycles(struct serving *serving) {
    const struct cycles_of_method *rows;
    size_t count = cycles_of_methods(serving->vm, &serving->arena, &rows);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:s,s:s?,s:f,s:f}", "unit", rows[i].unit, "method",
                                              rows[i].method, "timed", rows[i].timed, "divided",
                                              rows[i].divided));
    return json_pack("{s:I,s:o}", "windows", (json_int_t)vm_timing(serving->vm).windows, "rows",
                     list);
}

static json_t *json_of_edges(struct serving *serving) {
    call_edges edges = {0};
    json_t *list = json_array();
    call_edges_counted(&serving->counting, &edges, &serving->arena);
    vec_each(struct call_edge, edge, &edges)
        json_array_append_new(
            list, json_pack("{s:s?,s:i,s:i,s:s?,s:I,s:I,s:I,s:I}", "caller", edge->caller, "bci",
                            edge->bci, "line", edge->line, "callee", edge->callee, "samples",
                            (json_int_t)edge->samples, "calls", (json_int_t)edge->calls, "inferred",
                            (json_int_t)edge->inferred, "most", (json_int_t)edge->most));
    return list;
}

static json_t *json_of_tables(struct serving *serving) {
    struct profile_tables tables = profilings_read(&serving->counting.profilings);
    struct strbuf text = STRBUF_INIT;
    FILE *file = open_memstream(&text.bytes, &text.length);
    format_print(&tables, false, file);
    fclose(file);
    json_t *json = json_of_text(text.bytes);
    free(text.bytes);
    return json;
}

static const struct {
    const struct profiler *profiler;
    const char *member;
    json_t *(*tell)(struct serving *serving);
} told_by_profilers[] = {
    {&profiler_lifetimes, "lives", json_of_lives},
    {&profiler_cycles, "cycles", json_of_cycles},
    {&profiler_call_graph, "edges", json_of_edges},
};

void counted_tell(struct serving *serving, json_t *answer) {
    const struct profilings *profilings = &serving->counting.profilings;
    for (size_t i = 0; i < sizeof told_by_profilers / sizeof *told_by_profilers; i++)
        if (profilings_of(profilings, told_by_profilers[i].profiler))
            json_object_set_new(answer, told_by_profilers[i].member,
                                told_by_profilers[i].tell(serving));
    if (profilings->count) json_object_set_new(answer, "tables", json_of_tables(serving));
}
