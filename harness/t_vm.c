/* The target `vm`: starting it, its names, and loading a program into it. */
#include "harness/t_vm.h"

#include "base/die.h"

/* --- names --- */

static bool list_names(enum target_names which, size_t index, const char **name,
                       const char **meaning) {
    switch (which) {
    case TARGET_PHASES: return vm_list_phases(index, name, meaning);
    case TARGET_RULES: return vm_list_rules(index, name, meaning);
    case TARGET_SWITCHES: return vm_list_disableable(index, name, meaning);
    case TARGET_SABOTAGES: return vm_list_sabotages(index, name, meaning);
    case TARGET_STEPS: return vm_list_steps(index, name, meaning);
    case TARGET_NODE_KINDS: return vm_list_node_kinds(index, name, meaning);
    case TARGET_NAMES_COUNT: break;
    }
    UNREACHABLE();
}

static int64_t default_threshold(void) { return vm_options_default().compile_threshold; }

/* --- the VM --- */

static bool start(struct target *target, const struct target_settings *settings,
                  const struct compiler_spec *asked, struct diag *diag) {
    struct vm_target *self = (struct vm_target *)target;
    struct vm_options options = vm_options_default();
    options.out = settings->out;
    options.err = settings->err;
    options.collect_always = settings->collects_always;
    if (settings->tlab_bytes) options.tlab_bytes = settings->tlab_bytes;
    options.fail_allocation = settings->failing_allocation;
    if (asked) spec_options_apply(&asked->options, &options);
    if (asked && asked->chosen_threshold) options.compile_threshold = (int)asked->chosen_threshold;
    arena_init(&self->arena);
    self->contexts = (struct known_contexts){0};
    self->vm = vm_create(&options, diag);
    counting_init(&self->counting, self->vm, &self->arena);
    return self->vm != NULL;
}

static void end(struct target *target) {
    struct vm_target *self = (struct vm_target *)target;
    if (!self->vm) return;
    vm_destroy(self->vm);
    counting_release(&self->counting);
    arena_release(&self->arena);
    self->vm = NULL;
}

static bool load_compiler(struct target *target, struct diag *diag) {
    return vm_load_code_generator(diag);
}

static bool try_compiler(struct target *target) { return vm_try_code_generator(t_vm_of(target)); }

/* --- loading --- */

static bool disable(struct target *target, const char *name, struct diag *diag) {
    return vm_disable(t_vm_of(target), name, diag);
}

static bool sabotage(struct target *target, const char *name, struct diag *diag) {
    return vm_sabotage(t_vm_of(target), name, diag);
}

static void leave_out_inserted_code(struct target *target) {
    vm_leave_out_inserted_code(t_vm_of(target));
}

static bool add_class_path(struct target *target, const char *path, struct diag *diag) {
    return vm_add_class_path(t_vm_of(target), path, diag);
}

static bool define_sources(struct target *target, const struct target_source *sources, size_t count,
                           struct diag *diag) {
    struct arena *arena = &((struct vm_target *)target)->arena;
    struct java_source *blocks = ARENA_ARRAY(arena, struct java_source, count);
    for (size_t i = 0; i < count; i++)
        blocks[i] = (struct java_source){.file = sources[i].file,
                                         .text = sources[i].text,
                                         .length = sources[i].length,
                                         .first_line = sources[i].first_line,
                                         .first_column = sources[i].first_column};
    return vm_define_sources(t_vm_of(target), blocks, count, diag);
}

static void load_named(struct target *target) { vm_load_named(t_vm_of(target)); }

static bool class_files(struct target *target, bool has_inserted_code, struct arena *arena,
                        const struct target_class_file **files, size_t *count, struct diag *diag) {
    const struct vm_class_file *found;
    if (!vm_class_files(t_vm_of(target), has_inserted_code, arena, &found, count, diag))
        return false;
    struct target_class_file *copies = ARENA_ARRAY(arena, struct target_class_file, *count);
    for (size_t i = 0; i < *count; i++)
        copies[i] = (struct target_class_file){found[i].name, found[i].bytes, found[i].size};
    *files = copies;
    return true;
}

