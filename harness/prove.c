/* `jittest prove`: a spec that stays green without what it relies on proves nothing. For each spec
 * and each thing in relies_on, at least one combination of the matrix must FAIL when the thing is
 * disabled, all of them being green otherwise: one that goes red because nothing could be measured
 * has shown nothing. Reported are the specs themselves, then one result per thing; a spec that says
 * it relies on none is a SKIP. */
#include <stdio.h>
#include <string.h>

#include "harness/coverage.h"
#include "harness/judge.h"
#include "harness/prove_switches.h"

struct proof {
    const struct test
        *first; /* of the spec's tests without the thing; NULL: no proof is going on */
    uint32_t tests, failed, unevaluated; /* the latter red for lack of evidence */
    bool has_broken;                     /* one crashed, hung, or is an error of its author */
    char name[512], failure[512], want[512];
    const char *lines[64]; /* what became of each test; in [arena] */
    uint32_t line_count;
    double seconds;
    struct arena arena;
};

struct prover {
    const char *command; /* to reproduce a test */
    struct reports reports;
    struct proof proof;
    struct coverage coverage;
    silent_tests silent; /* on a VM with an adapter */
    struct arena *arena;
    const char *bare_file; /* of the last test that relies on nothing: it is reported once */
};

/* Do these two belong to one proof? Each combination of a matrix has its own relies_on. */
static bool is_same_proof(const struct test *a, const struct test *b) {
    return a->without && b->without && strcmp(a->file, b->file) == 0 &&
           strcmp(a->without->text, b->without->text) == 0;
}

static uint32_t count_results(const struct plan *plan) {
    uint32_t count = 0;
    const char *bare_file = "";
    for (uint32_t i = 0; i < plan->count; i++) {
        const struct test *test = &plan->items[i];
        count += !i || !is_same_proof(test - 1, test);
        if (test->spec && !test->spec->relies_on.count && strcmp(bare_file, test->file)) {
            bare_file = test->file;
            count++;
        }
    }
    return count;
}

/* --- one proof --- */

static void proof_begin(struct proof *proof, const struct test *test) {
    const char *matrix = strstr(test->name, " [");
    size_t length = matrix ? (size_t)(matrix - test->name) : strlen(test->spec->name);
    *proof = (struct proof){.first = test};
    arena_init(&proof->arena);
    snprintf(proof->name, sizeof proof->name, "%.*s without %s", (int)length, test->name,
             test->without->text);
}

/* What the spec's own expectations say: the first that fails, the first that could not be answered.
 * What is checked in every spec without being asked shows mistakes of the compiler, not what the
 * spec relies on. */
struct proof_evidence {
    const struct verdict *failed, *unknown;
};

static struct proof_evidence evidence_of(const struct test *test,
                                         const struct spec_result *result) {
    struct proof_evidence evidence = {0};
    uint32_t own = test->spec->expectations.count;
    for (uint32_t i = 0; i < own && i < result->expectation_count; i++) {
        const struct verdict *verdict = &result->expectations[i].verdict;
        bool is_unknown =
            verdict->kind == VERDICT_NOT_EVALUATED || verdict->kind == VERDICT_UNDECIDED;
        if (verdict->has_failed && !evidence.failed) evidence.failed = verdict;
        if (is_unknown && !evidence.unknown) evidence.unknown = verdict;
    }
    return evidence;
}

static void proof_count(struct proof *proof, const struct test *test,
                        const struct judgement *judgement) {
    const struct spec_result *result = &judgement->result;
    struct proof_evidence evidence = evidence_of(test, result);
    proof->tests++;
    if (evidence.failed) {
        if (!proof->failed++)
            snprintf(proof->failure, sizeof proof->failure, "%s", evidence.failed->summary);
    } else if (evidence.unknown) {
        if (!proof->unevaluated++)
            snprintf(proof->want, sizeof proof->want, "%s", evidence.unknown->summary);
    } else {
        proof->has_broken |= result->verdict != VERDICT_PASS;
    }
}

static void proof_add(struct proof *proof, const struct test *test,
                      const struct judgement *judgement) {
    const struct spec_result *result = &judgement->result;
    const char *text = result->why ? result->why : result->crash ? result->crash : "";
    for (uint32_t i = result->expectation_count; i-- > 0;)
        if (verdict_is_red(result->expectations[i].verdict.kind))
            text = result->expectations[i].verdict.summary;
    proof_count(proof, test, judgement);
    proof->seconds += result->seconds;
    if (proof->line_count == sizeof proof->lines / sizeof *proof->lines) return;
    proof->lines[proof->line_count++] =
        arena_format(&proof->arena, "%s: %s%s%s", verdict_text(result->verdict), test->name,
                     *text ? ": " : "", text);
}

/* Nothing failed. */
static void proof_lacks(struct proof *proof, struct verdict *verdict) {
    const char *thing = proof->first->without->text;
    if (proof->unevaluated) {
        verdict->kind = VERDICT_NOT_EVALUATED;
        verdict->because = "a spec proves what it relies on by failing: expect something that can "
                           "be measured without it";
        verdict->observed =
            arena_format(&proof->arena, "%u of %u tests went red for lack of evidence",
                         proof->unevaluated, proof->tests);
        verdict->summary =
            arena_format(&proof->arena, "%s without %s: %s", verdict->observed, thing, proof->want);
        return;
    }
    verdict->kind = proof->has_broken ? VERDICT_NOT_EVALUATED : VERDICT_FAIL;
    verdict->because = proof->has_broken ? "the spec could not be evaluated"
                                         : "the spec does not rely on it, or does not observe it";
    verdict->summary =
        arena_format(&proof->arena, "no test fails without %s: %s", thing, verdict->because);
}

