/* CALLS: warm-up until the method is compiled, then the measured ones. Measured are those from the first on that begin and end in
 * the same valid code; the first that invalidates it ends what is counted, not the calls. */
#include "serve/state.h"

#include <string.h>

/* --- rows --- */

/* False, which is refused: there cannot be so many. */
static bool take_threads(struct serving *serving, const json_t *question) {
    const json_t *threads = json_object_get(question, "threads");
    json_int_t count = json_integer_value(threads);
    if (threads && (count < 1 || count > MOST_THREADS)) {
        serve_refuse(serving, "'threads' is no number from 1 to %d", MOST_THREADS);
        return false;
    }
    serving->threads = count > 1 ? (size_t)count : 0;
    return true;
}

/* -1, which is refused: it is no list of rows. */
static int64_t take_rows(struct serving *serving, const json_t *question) {
    json_decref(serving->rows.list);
    if (rows_init(&serving->rows, json_incref(json_object_get(question, "rows"))))
        return serving->rows.total;
    serve_refuse(serving, "'rows' is no list of runs of rows");
    return -1;
}

/* --- a call --- */

/* By several threads at once: how one ended stands for all, the first that ended otherwise than the first thread. */
static bool call_together(struct serving *serving, const union value *values,
                          struct vm_result *result) {
    struct vm_result results[MOST_THREADS];
    size_t other = 1,
           made = vm_call_together(serving->vm, serving->method, values, serving->threads, results);
    if (made < serving->threads) {
        serve_refuse(serving, "there is no room for %zu threads, only for %zu", serving->threads,
                     made);
        return false;
    }
    json_t *first = json_of_result(serving, results[0]);
    for (bool is_equal = true; other < made && is_equal; other += is_equal) {
        json_t *end = json_of_result(serving, results[other]);
        is_equal = json_equal(first, end);
        json_decref(end);
    }
    json_decref(first);
    *result = results[other < made ? other : 0];
    return true;
}

static bool make_call(struct serving *serving, const union value *values,
                      struct vm_result *result) {
    if (serving->threads) return call_together(serving, values, result);
    *result = vm_call(serving->vm, serving->method, values);
    return true;
}

/* False, told as an error: the row does not fit. */
static bool call(struct serving *serving, const json_t *row, bool is_counted) {
    union value values[MOST_ARGUMENTS] = {0};
    struct diag diag = DIAG_INIT;
    if (!values_of_row(serving, row, values, &diag)) {
        serve_refuse(serving, "%s", diag.message);
        return false;
    }
    if (is_counted) tallies_begin_call(serving);
    serving->is_valid &= vm_is_compiled(serving->method);
    struct vm_allocated before = vm_allocated(serving->vm);
    serving->calls++;
    struct vm_result result;
    if (!make_call(serving, values, &result)) return false;
    struct vm_allocated now = vm_allocated(serving->vm);
    serving->is_valid &= vm_is_compiled(serving->method);
    if (is_counted && serving->is_valid) {
        tallies_end_call(serving);
        serving->allocated.program_bytes += now.program_bytes - before.program_bytes;
        serving->allocated.compiled_bytes += now.compiled_bytes - before.compiled_bytes;
        serving->allocated.bytes += now.bytes - before.bytes;
        serving->allocated.objects += now.objects - before.objects;
    }
    if (result.threw && !serving->throws++)
        serving->story =
            arena_format(&serving->arena, "call %lld threw %s", (long long)serving->calls,
                         vm_exception_story(serving->vm, result.value.r, &serving->arena));
    runs_add(serving->results, json_of_result(serving, result));
    return true;
}

static json_t *take_results(struct serving *serving) {
    json_t *results = serving->results;
    serving->results = json_array();
    return results;
}

static json_t *json_of_story(const struct serving *serving) {
    return serving->story ? json_of_text(serving->story) : json_null();
}

/* --- warm-up --- */

/* Given up, which is final, or the calls never enter the method, since its class fails to initialise. */
static bool is_hopeless(const struct serving *serving) {
    bool is_never_entered =
        !vm_interpreted_calls(serving->method) && serving->throws == serving->calls;
    return !vm_is_compiled(serving->method) &&
           (vm_bailout_reason(serving->method) != REASON_none || is_never_entered);
}

static bool is_warm(const struct serving *serving) {
    return serving->calls >= serving->warm_up.limit ||
           (serving->warm_up.is_until_compiled &&
            serving->warm_up.rounds >= serving->warm_up.after && vm_is_compiled(serving->method)) ||
           (serving->warm_up.is_until_compiled && serving->calls && is_hopeless(serving));
}

static void see_compiled(struct serving *serving) {
    bool is_compiled = vm_is_compiled(serving->method);
    serving->warm_up.rounds =
        is_compiled && serving->warm_up.at_call ? serving->warm_up.rounds + 1 : 0;
    if (!is_compiled || serving->warm_up.at_call) return;
    serving->warm_up.at_call = serving->calls;
    if (serving->warm_up.is_until_compiled) serving->warm_up.limit += serving->warm_up.after;
}

static json_int_t code_bytes(const struct serving *serving) {
    json_t *event;
    size_t index;
    json_int_t bytes = 0;
    json_array_foreach(serving->events, index, event) {
        bool is_code = !strcmp(question_text(event, "kind", ""), "compiled") &&
                       !strcmp(question_text(event, "root", ""), vm_method_name(serving->method));
        if (is_code) bytes = json_integer_value(json_object_get(event, "amount"));
    }
    return bytes;
}

