/* The target `fake`, for tests of the harness alone: one class, A, whose static int foo(boolean)
 * returns its argument, hits the counter "allocated" when compiled and its argument is true
 * (always, when the phase "escape" is disabled), and is compiled by its tenth call. Words in the
 * source make it misbehave. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "harness/target.h"

static struct {
    struct target_settings settings;
    struct target_listener listener;
    bool is_left_out; /* inserted code */
    bool has_escape, is_compiled;
    int calls;
    struct cell_space cells;
    struct cells thread;
    struct count reached, effective, site_bytes;
    int64_t allocated, deoptimizations;
    char source[4096];
    struct {
        const char *name;
        struct count hits;
    } counters[8];
    size_t counter_count;
    unsigned profile;
    const struct vm_rule *unmet;
} fake;

static const enum java_type foo_parameters[] = {JAVA_BOOLEAN};
static const char *const foo_classes[] = {NULL};
static const struct method_shape foo_shape = {.parameter_count = 1,
                                              .parameter_slots = 1,
                                              .return_type = JAVA_INT,
                                              .parameters = foo_parameters,
                                              .parameter_classes = foo_classes},
                                 bar_shape = {.return_type = JAVA_VOID};
static struct target_method methods[] = {
    {.name = "A.foo(Z)I", .line = 3, .is_static = true, .shape = &foo_shape},
    {.name = "A.bar()V", .line = 3, .shape = &bar_shape}};
static struct target_class { const char *name; } the_class = {"A"};

static bool source_says(const char *word) { return strstr(fake.source, word) != NULL; }

static int64_t default_threshold(void) { return 10; }

static bool start(struct target *target, const struct target_settings *settings,
                  const struct compiler_spec *asked, struct diag *diag) {
    cell_space_release(&fake.cells);
    memset(&fake, 0, sizeof fake);
    fake.settings = *settings;
    fake.has_escape = true;
    cell_space_init(&fake.cells);
    cells_attach(&fake.cells, &fake.thread);
    fake.reached = count_make(&fake.cells);
    fake.effective = count_make(&fake.cells);
    fake.site_bytes = count_make(&fake.cells);
    return true;
}

static void end(struct target *target) {}
static bool load_compiler(struct target *target, struct diag *diag) { return true; }
static bool try_compiler(struct target *target) { return true; }

static bool define_sources(struct target *target, const struct target_source *sources, size_t count,
                           struct diag *diag) {
    struct place place = {sources[0].file, sources[0].first_line, sources[0].first_column};
    snprintf(fake.source, sizeof fake.source, "%s", sources[0].text);
    return !source_says("SYNTAX") || diag_error(diag, place, "';' expected");
}

static bool add_class_path(struct target *target, const char *path, struct diag *diag) {
    return true;
}

static struct target_class *find_class(struct target *target, const char *name, struct diag *diag) {
    if (strcmp(name, the_class.name) == 0) return &the_class;
    diag_error(diag, (struct place){0}, "no class is called '%s', did you mean 'A'?", name);
    return NULL;
}

static struct target_method *find_method(struct target *target, const char *name,
                                         struct diag *diag) {
    size_t length = strlen(name);
    for (int i = 0; i < 2; i++) {
        methods[i].has_code = !source_says("ABSTRACT");
        if (strncmp(methods[i].name, name, length) == 0 &&
            (methods[i].name[length] == '(' || !methods[i].name[length]))
            return &methods[i];
    }
    diag_error(diag, (struct place){0}, "no method is called '%s', did you mean 'A.foo'?", name);
    return NULL;
}

static bool class_fits(struct target *target, struct target_class *class,
                       const char *internal_name) {
    return true;
}

static void decide(enum event_kind kind, enum reason reason) {
    struct position position = {.method = "A.foo(Z)I", .line = 3};
    struct event event = {.kind = kind,
                          .reason = reason,
                          .root = "A.foo(Z)I",
                          .compilation = 1,
                          .phase = "escape",
                          .position = &position,
                          .origin = event_kind_has_origin(kind) ? &position : NULL,
                          .subject = "A",
                          .frequency = source_says("UNTOLD") && !fake.has_escape ? -1 : 0.5};
    event_send(&fake.listener.events, &event);
}

