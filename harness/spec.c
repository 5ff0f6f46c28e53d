/* Specs from their trees: the top level, target, compiler and status; run and expect have files of
 * their own. */
#include "harness/spec.h"

#include <string.h>

#include "assertions/sites.h"
#include "base/vec.h"
#include "harness/matrix.h"
#include "harness/names.h"
#include "harness/spec_keys.h"
#include "harness/spec_read.h"
#include "harness/defaults.h"
#include "harness/overlay.h"
#include "harness/target.h"
#include "rules/rules.h"

struct spec_text spec_text_of(const struct yaml_node *scalar) {
    return scalar ? (struct spec_text){scalar->text, scalar->place} : (struct spec_text){0};
}

void spec_texts_add(struct spec_reader *reader, const struct yaml_node *node,
                    struct spec_texts *out) {
    if (!node) return;
    if (node->kind == YAML_SCALAR) arena_vec_push(reader->arena, out, spec_text_of(node));
    if (node->kind != YAML_LIST) return;
    for (uint32_t i = 0; i < node->item_count; i++) spec_texts_add(reader, node->items[i], out);
}

const char *spec_flow(struct spec_reader *reader, const struct yaml_node *node) {
    struct strbuf line = STRBUF_INIT;
    yaml_flow(node, &line);
    const char *copy = arena_copy_text(reader->arena, strbuf_text(&line), line.length);
    strbuf_release(&line);
    return copy;
}

struct spec_value spec_value_of(const struct yaml_node *scalar) {
    struct spec_value constant = {.text = scalar->text};
    bool boolean;
    if (yaml_is_null(scalar)) return constant;
    if (yaml_to_bool(scalar, &boolean)) {
        constant.kind = SPEC_BOOLEAN;
        constant.real = (double)(constant.integer = boolean);
    } else if (yaml_to_integer(scalar, &constant.integer)) {
        constant.kind = SPEC_INTEGER;
        constant.real = (double)constant.integer;
    } else if (yaml_to_number(scalar, &constant.real)) {
        constant.kind = SPEC_REAL;
    } else {
        constant.kind = SPEC_TEXT;
    }
    return constant;
}

const char *spec_path(struct spec_reader *reader, const char *path) {
    const char *slash = strrchr(reader->file, '/');
    if (*path == '/' || !slash) return path;
    return arena_format(reader->arena, "%.*s/%s", (int)(slash - reader->file), reader->file, path);
}

static void read_paths(struct spec_reader *reader, const struct yaml_node *node,
                       struct spec_texts *out) {
    spec_texts_add(reader, node, out);
    vec_each(struct spec_text, path, out) path->text = spec_path(reader, path->text);
}

static bool read_java(struct spec_reader *reader, const struct yaml_node *node,
                      struct spec_text *out) {
    if (!node) return true;
    if (!node->keeps_lines)
        return diag_error(reader->diag, node->place,
                          "write Java as a literal block, 'java: |', so that its lines stay lines");
    *out = (struct spec_text){node->text, {reader->file, node->text_line, node->text_column}};
    return true;
}

/* Languages of targets, and the VM that has each. */
static const struct { const char *key, *vm; } scripts[] = {{"javascript", "v8"}, {"lua", "luajit"}};
enum { SCRIPTS = sizeof scripts / sizeof *scripts };

static bool read_twin(struct spec_reader *reader, struct yaml_node *node, struct target_spec *out) {
    if (!node) return true;
    if (!section_check(node, &section_calibrate, reader->diag)) return false;
    out->twin = spec_text_of(yaml_get(node, "function"));
    out->twin_of = spec_text_of(yaml_get(node, "of"));
    return true;
}

static bool read_script(struct spec_reader *reader, struct yaml_node *node,
                        struct target_spec *out) {
    bool is_fine = read_twin(reader, yaml_get(node, "calibrate"), out);
    out->language = "class files";
    for (size_t i = 0; i < SCRIPTS; i++) {
        struct yaml_node *source = yaml_get(node, scripts[i].key);
        if (!source) continue;
        if (node->pair_count && out->script.text)
            return diag_error(reader->diag, source->place, "a target has one language");
        is_fine &= read_java(reader, source, &out->script);
        out->language = scripts[i].key;
    }
    return is_fine;
}