static void tell_warm(struct serving *serving) {
    bool is_compiled = vm_is_compiled(serving->method);
    enum reason reason = vm_bailout_reason(serving->method);
    json_t *why = reason == REASON_none ? json_null() : json_string(reason_text(reason));
    if (is_compiled || !serving->warm_up.is_until_compiled)
        serve_tell(serving,
                   json_pack("{s:s,s:I,s:I,s:s?,s:I,s:o,s:o,s:o}", "tell", "compiled", "at_call",
                             (json_int_t)(is_compiled ? serving->warm_up.at_call : 0), "calls",
                             (json_int_t)serving->calls, "tier", is_compiled ? "jit" : NULL,
                             "code_bytes", is_compiled ? code_bytes(serving) : 0, "results",
                             take_results(serving), "why", why, "story", json_of_story(serving)));
    else
        serve_tell(serving, json_pack("{s:s,s:I,s:o,s:o,s:o}", "tell", "not_evaluated", "calls",
                                      (json_int_t)serving->calls, "why", why, "results",
                                      take_results(serving), "story", json_of_story(serving)));
}

/* Until it is warm, or the rows are used up. */
static void go_on(struct serving *serving) {
    const json_t *row;
    while (!is_warm(serving)) {
        serving->warm_up.is_open = !(row = rows_next(&serving->rows));
        if (!row) {
            serve_tell(serving,
                       json_pack("{s:s,s:I}", "tell", "more", "calls", (json_int_t)serving->calls));
            return;
        }
        if (!call(serving, row, false)) return;
        see_compiled(serving);
    }
    serving->warm_up.is_open = false;
    tell_warm(serving);
}

void serve_warm_up(struct serving *serving, const json_t *question) {
    json_int_t at_most, after;
    const char *until;
    if (json_unpack((json_t *)question, "{s:I,s:I,s:s}", "at_most", &at_most, "after", &after,
                    "until", &until) ||
        (strcmp(until, "compiled") && strcmp(until, "calls"))) {
        serve_refuse(serving, "'warm_up' has no at_most, after, or until");
        return;
    }
    if (take_rows(serving, question) < 0) return;
    serving->warm_up.is_until_compiled = strcmp(until, "compiled") == 0;
    serving->warm_up.limit = serving->calls + at_most;
    serving->warm_up.after = after;
    go_on(serving);
}

void serve_rows(struct serving *serving, const json_t *question) {
    if (take_rows(serving, question) >= 0) go_on(serving);
}

/* --- measured calls --- */

static void begin_measurement(struct serving *serving) {
    vm_mark_entries(serving->vm);
    vm_mark_executions(serving->vm);
    vm_probe_other_makers(serving->vm);
    counting_restart(&serving->counting);
    vm_statistics(serving->vm, &serving->statistics);
    serving->is_measuring = true;
    serving->is_valid = vm_is_compiled(serving->method);
    serving->execution = 0;
}

static json_t *json_of_cache(struct serving *serving) {
    struct vm_statistics now;
    struct vm_executed executed = vm_executed(serving->vm);
    vm_statistics(serving->vm, &now);
    return json_pack("{s:I,s:I,s:I,s:I,s:I}", "evictions",
                     (json_int_t)(now.evictions - serving->statistics.evictions), "recompilations",
                     (json_int_t)(now.recompilations - serving->statistics.recompilations),
                     "most_bytes", (json_int_t)now.most_cache_bytes, "executed_codes",
                     (json_int_t)executed.codes, "executed_bytes", (json_int_t)executed.bytes);
}

static json_t *json_of_allocated(const struct serving *serving) {
    const struct vm_allocated *all = &serving->allocated;
    return json_pack("{s:I,s:I,s:I,s:I}", "bytes", (json_int_t)all->bytes, "compiled_bytes",
                     (json_int_t)all->compiled_bytes, "program_bytes",
                     (json_int_t)all->program_bytes, "other_objects", (json_int_t)all->objects);
}

static void tell_observed(struct serving *serving, int64_t executions, int64_t measured,
                          json_t *in_code) {
    json_t *observed = json_pack(
        "{s:s,s:I,s:I,s:o,s:o,s:o,s:o,s:o,s:O,s:o,s:o,s:o}", "tell", "observed", "executions",
        (json_int_t)executions, "measured", (json_int_t)measured, "in_code", in_code, "results",
        take_results(serving), "sites", json_of_sites(serving), "counters",
        json_of_counters(serving), "rows", json_of_rows(serving, executions), "deoptimizations",
        serving->deoptimizations, "allocated", json_of_allocated(serving), "code_cache",
        json_of_cache(serving), "story", json_of_story(serving));
    if (serving->keeps_contexts)
        json_object_set_new(observed, "contexts", json_of_contexts(serving));
    serve_tell(serving, observed);
}

void serve_run(struct serving *serving, const json_t *question) {
    json_t *in_code = json_array();
    const json_t *row;
    int64_t measured = 0,
            executions = take_threads(serving, question) ? take_rows(serving, question) : -1;
    if (!serving->is_measuring) begin_measurement(serving);
    serving->chunk = serving->execution;
    serving->allocated = (struct vm_allocated){0};
    json_array_clear(serving->deoptimizations);
    tallies_begin_chunk(serving, executions);
    while (executions >= 0 && (row = rows_next(&serving->rows))) {
        bool was_valid = serving->is_valid;
        runs_add(in_code, json_boolean(vm_is_compiled(serving->method)));
        if (!call(serving, row, was_valid)) executions = -1;
        measured += serving->is_valid;
        serving->execution++;
    }
    if (executions < 0) {
        json_decref(in_code);
        return;
    }
    tallies_end_chunk(serving, executions - measured);
    tell_observed(serving, executions, measured, in_code);
}
