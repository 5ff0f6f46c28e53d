/* Loads a program. Every name in a spec is looked up here, so that a typo is an error with its
 * place and not a spec that says nothing. */
#include "harness/program.h"

#include <string.h>

#include "base/die.h"
#include "base/file.h"
#include "base/memory.h"
#include "harness/expectation_kind.h"
#include "harness/host.h"
#include "harness/names.h"
#include "harness/rows.h"
#include "harness/spec_keys.h"

/* An error of the VM at the place in the spec that led to it, unless it has a place of its own. */
static bool relocate(struct diag *diag, const struct diag *error, struct place place) {
    return diag_error(diag, error->place.file ? error->place : place, "%s", error->message);
}

static bool restart(const struct run_host *host, const struct spec *spec, struct diag *diag) {
    const struct compiler_spec *asked = &spec->compiler;
    struct diag error = DIAG_INIT;
    if (!spec_options_are_given(&asked->options) && !asked->chosen_threshold) return true;
    host->target->end(host->target);
    return host->target->start(host->target, &host->settings, asked, &error) ||
           relocate(diag, &error, (struct place){spec->file, 1, 1});
}

static bool read_java_file(struct arena *arena, const struct spec_text *path, struct sources *out,
                           struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    bool is_read = file_read(path->text, &text, path->place, diag);
    const char *copy = arena_copy_text(arena, strbuf_text(&text), text.length);
    struct target_source source = {path->text, copy, text.length, 1, 1};
    if (is_read) arena_vec_push(arena, out, source);
    strbuf_release(&text);
    return is_read;
}

static bool collect_sources(struct arena *arena, const struct target_spec *spec,
                            struct sources *out, struct diag *diag) {
    if (spec->java.text) {
        struct place place = spec->java.place;
        struct target_source source = {place.file, spec->java.text, strlen(spec->java.text),
                                       place.line, place.column};
        arena_vec_push(arena, out, source);
    }
    bool is_fine = true;
    vec_each(struct spec_text, path, &spec->java_files)
        is_fine &= read_java_file(arena, path, out, diag);
    return is_fine;
}

static bool each_name(struct target *target, const struct spec_texts *names,
                      bool (*tell)(struct target *, const char *, struct diag *),
                      struct diag *diag) {
    bool is_fine = true;
    vec_each(struct spec_text, name, names) {
        struct diag error = DIAG_INIT;
        if (!tell(target, name->text, &error)) is_fine = relocate(diag, &error, name->place);
    }
    return is_fine;
}

static bool define_classes(struct arena *arena, struct target *target, const struct spec *spec,
                           struct program *out, struct diag *diag) {
    struct diag error = DIAG_INIT;
    bool is_fine = each_name(target, &spec->target.class_path, target->add_class_path, diag);
    if (!collect_sources(arena, &spec->target, &out->sources, diag) || !is_fine) return false;
    if (!out->sources.count ||
        target->define_sources(target, out->sources.items, out->sources.count, &error))
        return true;
    return relocate(diag, &error,
                    spec->target.java.text ? spec->target.java.place : spec->run.call.place);
}

static bool is_source_of(const struct target_source *source, const struct target_probe *probe) {
    const char *slash = strrchr(source->file, '/');
    return probe->source_file && !strcmp(slash ? slash + 1 : source->file, probe->source_file);
}

static bool report_probe(const struct program *program, const struct spec *spec,
                         const struct target_probe *probe, struct diag *diag) {
    vec_each(struct target_source, source, &program->sources) {
        if (is_source_of(source, probe))
            return diag_error(diag, (struct place){source->file, probe->line, 1}, "%s: %s",
                              probe->seen.method, probe->fault);
    }
    return diag_error(diag, spec->run.call.place, "%s (%s, line %d): %s", probe->seen.method,
                      probe->source_file ? probe->source_file : "no source file", probe->line,
                      probe->fault);
}