static bool read_target(struct spec_reader *reader, struct yaml_node *node,
                        struct target_spec *out) {
    if (!node) return false;
    bool is_fine = section_check(node, &section_target, reader->diag);
    is_fine &= read_script(reader, node, out);
    is_fine &= read_java(reader, yaml_get(node, "java"), &out->java);
    read_paths(reader, yaml_get(node, "java_file"), &out->java_files);
    read_paths(reader, yaml_get(node, "classpath"), &out->class_path);
    out->profile_of = spec_text_of(yaml_get(node, "profile_of"));
    if (out->profile_of.text) out->profile_of.text = spec_path(reader, out->profile_of.text);
    spec_texts_add(reader, yaml_get(node, "never_inline"), &out->never_inline);
    spec_texts_add(reader, yaml_get(node, "always_inline"), &out->always_inline);
    spec_texts_add(reader, yaml_get(node, "never_compile"), &out->never_compile);
    if (!is_fine || out->script.text || out->java.text || out->java_files.count ||
        out->class_path.count)
        return is_fine;
    return diag_error(reader->diag, node->place, "target needs 'java', 'java_file' or 'classpath'");
}

/* Of a value whose type was checked. */
static int64_t number_of(const struct yaml_node *value) {
    int64_t number = 0;
    bool flag;
    if (yaml_to_bool(value, &flag)) return flag;
    yaml_to_integer(value, &number);
    return number;
}

static bool read_option(struct spec_reader *reader, const struct yaml_node *value,
                        enum vm_option option, struct spec_options *out) {
    const struct vm_option_row *row = &vm_option_rows[option];
    bool is_word = row->type == VM_RETENTION;
    int64_t number = is_word ? (int64_t)code_retention_of(value->text) : number_of(value);
    if (is_word && number == RETENTION_COUNT)
        return unknown_error(reader->diag, value->place, "retention", value->text,
                             code_retention_names, RETENTION_COUNT);
    if (row->type != VM_FLAG && !is_word && (number < row->least || number > row->most))
        return diag_error(reader->diag, value->place, "'%s' is %lld to %lld, not %s", row->name,
                          (long long)row->least, (long long)row->most, value->text);
    vm_option_set_number(&out->values, option, number);
    return out->is_given[option] = true;
}

static bool read_options(struct spec_reader *reader, struct yaml_node *node,
                         struct spec_options *out) {
    if (!node) return true;
    bool is_fine = section_check(node, &section_options, reader->diag);
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++) {
        const struct yaml_node *value = yaml_get(node, vm_option_rows[option].name);
        if (value) is_fine &= read_option(reader, value, option, out);
    }
    return is_fine;
}

/* It has a key of its own beside options, for what is asked of it so often. */
static bool read_code_cache(struct spec_reader *reader, const struct yaml_node *value,
                            struct spec_options *out) {
    if (!value) return true;
    if (out->is_given[VM_OPTION_code_cache])
        return diag_error(reader->diag, value->place, "'code_cache' is among the options, too");
    return read_option(reader, value, VM_OPTION_code_cache, out);
}

bool spec_options_are_given(const struct spec_options *options) {
    bool is_any = false;
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++)
        is_any |= options->is_given[option];
    return is_any;
}

void spec_options_apply(const struct spec_options *options, struct vm_options *out) {
    for (enum vm_option option = 0; option < VM_OPTION_COUNT; option++)
        if (options->is_given[option]) vm_option_copy(out, &options->values, option);
}

/* Keys that mean something to VMs of adapters alone. */
static bool read_foreign_options(struct spec_reader *reader, const struct yaml_node *node,
                                 const struct vm_identity *vm, struct compiler_spec *out) {
    static const char *const keys[] = {"tier", "background", "vm_options"};
    bool is_fine = true;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !vm->command; i++) {
        const struct yaml_node *value = yaml_get(node, keys[i]);
        if (value)
            is_fine =
                diag_error(reader->diag, value->place,
                           "'%s' is for other VMs: say which one by target.vm or --vm", keys[i]);
    }
    const struct yaml_node *tier = yaml_get(node, "tier"),
                           *background = yaml_get(node, "background");
    out->tier = tier ? tier->text : NULL;
    if (background) yaml_to_bool(background, &out->is_in_background);
    spec_texts_add(reader, yaml_get(node, "vm_options"), &out->vm_options);
    return is_fine;
}

