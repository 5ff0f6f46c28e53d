/* Verdicts are made here, in the process that reports: a target cannot reach them. */
#include "harness/judge.h"

#include <string.h>

#include "assertions/a_returns.h"
#include "assertions/history.h"
#include "base/die.h"
#include "base/vec.h"

struct results {
    struct expectation_result *items;
    uint32_t count, capacity;
};

bool test_is_run(const struct test *test) { return test->spec && !test->spec->skip; }

static struct spec_result result_begin(const struct test *test) {
    return (struct spec_result){.name = test->name,
                                .file = test->file,
                                .line = 1,
                                .seed = test->seed,
                                .chosen_threshold =
                                    test->spec ? test->spec->compiler.chosen_threshold : 0};
}

/* One error is the headline; several stand below one that counts them. */
static void spec_errors(const struct diags *errors, struct arena *arena, struct judgement *out) {
    struct spec_result *result = &out->result;
    const char **lines = ARENA_ARRAY(arena, const char *, errors->count);
    for (uint32_t i = 0; i < errors->count; i++) {
        char text[sizeof errors->items[i]->message + sizeof errors->items[i]->file + 32];
        lines[i] = arena_format(arena, "%s", diag_format(errors->items[i], text, sizeof text));
    }
    out->is_spec_error = result->never_ran = true;
    result->verdict = VERDICT_NOT_EVALUATED;
    if (errors->items[0]->place.line) result->line = errors->items[0]->place.line;
    if (errors->count == 1) {
        result->why = arena_format(arena, "spec error: %s", lines[0]);
        return;
    }
    result->why = arena_format(arena, "%u errors in the spec", errors->count);
    result->explanation = lines;
    result->explanation_count = errors->count;
}

void judge_unrun(const struct test *test, struct arena *arena, struct judgement *out) {
    *out = (struct judgement){.result = result_begin(test)};
    if (test->errors) {
        spec_errors(test->errors, arena, out);
        return;
    }
    ASSERT(test->spec->skip, "a test that was not run has no result");
    out->result.never_ran = true;
    out->result.verdict = VERDICT_SKIP;
    out->result.why = test->spec->skip;
}

/* For a shell, quoted where that is needed. */
static const char *shell_word(struct arena *arena, const char *word) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=-+:@%,";
    struct strbuf quoted = STRBUF_INIT;
    if (*word && !word[strspn(word, plain)]) return word;
    strbuf_add_char(&quoted, '\'');
    for (; *word; word++)
        if (*word == '\'')
            strbuf_add_text(&quoted, "'\\''");
        else
            strbuf_add_char(&quoted, *word);
    strbuf_add_char(&quoted, '\'');
    const char *copy = arena_copy_text(arena, strbuf_text(&quoted), quoted.length);
    strbuf_release(&quoted);
    return copy;
}

const char *judge_without(const char *command, const struct test *test, struct arena *arena) {
    if (!test->without) return "";
    const struct vm_identity *vm = test->spec->vm;
    bool needs_vm = vm && vm != vm_own() && !strstr(command, "--vm");
    return arena_format(arena, "%s%s --without %s", needs_vm ? " --vm " : "",
                        needs_vm ? shell_word(arena, vm->name) : "", test->without->text);
}

/* The seed comes from the name, and a spec outside specs/ may get another name when its file is
 * given alone. */
static const char *reproduce(const struct judge_settings *settings, const struct test *test,
                             struct arena *arena) {
    const char *name = test->spec->name, *matrix = strstr(name, " ["),
               *alone = plan_spec_name(arena, test->file, NULL);
    bool is_renamed = strncmp(name, alone, strlen(alone)) != 0;
    const char *seed = is_renamed && !strstr(settings->command, "--seed")
                           ? arena_format(arena, " --seed %llu", (unsigned long long)test->seed)
                           : "";
    const char *without = judge_without(settings->command, test, arena);
    const char *filter =
        matrix ? arena_format(arena, " --filter %s", shell_word(arena, matrix + 1)) : "";
    return arena_format(arena, "%s%s%s%s %s", settings->command, seed, without, filter,
                        shell_word(arena, test->file));
}

/* A red result names the phases that were switched off. */
static const char *reason_of(const struct verdict *verdict, const char *switched_off,
                             struct arena *arena) {
    if (!verdict_is_red(verdict->kind) || !switched_off) return verdict->because;
    return verdict->because
               ? arena_format(arena, "%s; switched off: %s", verdict->because, switched_off)
               : arena_format(arena, "switched off: %s", switched_off);
}

