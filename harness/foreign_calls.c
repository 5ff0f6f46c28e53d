/* FOREIGN CALLS: rows of arguments go there as they are drawn, results come back. */
#include <string.h>

#include "harness/exchange.h"
#include "harness/foreign.h"

/* The first warm-up rows, of which each further chunk has twice as many; measured calls in a chunk. */
enum { FIRST_ROWS = 4000, CHUNK = 100000 };

/* --- rows --- */

static json_t *draw_rows(struct foreign *foreign, struct drawers *drawers, int64_t count,
                         int64_t execution) {
    struct target *target = recorder(foreign->target);
    json_t *rows = json_array();
    for (int64_t i = 0; i < count; i++) {
        double numbers[TARGET_MOST_ARGUMENTS];
        json_t *row = draw_row(drawers, target, numbers, foreign->diag);
        if (!row) return NULL;
        runs_add(rows, row);
        for (uint32_t k = 0; execution >= 0 && k < foreign->test->spec->run.arguments.count; k++)
            foreign->drawn[k][execution + i] = numbers[k + drawers->has_receiver];
    }
    return rows;
}

/* --- results --- */

struct told_results {
    struct foreign *foreign;
    enum java_type type;
};

static bool add_results(void *context, int64_t times, const json_t *value) {
    struct told_results *results = context;
    struct foreign *foreign = results->foreign;
    struct outcome outcome;
    if (!outcome_of_json(value, results->type, foreign->arena, &outcome)) return false;
    for (int64_t i = 0; i < times; i++) arena_vec_push(foreign->arena, &foreign->outcomes, outcome);
    return true;
}

static void read_results(struct foreign *foreign, json_t *answer, int64_t calls) {
    struct told_results results = {foreign, foreign->method->shape->return_type};
    const json_t *runs = json_object_get(answer, "results");
    uint32_t before = foreign->outcomes.count;
    if (runs_count(runs) != calls || !runs_each(runs, add_results, &results) ||
        (int64_t)(foreign->outcomes.count - before) != calls)
        adapter_fault(&foreign->adapter, answer, "did not tell the results of %lld calls",
                      (long long)calls);
}

/* --- warm-up --- */

static json_t *warm_up_question(const struct warm_up *plan, json_t *rows) {
    return json_pack("{s:s,s:o,s:s,s:I,s:I}", "ask", "warm_up", "rows", rows, "until",
                     plan->until_compiled ? "compiled" : "calls", "at_most",
                     (json_int_t)(plan->until_compiled ? plan->at_most : plan->calls), "after",
                     (json_int_t)plan->after_compilation);
}

bool foreign_warm_up(struct foreign *foreign) {
    const struct warm_up *plan = &foreign->test->spec->run.warm_up;
    int64_t most = plan->until_compiled ? plan->at_most + plan->after_compilation : plan->calls;
    int64_t sent = 0, chunk = FIRST_ROWS;
    json_t *answer = NULL;
    do {
        int64_t count = most - sent < chunk ? most - sent : chunk;
        json_t *rows = draw_rows(foreign, &foreign->warm_up_arguments, count, -1);
        if (!rows) return false;
        json_decref(answer);
        answer = adapter_ask(&foreign->adapter,
                             sent ? json_pack("{s:s,s:o}", "ask", "rows", "rows", rows)
                                  : warm_up_question(plan, rows));
        sent += count;
        chunk *= 2;
    } while (strcmp(adapter_told(&foreign->adapter, answer), "more") == 0 && sent < most);
    json_int_t calls;
    adapter_unpack(&foreign->adapter, answer, "{s:I}", "calls", &calls);
    if (calls < 0 || calls > sent)
        adapter_fault(&foreign->adapter, answer, "made other calls than were asked for");
    foreign->warmed_up = answer;
    foreign->warm_up_calls = calls;
    const char *told = adapter_told(&foreign->adapter, answer);
    if (strcmp(told, "compiled") && strcmp(told, "not_evaluated"))
        adapter_fault(&foreign->adapter, answer, "told what was not asked");
    read_results(foreign, answer, calls);
    return true;
}

bool foreign_was_compiled(const struct foreign *foreign) {
    return strcmp(adapter_told(&foreign->adapter, foreign->warmed_up), "compiled") == 0 &&
           json_integer_value(json_object_get(foreign->warmed_up, "at_call")) > 0;
}

bool foreign_measures(const struct foreign *foreign) {
    return foreign->has_inserted_code || foreign_was_compiled(foreign);
}

/* --- measured calls --- */

/* The executions behind those that were counted are no measured ones. */
static void cut(struct foreign *foreign, const json_t *answer, int64_t from, int64_t count) {
    const json_t *told = json_object_get(answer, "measured");
    int64_t measured = told ? json_integer_value(told) : count;
    if (measured < 0 || measured > count)
        adapter_fault(&foreign->adapter, answer, "measured more calls than it made");
    if (foreign->is_cut) measured = 0;
    foreign->is_cut |= measured < count;
    for (int64_t i = measured; i < count; i++) foreign->in_code[from + i] = 0;
}

static void read_observed(struct foreign *foreign, json_t *answer, int64_t from, int64_t count) {
    const char *told = adapter_told(&foreign->adapter, answer);
    json_int_t executions;
    json_t *in_code;
    if (strcmp(told, "observed"))
        adapter_fault(&foreign->adapter, answer, "told what was not asked");
    adapter_unpack(&foreign->adapter, answer, "{s:I,s:o}", "executions", &executions, "in_code",
                   &in_code);
    if (executions != count)
        adapter_fault(&foreign->adapter, answer, "made other calls than were asked for");
    if (!runs_integers(in_code, foreign->in_code + from, count))
        adapter_fault(&foreign->adapter, answer, "did not tell 'in_code' of each execution");
    cut(foreign, answer, from, count);
    read_results(foreign, answer, count);
    json_array_append_new(foreign->observed, answer);
}

bool foreign_measure(struct foreign *foreign) {
    const struct run_spec *run = &foreign->test->spec->run;
    foreign->drawn = ARENA_ARRAY(foreign->arena, double *, run->arguments.count);
    for (uint32_t i = 0; i < run->arguments.count; i++)
        foreign->drawn[i] = ARENA_ARRAY(foreign->arena, double, run->iterations);
    foreign->in_code = ARENA_ARRAY(foreign->arena, int64_t, run->iterations);
    foreign->observed = json_array();
    for (int64_t from = 0; from < run->iterations; from += CHUNK) {
        int64_t count = run->iterations - from < CHUNK ? run->iterations - from : CHUNK;
        json_t *rows = draw_rows(foreign, &foreign->arguments, count, from);
        if (!rows) return false;
        json_t *question = json_pack("{s:s,s:o,s:o*}", "ask", "run", "rows", rows, "threads",
                                     run->threads > 1 ? json_integer(run->threads) : NULL);
        read_observed(foreign, adapter_ask(&foreign->adapter, question), from, count);
    }
    foreign->executions = run->iterations;
    return true;
}