static struct target_class *find_class(struct target *target, const char *name, struct diag *diag) {
    return (struct target_class *)vm_find_class(t_vm_of(target), name, diag);
}

static bool is_of_library(struct target *target, const char *method) {
    return vm_is_of_library(t_vm_of(target), method);
}

static const char *class_name(struct target *target, const struct target_class *class) {
    return vm_class_name((const struct class *)class);
}

static struct target_method *find_method(struct target *target, const char *name,
                                         struct diag *diag) {
    struct method *method = vm_find_method(t_vm_of(target), name, diag);
    if (!method) return NULL;
    struct vm_target_method *found =
        ARENA_NEW(&((struct vm_target *)target)->arena, struct vm_target_method);
    *found = (struct vm_target_method){{.name = vm_method_name(method),
                                        .line = vm_method_line(method),
                                        .is_static = vm_method_is_static(method),
                                        .has_code = vm_method_has_code(method),
                                        .is_abstract = vm_method_is_abstract(method),
                                        .shape = vm_method_shape(method)},
                                       method};
    return &found->facts;
}

static bool has_line(struct target *target, const struct target_method *method, int line) {
    return vm_method_has_line(t_vm_method(method), line);
}

static bool may_call(struct target *target, const struct target_method *caller, int line,
                     const struct target_method *callee) {
    return vm_method_may_call(t_vm_method(caller), line, t_vm_method(callee));
}

static bool class_fits(struct target *target, struct target_class *class,
                       const char *internal_name) {
    return vm_class_fits(t_vm_of(target), t_vm_class(class), internal_name);
}

static enum vm_directive directive_of(enum target_directive directive) {
    switch (directive) {
    case TARGET_NEVER_INLINE: return VM_NEVER_INLINE;
    case TARGET_ALWAYS_INLINE: return VM_ALWAYS_INLINE;
    case TARGET_NEVER_COMPILE: return VM_NEVER_COMPILE;
    }
    UNREACHABLE();
}

static void direct(struct target *target, struct target_method *method,
                   enum target_directive directive) {
    vm_direct(t_vm_of(target), t_vm_method(method), directive_of(directive));
}

static void compile_only(struct target *target, struct target_method *method) {
    vm_compile_only(t_vm_of(target), t_vm_method(method));
}

static void probe_sites(struct target *target, unsigned profile) {
    unsigned probes = 0;
    for (enum site_kind kind = 0; kind < SITE_KIND_COUNT; kind++)
        if (profile & PROFILE_OF(kind)) probes |= t_vm_probe_of(kind);
    vm_probe_sites(t_vm_of(target), probes);
}

/* --- the row --- */

static struct vm_target the_vm = {.target = {.list_names = list_names,
                                             .list_limits = vm_list_limits,
                                             .is_limit_setting = vm_is_limit_setting,
                                             .default_threshold = default_threshold,
                                             .start = start,
                                             .end = end,
                                             .load_compiler = load_compiler,
                                             .try_compiler = try_compiler,
                                             .disable = disable,
                                             .sabotage = sabotage,
                                             .leave_out_inserted_code = leave_out_inserted_code,
                                             .add_class_path = add_class_path,
                                             .define_sources = define_sources,
                                             .load_named = load_named,
                                             .class_files = class_files,
                                             .find_class = find_class,
                                             .is_of_library = is_of_library,
                                             .class_name = class_name,
                                             .find_method = find_method,
                                             .has_line = has_line,
                                             .may_call = may_call,
                                             .class_fits = class_fits,
                                             .direct = direct,
                                             .compile_only = compile_only,
                                             .probe_sites = probe_sites}};

struct target *target_vm(void) {
    t_vm_fill_call_graph(&the_vm.target);
    t_vm_fill_calls(&the_vm.target);
    t_vm_fill_contexts(&the_vm.target);
    t_vm_fill_counts(&the_vm.target);
    t_vm_fill_cycles(&the_vm.target);
    t_vm_fill_lifetimes(&the_vm.target);
    t_vm_fill_profile(&the_vm.target);
    t_vm_fill_stand(&the_vm.target);
    return &the_vm.target;
}