bool program_check_probes(struct arena *arena, const struct program *program,
                          const struct spec *spec, struct diag *diag) {
    const struct target_probe *probes;
    size_t count = program->target->probes(program->target, program->method, arena, &probes);
    bool is_fine = true;
    for (size_t i = 0; i < count; i++)
        if (probes[i].fault) is_fine &= report_probe(program, spec, &probes[i], diag);
    return is_fine;
}

static struct target_method *find_method(struct target *target, const struct spec_text *name,
                                         struct diag *diag) {
    struct diag error = DIAG_INIT;
    struct target_method *method = target->find_method(target, name->text, &error);
    if (!method) relocate(diag, &error, name->place);
    return method;
}

static struct target_method *find_target(struct target *target, const struct spec_text *name,
                                         struct diag *diag) {
    struct target_method *method = find_method(target, name, diag);
    if (!method || method->has_code) return method;
    diag_error(diag, name->place,
               "%s is abstract or native, so there is nothing to compile: call a method that has a "
               "body",
               method->name);
    return NULL;
}

static bool direct(struct target *target, const struct spec_texts *methods,
                   enum target_directive directive, struct diag *diag) {
    bool is_fine = true;
    vec_each(struct spec_text, name, methods) {
        struct target_method *method = find_method(target, name, diag);
        if (method)
            target->direct(target, method, directive);
        else
            is_fine = false;
    }
    return is_fine;
}

static bool disable_phases(struct target *target, struct diag *diag) {
    const char *name, *meaning;
    bool is_fine = true;
    for (size_t i = 0; target->list_names(TARGET_SWITCHES, i, &name, &meaning); i++)
        is_fine &= target->disable(target, name, diag);
    return is_fine;
}

static bool set_up_compiler(const struct run_host *host, const struct test *test,
                            struct diag *diag) {
    const struct spec *spec = test->spec;
    struct target *target = host->target;
    struct spec_texts proof = {(struct spec_text *)test->without, test->without != NULL, 0};
    bool is_known = names_check(spec, diag);
    if (spec->vm->command) return is_known;
    bool is_fine = each_name(target, host->without, target->disable, diag);
    is_fine &= is_known && each_name(target, &spec->compiler.without, target->disable, diag);
    is_fine &= each_name(target, &proof, target->disable, diag);
    is_fine &= !test->is_bare || disable_phases(target, diag);
    is_fine &= each_name(target, host->sabotage, target->sabotage, diag);
    return is_known && each_name(target, &spec->compiler.sabotage, target->sabotage, diag) &&
           is_fine;
}

static bool choose_roots(const struct program *program, const struct compiler_spec *spec,
                         struct diag *diag) {
    bool is_fine = true;
    if (spec->compile_all) return true;
    program->target->compile_only(program->target, program->method);
    vec_each(struct spec_text, name, &spec->compile) {
        struct target_method *method = find_method(program->target, name, diag);
        if (method)
            program->target->compile_only(program->target, method);
        else
            is_fine = false;
    }
    return is_fine;
}

/* --- names in expectations --- */

static bool is_in_text(struct arena *arena, const struct program *program, const struct spec *spec,
                       const char *name) {
    const char *literal = arena_format(arena, "\"%s\"", name);
    vec_each(struct target_source, source, &program->sources) {
        if (strstr(source->text, literal)) return true;
    }
    vec_each(struct vm_rule, rule, &spec->rules) {
        if (rule->java && strstr(rule->java->text, literal)) return true;
    }
    return false;
}

static bool is_hit_by_rule(const struct spec *spec, const char *name) {
    vec_each(struct vm_rule, rule, &spec->rules)
        if (strcmp(rule->hit, name) == 0) return true;
    return false;
}

/* Behind the [count] names of counters. How many they are then. */
static size_t add_names_of_rules(struct arena *arena, const struct spec *spec,
                                 const char *const **names, size_t count) {
    const char **all = ARENA_ARRAY(arena, const char *, count + spec->rules.count);
    memory_copy(all, *names, count * sizeof *all);
    vec_each(struct vm_rule, rule, &spec->rules) all[count++] = rule->hit;
    *names = all;
    return count;
}

/* A counter exists when a rule or a class hits it, or may; which classes of a class path a run loads is known
 * afterwards (program_check_counters). */
