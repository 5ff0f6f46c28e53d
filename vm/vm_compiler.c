/* The embedding API's compiler: directives, switches, explanations, sites, statistics. */
#include "vm_internal.h"

#include <stdlib.h>
#include <string.h>

#include "backend/code_space.h"
#include "backend/gccjit.h"
#include "base/die.h"
#include "base/number.h"
#include "interp/profile.h"
#include "ir/text.h"
#include "jit/pipeline.h"

bool vm_load_code_generator(struct diag *diag) { return gccjit_load(diag); }

bool vm_try_code_generator(struct vm *vm) {
    struct diag ignored = DIAG_INIT;
    struct method *method = vm_find_method(vm, "java.lang.String.hashCode", &ignored);
    return method && jit_compile(&vm->jit, method);
}

void vm_direct(struct vm *vm, struct method *method, enum vm_directive directive) {
    method->directives |= directive;
}

void vm_compile_only(struct vm *vm, struct method *method) {
    vec_push(&vm->jit.compile_only, method);
}

bool vm_is_compiled(const struct method *method) {
    return __atomic_load_n(&method->compiled, __ATOMIC_ACQUIRE) != NULL;
}
int vm_compilation_count(const struct method *method) { return method->compilation_count; }
enum reason vm_bailout_reason(const struct method *method) { return method->bailout; }

/* --- switches --- */

struct switch_row {
    const char *name, *meaning;
};

static const struct switch_row rules[] = {
#define RULE(name, phase, meaning) {#name, phase ": " meaning},
#include "ir/rules.def"
#undef RULE
};

static const struct switch_row sabotages[] = {
#define SABOTAGE(name, phase, meaning) {#name, phase ": " meaning},
#include "ir/sabotages.def"
#undef SABOTAGE
};

static const struct switch_row limits[] = {
#define LIMIT(name, phase, value, meaning) {#name, phase ": " meaning},
#include "ir/limits.def"
#undef LIMIT
};

static size_t phase_count(void) {
    size_t count = 0;
    while (pipeline_phase((int)count)) count++;
    return count;
}

bool vm_list_phases(size_t index, const char **name, const char **meaning) {
    enum phase phase = pipeline_phase((int)index);
    *name = phase_rows[phase].name;
    *meaning = phase_rows[phase].purpose;
    return phase != PHASE_none;
}

bool vm_list_steps(size_t index, const char **name, const char **meaning) {
    enum phase phase;
    bool is_one = pipeline_program_step((int)index, name, &phase);
    *meaning = is_one ? phase_rows[phase].purpose : NULL;
    return is_one;
}

static const char *const placements[] = {
    [PLACEMENT_floating] = "in no block: it is computed where it is needed",
    [PLACEMENT_pure] = "in a block, without an effect",
    [PLACEMENT_fixed] = "in a block, in the order of the program",
    [PLACEMENT_end] = "ends a block",
};

bool vm_list_node_kinds(size_t index, const char **name, const char **meaning) {
    for (int kind = NODE_none + 1; kind < NODE_KIND_COUNT; kind++) {
        if (!node_kind_is_of_program((enum node_kind)kind) || index-- > 0) continue;
        *name = node_kind_text((enum node_kind)kind);
        *meaning = placements[node_kind_placement((enum node_kind)kind)];
        return true;
    }
    return false;
}

bool vm_list_rules(size_t index, const char **name, const char **meaning) {
    if (index >= RULE_COUNT) return false;
    *name = rules[index].name;
    *meaning = rules[index].meaning;
    return true;
}

bool vm_list_limits(size_t index, const char **name, double *value, const char **meaning) {
    if (index >= LIMIT_COUNT) return false;
    *name = limits[index].name;
    *meaning = limits[index].meaning;
    *value = limit_defaults[index];
    return true;
}