static bool read_compiler(struct spec_reader *reader, struct yaml_node *node,
                          const struct vm_identity *vm, struct compiler_spec *out) {
    if (!node) return true;
    bool is_fine = section_check(node, &section_compiler, reader->diag);
    is_fine &= read_foreign_options(reader, node, vm, out);
    spec_texts_add(reader, yaml_get(node, "without"), &out->without);
    spec_texts_add(reader, yaml_get(node, "sabotage"), &out->sabotage);
    const struct yaml_node *compile = yaml_get(node, "compile");
    out->compile_all = compile && compile->kind == YAML_SCALAR && strcmp(compile->text, "all") == 0;
    if (!out->compile_all) spec_texts_add(reader, compile, &out->compile);
    is_fine &= read_options(reader, yaml_get(node, "options"), &out->options);
    return read_code_cache(reader, yaml_get(node, "code_cache"), &out->options) && is_fine;
}

static bool read_probes(struct spec_reader *reader, const struct yaml_node *list,
                        struct spec_rules *out) {
    const struct vm_rule *rules;
    size_t count;
    if (!list) return true;
    if (!rules_read(reader->arena, list, RULES_OF_SPEC, reader->diag, &rules, &count)) return false;
    for (size_t i = 0; i < count; i++) arena_vec_push(reader->arena, out, rules[i]);
    return true;
}

static bool add_profiler(struct spec_reader *reader, struct spec_profiler profiler,
                         struct spec *out) {
    vec_each(struct spec_profiler, other, &out->profilers)
        if (strcmp(other->name, profiler.name) == 0)
            return diag_error(reader->diag, profiler.place, "the profiler '%s' is named twice",
                              profiler.name);
    arena_vec_push(reader->arena, &out->profilers, profiler);
    return true;
}

/* A rule that hits a counter is the spec's, too; it runs its statements there, once. */
static bool add_profiler_rules(struct spec_reader *reader, struct profiler_file *profiler,
                               struct spec_rules *out) {
    struct vm_rule *rules = ARENA_ARRAY(reader->arena, struct vm_rule, profiler->rule_count);
    for (size_t i = 0; i < profiler->rule_count; i++) {
        rules[i] = profiler->rules[i];
        if (!rules[i].hit) continue;
        if (rules[i].every > 1)
            return diag_error(reader->diag, rules[i].place,
                              "'every' makes estimates of counts, and a spec counts exactly");
        if (rule_has_key(&rules[i], BY_context))
            return diag_error(
                reader->diag, rules[i].place,
                "a rule that hits a counter of a spec cannot count by context: expect "
                "'contexts'");
        arena_vec_push(reader->arena, out, rules[i]);
        rules[i].hit = NULL;
        rules[i].java = NULL;
    }
    profiler->rules = rules;
    return true;
}

static bool read_profiler(struct spec_reader *reader, const struct spec_text *file,
                          struct spec *out) {
    struct diags errors = {.arena = reader->arena};
    struct diag error = {.all = &errors};
    const struct profiler_file *read =
        profiler_read_file(reader->arena, spec_path(reader, file->text), &error);
    for (uint32_t i = 0; i < errors.count; i++) {
        const struct diag *found = errors.items[i];
        diag_error(reader->diag, found->place.file ? found->place : file->place, "%s",
                   found->message);
    }
    if (!read) return false;
    struct profiler_file *copy = ARENA_NEW(reader->arena, struct profiler_file);
    *copy = *read;
    return add_profiler_rules(reader, copy, &out->rules) &&
           add_profiler(reader, (struct spec_profiler){copy->name, file->place, copy}, out);
}