static bool check_counter(struct arena *arena, const struct program *program,
                          const struct spec *spec, const char *name, struct place place,
                          struct diag *diag) {
    const char *const *hit;
    if (spec->target.class_path.count || is_hit_by_rule(spec, name)) return true;
    size_t count = program->target->hit_names(program->target, arena, &hit);
    for (size_t i = 0; i < count; i++)
        if (!hit[i] || strcmp(hit[i], name) == 0) return true;
    size_t known_count = add_names_of_rules(arena, spec, &hit, count);
    if (!is_in_text(arena, program, spec, name))
        return unknown_error(diag, place, "counter", name, hit, known_count);
    return diag_error(diag, place,
                      "no bytecode hits the counter '%s', though the Java text has the name: it "
                      "stands in a comment, or where code is left out, as behind 'if (false)'",
                      name);
}

static bool check_loaded(const char *const *constants, size_t count, const char *name,
                         struct place place, struct diag *diag) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(constants[i], name) == 0) return true;
    const char *nearest = diag_nearest(name, constants, count);
    return diag_error(diag, place,
                      nearest ? "no class that was loaded names the counter '%s', and it was never "
                                "hit; did you mean '%s'?"
                              : "no class that was loaded names the counter '%s', and it was never "
                                "hit",
                      name, nearest);
}

bool program_check_counters(struct arena *arena, const struct program *program,
                            const struct spec *spec, struct diag *diag) {
    if (!spec->target.class_path.count) return true;
    size_t count = program->target->string_constants(program->target, NULL, 0);
    const char **constants = ARENA_ARRAY(arena, const char *, count);
    program->target->string_constants(program->target, constants, count);
    bool is_fine = true;
    vec_each(struct spec_expectation, expectation, &spec->expectations) {
        name_list counters = expectation_counters(expectation->expectation, arena);
        vec_each(struct needed_name, counter, &counters) {
            const char *name = counter->text;
            if (is_hit_by_rule(spec, name) ||
                count_value(program->target->counter(program->target, name)))
                continue;
            is_fine &= check_loaded(constants, count, name, spec_place_of(expectation, name), diag);
        }
    }
    return is_fine;
}

/* One that named nothing would leave its counter at 0, or its table empty, which says nothing. */
bool program_check_unmet(const struct vm_rule *rule, bool is_of, struct diag *diag) {
    if (!rule || !rule->place.file) return true;
    return diag_error(diag, rule->place, "'%s: %s' names nothing that ran at a point '%s'",
                      is_of ? "of" : "in", is_of ? rule->of : rule->in, point_name(rule->point));
}

bool program_check_rules(const struct program *program, struct diag *diag) {
    bool is_of = false;
    const struct vm_rule *rule = program->target->unmet_rule(program->target, &is_of);
    return program_check_unmet(rule, is_of, diag);
}

static bool is_primitive(const char *name) {
    for (int type = 0; type < JAVA_TYPE_COUNT; type++)
        if (type != JAVA_REFERENCE && type != JAVA_VOID &&
            strcmp(name, value_type_text((enum java_type)type)) == 0)
            return true;
    return false;
}

bool program_check_class(const struct program *program, const char *name, struct place place,
                         struct diag *diag) {
    struct diag error = DIAG_INIT;
    size_t length = strcspn(name, "[");
    char element[256];
    if (strstr(name, "/0x")) return true; /* hidden, as a lambda's: it is not found by its name */
    for (const char *rest = name + length; *rest; rest += 2)
        if (!length || length >= sizeof element || strncmp(rest, "[]", 2) != 0)
            return diag_error(diag, place, "'%s' is not a class: write an array as int[] or A[][]",
                              name);
    snprintf(element, sizeof element, "%.*s", (int)length, name);
    if (name[length] && is_primitive(element)) return true;
    if (program->target->find_class(program->target, name[length] ? element : name, &error))
        return true;
    return relocate(diag, &error, place);
}