static void compile(void) {
    if (source_says("NEVER")) return;
    if (source_says("NEEDS_ESCAPE") && !fake.has_escape) return;
    fake.is_compiled = true;
    decide(fake.has_escape ? EVENT_virtualized : EVENT_allocation_kept, REASON_none);
    if (fake.has_escape) decide(EVENT_materialized, REASON_passed_to_call);
    bool is_perturbed = source_says("PERTURB") && !fake.is_left_out;
    struct graph_sink *graphs = &fake.listener.graphs;
    if (graphs->receive)
        graphs->receive(graphs->context, "A.foo(Z)I", "optimised", is_perturbed ? "x" : "y");
    decide(EVENT_compiled, REASON_none);
}

static void hit(const struct count *count, int64_t amount) {
    count_add(&fake.thread, count, COUNT_COMPILED, amount);
}

static void run_compiled(bool argument) {
    bool allocates = argument || !fake.has_escape;
    hit(&fake.reached, 1);
    hit(&fake.effective, allocates);
    hit(&fake.site_bytes, allocates ? 16 : 0);
    int64_t bytes = source_says("LEAK") ? 32 : source_says("TWICE") ? 8 : 16;
    fake.allocated += allocates ? bytes : 0;
    if (allocates && fake.counter_count) hit(&fake.counters[0].hits, 1);
    if (source_says("CRASH")) raise(SIGSEGV);
    while (source_says("HANG")) pause();
    if (source_says("KILL_WORKER") && !fake.is_left_out) kill(getppid(), SIGKILL), pause();
    if (source_says("DEOPT") && fake.calls == 200) fake.is_compiled = false, fake.deoptimizations++;
}

static struct target_result call(struct target *target, struct target_method *method,
                                 const union target_value *arguments) {
    bool was_compiled = fake.is_compiled;
    if (was_compiled) run_compiled(arguments[0].i);
    if (++fake.calls == 10) compile();
    if (source_says("SPEAK")) fputs("hello\n", fake.settings.out);
    bool is_wrong = was_compiled && source_says("WRONG") && fake.calls > 500;
    return (struct target_result){.value.i = arguments[0].i + is_wrong};
}

static size_t call_together(struct target *target, struct target_method *method,
                            const union target_value *arguments, size_t count,
                            struct target_result *results) {
    for (size_t i = 0; i < count; i++) results[i] = call(target, method, arguments);
    return count;
}

static struct target_result interpret(struct target *target, struct target_method *method,
                                      const union target_value *arguments) {
    if (source_says("SPEAK")) fputs("hello\n", fake.settings.out);
    return (struct target_result){.value.i = arguments[0].i};
}

static struct outcome outcome(struct target *target, enum java_type return_type,
                              struct target_result result, struct arena *arena) {
    return (struct outcome){.kind = OUTCOME_INTEGER, .integer = result.value.i};
}

static const char *story(struct target *target, struct target_result result, struct arena *arena) {
    return "java.lang.X";
}

static bool allocation_failed(struct target *target) {
    int failing = fake.settings.failing_allocation;
    return failing && fake.calls >= failing;
}

static struct target_object *new_object(struct target *target, struct target_class *class,
                                        struct diag *diag) {
    BUG("no argument of A.foo is an object");
}

static struct target_object *new_string(struct target *target, const char *utf8) {
    BUG("no argument of A.foo is a string");
}

static struct target_object *new_array(struct target *target, enum java_type type,
                                       struct target_class *class, int32_t length) {
    BUG("no argument of A.foo is an array");
}

static void array_set(struct target *target, struct target_object *array, int32_t index,
                      union target_value value) {
    BUG("no argument of A.foo is an array");
}

static bool has_started_threads(struct target *target) { return source_says("THREADS"); }

static void direct(struct target *target, struct target_method *method,
                   enum target_directive directive) {}
static void compile_only(struct target *target, struct target_method *method) {}

static bool is_compiled(struct target *target, const struct target_method *method) {
    return fake.is_compiled;
}

static int64_t interpreted_calls(struct target *target, const struct target_method *method) {
    return fake.calls;
}

static enum reason bailout_reason(struct target *target, const struct target_method *method) {
    return source_says("NEVER") ? REASON_irreducible_loop : REASON_none;
}

static void watch(struct target *target, const struct target_watcher *watcher) {}
static void ask_to_stop(struct target *target) {}

static void stands(struct target *target, struct target_stand *out) {
    *out = (struct target_stand){0};
}