static struct verdict proof_verdict(struct proof *proof) {
    struct verdict verdict = {
        .kind = VERDICT_PASS, .expected = "FAIL", .hits = proof->failed, .trials = proof->tests};
    verdict.observed =
        arena_format(&proof->arena, "%u of %u tests fail", proof->failed, proof->tests);
    verdict.summary = arena_format(&proof->arena, "%s: %s", verdict.observed, proof->failure);
    if (!proof->failed) proof_lacks(proof, &verdict);
    return verdict;
}

static void proof_end(struct prover *prover) {
    struct proof *proof = &prover->proof;
    if (!proof->first) return;
    struct expectation_result expectation = {
        .line = proof->first->without->place.line,
        .column = proof->first->without->place.column,
        .text = arena_format(&proof->arena, "relies_on: %s", proof->first->without->text),
        .verdict = proof_verdict(proof)};
    struct spec_result result = {.name = proof->name,
                                 .file = proof->first->file,
                                 .line = 1,
                                 .seed = proof->first->seed,
                                 .seconds = proof->seconds,
                                 .expectations = &expectation,
                                 .expectation_count = 1,
                                 .explanation = proof->lines,
                                 .explanation_count = proof->line_count,
                                 .verdict = expectation.verdict.kind};
    result.reproduce =
        arena_format(&proof->arena, "%s%s %s", prover->command,
                     judge_without(prover->command, proof->first, &proof->arena), result.file);
    reports_add(&prover->reports, &result);
    if (result.verdict == VERDICT_PASS)
        coverage_add_proof(&prover->coverage, proof->first->without->text);
    arena_release(&proof->arena);
    proof->first = NULL;
}

/* --- the command --- */

static void report_bare(struct prover *prover, const struct test *test) {
    if (!test->spec || test->spec->relies_on.count) return;
    if (prover->bare_file && strcmp(prover->bare_file, test->file) == 0) return;
    char name[512];
    const char *matrix = strstr(test->name, " ["), *why = test->spec->relies_on_nothing;
    prover->bare_file = test->file;
    snprintf(name, sizeof name, "%.*s relies on %s",
             (int)(matrix ? (size_t)(matrix - test->name) : strlen(test->name)), test->name,
             why ? "no phase" : "nothing");
    reports_add(&prover->reports,
                &(struct spec_result){
                    .name = name,
                    .file = test->file,
                    .line = 1,
                    .seed = test->seed,
                    .verdict = why ? VERDICT_SKIP : VERDICT_NOT_EVALUATED,
                    .why = why ? why
                               : "without relies_on nothing shows that the spec can fail: "
                                 "name phases, or say why not (relies_on: { none: ... })"});
}

/* An adapter's switches say more than that nothing is said. */
static void keep_or_report_bare(struct prover *prover, const struct test *test,
                                const struct judgement *judgement) {
    bool has_switches =
        test->spec && test->spec->vm && test->spec->vm->command && !test->spec->relies_on_nothing;
    if (!has_switches)
        report_bare(prover, test);
    else if (!test->spec->relies_on.count)
        add_silent_test(&prover->silent, prover->arena, test, judgement);
}

static void judged(void *context, const struct test *test, const struct judgement *judgement) {
    struct prover *prover = context;
    struct proof *proof = &prover->proof;
    if (proof->first && !is_same_proof(proof->first, test)) proof_end(prover);
    if (!test->without) {
        reports_add(&prover->reports, &judgement->result);
        if (judgement->result.verdict == VERDICT_PASS)
            coverage_add_spec(&prover->coverage, test->spec);
        keep_or_report_bare(prover, test, judgement);
        return;
    }
    if (!proof->first) proof_begin(proof, test);
    proof_add(proof, test, judgement);
}

enum exit_code prove_command(const struct cli *cli, struct arena *arena) {
    struct plan plan = {0};
    struct prover prover = {.command = cli->command_text, .arena = arena, .coverage.arena = arena};
    struct diag diag = DIAG_INIT;
    enum exit_code code;
    double start = seconds_now();
    if (!select_tests(cli, arena, &plan, &code)) return code;
    plan_add_proofs(arena, &plan);
    if (!reports_open(&prover.reports, cli, &plan, count_results(&plan), &diag))
        return cli_fail(EXIT_USAGE, &diag);
    code = run_tests(cli, &plan, arena, judged, &prover);
    proof_end(&prover);
    if (code <= EXIT_USAGE)
        code = worse_exit(code, prove_switches(cli, &prover.silent, arena, &prover.reports));
    bool is_written = reports_close(&prover.reports, seconds_now() - start, &diag);
    if (cli->wants_coverage && !coverage_print(&prover.coverage, stdout))
        code = worse_exit(code, EXIT_RED);
    if (report_summary_failed(&prover.reports.summary)) code = worse_exit(code, EXIT_RED);
    return is_written ? code : worse_exit(code, cli_fail(EXIT_FAULT, &diag));
}
