/* EXECUTIONS: what cells have is read when somebody asks, as differences. */
#include "jit/executions.h"

#include <stdlib.h>

#include "base/cells.h"
#include "jit/internal.h"

bool executions_are_counted(const struct jit *jit) {
    const struct vm_options *options = jit->runtime->options;
    return options->count_executions || options->code_cache_retention == RETAIN_executions;
}

static int64_t value_of(const struct jit *jit, const struct executions *executions) {
    struct cell_sums sums;
    if (!executions->is_counted) return 0;
    cells_read(&jit->runtime->cells, executions->cell, 1, &sums);
    return sums.all;
}

struct executions executions_begin(struct jit *jit, struct backend_options *options) {
    struct executions executions = {.is_counted = executions_are_counted(jit)};
    if (!executions.is_counted) return executions;
    bool has_free = jit->executions.free.count;
    executions.cell =
        has_free ? vec_pop(&jit->executions.free) : cells_make(&jit->runtime->cells, 1);
    executions.before = executions.marked = value_of(jit, &executions);
    options->counts_executions = true;
    options->execution_cell = executions.cell;
    return executions;
}

void executions_end(struct jit *jit, const struct executions *executions) {
    if (executions->is_counted) vec_push(&jit->executions.free, executions->cell);
}

int64_t executions_of(const struct jit *jit, const struct method_code *code) {
    return value_of(jit, &code->executions) - code->executions.before;
}

/* --- told --- */

static void tell(const struct jit *jit, const struct method_code *code) {
    struct position entry = {.method = method_full_name(code->method),
                             .bci = code->loop_bci,
                             .line = method_line(code->method, code->loop_bci)};
    event_send(&jit->runtime->notices,
               &(struct event){.kind = EVENT_executed,
                               .root = entry.method,
                               .compilation = code->compilation,
                               .position = code->loop_bci < 0 ? NULL : &entry,
                               .subject = code_kind(code->loop_bci),
                               .amount = executions_of(jit, code),
                               .frequency = -1});
}

void executions_tell(struct jit *jit) {
    if (!jit->runtime->notices.receive || !executions_are_counted(jit)) return;
    for (const struct method_code *code = jit->codes; code; code = code->next) tell(jit, code);
}

/* --- the working set --- */

void executions_mark(struct jit *jit) {
    vec_clear(&jit->executions.gone);
    for (struct method_code *code = jit->codes; code; code = code->next)
        code->executions.marked = value_of(jit, &code->executions);
}

static bool was_executed(const struct jit *jit, const struct method_code *code) {
    return value_of(jit, &code->executions) > code->executions.marked;
}

static struct executed_code entry_of(const struct method_code *code) {
    return (struct executed_code){code->method, code->loop_bci, (int64_t)code->machine.image.size};
}

void executions_keep(struct jit *jit, const struct method_code *code) {
    if (!was_executed(jit, code)) return;
    struct executed_code entry = entry_of(code);
    vec_each(struct executed_code, known, &jit->executions.gone) {
        if (known->method != entry.method || known->loop_bci != entry.loop_bci) continue;
        if (entry.bytes > known->bytes) known->bytes = entry.bytes;
        return;
    }
    vec_push(&jit->executions.gone, entry);
}

/* The largest of each comes first. */
static int compare(const void *first, const void *second) {
    const struct executed_code *a = first, *b = second;
    if (a->method != b->method) return (uintptr_t)a->method < (uintptr_t)b->method ? -1 : 1;
    if (a->loop_bci != b->loop_bci) return a->loop_bci < b->loop_bci ? -1 : 1;
    return a->bytes > b->bytes ? -1 : a->bytes < b->bytes;
}

struct executed_set executions_since_mark(struct jit *jit) {
    struct executed_set set = {0};
    VEC(struct executed_code) all = {0};
    vec_each(struct executed_code, entry, &jit->executions.gone) vec_push(&all, *entry);
    for (const struct method_code *code = jit->codes; code; code = code->next)
        if (was_executed(jit, code)) vec_push(&all, entry_of(code));
    if (all.count) qsort(all.items, all.count, sizeof *all.items, compare);
    for (uint32_t i = 0; i < all.count; i++) {
        const struct executed_code *entry = &all.items[i], *before = entry - 1;
        if (i && before->method == entry->method && before->loop_bci == entry->loop_bci) continue;
        set.codes++;
        set.bytes += entry->bytes;
    }
    vec_release(&all);
    return set;
}

void executions_release(struct jit *jit) {
    vec_release(&jit->executions.free);
    vec_release(&jit->executions.gone);
}