static bool check_throwable(const struct program *program, const char *name, struct place place,
                            struct diag *diag) {
    struct diag error = DIAG_INIT;
    if (!program_check_class(program, name, place, diag)) return false;
    struct target *target = program->target;
    return target->class_fits(target, target->find_class(target, name, &error),
                              "java/lang/Throwable") ||
           diag_error(diag, place, "a %s cannot be thrown", name);
}

bool program_check_method(const struct program *program, const char *name, struct place place,
                          struct diag *diag) {
    const struct target_method *method =
        find_method(program->target, &(struct spec_text){name, place}, diag);
    return method != NULL;
}

/* The class library of another VM has classes and methods that this one's has not; a VM with inserted code has this one's. */
static bool is_of_other_library(const struct spec *spec, const char *name) {
    static const char *const packages[] = {"java.", "javax.", "jdk.", "sun.", "com.sun."};
    if (!vm_has_other_compiler(spec->vm)) return false;
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
        if (!strncmp(name, packages[i], strlen(packages[i]))) return true;
    return false;
}

static bool check_name(struct arena *arena, const struct program *program, const struct spec *spec,
                       const struct needed_name *name, struct place place, struct diag *diag) {
    if (!name->text) return true;
    if (name->kind != NAME_COUNTER && is_of_other_library(spec, name->text)) return true;
    switch (name->kind) {
    case NAME_COUNTER: return check_counter(arena, program, spec, name->text, place, diag);
    case NAME_CLASS: return program_check_class(program, name->text, place, diag);
    case NAME_THROWABLE: return check_throwable(program, name->text, place, diag);
    case NAME_METHOD: return program_check_method(program, name->text, place, diag);
    }
    UNREACHABLE();
}

/* In a line that has code. */
static bool check_call(const struct program *program, const struct spec_expectation *expectation,
                       const struct via *step, const struct target_method *caller,
                       struct diag *diag) {
    struct target *target = program->target;
    const struct via *next = step + 1;
    struct diag known = DIAG_INIT;
    if (next == expectation->steps.items + expectation->steps.count || !target->may_call)
        return true;
    const struct target_method *callee = target->find_method(target, next->method, &known);
    if (!callee || target->may_call(target, caller, step->line, callee)) return true;
    bool calls = step->line && target->may_call(target, caller, 0, callee);
    return diag_error(diag, spec_place_of(expectation, step->method), "%s has no call of %s%s",
                      step->method, next->method, calls ? " in this line" : "");
}

/* A call that is not there would never be made, nor one of a method without code: which says nothing. */
static bool check_steps(const struct program *program, const struct spec *spec,
                        const struct spec_expectation *expectation, struct diag *diag) {
    struct target *target = program->target;
    bool is_fine = true;
    vec_each(struct via, step, &expectation->steps) {
        struct diag known = DIAG_INIT;
        struct place place = spec_place_of(expectation, step->method);
        struct target_method *method = target->find_method(target, step->method, &known);
        if (!method) continue;
        if (method->is_abstract)
            is_fine = diag_error(diag, place,
                                 "%s is abstract: what is called is a method that overrides it, so "
                                 "name that",
                                 step->method);
        if (!step->line || !target->has_line || target->has_line(target, method, step->line)) {
            is_fine &= check_call(program, expectation, step, method, diag);
            continue;
        }
        int first = spec->target.java.text ? spec->target.java.place.line : 1;
        is_fine = diag_error(diag, place,
                             first > 1 ? "%s has no code in line %d: a spec counts lines from the "
                                         "first of its Java text, which is line %d here"
                                       : "%s has no code in line %d",
                             step->method, step->line - first + 1, first);
    }
    return is_fine;
}

static bool check_expectations(struct arena *arena, const struct program *program,
                               const struct spec *spec, struct diag *diag) {
    bool is_fine = true;
    vec_each(struct spec_expectation, expectation, &spec->expectations) {
        name_list names = expectation_names(expectation->expectation, arena);
        vec_each(struct needed_name, name, &names)
            is_fine &= check_name(arena, program, spec, name,
                                  spec_place_of(expectation, name->text), diag);
        is_fine &= check_steps(program, spec, expectation, diag);
        if (expectation->kind->fits)
            is_fine &= expectation->kind->fits(expectation, program, spec, diag);
    }
    return is_fine;
}