static bool names_counter(const name_list *counters, const char *name) {
    bool is_named = false;
    vec_each(struct needed_name, counter, counters) is_named |= !strcmp(counter->text, name);
    return is_named;
}

/* "probe 'a' is anchored to new A at line 5", of each that hits the counter. */
static const char *probes_of(const struct expectation *expectation,
                             const struct observation *observation, struct arena *arena) {
    const char *text = NULL;
    name_list counters = expectation_counters(expectation, arena);
    for (uint32_t i = 0; i < observation->probe_count; i++) {
        const struct probe_observation *probe = &observation->probes[i];
        if (!probe->counter || !names_counter(&counters, probe->counter)) continue;
        text = text ? arena_format(arena, "%s; %s", text, probe->text) : probe->text;
    }
    return text;
}

/* What was announced before the run holds for as many draws as the spec asks for; fewer are made
 * where loops have the target compiled earlier, or executions pass a site by. */
static void refuse_chance(struct verdict *verdict, struct arena *arena) {
    const struct chance *chance = &verdict->riskiest;
    if (verdict->kind == VERDICT_NOT_EVALUATED || chance->false_alarm <= SPEC_FALSE_ALARM_LIMIT)
        return;
    verdict->because = arena_format(
        arena,
        "a correct compiler would fail this with probability %.2g, "
        "more than %g: only %lld %s decided it; use more, or a larger epsilon",
        chance->false_alarm, SPEC_FALSE_ALARM_LIMIT, (long long)chance->draws, chance->draw);
    verdict->summary = arena_format(arena, "%s, but %s", verdict->summary, verdict->because);
    verdict->kind = VERDICT_NOT_EVALUATED;
    verdict->has_failed = false;
}

static void add_result(struct arena *arena, struct results *results,
                       const struct spec_expectation *expectation,
                       const struct observation *observation, const char *switched_off,
                       const char *relies_on) {
    struct expectation_result result = {.line = expectation->place.line,
                                        .column = expectation->place.column,
                                        .text = expectation->text};
    result.verdict = expectation_check(expectation->expectation, observation, arena);
    refuse_chance(&result.verdict, arena);
    result.verdict.because = reason_of(&result.verdict, switched_off, arena);
    if (verdict_is_red(result.verdict.kind))
        result.probes = probes_of(expectation->expectation, observation, arena);
    if (result.verdict.kind == VERDICT_FAIL)
        result.held_until =
            expectation_history(expectation->expectation, observation, relies_on, arena);
    arena_vec_push(arena, results, result);
}

static bool expects_outcome(const struct spec *spec) {
    vec_each(struct spec_expectation, expectation, &spec->expectations)
        if (expectation->expectation->assertion == &assertion_returns) return true;
    return false;
}

/* What no spec needs to ask for: compiled and interpreted runs agree. A spec that expects an
 * outcome has asked. */
static void add_agreement(struct arena *arena, struct results *results, const struct spec *spec,
                          const struct observation *observation) {
    static const char *const texts[AGREEMENT_COUNT] = {
        [AGREES_both] = "compiled and interpreted runs agree",
        [AGREES_returns] = "calls end alike in compiled and interpreted runs",
        [AGREES_output] = "compiled and interpreted runs print the same",
    };
    const char *text = texts[spec->run.agrees];
    if (!observation->was_compiled || expects_outcome(spec) || !text || spec->target.script.text)
        return;
    struct returns_expectation alike = {{&assertion_returns}, NULL};
    struct spec_expectation agreement = {
        .place = spec->run.call.place, .text = text, .expectation = &alike.base};
    add_result(arena, results, &agreement, observation, NULL, NULL);
}

static void add_unasked(struct arena *arena, struct results *results, const struct spec *spec,
                        const char *text, struct verdict verdict) {
    struct expectation_result result = {.line = spec->run.call.place.line,
                                        .column = spec->run.call.place.column,
                                        .text = text,
                                        .verdict = verdict};
    arena_vec_push(arena, results, result);
}

/* And: calls return, unless the spec expects an exception. */
static void add_throws(struct arena *arena, struct results *results, const struct spec *spec,
                       const struct observation *observation) {
    bool always_threw = observation->warm_up_throws == observation->warm_up_calls;
    for (uint32_t i = 0; i < observation->outcome_count; i++)
        always_threw &= observation->outcomes[i].kind == OUTCOME_THREW;
    if (!observation->was_compiled || !always_threw || !observation->first_throw ||
        expects_outcome(spec))
        return;
    struct verdict verdict = {.kind = VERDICT_NOT_EVALUATED,
                              .expected = "calls that return, or `returns: { throws: ... }`",
                              .observed = "every call threw",
                              .because = observation->first_throw,
                              .hits = -1,
                              .trials = -1};
    verdict.summary = arena_format(arena, "every call threw: %s", observation->first_throw);
    add_unasked(arena, results, spec, "the calls return", verdict);
}

