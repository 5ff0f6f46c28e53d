/* CALL SITES: the position of each call as the stack walker wants it. The code generator is given
 * the site's number as the line of the call, and the assembler writes down which return address
 * belongs to which line (line_table.h). */
#include "backend/emit.h"

#include "base/memory.h"
#include "ir/meta.h"
#include "runtime/class.h"
#include "runtime/timing.h"

/* Line 0 means nothing to the code generator; lines 1 and 2 are code at which no frame is walked: what
 * leaves compiled code, whose frames are the interpreter's already; and what is inserted, where that is timed. */
enum { LINE_OF_NOBODY = 1, LINE_OF_INSERTED, FIRST_LINE };

static const struct call_site *site_at(struct emitter *e, const struct position *position,
                                       int32_t *active) {
    vec_each(struct located_site, known, &e->call_sites) {
        if (known->position == position && known->active == active) return known->site;
    }
    struct meta_method *method = meta_find_method(e->graph->compilation->world, position->method);
    if (!method || !method->runtime) return NULL;
    struct call_site *site = memory_allocate(sizeof *site);
    site->method = method->runtime;
    site->bci = position->bci < 0 ? 0 : position->bci;
    site->is_below_hidden = position->is_below_hidden;
    site->is_on_stack = is_of_loop(e);
    site->compilation = e->graph->compilation->number;
    site->active = active;
    gcc_place_in_unit(e, position, site);
    if (position->caller) site->caller = site_at(e, position->caller, NULL);
    if (position->hidden) site->hidden = site_at(e, position->hidden, NULL);
    struct located_site located = {position, active, site};
    vec_push(&e->call_sites, located);
    return site;
}

const struct call_site *gcc_call_site(struct emitter *e, const struct position *position) {
    return site_at(e, position, NULL);
}

/* --- what is inlined and runs with a poll --- */

const struct inferred_poll *gcc_inferred_from(const struct emitter *e, const struct node *poll) {
    for (uint32_t i = 0; i < e->options->poll_count; i++)
        if (e->options->polls[i].poll == poll) return &e->options->polls[i];
    return NULL;
}

static struct inlined_calls *inlined_calls_of(struct emitter *e, const struct inferred_poll *poll) {
    struct inlined_calls *calls =
        memory_allocate(sizeof *calls + sizeof *calls->items * poll->calls.count);
    double until = 0;
    *calls = (struct inlined_calls){0};
    for (uint32_t i = 0; i < poll->calls.count; i++) {
        const struct inferred_call *call = &poll->calls.items[i];
        const struct call_site *start = site_at(e, call->start, NULL);
        if (!start) continue;
        until += call->frequency;
        calls->items[calls->count++] = (struct inlined_callee){start, until, call->is_believed};
    }
    return calls;
}

const struct position *gcc_poll_position(struct emitter *e, const struct position *position,
                                         const struct node *poll) {
    const struct inferred_poll *inferred = gcc_inferred_from(e, poll);
    if (!position) return NULL;
    const struct position *own = gcc_position_in_unit(e, position, poll);
    struct call_site *site = (struct call_site *)site_at(e, own, e->active);
    struct poll_site known = {site, inferred};
    if (site && inferred && e->options->are_inferred)
        arena_vec_push(e->graph->compilation->arena, &e->poll_sites, known);
    return own;
}

static int line_of(struct emitter *e, const struct position *position) {
    const struct call_site *site = position ? site_at(e, position, e->active) : NULL;
    for (uint32_t i = 0; site && i < e->call_sites.count; i++)
        if (e->call_sites.items[i].site == site) return FIRST_LINE + (int)i;
    return e->is_in_inserted && !position ? LINE_OF_INSERTED : LINE_OF_NOBODY;
}

gcc_jit_location *gcc_location(struct emitter *e, const struct position *position) {
    return gcc_jit_context_new_location(e->context, "code", line_of(e, position), 0);
}

/* What is inlined comes last: nothing returns there, and no line of the code depends on who asks. */
void machine_code_take_sites(struct machine_code *code, struct emitter *e) {
    vec_each(struct poll_site, poll, &e->poll_sites) {
        poll->site->inlined = inlined_calls_of(e, poll->poll);
    }
    code->call_site_count = (int)e->call_sites.count;
    code->call_sites = memory_allocate(sizeof *code->call_sites * e->call_sites.count);
    for (uint32_t i = 0; i < e->call_sites.count; i++)
        code->call_sites[i] = e->call_sites.items[i].site;
    vec_release(&e->call_sites);
}

static const struct call_site *site_of_line(const struct machine_code *code, uint32_t line) {
    uint32_t index = line - FIRST_LINE;
    return index < (uint32_t)code->call_site_count ? code->call_sites[index] : NULL;
}

const struct call_site *machine_code_row_site(const struct machine_code *code, uint32_t row) {
    return site_of_line(code, code->image.lines.rows[row].line);
}

void machine_code_weigh(const struct machine_code *code) {
    const struct line_table *lines = &code->image.lines;
    const struct timed_unit *unit = code->unit;
    if (!unit) return;
    bool *is_told = memory_allocate(sizeof *is_told * (unit->share_count + 1));
    struct timed_row *rows = memory_allocate(sizeof *rows * (lines->count + 1));
    for (int i = 0; i < code->call_site_count; i++)
        if (code->call_sites[i]->share) is_told[code->call_sites[i]->share - 1] = true;
    for (uint32_t i = 0; i + 1 < lines->count; i++) {
        const struct call_site *site = machine_code_row_site(code, i);
        rows[i].share = site ? site->share - 1 : -1;
        rows[i].bytes = lines->rows[i + 1].offset - lines->rows[i].offset;
    }
    timing_weigh(unit->method->class->runtime->timing, unit, is_told, rows,
                 lines->count ? lines->count - 1 : 0);
    memory_free(rows);
    memory_free(is_told);
}

static uint32_t line_before(const struct machine_code *code, const void *address) {
    size_t offset = (size_t)((const char *)address - (const char *)code->image.memory);
    return line_table_find(&code->image.lines, (uint32_t)offset);
}

const struct call_site *machine_code_call_site(const struct machine_code *code,
                                               const void *return_address) {
    return site_of_line(code, line_before(code, return_address));
}

int32_t machine_code_share(const struct machine_code *code, const void *address) {
    uint32_t line = line_before(code, address);
    const struct call_site *site = site_of_line(code, line);
    if (line == LINE_OF_INSERTED) return code->unit->inserted_share;
    return site ? site->share - 1 : -1;
}
