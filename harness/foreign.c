/* One after the other: hello, define, warm_up, run, decisions, bye; then the reference run makes as many calls. */
#define _GNU_SOURCE
#include "harness/foreign.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "assertions/evidence.h"
#include "harness/base64.h"
#include "harness/codec.h"
#include "harness/oracle.h"
#include "harness/runner.h"
#include "harness/warm.h"
#include "harness/whereabouts.h"

/* --- what cannot be done there --- */

/* Ends the process: the test is not evaluated, and why. */
static _Noreturn void give_up(struct foreign *foreign, const char *why) {
    runner_tell(JOB_STOPPED, why);
    adapter_end(&foreign->adapter);
    _exit(0);
}

/* Likewise; but what a process cannot that had other programs before, one of the test's own may. */
static _Noreturn void cannot(struct foreign *foreign, const char *why) {
    if (foreign->adapter.is_taken) _exit(0);
    give_up(foreign, why);
}

static const char *no_switch(const struct foreign *foreign, const char *vm, const char *missing) {
    size_t count;
    const char **names = vm_switch_names(foreign->test->spec->vm, &count);
    const char *nearest = diag_nearest(missing, names, count);
    return arena_format(foreign->arena, "the compiler of %s has no switch '%s'%s%s%s", vm, missing,
                        nearest ? "; did you mean '" : "", nearest ? nearest : "",
                        nearest ? "'?" : "");
}

static const char *not_there(struct foreign *foreign) {
    const struct spec *spec = foreign->test->spec;
    const char *missing, *vm = json_string_value(json_object_get(foreign->hello, "vm"));
    if (spec->run.threads > 1 && !foreign_takes(foreign, "threads"))
        return arena_format(foreign->arena,
                            "run.threads: the adapter of %s makes calls in one thread", vm);
    if (spec->target.profile_of.text && !foreign_takes(foreign, "inline_by"))
        return arena_format(foreign->arena,
                            "target.profile_of: the adapter of %s cannot say what is inlined by "
                            "recorded calls",
                            vm);
    if (foreign->has_inserted_code && (missing = foreign_missing_option(foreign)))
        return arena_format(foreign->arena, "the VM has no option '%s'", missing);
    foreign->switches = foreign_switches(foreign, &missing);
    return missing ? no_switch(foreign, vm, missing) : NULL;
}

/* --- the program --- */

/* A VM without inserted code gets all that may have some. */
static void load_class_path(const struct foreign *foreign, struct target *target) {
    if (!foreign->has_inserted_code && foreign->test->spec->target.class_path.count)
        target->load_named(target);
}

/* Once with its probes, which say what they are anchored to; errors of the spec show here. */
static bool load_program(struct foreign *foreign, const struct run_host *host) {
    struct program *program = ARENA_NEW(foreign->arena, struct program);
    if (!program_load((struct run_host *)host, foreign->test, foreign->arena, foreign->diag,
                      program))
        return false;
    load_class_path(foreign, program->target);
    const struct target_probe *probes;
    size_t count =
        program->target->probes(program->target, program->method, foreign->arena, &probes);
    struct target_probe *kept = ARENA_ARRAY(foreign->arena, struct target_probe, count);
    for (size_t i = 0; i < count; i++) {
        kept[i] = probes[i];
        kept[i].seen.method =
            arena_copy_text(foreign->arena, probes[i].seen.method, strlen(probes[i].seen.method));
    }
    foreign->probes = kept;
    foreign->probe_count = count;
    return true;
}

static bool bind_drawers(struct foreign *foreign) {
    const struct run_spec *run = &foreign->test->spec->run;
    const struct generators *warm_up =
        run->warm_up.has_arguments ? &run->warm_up.arguments : &run->arguments;
    return drawers_bind(foreign->arena, foreign->target, foreign->method, run, warm_up,
                        ~foreign->test->seed, foreign->diag, &foreign->warm_up_arguments) &&
           drawers_bind(foreign->arena, foreign->target, foreign->method, run, &run->arguments,
                        foreign->test->seed, foreign->diag, &foreign->arguments);
}

/* With its probes, and then without; or the script. */
static bool load(struct foreign *foreign, const struct run_host *host) {
    struct reference_run *reference = &foreign->reference;
    if (foreign->is_script) return script_load(foreign);
    if (!load_program(foreign, host) ||
        !reference_load(reference, host, foreign->test, !foreign->has_inserted_code, foreign->arena,
                        foreign->diag))
        return false;
    load_class_path(foreign, reference->program.target);
    foreign->target = reference->program.target;
    foreign->method = reference->program.method;
    foreign->rules = rows_rules(foreign->arena, foreign->test->spec, foreign->method);
    return true;
}

/* --- define --- */

static json_t *json_of_names(const struct spec_texts *names) {
    json_t *list = json_array();
    vec_each(struct spec_text, name, names) json_array_append_new(list, json_string(name->text));
    return list;
}