/* "name=value"; -1 when it is not one. */
static int parse_limit(const char *text, double *value) {
    size_t length = strcspn(text, "=");
    char *end;
    if (!text[length]) return -1;
    *value = decimal_number(text + length + 1, &end);
    if (end == text + length + 1 || *end || !(*value >= 0 && *value <= INT32_MAX)) return -1;
    for (int i = 0; i < LIMIT_COUNT; i++)
        if (strlen(limits[i].name) == length && strncmp(limits[i].name, text, length) == 0)
            return i;
    return -1;
}

bool vm_is_limit_setting(const char *text) {
    double value;
    return parse_limit(text, &value) >= 0;
}

bool vm_list_disableable(size_t index, const char **name, const char **meaning) {
    return vm_list_phases(index, name, meaning) ||
           vm_list_rules(index - phase_count(), name, meaning);
}

bool vm_list_sabotages(size_t index, const char **name, const char **meaning) {
    if (index >= SABOTAGE_COUNT) return false;
    *name = sabotages[index].name;
    *meaning = sabotages[index].meaning;
    return true;
}

/* The index of [wanted] in a list; -1 with an error. */
static int find_in_list(bool (*list)(size_t, const char **, const char **), const char *what,
                        const char *wanted, struct diag *diag) {
    VEC(const char *) names = {0};
    const char *name, *meaning;
    int found = -1;
    for (size_t i = 0; found < 0 && list(i, &name, &meaning); i++) {
        if (strcmp(name, wanted) == 0) found = (int)i;
        vec_push(&names, name);
    }
    if (found < 0) {
        const char *nearest = diag_nearest(wanted, names.items, names.count);
        diag_error(diag, (struct place){0},
                   nearest ? "%s '%s' does not exist; did you mean '%s'?"
                           : "%s '%s' does not exist",
                   what, wanted, nearest);
    }
    vec_release(&names);
    return found;
}

bool vm_disable(struct vm *vm, const char *phase_or_rule, struct diag *diag) {
    double value;
    int limit = parse_limit(phase_or_rule, &value);
    if (limit >= 0) {
        vm->jit.limits[limit] = value;
        return true;
    }
    int index = find_in_list(vm_list_disableable, "phase or rule", phase_or_rule, diag);
    if (index < 0) return false;
    enum phase phase = pipeline_phase(index);
    if (phase)
        vm->jit.phase_disabled[phase] = true;
    else
        vm->jit.rule_disabled[(size_t)index - phase_count()] = true;
    return true;
}

bool vm_sabotage(struct vm *vm, const char *name, struct diag *diag) {
    int index = find_in_list(vm_list_sabotages, "sabotage", name, diag);
    if (index >= 0) vm->jit.sabotaged[index] = true;
    return index >= 0;
}

/* --- looking inside --- */

static void print_step(void *context, const struct step_done *done, struct graph *graph) {
    struct strbuf text = STRBUF_INIT;
    struct print_options options = {
        .with_frequencies = true, .with_positions = true, .with_states = true};
    graph_print(graph, &options, &text);
    fprintf(context, "--- after %s\n%s\n", done->name, strbuf_text(&text));
    strbuf_release(&text);
}

bool vm_explain(struct vm *vm, struct method *method, FILE *out, struct diag *diag) {
    struct step_listener observer = {.after_step = print_step, .context = out};
    if (!method->code)
        return diag_error(diag, (struct place){0}, "%s has no bytecode", method_full_name(method));
    enum reason reason = jit_explain(&vm->jit, method, &observer);
    if (reason == REASON_none) return true;
    return diag_error(diag, (struct place){0}, "%s cannot be compiled: %s",
                      method_full_name(method), reason_text(reason));
}

void vm_keep_graphs(struct vm *vm, struct graph_sink sink) { vm->jit.graph_sink = sink; }

void vm_watch_code(struct vm *vm, struct code_sink sink) { jit_watch_code(&vm->jit, sink); }

void vm_strip_inserted_code(struct vm *vm) { vm->jit.strips_inserted_code = true; }

void vm_leave_out_inserted_code(struct vm *vm) { vm->runtime.leaves_out_inserted_code = true; }