/* A profiler, whose table is shown. Some have the name of sites, which are recorded then, too. */
static bool read_profile_name(struct spec_reader *reader, const struct spec_text *name,
                              struct spec *out) {
    enum { MOST = 64 };
    const char *names[MOST], *meaning;
    size_t count = 0;
    for (enum site_kind kind = 0; kind < SITE_KIND_COUNT; kind++)
        if (strcmp(name->text, site_profile_text(kind)) == 0) out->profile |= PROFILE_OF(kind);
    for (; count < MOST && the_target()->list_profilers(count, &names[count], &meaning); count++)
        if (strcmp(name->text, names[count]) == 0)
            return add_profiler(reader, (struct spec_profiler){name->text, name->place, NULL}, out);
    return unknown_error(reader->diag, name->place, "profile", name->text, names, count);
}

static bool read_profile(struct spec_reader *reader, const struct yaml_node *node,
                         struct spec *out) {
    struct spec_texts asked = {0};
    bool is_fine = true;
    spec_texts_add(reader, node, &asked);
    vec_each(struct spec_text, name, &asked)
        is_fine &= profiler_is_in_file(name->text) ? read_profiler(reader, name, out)
                                                   : read_profile_name(reader, name, out);
    return is_fine;
}

static void choose_profiler(struct spec_reader *reader, const char *profiler, struct place place,
                            struct spec *out) {
    vec_each(struct spec_profiler, other, &out->profilers)
        if (!strcmp(other->name, profiler)) return;
    arena_vec_push(reader->arena, &out->profilers, ((struct spec_profiler){profiler, place, NULL}));
}

/* What expectations need is chosen although `profile` does not name it. */
static void choose_profilers(struct spec_reader *reader, struct spec *out) {
    const struct target *target = the_target();
    vec_each(struct spec_expectation, expectation, &out->expectations) {
        if (!expectation->expectation) continue;
        if (expectation_age(expectation->expectation))
            choose_profiler(reader, target->lifetimes_profiler, expectation->place, out);
        if (expectation_needs_cycles(expectation->expectation))
            choose_profiler(reader, target->cycles_profiler, expectation->place, out);
        if (expectation_needs_call_graph(expectation->expectation))
            choose_profiler(reader, target->call_graph_profiler, expectation->place, out);
        if (expectation_needs_all_calls(expectation->expectation))
            choose_profiler(reader, target->all_calls_profiler, expectation->place, out);
    }
}

static bool read_known_verdict(struct spec_reader *reader, const struct yaml_node *node,
                               enum verdict_kind *out) {
    static const char *const words[] = {"fail", "crash", "timeout", "not_evaluated"};
    static const enum verdict_kind verdicts[] = {VERDICT_FAIL, VERDICT_CRASH, VERDICT_TIMEOUT,
                                                 VERDICT_NOT_EVALUATED};
    *out = VERDICT_FAIL;
    for (size_t i = 0; node && i < sizeof words / sizeof *words; i++) {
        if (strcmp(node->text, words[i])) continue;
        *out = verdicts[i];
        return true;
    }
    return !node || unknown_error(reader->diag, node->place, "verdict", node->text, words,
                                  sizeof words / sizeof *words);
}

/* A map with why, which holds on the VMs that `on` names, or on all. NULL: not here, or with an error. */
static const char *read_why_here(struct spec_reader *reader, struct yaml_node *node,
                                 const struct section *section, const struct vm_identity *vm) {
    if (!section_check(node, section, reader->diag)) return NULL;
    const struct yaml_node *on = yaml_get(node, "on");
    bool is_here = !on || overlay_means(on, vm, reader->diag);
    return is_here ? yaml_get(node, "why")->text : NULL;
}

static bool read_skip(struct spec_reader *reader, struct yaml_node *node, struct spec *out) {
    bool was_set = reader->diag->is_set;
    if (!node) return true;
    out->skip =
        node->kind == YAML_MAP ? read_why_here(reader, node, &section_skip, out->vm) : node->text;
    return was_set || !reader->diag->is_set;
}

static bool read_known_failure(struct spec_reader *reader, struct yaml_node *node,
                               struct spec *out) {
    bool was_set = reader->diag->is_set;
    if (!node) return true;
    const char *why = read_why_here(reader, node, &section_known_failure, out->vm);
    const struct yaml_node *issue = yaml_get(node, "issue");
    out->known_failure =
        why && issue ? arena_format(reader->arena, "%s (%s)", why, issue->text) : why;
    return read_known_verdict(reader, yaml_get(node, "verdict"), &out->known_verdict) &&
           (was_set || !reader->diag->is_set);
}