/* And: the bytes that the allocator handed out are those that the probes saw, so that no event was
 * lost or doubled. */
static void add_bytes(struct arena *arena, struct results *results, const struct spec *spec,
                      const struct observation *observation) {
    long long by_sites = observation->compiled_bytes_by_sites, bytes = observation->compiled_bytes;
    if (by_sites < 0) return;
    struct verdict verdict = {
        .kind = by_sites == bytes ? VERDICT_PASS : VERDICT_FAIL, .hits = by_sites, .trials = bytes};
    verdict.expected = arena_format(arena, "%lld bytes, as handed out", bytes);
    verdict.observed = arena_format(arena, "%lld bytes, by the probes", by_sites);
    verdict.summary = arena_format(
        arena, "allocation probes saw %lld bytes, the allocator handed out %lld", by_sites, bytes);
    add_unasked(arena, results, spec, "allocation probes see every byte that is allocated",
                verdict);
}

static struct verdict perturbation_verdict(const struct run_record *record, struct arena *arena) {
    struct verdict verdict = {.kind = VERDICT_FAIL,
                              .expected = record->changes_program
                                              ? "the same outcomes as without probes"
                                              : "the same decisions and graph as without probes",
                              .observed = record->perturbation,
                              .hits = -1,
                              .trials = -1};
    verdict.summary = arena_format(arena, "probes changed what the %s: %s",
                                   record->changes_program ? "program does" : "compiler did",
                                   record->perturbation);
    return verdict;
}

/* And: probes do not change what the compiler decides. When code of other threads runs, and gets
 * hot, differs from run to run without any probes. */
static void add_unperturbed(struct arena *arena, struct results *results, const struct spec *spec,
                            const struct run_record *record) {
    if (!record->observation.was_compiled || record->is_foreign) return;
    bool is_comparable = record->changes_program || !record->starts_threads;
    struct verdict verdict = {.kind = VERDICT_PASS,
                              .expected = "the same decisions and graph as without probes",
                              .observed = "the same",
                              .summary = "decisions and graph are the same as without probes",
                              .hits = -1,
                              .trials = -1};
    if (record->perturbation && is_comparable) verdict = perturbation_verdict(record, arena);
    if (record->perturbation && !is_comparable) {
        verdict.expected = "the same outcomes as without probes";
        verdict.observed = verdict.summary =
            "outcomes are the same; decisions are not compared: the target starts threads, so that "
            "no two runs of it are the same";
    }
    add_unasked(arena, results, spec, "unperturbed", verdict);
}

/* And: what the probes count is all that they should have counted. */
static void add_failed_probes(struct arena *arena, struct results *results, const struct spec *spec,
                              const struct run_record *record) {
    if (!record->failed_probes) return;
    long long times = record->failed_probes;
    struct verdict verdict = {
        .kind = VERDICT_NOT_EVALUATED, .expected = "no probe ends early", .hits = -1, .trials = -1};
    verdict.observed = arena_format(arena, "%lld ended early", times);
    const struct observation *observation = &record->observation;
    verdict.because = observation->loss_count ? observation->losses[0].text
                                              : "an exception or a failing check ended it";
    verdict.summary = arena_format(arena, "probes ended early %lld times", times);
    add_unasked(arena, results, spec, "probes run to their end", verdict);
}

/* Instead of all that, where an allocation failed on purpose: calls end as in the interpreter, or
 * for lack of memory. */
static void add_survival(struct arena *arena, struct results *results, const struct spec *spec,
                         const struct run_record *record) {
    const char *mismatch = record->observation.mismatch;
    struct verdict verdict = {
        .kind = mismatch ? VERDICT_FAIL : VERDICT_PASS,
        .expected = "the outcomes of the interpreted run, or an end for lack of memory",
        .observed = mismatch ? mismatch : "the same",
        .hits = -1,
        .trials = -1};
    verdict.summary =
        arena_format(arena, "an allocation failed in call %lld%s%s", (long long)record->failed_call,
                     mismatch ? ": " : "", mismatch ? mismatch : "");
    add_unasked(arena, results, spec, "survives an allocation that fails", verdict);
}