static void stands_in_handler(struct target *target, struct target_stand *out) {
    *out = (struct target_stand){.phase = "gvn"};
    if (source_says("HANG")) out->compiling = methods[0].name;
}

static bool is_escape(const char *name, struct diag *diag) {
    return strcmp(name, "escape") == 0 ||
           diag_error(diag, (struct place){0}, "no phase is called '%s'", name);
}

static bool is_limit_setting(const char *text) { return strncmp(text, "size=", 5) == 0; }

static bool disable(struct target *target, const char *name, struct diag *diag) {
    if (strcmp(name, "gvn") == 0) return true;
    fake.has_escape = false;
    return is_limit_setting(name) || is_escape(name, diag);
}

static bool list_names(enum target_names which, size_t index, const char **name,
                       const char **meaning) {
    static const char *const names[] = {"escape", "gvn"};
    if (which == TARGET_RULES || index >= sizeof names / sizeof *names) return false;
    *name = *meaning = names[index];
    return true;
}

static bool list_limits(size_t index, const char **name, double *value, const char **meaning) {
    *name = *meaning = "size";
    *value = 2;
    return index < 1;
}

static bool explain(struct target *target, struct target_method *method, FILE *out,
                    struct diag *diag) {
    fprintf(out, "the graph of %s\n", method->name);
    return true;
}

static void leave_out_inserted_code(struct target *target) { fake.is_left_out = true; }
static bool has_inserted_code(struct target *target) { return true; }

static void listen(struct target *target, const struct target_listener *listener) {
    fake.listener = *listener;
}

static const struct count *counter(struct target *target, const char *name) {
    for (size_t i = 0; i < fake.counter_count; i++)
        if (strcmp(fake.counters[i].name, name) == 0) return &fake.counters[i].hits;
    fake.counters[fake.counter_count].name = name;
    fake.counters[fake.counter_count].hits = count_make(&fake.cells);
    return &fake.counters[fake.counter_count++].hits;
}

static bool list_counters(struct target *target, size_t index, const char **name,
                          const struct count **hits) {
    if (index >= fake.counter_count) return false;
    *name = fake.counters[index].name;
    *hits = &fake.counters[index].hits;
    return true;
}

static size_t hit_names(struct target *target, struct arena *arena, const char *const **names) {
    static const char *const allocated_alone[] = {"allocated"};
    *names = allocated_alone;
    return source_says("allocated");
}

static size_t string_constants(struct target *target, const char **out, size_t capacity) {
    if (capacity) out[0] = "allocated";
    return 1;
}

static void begin_measurement(struct target *target) {}

static size_t probes(struct target *target, const struct target_method *root, struct arena *arena,
                     const struct target_probe **out) {
    *out = NULL;
    return 0;
}

static size_t losses(struct target *target, struct arena *arena,
                     const struct loss_observation **out) {
    *out = NULL;
    return 0;
}

static void probe_sites(struct target *target, unsigned profile) { fake.profile = profile; }

static bool list_profilers(size_t index, const char **name, const char **meaning) {
    *name = *meaning = "blocks";
    return index < 1;
}

static void print_tables(struct target *target, FILE *out) { fputs("the blocks\n", out); }

static bool count_by_rules(struct target *target, const struct vm_rule *rules, size_t count,
                           const struct spec_profilers *profilers, uint64_t seed,
                           struct diag *diag) {
    fake.unmet = NULL;
    for (size_t i = 0; i < count && !fake.unmet; i++)
        if (rules[i].in && strncmp(rules[i].in, "A.foo", 5) != 0) fake.unmet = &rules[i];
    return true;
}

static void each_row(struct target *target, row_receiver *tell, void *context) {}

static int64_t lifetime_step(int64_t bytes, int64_t *next) {
    *next = bytes / 16 * 16 + 16;
    return bytes / 16 * 16;
}
static size_t end_lives(struct target *target) { return 0; }
static struct target_lives lives(struct target *target, size_t place, int64_t younger_than) {
    BUG("nothing lives");
}

static size_t cycles(struct target *target, struct arena *arena,
                     const struct cycles_observation **rows, int64_t *windows) {
    return 0;
}

static size_t call_graph(struct target *target, struct arena *arena,
                         const struct edge_observation **edges) {
    return 0;
}