static bool read_relies_on(struct spec_reader *reader, struct yaml_node *node, struct spec *out) {
    if (!node || node->kind != YAML_MAP) {
        spec_texts_add(reader, node, &out->relies_on);
        vec_each(struct spec_text, thing, &out->relies_on)
            if (strcmp(thing->text, "none") == 0)
                return diag_error(reader->diag, thing->place,
                                  "'none' needs the reason: write relies_on: { "
                                  "none: which part of the VM decides }");
        return true;
    }
    if (!section_check(node, &section_relies_on, reader->diag)) return false;
    out->relies_on_nothing = yaml_get(node, "none")->text;
    return true;
}

/* A spec counts lines from the first line of its Java text, everything else from the top of the
 * file. */
static bool place_line(struct spec_reader *reader, const struct target_spec *target,
                       struct place place, int *line) {
    int lines = 1, wanted = *line;
    if (!wanted || !target->java.text) return true;
    for (const char *text = target->java.text; *text; text++) lines += *text == '\n' && text[1];
    *line += target->java.place.line - 1;
    if (wanted <= lines || target->java_files.count || target->class_path.count) return true;
    return diag_error(reader->diag, place, "there is no line %d: the Java text has %d lines",
                      wanted, lines);
}

static bool place_lines(struct spec_reader *reader, const struct target_spec *target,
                        struct spec_expectations *out) {
    bool is_fine = true;
    vec_each(struct spec_expectation, expectation, out) {
        struct site_expectation *site = expectation->site;
        if (site) {
            site->first_line = target->java.text ? target->java.place.line : 0;
            is_fine &= place_line(reader, target, expectation->place, &site->line);
        }
        vec_each(struct via, step, &expectation->steps)
            is_fine &=
                place_line(reader, target, spec_place_of(expectation, step->method), &step->line);
    }
    return is_fine;
}

/* Of compiled code, where an expectation needs that. */
static void count_executions(struct spec *out) {
    struct spec_options *options = &out->compiler.options;
    vec_each(struct spec_expectation, expectation, &out->expectations) {
        if (!expectation->expectation || !expectation_needs_executions(expectation->expectation))
            continue;
        vm_option_set_number(&options->values, VM_OPTION_count_executions, true);
        options->is_given[VM_OPTION_count_executions] = true;
    }
}

/* A VM takes programs of one language. */
static void skip_other_languages(struct spec_reader *reader, struct spec *out) {
    const char *language = out->target.language;
    if (out->skip || !language || !strcmp(language, out->vm->language)) return;
    out->skip = arena_format(reader->arena, "the target is %s, and %s takes %s", language,
                             out->vm->name, out->vm->language);
}

static bool read_for_vm(struct spec_reader *reader, struct yaml_node *root, struct spec *out) {
    if (root->kind != YAML_MAP)
        return diag_error(reader->diag, root->place,
                          "spec must be a map, not %s: write target, run and expect",
                          yaml_kind_text(root));
    bool is_fine = section_check(root, &section_spec, reader->diag);
    is_fine &= read_skip(reader, yaml_get(root, "skip"), out);
    out->profile = PROFILE_OF(SITE_ALLOCATION); /* the bytes of every spec are accounted for */
    is_fine &= read_relies_on(reader, yaml_get(root, "relies_on"), out);
    is_fine &= read_target(reader, yaml_get(root, "target"), &out->target);
    skip_other_languages(reader, out);
    is_fine &= spec_read_run(reader, yaml_get(root, "run"), &out->run);
    is_fine &= read_compiler(reader, yaml_get(root, "compiler"), out->vm, &out->compiler);
    is_fine &= read_profile(reader, yaml_get(root, "profile"), out);
    is_fine &= read_probes(reader, yaml_get(root, "probes"), &out->rules);
    is_fine &= read_known_failure(reader, yaml_get(root, "known_failure"), out);
    is_fine &=
        spec_read_expectations(reader, yaml_get(root, "expect"), &out->expectations, &out->profile);
    count_executions(out);
    choose_profilers(reader, out);
    return place_lines(reader, &out->target, &out->expectations) && is_fine;
}