/* Methods by their full names. */
static json_t *json_of_methods(struct foreign *foreign, const struct spec_texts *names) {
    struct target *target = foreign->target;
    json_t *list = json_array();
    vec_each(struct spec_text, name, names) {
        struct diag ignored = DIAG_INIT;
        struct target_method *method =
            foreign->is_script ? NULL : target->find_method(target, name->text, &ignored);
        json_array_append_new(list, json_string(method ? method->name : name->text));
    }
    return list;
}

static json_t *json_of_call(const struct foreign *foreign) {
    const struct target_method *method = foreign->method;
    const char *descriptor = strchr(method->name, '('), *dot = descriptor;
    while (*dot != '.') dot--;
    return json_pack("{s:s%,s:s%,s:s,s:b}", "class", method->name, (size_t)(dot - method->name),
                     "method", dot + 1, (size_t)(descriptor - dot - 1), "descriptor", descriptor,
                     "static", method->is_static);
}

static json_t *json_of_classes(struct foreign *foreign) {
    struct target *target = foreign->target;
    const struct target_class_file *files;
    size_t count;
    json_t *list = json_array();
    if (!target->class_files(target, foreign->has_inserted_code, foreign->arena, &files, &count,
                             foreign->diag))
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const char *bytes = base64_text(foreign->arena, files[i].bytes, files[i].size);
        json_array_append_new(list, json_pack("{s:s,s:s}", "name", files[i].name, "bytes", bytes));
    }
    return list;
}

/* What the spec asks for; counters of probes ask for the operations that these are anchored to. */
static json_t *json_of_clauses(const struct foreign *foreign) {
    json_t *list = json_array();
    for (size_t i = 0; i < foreign->probe_count; i++) {
        const char *clause = foreign_clause_of_probe(&foreign->probes[i]);
        if (clause) json_array_append_new(list, json_string(clause));
    }
    vec_each(struct spec_expectation, expectation, &foreign->test->spec->expectations) {
        clause_list clauses = expectation_clauses(expectation->expectation, foreign->arena);
        vec_each(const char *, clause, &clauses) json_array_append_new(list, json_string(*clause));
    }
    return list;
}

/* What [define] cannot do is no verdict on the compiler. */
static bool read_defined(struct foreign *foreign, json_t *answer) {
    const char *told = adapter_told(&foreign->adapter, answer), *part, *why, *file = NULL;
    int line = 0;
    if (strcmp(told, "defined") == 0) return true;
    if (strcmp(told, "cannot") == 0) {
        adapter_unpack(&foreign->adapter, answer, "{s:s,s:s}", "part", &part, "why", &why);
        cannot(foreign, arena_format(foreign->arena, "%s: %s", part, why));
    }
    if (strcmp(told, "error")) adapter_fault(&foreign->adapter, answer, "told what was not asked");
    adapter_unpack(&foreign->adapter, answer, "{s:s,s?s,s?i}", "message", &why, "file", &file,
                   "line", &line);
    struct place place = {file ? arena_copy_text(foreign->arena, file, strlen(file))
                               : foreign->test->file,
                          line ? line : 1, 1};
    return diag_error(foreign->diag, place, "%s", why);
}

static json_t *definition(struct foreign *foreign) {
    json_t *classes = json_of_classes(foreign);
    if (!classes) return NULL;
    return json_pack("{s:s,s:o,s:o,s:o}", "ask", "define", "call", json_of_call(foreign), "classes",
                     classes, "class_path", json_of_names(&foreign->test->spec->target.class_path));
}

static bool define(struct foreign *foreign) {
    const struct target_spec *target = &foreign->test->spec->target;
    json_t *question = foreign->is_script ? script_definition(foreign) : definition(foreign);
    if (!question) return false;
    const struct compiler_spec *compiler = &foreign->test->spec->compiler;
    json_t *rest =
        json_pack("{s:o,s:o,s:o,s:O,s:o,s:s?,s:b,s:o}", "never_inline",
                  json_of_methods(foreign, &target->never_inline), "always_inline",
                  json_of_methods(foreign, &target->always_inline), "never_compile",
                  json_of_methods(foreign, &target->never_compile), "switches", foreign->switches,
                  "vm_options", json_of_names(&compiler->vm_options), "tier", compiler->tier,
                  "background", compiler->is_in_background, "clauses", json_of_clauses(foreign));
    json_object_update(question, rest);
    json_decref(rest);
    if (foreign->has_inserted_code) foreign_ask_inserted(foreign, question);
    return read_defined(foreign, adapter_ask(&foreign->adapter, question));
}

/* --- the conversation --- */

static void greeted(struct foreign *foreign, json_t *hello) {
    foreign->hello = hello;
    foreign->has_inserted_code = json_is_true(json_object_get(hello, "inserted_code"));
}

static void say_hello(struct foreign *foreign) {
    json_t *question =
        json_pack("{s:s,s:i,s:b}", "ask", "hello", "protocol", PROTOCOL_VERSION, "switches", 0);
    json_t *hello = adapter_ask(&foreign->adapter, question);
    const char *vm, *version, *language;
    json_t *evidence, *reasons;
    int protocol;
    if (strcmp(adapter_told(&foreign->adapter, hello), "hello"))
        adapter_fault(&foreign->adapter, hello, "told what was not asked");
    adapter_unpack(&foreign->adapter, hello, "{s:i,s:s,s:s,s:s,s:o,s:o}", "protocol", &protocol,
                   "vm", &vm, "version", &version, "language", &language, "evidence", &evidence,
                   "reasons", &reasons);
    if (protocol != PROTOCOL_VERSION)
        adapter_fault(&foreign->adapter, NULL, "speaks version %d of the protocol, not %d",
                      protocol, PROTOCOL_VERSION);
    greeted(foreign, hello);
}

