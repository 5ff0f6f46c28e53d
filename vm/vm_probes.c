/* What inserted code is anchored to, for embedders that measure with it. */
#include "classfile/anchors.h"
#include "classfile/opcodes.h"
#include "classfile/influence.h"
#include "interp/profile.h"
#include "vm_internal.h"

#include <string.h>

struct lister {
    struct arena *arena;
    struct method *method;
    const struct influence *influences;
    size_t influence_count;
    VEC(struct vm_probe) probes;
};

static const struct influence *influence_of(const struct lister *lister,
                                            const struct code_region *region) {
    for (size_t i = 0; i < lister->influence_count; i++)
        if (lister->influences[i].region == region) return &lister->influences[i];
    return NULL;
}

static bool was_entered(const struct method *method) {
    const struct profile *profile = profile_made(method);
    return method->compilation_count || (profile && profile_entries(profile));
}

/* Compilers copy what stands in a finally. */
static bool is_listed(const struct lister *lister, const struct vm_probe *probe) {
    for (uint32_t i = 0; i < lister->probes.count; i++) {
        const struct vm_probe *other = &lister->probes.items[i];
        bool is_same = other->method == probe->method && other->line == probe->line &&
                       other->counter == probe->counter && !other->fault == !probe->fault;
        if (is_same && !strcmp(other->text, probe->text)) return true;
    }
    return false;
}

static enum vm_point point_at(const struct code *code, uint32_t bci) {
    switch (code->bytes[bci]) {
    case OP_new:
    case OP_newarray:
    case OP_anewarray:
    case OP_multianewarray: return POINT_new;
    case OP_invokevirtual ... OP_invokedynamic: return POINT_call;
    case OP_monitorenter: return POINT_lock;
    default: return POINT_COUNT;
    }
}

static void add(struct lister *lister, const struct code_region *region,
                const struct region_anchor *anchor, const char *counter) {
    struct vm_probe probe = {.counter = counter,
                             .method = method_full_name(lister->method),
                             .source_file = lister->method->class->file->source_file,
                             .line = anchor->line,
                             .was_entered = was_entered(lister->method),
                             .point = POINT_COUNT,
                             .bci = -1,
                             .text = region_anchor_text(lister->arena, anchor, counter)};
    const struct influence *influence = influence_of(lister, region);
    if (influence)
        probe.fault = arena_format(lister->arena, "%s %s; %s",
                                   region_name_text(lister->arena, anchor, counter),
                                   influence->text, influence->cure);
    if (region && anchor->operation) {
        const struct code *code = lister->method->code;
        probe.point = point_at(code, anchor->bci);
        probe.bci = (int)code_program_bci(code, anchor->bci);
        probe.is_plain = code_region_is_plain(lister->method->class->file, code, region);
    }
    if (anchor->trouble)
        probe.fault = arena_format(lister->arena, "%s; %s", probe.text, anchor->cure);
    if (!is_listed(lister, &probe)) arena_vec_push(lister->arena, &lister->probes, probe);
}

static bool is_repeated(const struct classfile *file, const struct code *code,
                        const struct code_region *region, uint32_t n) {
    const char *name = code_region_hit(file, code, region, n);
    for (uint32_t i = 0; i < n; i++)
        if (code_region_hit(file, code, region, i) == name) return true;
    return false;
}

static void list_region(struct lister *lister, const struct code_region *region,
                        const struct region_anchor *anchor) {
    const struct classfile *file = lister->method->class->file;
    const struct code *code = lister->method->code;
    const char *name = code_region_hit(file, code, region, 0);
    if (!name) add(lister, region, anchor, NULL);
    for (uint32_t n = 0; (name = code_region_hit(file, code, region, n)); n++)
        if (!is_repeated(file, code, region, n)) add(lister, region, anchor, name);
}

static void list_method(struct lister *lister) {
    const struct code *code = lister->method->code;
    const struct code_regions *regions = code->regions;
    if (regions->fault) {
        const char *counter;
        struct region_anchor anchor =
            code_region_fault(lister->arena, lister->method->class->file, code, &counter);
        add(lister, NULL, &anchor, counter);
    }
    const struct region_anchor *anchors =
        code_anchors(lister->arena, lister->method->class->file, code);
    for (uint32_t i = 0; i < regions->count; i++)
        list_region(lister, &regions->items[i], &anchors[i]);
}

static void list_class(struct lister *lister, const struct class *class) {
    for (int i = 0; class->file && i < class->method_count; i++) {
        lister->method = &class->methods[i];
        if (lister->method->code && lister->method->code->regions) list_method(lister);
    }
}

/* Of the target's classes alone. */
static void find_influenced(struct lister *lister, const struct vm *vm, const struct method *root) {
    VEC(const struct classfile *) files = {0};
    for (const struct class *class = vm->runtime.classes; class; class = class->next)
        if (class->file && !class->is_trusted && !class->host)
            arena_vec_push(lister->arena, &files, class->file);
    struct influence_method first = {root->class->file, NULL};
    for (int i = 0; i < first.file->method_count; i++)
        if (first.file->methods[i].code == root->code) first.info = &first.file->methods[i];
    lister->influence_count =
        find_influences(lister->arena, files.items, files.count, &first, &lister->influences);
}

void vm_mark_entries(struct vm *vm) {
    for (struct class *class = vm->runtime.classes; class; class = class->next)
        for (int i = 0; i < class->method_count; i++) {
            struct profile *profile = profile_made(&class->methods[i]);
            if (profile) profile_mark(profile);
        }
}

size_t vm_probes(struct vm *vm, const struct method *root, struct arena *arena,
                 const struct vm_probe **probes) {
    struct lister lister = {.arena = arena};
    VEC(const struct class *) newest_first = {0};
    find_influenced(&lister, vm, root);
    for (const struct class *class = vm->runtime.classes; class; class = class->next)
        arena_vec_push(arena, &newest_first, class);
    while (newest_first.count) list_class(&lister, vec_pop(&newest_first));
    *probes = lister.probes.items;
    return lister.probes.count;
}

/* --- probes that failed --- */

static const char *loss_text(struct arena *arena, const struct jit_loss *loss) {
    const char *name = loss->name ? arena_format(arena, "'%s'", loss->name) : "a value";
    const char *how =
        loss->is_written ? "which another probe wrote; a probe reads what the program computes"
        : loss->phase
            ? arena_format(arena,
                           "which phase %s removed, and which cannot be computed again; keep it "
                           "alive in the target (return it, or store it where it can be seen)",
                           loss->phase)
            : "which is not there yet where the probe runs; read it in a HERE probe";
    const char *who =
        loss->is_resumed ? "what is interpreted after the failing check of" : "the probe of";
    return arena_format(arena, "%s %s at line %d reads %s, %s", who, loss->position.method,
                        loss->position.line, name, how);
}

size_t vm_losses(struct vm *vm, struct arena *arena, const struct vm_loss **out) {
    VEC(struct vm_loss) losses = {0};
    vec_each(struct jit_loss *, item, &vm->jit.losses) {
        const struct jit_loss *loss = *item;
        int64_t failures = count_value(&loss->failures);
        if (!failures) continue;
        struct vm_loss told = {NULL, loss_text(arena, loss), failures};
        if (!loss->counters.count) arena_vec_push(arena, &losses, told);
        for (uint32_t i = 0; i < loss->counters.count; i++) {
            told.counter = loss->counters.items[i];
            arena_vec_push(arena, &losses, told);
        }
    }
    *out = losses.items;
    return losses.count;
}