/* The command line's, the spec's own, that of the nearest jittest.yaml; else this one. */
static const struct vm_identity *vm_of(struct spec_reader *reader, const struct yaml_node *root) {
    struct defaults defaults;
    const struct yaml_node *target = yaml_get(root, "target");
    const struct yaml_node *asked = target ? yaml_get(target, "vm") : NULL;
    if (vm_chosen()) return vm_chosen();
    if (!defaults_of(reader->arena, reader->file, &defaults, reader->diag)) return NULL;
    if (asked && asked->kind == YAML_SCALAR)
        return vm_identity_of(asked->text, &defaults.names, asked->place, reader->diag);
    for (size_t i = 0; target && i < SCRIPTS; i++)
        if (yaml_get(target, scripts[i].key))
            return vm_identity_of(scripts[i].vm, &defaults.names, target->place, reader->diag);
    return defaults.vm ? vm_identity_of(defaults.vm, &defaults.names, defaults.place, reader->diag)
                       : vm_own();
}

/* Expectations for other VMs are read as well: their mistakes show wherever the spec runs. */
static bool check_others(struct spec_reader *reader, const struct yaml_node *others) {
    struct spec_expectations ignored = {0};
    unsigned profile = 0;
    return !others->item_count || spec_read_expectations(reader, others, &ignored, &profile);
}

static bool read_spec(struct spec_reader *reader, struct yaml_node *root, struct spec *out) {
    struct yaml_node *others;
    if (!(out->vm = vm_of(reader, root))) return false;
    bool is_for_vm = overlay_apply(reader->arena, root, out->vm, reader->diag, &others);
    return read_for_vm(reader, root, out) && check_others(reader, others) && is_for_vm;
}

static bool read_combination(struct arena *arena, const char *file, const struct matrix *matrix,
                             uint32_t combination, const struct yaml_node *root, struct diag *diag,
                             struct spec *out) {
    struct spec_reader reader = {.arena = arena, .diag = diag, .file = file};
    struct yaml_node *tree = matrix_substitute(arena, matrix, combination, root, diag);
    *out = (struct spec){.file = file, .line = 1};
    if (read_spec(&reader, tree, out)) return true;
    names_check(out,
                diag); /* as would be done when the target is loaded, with what is wrong there */
    return false;
}

/* More mistakes than an author can use at once. */
#define MOST_ERRORS 100

static bool is_enough(const struct diag *diag) {
    return diag->is_set && (!diag->all || diag->all->count >= MOST_ERRORS);
}

static bool load_tree(struct arena *arena, const char *file, const char *name,
                      const struct yaml_node *root, struct diag *diag, struct specs *out) {
    struct matrix matrix;
    uint32_t before = out->count;
    if (!root) return false;
    out->is_of_profiler = yaml_get(root, "profiler") && !yaml_get(root, "target");
    if (out->is_of_profiler) return true;
    matrix_read(root, &matrix, diag);
    for (uint32_t i = 0; i < matrix.combinations && !is_enough(diag); i++) {
        struct spec spec;
        if (!read_combination(arena, file, &matrix, i, root, diag, &spec)) continue;
        spec.name = arena_format(arena, "%s%s", name, matrix_name(arena, &matrix, i));
        spec.compiler.chosen_threshold = spec_threshold_needed(&spec);
        arena_vec_push(arena, out, spec);
    }
    if (diag->is_set) out->count = before;
    return !diag->is_set;
}

static const struct yaml_content content = {"spec", "target, run and expect", ", or use matrix"};

bool spec_load(struct arena *arena, const char *file, const char *name, struct diag *diag,
               struct specs *out) {
    return load_tree(arena, file, name, yaml_parse_file(arena, &content, file, diag), diag, out);
}

bool spec_load_text(struct arena *arena, const char *file, const char *name, const char *text,
                    size_t length, struct diag *diag, struct specs *out) {
    return load_tree(arena, file, name, yaml_parse(arena, &content, file, text, length, diag), diag,
                     out);
}