static bool read_call_graph(const char *path, struct arena *arena,
                            const struct edge_observation **edges, size_t *count,
                            struct diag *diag) {
    static const struct edge_observation none;
    *edges = &none;
    *count = 0;
    return true;
}

static bool inline_by(struct target *target, const char *path, struct diag *diag) { return true; }

static bool keep_contexts(struct target *target, struct diag *diag) { return true; }
static size_t contexts(struct target *target) { return 0; }

static struct target_context context(struct target *target, size_t number) {
    BUG("there is no context");
}

static int64_t context_calls(struct target *target, size_t number) { BUG("there is no context"); }

static const struct vm_rule *unmet_rule(struct target *target, bool *is_of) {
    *is_of = false;
    return fake.unmet;
}

static bool list_sites(struct target *target, size_t index, struct target_site *site) {
    static const struct position position = {.method = "A.foo(Z)I", .line = 3};
    if (index || !(fake.profile & PROFILE_OF(SITE_ALLOCATION))) return false;
    *site = (struct target_site){.kind = SITE_ALLOCATION,
                                 .maker = MAKER_COMPILED_CODE,
                                 .position = &position,
                                 .subject = "A",
                                 .is_compiled = true,
                                 .reached = &fake.reached,
                                 .effective = &fake.effective,
                                 .bytes = &fake.site_bytes};
    return true;
}

static struct target_allocated allocated(struct target *target) {
    return (struct target_allocated){
        .bytes = fake.allocated, .compiled_bytes = fake.allocated, .program_bytes = fake.allocated};
}

static struct target_totals totals(struct target *target) {
    return (struct target_totals){.deoptimizations = fake.deoptimizations};
}

static struct target the_fake = {.list_names = list_names,
                                 .list_limits = list_limits,
                                 .is_limit_setting = is_limit_setting,
                                 .default_threshold = default_threshold,
                                 .start = start,
                                 .end = end,
                                 .load_compiler = load_compiler,
                                 .try_compiler = try_compiler,
                                 .disable = disable,
                                 .sabotage = disable,
                                 .leave_out_inserted_code = leave_out_inserted_code,
                                 .add_class_path = add_class_path,
                                 .define_sources = define_sources,
                                 .find_class = find_class,
                                 .find_method = find_method,
                                 .class_fits = class_fits,
                                 .direct = direct,
                                 .compile_only = compile_only,
                                 .probe_sites = probe_sites,
                                 .count_by_rules = count_by_rules,
                                 .unmet_rule = unmet_rule,
                                 .list_profilers = list_profilers,
                                 .print_tables = print_tables,
                                 .lifetimes_profiler = "blocks",
                                 .cycles_profiler = "locks",
                                 .cycles = cycles,
                                 .call_graph_profiler = "blocks",
                                 .all_calls_profiler = "locks",
                                 .call_graph = call_graph,
                                 .read_call_graph = read_call_graph,
                                 .inline_by = inline_by,
                                 .lifetime_step = lifetime_step,
                                 .end_lives = end_lives,
                                 .lives = lives,
                                 .keep_contexts = keep_contexts,
                                 .contexts = contexts,
                                 .context = context,
                                 .context_calls = context_calls,
                                 .each_row = each_row,
                                 .new_object = new_object,
                                 .new_string = new_string,
                                 .new_array = new_array,
                                 .array_set = array_set,
                                 .call = call,
                                 .call_together = call_together,
                                 .interpret = interpret,
                                 .outcome = outcome,
                                 .story = story,
                                 .is_compiled = is_compiled,
                                 .bailout_reason = bailout_reason,
                                 .interpreted_calls = interpreted_calls,
                                 .allocation_failed = allocation_failed,
                                 .has_started_threads = has_started_threads,
                                 .counter = counter,
                                 .list_counters = list_counters,
                                 .list_sites = list_sites,
                                 .allocated = allocated,
                                 .totals = totals,
                                 .begin_measurement = begin_measurement,
                                 .has_inserted_code = has_inserted_code,
                                 .probes = probes,
                                 .losses = losses,
                                 .hit_names = hit_names,
                                 .string_constants = string_constants,
                                 .listen = listen,
                                 .explain = explain,
                                 .watch = watch,
                                 .stands = stands,
                                 .stands_in_handler = stands_in_handler,
                                 .ask_to_stop = ask_to_stop};

struct target *target_fake(void) {
    return &the_fake;
}
