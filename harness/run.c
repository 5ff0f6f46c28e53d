/* One test from loading to its record. */
#include "harness/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/foreign.h"
#include "harness/measure.h"
#include "harness/observation_io.h"
#include "harness/oracle.h"
#include "harness/rows.h"
#include "harness/runner.h"
#include "harness/twin.h"
#include "harness/whereabouts.h"

/* Counters that the spec or its rules name exist from the start, at 0. */
static void create_counters(struct target *target, const struct spec *spec, struct arena *arena) {
    vec_each(struct spec_expectation, expectation, &spec->expectations) {
        name_list counters = expectation_counters(expectation->expectation, arena);
        vec_each(struct needed_name, counter, &counters) target->counter(target, counter->text);
    }
    vec_each(struct vm_rule, rule, &spec->rules) target->counter(target, rule->hit);
}

/* What [print] writes. */
static const char *printed(void (*print)(FILE *file, const struct program *program),
                           const struct program *program, struct arena *arena) {
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&bytes, &length);
    if (!file) return "no memory for what is to be printed\n";
    print(file, program);
    fclose(file);
    const char *copy = arena_copy_text(arena, bytes, length);
    free(bytes);
    return copy;
}

static void print_graphs(FILE *file, const struct program *program) {
    struct diag error = DIAG_INIT;
    if (!program->target->explain(program->target, program->method, file, &error))
        fprintf(file, "%s\n", error.message);
}

static void print_tables(FILE *file, const struct program *program) {
    program->target->print_tables(program->target, file);
}

/* Classes of a class path may come while it runs. */
static bool may_have_inserted_code(const struct program *program, const struct spec *spec) {
    return program->target->has_inserted_code(program->target) || spec->target.class_path.count;
}

static void put_probes(const struct program *program, const struct spec *spec, struct arena *arena,
                       struct observation *out) {
    const struct target_probe *probes;
    size_t count = program->target->probes(program->target, program->method, arena, &probes);
    size_t rules = spec->rules.count;
    struct probe_observation *seen = ARENA_ARRAY(arena, struct probe_observation, count + rules);
    for (size_t i = 0; i < count; i++) seen[i] = probes[i].seen;
    rows_put_probes(&spec->rules, program->method->name, arena, &seen[count]);
    out->probes = seen;
    out->probe_count = (uint32_t)(count + rules);
}

static void put_losses(struct target *target, struct arena *arena, struct observation *out) {
    out->loss_count = (uint32_t)target->losses(target, arena, &out->losses);
}

static void add_names(struct strbuf *out, const struct spec_texts *names) {
    for (uint32_t i = 0; i < names->count; i++)
        strbuf_addf(out, "%s%s", out->length ? ", " : "", names->items[i].text);
}

static const char *switched_off(const struct run_host *host, const struct test *test,
                                struct arena *arena) {
    struct spec_texts proof = {(struct spec_text *)test->without, test->without != NULL, 0};
    struct strbuf names = STRBUF_INIT;
    add_names(&names, host->without);
    add_names(&names, &test->spec->compiler.without);
    add_names(&names, &proof);
    const char *copy = names.length ? arena_copy_text(arena, names.bytes, names.length) : NULL;
    strbuf_release(&names);
    return copy;
}

/* 0: nothing was. */
static int64_t first_compiled_call(const struct observation *observation) {
    for (uint32_t i = 0; i < observation->decision_count; i++)
        if (observation->decisions[i].kind == DECISION_compiled)
            return observation->decisions[i].call ? observation->decisions[i].call : 1;
    return 0;
}

static void compare_with_interpreter(struct oracle *oracle, struct oracle *witness,
                                     const struct session *session, const struct spec *spec,
                                     struct observation *observation) {
    struct disagreement found =
        oracle_compare(oracle, witness, session, spec->run.agrees, observation->warm_up_calls,
                       first_compiled_call(observation));
    observation->mismatch = found.what;
    observation->is_no_function = found.is_no_function;
}

/* Outcomes that differ between interpreted and compiled code already say nothing of probes. */
static void compare_with_twin(struct twin *twin, const struct account *account,
                              const struct session *session, const struct spec *spec,
                              struct run_record *record) {
    const struct observation *seen = &record->observation;
    struct target *target = session->program->target;
    bool compares = !seen->mismatch && agreement_compares(spec->run.agrees, false);
    struct twin_difference found =
        twin_compare(twin, account, session, seen->warm_up_calls, compares);
    record->perturbation = found.what;
    record->changes_program = found.is_of_the_program;
    record->starts_threads = target->has_started_threads(target);
}