static bool count_by_rules(const struct run_host *host, const struct test *test,
                           struct arena *arena, struct program *program, struct diag *diag) {
    const struct spec *spec = test->spec;
    struct diag error = DIAG_INIT;
    program->rules = rows_rules(arena, spec, program->method);
    bool is_asked = program->rules.count || spec->profilers.count;
    program->counts_by_rules = !host->leaves_out_inserted_code && is_asked;
    vec_each(struct spec_expectation, expectation, &spec->expectations) {
        program->keeps_lives |=
            program->counts_by_rules && expectation_age(expectation->expectation);
        program->keeps_cycles |=
            program->counts_by_rules && expectation_needs_cycles(expectation->expectation);
        program->keeps_call_graph |=
            program->counts_by_rules && expectation_needs_call_graph(expectation->expectation);
    }
    return !program->counts_by_rules ||
           program->target->count_by_rules(program->target, program->rules.items,
                                           program->rules.count, &spec->profilers, test->seed,
                                           &error) ||
           relocate(diag, &error,
                    program->rules.count ? program->rules.items[0].place
                                         : spec->profilers.items[0].place);
}

static bool inline_by_profile(struct target *target, const struct spec_text *file,
                              struct diag *diag) {
    struct diag error = DIAG_INIT;
    return !file->text || target->inline_by(target, file->text, &error) ||
           diag_error(diag, file->place, "%s", error.message);
}

static bool keep_contexts(const struct run_host *host, const struct spec *spec,
                          struct program *program, struct diag *diag) {
    struct diag error = DIAG_INIT;
    const struct spec_expectation *needing = NULL;
    vec_each(struct spec_expectation, expectation, &spec->expectations) {
        if (expectation_needs_contexts(expectation->expectation)) needing = expectation;
    }
    program->keeps_contexts = needing && !host->leaves_out_inserted_code;
    return !program->keeps_contexts || program->target->keep_contexts(program->target, &error) ||
           relocate(diag, &error, needing->place);
}

bool program_load(struct run_host *host, const struct test *test, struct arena *arena,
                  struct diag *diag, struct program *out) {
    const struct spec *spec = test->spec;
    const struct generators *warm_up =
        spec->run.warm_up.has_arguments ? &spec->run.warm_up.arguments : &spec->run.arguments;
    *out = (struct program){0};
    struct target *target = host->target;
    if (!restart(host, spec, diag)) return false;
    bool is_fine = set_up_compiler(host, test, diag);
    out->target = target;
    is_fine &= keep_contexts(host, spec, out, diag);
    if (host->leaves_out_inserted_code) target->leave_out_inserted_code(target);
    if (!define_classes(arena, target, spec, out, diag)) return false;
    is_fine &= inline_by_profile(target, &spec->target.profile_of, diag);
    is_fine &= direct(target, &spec->target.never_inline, TARGET_NEVER_INLINE, diag);
    is_fine &= direct(target, &spec->target.always_inline, TARGET_ALWAYS_INLINE, diag);
    is_fine &= direct(target, &spec->target.never_compile, TARGET_NEVER_COMPILE, diag);
    if (!(out->method = find_target(target, &spec->run.call, diag))) return false;
    is_fine &= program_check_probes(arena, out, spec, diag);
    is_fine &= choose_roots(out, &spec->compiler, diag);
    is_fine &= count_by_rules(host, test, arena, out, diag);
    target->probe_sites(target, host->wants_sites ? ~0u : spec->profile);
    is_fine &= drawers_bind(arena, target, out->method, &spec->run, warm_up, ~test->seed, diag,
                            &out->warm_up_arguments);
    is_fine &= drawers_bind(arena, target, out->method, &spec->run, &spec->run.arguments,
                            test->seed, diag, &out->arguments);
    if (host->leaves_out_inserted_code) return is_fine; /* the names may be in what is left out */
    return check_expectations(arena, out, spec, diag) && is_fine;
}
