/* `jittest explain`: one run of each test of a spec, in full: the target, how arguments were drawn,
 * what the compiler decided and why, what was executed beside what was predicted, and the verdicts.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assertions/check.h"
#include "assertions/evidence.h"
#include "assertions/site.h"
#include "harness/outcome.h"
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

/* Calls that end alike, in the order in which they are first seen. */
static void explain_outcomes(const struct observation *seen, struct arena *arena) {
    struct exception {
        const struct outcome *outcome;
        int64_t count;
    };
    VEC(struct exception) thrown = {0};
    int64_t each = seen->outcome_count == 1 ? seen->executions : 1;
    for (uint32_t i = 0; i < seen->outcome_count; i++) {
        const struct outcome *outcome = &seen->outcomes[i];
        uint32_t known = 0;
        if (outcome->kind != OUTCOME_THREW) continue;
        while (known < thrown.count && !outcome_equal(thrown.items[known].outcome, outcome))
            known++;
        if (known == thrown.count) arena_vec_push(arena, &thrown, (struct exception){outcome, 0});
        thrown.items[known].count += each;
    }
    for (uint32_t i = 0; i < thrown.count; i++)
        printf("  %lld calls %s\n", (long long)thrown.items[i].count,
               outcome_text(thrown.items[i].outcome, arena));
}

static void explain_run(const struct test *test, const struct observation *seen,
                        struct arena *arena) {
    printf("\nrun       seed %llu", (unsigned long long)test->seed);
    if (seen->was_compiled)
        printf(", compiled at call %lld, %lld calls of warm-up", (long long)seen->compiled_at_call,
               (long long)seen->warm_up_calls);
    else
        printf(", %s", missing_executions(seen, arena));
    if (test->spec->compiler.chosen_threshold)
        printf(", compile_threshold %lld chosen for the risk of 'predicted'",
               (long long)test->spec->compiler.chosen_threshold);
    printf(", %lld of %lld executions in valid compiled code\n", (long long)seen->executions,
           (long long)seen->executions_asked);
    for (uint32_t i = 0; i < seen->argument_count; i++)
        explain_argument(i, &seen->arguments[i], seen->executions);
    explain_outcomes(seen, arena);
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

static const struct site_assertion *const site_kinds[] = {&allocation_sites, &lock_sites,
                                                          &call_sites, &loop_sites};

static void explain_probes(const struct observation *seen) {
    if (seen->probe_count) printf("\nprobes\n");
    for (uint32_t i = 0; i < seen->probe_count; i++) printf("  %s\n", seen->probes[i].text);
}

/* What the compiler believed: the frequencies of what it left of the site. */
static const char *prediction(const struct observation *seen, const struct site *site,
                              const struct site_assertion *assertion, struct arena *arena) {
    decision_list left = decisions_of(&site->decisions, assertion->believed, arena);
    double sum = 0;
    if (!site->decisions.count ||
        clause_missing(seen, arena_format(arena, "%s.predicted", assertion->noun), arena))
        return "not predicted";
    for (uint32_t i = 0; i < left.count; i++) {
        if (left.items[i]->frequency < 0) return "not predicted";
        sum += left.items[i]->frequency;
    }
    return arena_format(arena, "predicted %.4f per call", sum);
}

/* "40 reached, 10 took effect: rate 0.2500, predicted 0.2437 per call" */
static void explain_site_counts(const struct observation *seen, const struct site *site,
                                const struct site_assertion *assertion, struct arena *arena) {
    const char *belief = prediction(seen, site, assertion, arena);
    long long reached = site_reached(site), effective = site_effective(site);
    if (assertion->kind == SITE_LOOP) {
        printf("    %s\n", belief);
        return;
    }
    if (!site->observed) {
        printf("    executions were not recorded, %s\n", belief);
        return;
    }
    if (site->observed->counts_effect_alone) {
        printf("    %lld made\n", effective);
        return;
    }
    printf("    %lld reached, %lld took effect", reached, effective);
    if (site->observed->inlined)
        printf(", %lld ran inlined code", (long long)site->observed->inlined);
    if (reached) printf(": rate %.4f", (double)effective / (double)reached);
    printf(", %s\n", belief);
}

static void explain_site(const struct observation *seen, const struct site *site,
                         const struct site_assertion *assertion, struct arena *arena) {
    const char *where = origin_text(site->origin, arena);
    if (assertion->kind == SITE_LOOP)
        printf("  loop at %s\n", where);
    else
        printf("  %s of %s%s at %s\n", assertion->noun, site->subject ? site->subject : "something",
               site_maker_text(site->observed, arena), where);
    explain_site_counts(seen, site, assertion, arena);
    for (uint32_t i = 0; i < site->decisions.count; i++)
        printf("    %s\n", decision_of_site_text(site->decisions.items[i], arena));
    if (!site->decisions.count && (!site->observed || site_is_decided(site->observed)))
        printf("    no decision was recorded\n");
}

static void explain_sites(const struct observation *seen, struct arena *arena) {
    printf("\nsites\n");
    for (size_t kind = 0; kind < sizeof site_kinds / sizeof *site_kinds; kind++) {
        const struct site_assertion *assertion = site_kinds[kind];
        site_list sites = all_sites(seen, assertion->kind, assertion->decided, arena);
        vec_each(struct site, site, &sites) explain_site(seen, site, assertion, arena);
    }
}

static void explain_counters(const struct observation *seen, struct arena *arena) {
    if (seen->counter_count) printf("\ncounters\n");
    for (uint32_t i = 0; i < seen->counter_count; i++) {
        const struct counter_observation *counter = &seen->counters[i];
        const char *sources = counter_sources(counter, arena);
        printf("  %-24s %lld hits, %.4f per execution%s%s\n", counter->name,
               (long long)counter->total,
               seen->executions ? (double)counter->total / (double)seen->executions : 0.0,
               sources ? ": " : "", sources ? sources : "");
    }
    printf("\nallocated %lld bytes, deoptimised %lld times, %s\n", (long long)seen->allocated_bytes,
           (long long)seen->deoptimizations,
           seen->mismatch ? seen->mismatch : "interpreted and compiled runs agree");
}

static void explain_verdicts(const struct spec_result *result) {
    printf("\nverdict   %s%s%s\n", verdict_text(result->verdict), result->why ? ": " : "",
           result->why ? result->why : "");
    for (uint32_t i = 0; i < result->explanation_count; i++)
        printf("  %s\n", result->explanation[i]);
    for (uint32_t i = 0; i < result->expectation_count; i++) {
        const struct expectation_result *expectation = &result->expectations[i];
        printf("  %s: %s\n    %s\n", verdict_text(expectation->verdict.kind), expectation->text,
               expectation->verdict.summary);
        const char *because = expectation->verdict.because;
        if (because && !strstr(expectation->verdict.summary, because))
            printf("    because %s\n", because);
        if (expectation->held_until) printf("    %s\n", expectation->held_until);
        if (expectation->verdict.unknown_risk)
            printf("    risk not known: %s\n", expectation->verdict.unknown_risk);
        else if (expectation->verdict.false_alarm > 0)
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
        explain_run(test, seen, &arena);
        explain_decisions(seen, &arena);
        explain_probes(seen);
        explain_sites(seen, &arena);
        explain_counters(seen, &arena);
    }
    if (judgement->record.unknown)
        printf("in the VM's log, and not known: %s\n", judgement->record.unknown);
    explain_verdicts(result);
    if (result->crash)
        printf("crash     %s\n%s", result->crash, result->stack ? result->stack : "");
    if (judgement->record.tables) printf("\nprofile\n%s", judgement->record.tables);
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