/* Where an allocation failed on purpose, what they name need not have run. */
static bool check_what_ran(const struct session *session, const struct spec *spec) {
    const struct program *program = session->program;
    return session->failed_call ||
           (program_check_probes(session->arena, program, spec, session->diag) &&
            program_check_counters(session->arena, program, spec, session->diag) &&
            program_check_rules(program, session->diag));
}

static bool run(struct run_host *host, const struct test *test, struct arena *arena,
                struct run_record *record) {
    struct program program;
    struct session session;
    struct listener *listener = ARENA_NEW(arena, struct listener);
    struct oracle oracle, witness;
    struct twin twin;
    struct account *account = NULL;
    twin_start(&twin, host, test);
    session_divert_output(host->output_file);
    if (!program_load(host, test, arena, &record->error, &program)) return false;
    create_counters(program.target, test->spec, arena);
    if (may_have_inserted_code(&program, test->spec)) {
        account = ARENA_NEW(arena, struct account);
        twin_ask(&twin);
    }
    session_begin(&session, &program, host->output_file, arena, &record->error);
    whereabouts_start(program.target);
    bool has_oracles = oracle_start(&oracle, &session) && oracle_start(&witness, &session);
    listener_start(listener, program.target, program.method, account, arena);
    if (!measure(&session, test->spec, listener, &record->observation) ||
        !check_what_ran(&session, test->spec))
        return false;
    put_probes(&program, test->spec, arena, &record->observation);
    put_losses(program.target, arena, &record->observation);
    if (test->spec->profilers.count) record->tables = printed(print_tables, &program, arena);
    whereabouts_are(ACTIVITY_interpreting);
    if (has_oracles)
        compare_with_interpreter(&oracle, &witness, &session, test->spec, &record->observation);
    else
        record->observation.mismatch = "the interpreted run could not be started";
    record->failed_call = session.failed_call;
    record->failed_probes = program.target->totals(program.target).failed_probes;
    record->switched_off = switched_off(host, test, arena);
    whereabouts_are(ACTIVITY_comparing);
    if (account && record->observation.was_compiled)
        compare_with_twin(&twin, account, &session, test->spec, record);
    twin_end(&twin);
    if (host->wants_graphs) record->graphs = printed(print_graphs, &program, arena);
    return true;
}

void run_test(struct run_host *host, const struct test *test, struct arena *arena,
              struct run_record *record) {
    *record = (struct run_record){.error.all = &record->errors, .errors.arena = arena};
    bool is_observed = test->spec->vm->command ? run_foreign(host, test, arena, record)
                                               : run(host, test, arena, record);
    record->status = is_observed ? RUN_OBSERVED : RUN_SPEC_ERROR;
}

static void code_error(struct codec *codec, struct diag *error) {
    const char *file = error->file, *message = error->message;
    codec_value(codec, error->place.line);
    codec_value(codec, error->place.column);
    codec_text(codec, &file);
    codec_text(codec, &message);
    if (codec->out || !file || !message) return;
    struct place place = {*file ? file : NULL, error->place.line, error->place.column};
    *error = (struct diag)DIAG_INIT;
    diag_error(error, place, "%s", message);
}

static void code_errors(struct codec *codec, struct diags *errors) {
    uint32_t count = errors->count;
    codec_count(codec, &count);
    if (!codec->out) errors->arena = codec->arena;
    for (uint32_t i = 0; i < count && !codec->failed; i++) {
        struct diag error = codec->out ? *errors->items[i] : (struct diag)DIAG_INIT;
        code_error(codec, &error);
        if (!codec->out && !codec->failed) diags_add(errors, &error);
    }
    codec->failed |= !errors->count;
}

void run_record_code(struct codec *codec, struct run_record *record) {
    codec_value(codec, record->status);
    codec_text(codec, &record->switched_off);
    codec_value(codec, record->failed_call);
    codec_value(codec, record->failed_probes);
    codec_text(codec, &record->perturbation);
    codec_value(codec, record->changes_program);
    codec_value(codec, record->starts_threads);
    codec_value(codec, record->is_foreign);
    codec_text(codec, &record->graphs);
    codec_text(codec, &record->tables);
    codec_text(codec, &record->unknown);
    if (record->status == RUN_SPEC_ERROR) code_errors(codec, &record->errors);
    if (record->status == RUN_OBSERVED) observation_code(codec, &record->observation);
}