/* "escape, gvn"; NULL when there are none. */
static const char *texts_joined(const struct spec_texts *texts, struct arena *arena) {
    const char *joined = NULL;
    vec_each(struct spec_text, text, texts)
        joined = joined ? arena_format(arena, "%s, %s", joined, text->text) : text->text;
    return joined;
}

static void judge_expectations(const struct test *test, struct arena *arena,
                               const struct run_record *record, struct results *results) {
    const struct observation *observation = &record->observation;
    vec_each(struct spec_expectation, expectation, &test->spec->expectations)
        add_result(arena, results, expectation, observation, record->switched_off,
                   texts_joined(&test->spec->relies_on, arena));
    add_agreement(arena, results, test->spec, observation);
    add_throws(arena, results, test->spec, observation);
    add_bytes(arena, results, test->spec, observation);
    add_unperturbed(arena, results, test->spec, record);
    add_failed_probes(arena, results, test->spec, record);
}

static void judge_observation(const struct test *test, struct arena *arena, struct judgement *out) {
    const struct observation *observation = &out->record.observation;
    struct results results = {0};
    if (out->record.failed_call)
        add_survival(arena, &results, test->spec, &out->record);
    else
        judge_expectations(test, arena, &out->record, &results);
    out->result.expectations = results.items;
    out->result.expectation_count = results.count;
    out->result.target = observation->target;
    out->result.target_line = observation->target_line;
    out->result.output = observation->output;
    out->result.tables = out->record.tables;
}

static bool read_record(const struct job_result *job, struct arena *arena,
                        struct run_record *record) {
    struct codec codec = codec_reader(arena, job->bytes, job->length);
    run_record_code(&codec, record);
    return !codec.failed && codec.cursor == codec.end;
}

/* An exit without a valid record counts as a crash. */
static enum verdict_kind how_it_ended(const struct judge_settings *settings,
                                      const struct job_result *job, struct arena *arena,
                                      struct judgement *out) {
    switch (job->end) {
    case JOB_ENDED:
        if (read_record(job, arena, &out->record)) return VERDICT_PASS;
        out->result.crash = "the test's process ended without a result";
        return VERDICT_CRASH;
    case JOB_TIMED_OUT:
        out->result.why = arena_format(arena, "after %g s%s%s", settings->timeout,
                                       *job->told ? ", " : "", job->told);
        return VERDICT_TIMEOUT;
    case JOB_STOPPED: out->result.why = job->told; return VERDICT_NOT_EVALUATED;
    case JOB_CRASHED: out->result.crash = job->crash; return VERDICT_CRASH;
    case JOB_MISLED:
        out->is_fault = true;
        out->result.crash = job->told;
        return VERDICT_CRASH;
    case JOB_LOST:
        out->is_fault = true;
        out->result.why = arena_format(arena, "fault of the harness: %s", job->crash);
        return VERDICT_CRASH;
    }
    return VERDICT_CRASH;
}

/* The verdict, with what the spec says of its failure. */
static void judge_known(const struct test *test, enum verdict_kind ended, struct arena *arena,
                        struct judgement *out) {
    struct spec_result *result = &out->result;
    const char *why = test->spec->known_failure;
    bool may_be_known = why && !out->record.failed_call;
    enum verdict_kind known = may_be_known ? test->spec->known_verdict : VERDICT_PASS;
    result->verdict = spec_result_judge(result, ended, known);
    if (!may_be_known) return;
    bool is_known =
        result->verdict == VERDICT_KNOWN_FAILURE || result->verdict == VERDICT_UNEXPECTED_PASS;
    if (is_known)
        result->why = why;
    else
        result->why = arena_format(arena, "%s%sthe known failure (%s) is a %s",
                                   result->why ? result->why : "", result->why ? "; " : "", why,
                                   verdict_text(known));
}

void judge(const struct judge_settings *settings, const struct test *test,
           const struct job_result *job, struct arena *arena, struct judgement *out) {
    *out = (struct judgement){.result = result_begin(test)};
    struct spec_result *result = &out->result;
    enum verdict_kind ended = how_it_ended(settings, job, arena, out);
    result->seconds = job->seconds;
    if (ended == VERDICT_PASS && out->record.status == RUN_SPEC_ERROR) {
        spec_errors(&out->record.errors, arena, out);
        return;
    }
    result->reproduce = reproduce(settings, test, arena);
    if (ended == VERDICT_PASS) judge_observation(test, arena, out);
    if (ended == VERDICT_CRASH) result->stack = job->messages;
    judge_known(test, ended, arena, out);
}
