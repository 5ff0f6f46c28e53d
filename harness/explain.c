/* `jittest explain`: one run of each test of a spec, told in full: the target, how arguments were
 * drawn, what the compiler decided and why, what was executed beside what was predicted, and the
 * verdicts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assertions/decisions.h"
#include "harness/run_command.h"

static void explain_target(const struct test *test, const struct observation *seen) {
    const struct spec_text *java = &test->spec->target.java;
    printf("target    %s", seen->target);
    if (seen->target_line) printf(", line %d", seen->target_line);
    printf("\n");
    if (!java->text) return;
    int line = java->place.line;
    for (const char *text = java->text; *text; line++) {
        size_t length = strcspn(text, "\n");
        printf("  %5d | %.*s\n", line, (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void explain_argument(uint32_t index, const struct argument_observation *argument,
                             int64_t executions) {
    double sum = 0, least = INFINITY, most = -INFINITY;
    for (int64_t i = 0; i < executions; i++) {
        sum += argument->values[i];
        least = fmin(least, argument->values[i]);
        most = fmax(most, argument->values[i]);
    }
    printf("  argument %u  %s", index, argument->generator);
    if (!isnan(argument->odds))
        printf(": true in %.0f of %lld executions", sum, (long long)executions);
    else if (executions)
        printf(": %g to %g, mean %g", least, most, sum / (double)executions);
    printf("\n");
}

static void explain_run(const struct test *test, const struct observation *seen) {
    printf("\nrun       seed %llu", (unsigned long long)test->seed);
    if (seen->was_compiled)
        printf(", compiled at call %lld, %lld calls of warm-up", (long long)seen->compiled_at_call,
               (long long)seen->warm_up_calls);
    else
        printf(", never compiled in %lld calls%s%s", (long long)seen->warm_up_calls,
               seen->not_compiled_because ? ": " : "",
               seen->not_compiled_because ? seen->not_compiled_because : "");
    printf(", %lld of %lld executions in valid compiled code\n", (long long)seen->executions,
           (long long)seen->executions_asked);
    for (uint32_t i = 0; i < seen->argument_count; i++)
        explain_argument(i, &seen->arguments[i], seen->executions);
}

static void explain_decisions(const struct observation *seen, struct arena *arena) {
    printf("\ndecisions\n");
    for (uint32_t i = 0; i < seen->decision_count; i++) {
        const struct decision *decision = &seen->decisions[i];
        printf("  %-16s %s", decision->phase ? decision->phase : "-",
               decision_text(decision, arena));
        if (decision->frequency >= 0) printf(" [%.4g per call]", decision->frequency);
        if (decision->execution >= 0)
            printf(" (in execution %lld)", (long long)decision->execution);
        printf("\n");
    }
    if (!seen->decision_count) printf("  none\n");
}

static const char *const kind_names[SITE_KIND_COUNT] = {
    [SITE_ALLOCATION] = "allocation", [SITE_LOCK] = "lock", [SITE_CALL] = "call"};

/* What the compiler believed: the frequencies of what it left of the site. */
static double predicted(const struct observation *seen, const struct site_observation *site,
                        struct arena *arena) {
    static const enum decision_kind left[SITE_KIND_COUNT][2] = {
        [SITE_ALLOCATION] = {DECISION_materialized, DECISION_allocation_kept},
        [SITE_LOCK] = {DECISION_lock_kept, DECISION_lock_kept},
        [SITE_CALL] = {DECISION_not_inlined, DECISION_not_inlined}};
    double sum = 0;
    for (int i = 0; i < 2 && !(i && left[site->kind][0] == left[site->kind][1]); i++) {
        struct decision_query query = {left[site->kind][i], site->method, site->subject,
                                       site->kind == SITE_ALLOCATION ? 0 : site->line};
        decision_list found = find_decisions(seen, query, arena);
        for (uint32_t k = 0; k < found.count; k++) sum += fmax(found.items[k]->frequency, 0);
    }
    return sum;
}

static void explain_sites(const struct observation *seen, struct arena *arena) {
    if (!seen->site_count) return;
    printf("\nsites       %-20s %-28s %10s %10s %9s %9s\n", "of", "in", "reached", "effective",
           "rate", "predicted");
    for (uint32_t i = 0; i < seen->site_count; i++) {
        const struct site_observation *site = &seen->sites[i];
        const char *place = arena_format(arena, "%s:%d", site->method, site->bci);
        printf("  %-9s %-20s %-28s %10lld %10lld %9.4f %9.4f\n", kind_names[site->kind],
               site->subject, place, (long long)site->reached, (long long)site->effective,
               site->reached ? (double)site->effective / (double)site->reached : 0.0,
               predicted(seen, site, arena));
    }
}

static void explain_counters(const struct observation *seen) {
    if (seen->counter_count) printf("\ncounters\n");
    for (uint32_t i = 0; i < seen->counter_count; i++)
        printf("  %-24s %lld hits, %.4f per execution\n", seen->counters[i].name,
               (long long)seen->counters[i].total,
               seen->executions ? (double)seen->counters[i].total / (double)seen->executions : 0.0);
    printf("\nallocated %lld bytes, deoptimised %lld times, %s\n", (long long)seen->allocated_bytes,
           (long long)seen->deoptimizations,
           seen->mismatch ? seen->mismatch : "interpreted and compiled runs agree");
}

static void explain_verdicts(const struct spec_result *result) {
    printf("\nverdict   %s%s%s\n", verdict_text(result->verdict), result->why ? ": " : "",
           result->why ? result->why : "");
    for (uint32_t i = 0; i < result->expectation_count; i++) {
        const struct expectation_result *expectation = &result->expectations[i];
        printf("  %s: %s\n    %s\n", verdict_text(expectation->verdict.kind), expectation->text,
               expectation->verdict.summary);
        if (expectation->verdict.because) printf("    because %s\n", expectation->verdict.because);
        if (expectation->held_until) printf("    %s\n", expectation->held_until);
        if (expectation->verdict.false_alarm > 0)
            printf("    false alarm %.2g, miss %.2g\n", expectation->verdict.false_alarm,
                   expectation->verdict.miss);
    }
}

static void explain(void *context, const struct test *test, const struct judgement *judgement) {
    const struct observation *seen = &judgement->record.observation;
    const struct spec_result *result = &judgement->result;
    struct arena arena;
    arena_init(&arena);
    printf("=== %s\n", test->name);
    if (seen->target) {
        explain_target(test, seen);
        explain_run(test, seen);
        explain_decisions(seen, &arena);
        explain_sites(seen, &arena);
        explain_counters(seen);
    }
    explain_verdicts(result);
    if (result->crash)
        printf("crash     %s\n%s", result->crash, result->stack ? result->stack : "");
    if (judgement->record.graphs) printf("\ngraphs\n%s", judgement->record.graphs);
    printf("\n");
    if (verdict_is_red(result->verdict)) *(bool *)context = true;
    arena_release(&arena);
}

enum exit_code explain_command(const struct cli *cli, struct arena *arena) {
    struct plan plan = {0};
    enum exit_code code;
    bool is_red = false;
    if (!select_tests(cli, arena, &plan, &code)) return code;
    code = run_tests(cli, &plan, arena, explain, &is_red);
    return is_red ? worse_exit(code, EXIT_RED) : code;
}