static bool class_has_inserted_code(const struct class *class) {
    for (int i = 0; i < class->method_count; i++)
        if (class->methods[i].code && class->methods[i].code->regions) return true;
    return false;
}

bool vm_has_inserted_code(struct vm *vm) {
    if (vm->jit.probes || vm->runtime.profile) return true;
    for (const struct class *class = vm->runtime.classes; class; class = class->next)
        if (class_has_inserted_code(class)) return true;
    return false;
}

void vm_probe_sites(struct vm *vm, unsigned probes) {
    if (!vm->runtime.leaves_out_inserted_code) vm->jit.probes |= probes;
}

void vm_probe_other_makers(struct vm *vm) {
    if (vm->jit.probes & VM_PROBE_ALLOCATIONS) made_watch(&vm->jit);
}

static enum reason reason_of(const struct jit_site *site) {
    if (site->maker == VM_NATIVE) return REASON_made_by_native;
    return site->maker == VM_ITSELF ? REASON_made_by_vm : REASON_none;
}

static const struct count *reached_of(const struct jit_site *site) {
    if (site->maker == VM_NATIVE) return site->calls;
    return site->maker == VM_COMPILED_CODE ? &site->reached : NULL;
}

bool vm_list_sites(struct vm *vm, size_t index, struct vm_site *out) {
    const struct jit_site *site = sites_at(&vm->jit.sites, index);
    if (!site) return false;
    *out = (struct vm_site){.kind = site->kind,
                            .position = site->position,
                            .maker = site->maker,
                            .subject = site->subject,
                            .native = site->native,
                            .reason = reason_of(site),
                            .is_compiled = site->is_compiled,
                            .reached = reached_of(site),
                            .effective = &site->effective,
                            .inlined = site->kind == VM_PROBE_CALLS ? &site->inlined : NULL,
                            .bytes = site->kind == VM_PROBE_ALLOCATIONS ? &site->bytes : NULL};
    return true;
}

void vm_mark_executions(struct vm *vm) { jit_mark_executions(&vm->jit); }

struct vm_executed vm_executed(struct vm *vm) {
    struct executed_set set = jit_executions_since_mark(&vm->jit);
    return (struct vm_executed){.codes = set.codes, .bytes = set.bytes};
}

int64_t vm_rematerialized_bytes(struct vm *vm) { return vm->jit.rematerialized_bytes; }

static int64_t interpreted_calls(const struct runtime *runtime) {
    int64_t calls = 0;
    for (const struct class *class = runtime->classes; class; class = class->next)
        for (int i = 0; i < class->method_count; i++)
            if (class->methods[i].profile) calls += class->methods[i].profile->invocations;
    return calls;
}

void vm_statistics(struct vm *vm, struct vm_statistics *out) {
    const struct jit *jit = &vm->jit;
    struct vm_context_totals contexts = vm_context_totals(vm);
    *out = (struct vm_statistics){
        .interpreted_calls = interpreted_calls(&vm->runtime),
        .compilations = jit->compilations,
        .bailouts = jit->bailouts,
        .deoptimizations = jit->deoptimizations,
        .collections = vm->runtime.heap.statistics.collections,
        .collection_seconds = vm->runtime.heap.statistics.seconds,
        .allocated_bytes = vm_allocated_bytes(vm),
        .heap_bytes =
            vm->runtime.heap.statistics.bytes_in_blocks + vm->runtime.heap.statistics.bytes_large,
        .phase_seconds = jit->phase_seconds,
        .backend_seconds = jit->backend_seconds,
        .code_bytes = jit->code_bytes,
        .cache_bytes = (int64_t)code_space_state().used,
        .cache_releases = jit->cache.releases,
        .evictions = jit->cache.evictions,
        .recompilations = jit->cache.recompilations,
        .most_cache_bytes = jit->cache.most_bytes,
        .release_seconds = jit->cache.seconds,
        .failed_probes = count_value(&vm->runtime.failed_probes),
        .contexts = contexts.nodes,
        .context_bytes = contexts.bytes,
    };
}