static void ask_for_decisions(struct foreign *foreign) {
    foreign->decisions = adapter_ask(&foreign->adapter, json_pack("{s:s}", "ask", "decisions"));
    if (strcmp(adapter_told(&foreign->adapter, foreign->decisions), "decisions"))
        adapter_fault(&foreign->adapter, foreign->decisions, "told what was not asked");
}

/* What the program printed, as far as that is known: not what the VM said when it started. */
static const char *printed(struct foreign *foreign) {
    struct strbuf text = STRBUF_INIT;
    file_read_back(foreign->adapter.output_file, &text);
    size_t from =
        (size_t)foreign->output_from < text.length ? (size_t)foreign->output_from : text.length;
    const char *copy =
        arena_copy_text(foreign->arena, strbuf_text(&text) + from, text.length - from);
    strbuf_release(&text);
    return copy;
}

static bool talk(struct foreign *foreign) {
    if (!define(foreign)) return false;
    foreign->output_from = lseek(foreign->adapter.output_file, 0, SEEK_END);
    whereabouts_are(ACTIVITY_warming_up);
    if (!foreign_warm_up(foreign)) return false;
    whereabouts_are(ACTIVITY_measuring);
    if (foreign_measures(foreign)) {
        if (!foreign_measure(foreign)) return false;
        ask_for_decisions(foreign);
    }
    adapter_end(&foreign->adapter);
    foreign->output = printed(foreign);
    return true;
}

static bool can_tell_anything(const struct foreign *foreign, const struct observation *seen) {
    vec_each(struct spec_expectation, expectation, &foreign->test->spec->expectations) {
        clause_list clauses = expectation_clauses(expectation->expectation, foreign->arena);
        vec_each(const char *, clause, &clauses)
            if (!clause_missing(seen, *clause, foreign->arena)) return true;
    }
    return false;
}

/* With the worker's adapter, or one that this process starts. */
static bool begin(struct foreign *foreign) {
    const struct vm_identity *vm = foreign->test->spec->vm;
    bool has_greeted = false;
    if (!warm_take(&foreign->adapter, &has_greeted) &&
        !adapter_start(&foreign->adapter, vm->command, memfd_create("output", MFD_CLOEXEC),
                       foreign->diag))
        return false;
    if (!has_greeted)
        say_hello(foreign);
    else
        greeted(foreign, vm->hello);
    return true;
}

/* For what is counted by it, or compared with it. */
static bool needs_reference(const struct foreign *foreign) {
    enum agreement agreement = foreign->test->spec->run.agrees;
    bool is_compared = agreement_compares(agreement, false) || agreement_compares(agreement, true);
    return foreign_measures(foreign) && !foreign->is_script &&
           (!foreign->has_inserted_code || is_compared);
}

static bool observe(struct foreign *foreign, struct run_host *host, struct observation *out) {
    struct adapter *adapter = &foreign->adapter;
    if (!begin(foreign)) return false;
    foreign_put_evidence(foreign, out);
    const char *why = not_there(foreign);
    if (why) give_up(foreign, why);
    if (!load(foreign, host) || !bind_drawers(foreign)) return false;
    out->target = foreign->method->name;
    if (!can_tell_anything(foreign, out)) {
        adapter_end(adapter);
        return true;
    }
    if (!talk(foreign) || !foreign_check_rules(foreign)) return false;
    if (needs_reference(foreign) &&
        !reference_run(&foreign->reference, foreign->warm_up_calls, foreign->executions))
        return false;
    foreign_weaken_evidence(foreign, out);
    foreign_put(foreign, out);
    return true;
}

/* NULL: nothing. */
static const char *unknown_in_log(const struct foreign *foreign) {
    const char *element, *text = NULL;
    json_t *count;
    json_object_foreach(json_object_get(foreign->decisions, "unknown"), element, count) {
        const char *one =
            arena_format(foreign->arena, "%s %lld", element, (long long)json_integer_value(count));
        text = text ? arena_format(foreign->arena, "%s, %s", text, one) : one;
    }
    return text;
}

bool run_foreign(struct run_host *host, const struct test *test, struct arena *arena,
                 struct run_record *record) {
    struct foreign *foreign = ARENA_NEW(arena, struct foreign);
    *foreign = (struct foreign){.host = host, .test = test, .arena = arena, .diag = &record->error};
    foreign->is_script = test->spec->target.script.text != NULL;
    record->is_foreign = true;
    session_divert_output(host->output_file);
    bool is_observed = observe(foreign, host, &record->observation);
    record->unknown = unknown_in_log(foreign);
    record->tables = foreign_text(foreign, foreign->decisions, "tables");
    return is_observed;
}
