#include "harness/reference.h"

#include <string.h>

#include "base/vec.h"
#include "harness/whereabouts.h"

/* By kind of site. Calls by their receivers, too: code that is inlined behind a test of a class runs for that class alone. */
static const struct {
    enum vm_key subject;
    struct vm_rule rule;
} counted[SITE_KIND_COUNT] = {
    [SITE_ALLOCATION] = {BY_class,
                         {.point = POINT_new,
                          .anchor = VM_HERE,
                          .keys = (const enum vm_key[]){BY_site, BY_class},
                          .key_count = 2}},
    [SITE_LOCK] = {BY_class,
                   {.point = POINT_lock,
                    .anchor = VM_HERE,
                    .keys = (const enum vm_key[]){BY_site, BY_class},
                    .key_count = 2}},
    [SITE_CALL] = {BY_callee,
                   {.point = POINT_call,
                    .anchor = VM_HERE,
                    .keys = (const enum vm_key[]){BY_site, BY_callee, BY_receiver},
                    .key_count = 3}},
};

static bool count_sites(struct program *program, struct arena *arena, struct diag *diag) {
    static const struct spec_profilers no_profilers;
    program->rules = (struct spec_rules){0};
    for (enum site_kind kind = 0; kind < SITE_KIND_COUNT; kind++)
        arena_vec_push(arena, &program->rules, counted[kind].rule);
    program->counts_by_rules = true;
    return program->target->count_by_rules(program->target, program->rules.items,
                                           program->rules.count, &no_profilers, 0, diag);
}

bool reference_load(struct reference_run *reference, const struct run_host *host,
                    const struct test *test, bool is_counted, struct arena *arena,
                    struct diag *diag) {
    struct run_host alone = *host;
    *reference = (struct reference_run){0};
    alone.leaves_out_inserted_code = true;
    host->target->end(host->target);
    if (!host->target->start(host->target, &alone.settings, NULL, diag) ||
        !program_load(&alone, test, arena, diag, &reference->program) ||
        (is_counted && !count_sites(&reference->program, arena, diag)))
        return false;
    session_begin(&reference->session, &reference->program, host->output_file, arena, diag);
    reference->session.is_interpreted = true;
    reference->threads = (size_t)test->spec->run.threads;
    return true;
}

/* --- calls --- */

static void before_call(void *context, const double *numbers) {
    rule_rows_begin_call(&((struct reference_run *)context)->rows);
}

static void after_call(void *context) {
    struct reference_run *reference = context;
    rule_rows_end_call(&reference->rows, reference->executions++);
}

static void find_sites(struct reference_run *reference) {
    vec_each(struct row_tally, tally, &reference->rows.tallies) {
        enum site_kind kind = (enum site_kind)tally->rule;
        const struct vm_key_of_row *keys = tally->row.keys;
        if (!tally->total || !keys[BY_site].position) continue;
        struct reference_site site = {.kind = kind,
                                      .position = keys[BY_site].position,
                                      .subject = keys[counted[kind].subject].text,
                                      .receiver = kind == SITE_CALL ? keys[BY_receiver].text : NULL,
                                      .per_execution = tally->per_execution};
        arena_vec_push(reference->session.arena, &reference->sites, site);
    }
}

bool reference_run(struct reference_run *reference, int64_t warm_up_calls, int64_t executions) {
    struct session *session = &reference->session;
    struct program *program = &reference->program;
    struct session_hooks hooks = {before_call, after_call, reference};
    int64_t from = session_output_position(session);
    whereabouts_are(ACTIVITY_interpreting);
    for (int64_t i = 0; i < warm_up_calls; i++)
        if (!session_call(session, &program->warm_up_arguments, NULL)) return false;
    reference->rows = rows_begin(program, executions, session->arena);
    session->threads = reference->threads;
    for (int64_t i = 0; i < executions; i++)
        if (!session_call(session, &program->arguments, &hooks)) return false;
    reference->output = session_output(session, from);
    find_sites(reference);
    return true;
}

bool reference_reached(const struct reference_run *reference, enum site_kind kind,
                       const char *method, int bci, const char *subject, int64_t *out,
                       int64_t executions) {
    bool is_reached = false;
    memset(out, 0, (size_t)executions * sizeof *out);
    vec_each(struct reference_site, site, &reference->sites) {
        if (site->kind != kind || site->position->bci != bci ||
            strcmp(site->position->method, method) != 0 ||
            (subject && (!site->subject || strcmp(site->subject, subject) != 0)))
            continue;
        is_reached = true;
        for (int64_t i = 0; i < executions; i++) out[i] += site->per_execution[i];
    }
    return is_reached;
}
