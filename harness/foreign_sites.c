#include "harness/foreign_sites.h"

#include <string.h>

#include "base/vec.h"
#include "assertions/decisions.h"
#include "harness/exchange.h"

static const char *const kind_names[SITE_KIND_COUNT] = {
    [SITE_ALLOCATION] = "allocation", [SITE_LOCK] = "lock", [SITE_CALL] = "call"};

const char *foreign_kind_name(enum site_kind kind) { return kind_names[kind]; }

enum site_kind foreign_kind_of_name(const char *name) {
    enum site_kind kind = 0;
    while (kind < SITE_KIND_COUNT && (!name || strcmp(kind_names[kind], name) != 0)) kind++;
    return kind;
}

static int64_t *numbers(const struct foreign *foreign) {
    return ARENA_ARRAY(foreign->arena, int64_t, foreign->executions + 1);
}

static int64_t sum(const int64_t *counts, int64_t executions) {
    int64_t all = 0;
    for (int64_t i = 0; i < executions; i++) all += counts[i];
    return all;
}

static bool is_at(const struct foreign_site *site, enum site_kind kind, const char *method,
                  int bci) {
    return site->kind == kind && site->at.bci == bci && site->at.method &&
           strcmp(site->at.method, method) == 0;
}

static struct foreign_site *site_of(const struct foreign *foreign, struct foreign_sites *sites,
                                    enum site_kind kind, struct code_place at,
                                    const char *subject) {
    vec_each(struct foreign_site, site, sites)
        if (is_at(site, kind, at.method, at.bci) && site->subject && subject &&
            !strcmp(site->subject, subject))
            return site;
    struct foreign_site site = {.kind = kind,
                                .at = at,
                                .subject = subject,
                                .reached = numbers(foreign),
                                .effective = numbers(foreign),
                                .inlined = numbers(foreign)};
    arena_vec_push(foreign->arena, sites, site);
    return &vec_last(sites);
}

/* --- what was reached --- */

/* Is it a method of a class that went to the adapter? Every VM has a library of its own. */
static bool is_of_program(const struct foreign *foreign, const char *method) {
    struct target *target = foreign->target;
    return !target->is_of_library(target, method);
}

static void add_reached(const struct foreign *foreign, struct foreign_sites *sites) {
    vec_each(const struct reference_site, seen, &foreign->reference.sites) {
        if (!is_of_program(foreign, seen->position->method)) continue;
        struct code_place at = {seen->position->method, seen->position->bci, seen->position->line,
                                false};
        struct foreign_site *site = site_of(foreign, sites, seen->kind, at, seen->subject);
        for (int64_t i = 0; i < foreign->executions; i++)
            site->reached[i] += seen->per_execution[i];
    }
}

/* --- what was counted --- */

/* Numbers and subject of what was told at [told]; the place is in the foreign's arena. */
static struct code_place place_of(struct foreign *foreign, const json_t *told, json_t *at) {
    const char *method;
    int bci, line;
    if (!at && foreign->is_script) return (struct code_place){foreign->method->name, 0, 0, false};
    if (json_unpack(at, "{s:s,s:i,s:i}", "method", &method, "bci", &bci, "line", &line))
        adapter_fault(&foreign->adapter, told, "told a place that is none");
    return (struct code_place){arena_copy_text(foreign->arena, method, strlen(method)), bci, line,
                               false};
}

/* What the library made for a bytecode of the program, which calls it, is reached as often as the call. */
static void find_reached(const struct foreign *foreign, struct foreign_site *site) {
    for (int64_t i = 0; foreign->is_script && i < foreign->executions; i++) site->reached[i] = 1;
    if (foreign->is_script) return;
    bool is_called = reference_reached(&foreign->reference, SITE_CALL, site->at.method,
                                       site->at.bci, NULL, site->reached, foreign->executions);
    site->counts_effect_alone = !is_called;
    if (!is_called) memcpy(site->reached, site->effective, foreign->executions * sizeof(int64_t));
}

static void add_told(struct foreign *foreign, struct foreign_sites *sites, json_t *told,
                     int64_t from, int64_t executions) {
    const char *kind_text, *subject;
    json_t *at = NULL, *effective;
    json_int_t bytes = 0;
    enum site_kind kind;
    adapter_unpack(&foreign->adapter, told, "{s:s,s:s,s:o,s?o,s?I}", "kind", &kind_text, "subject",
                   &subject, "effective", &effective, "at", &at, "bytes", &bytes);
    int64_t *counts = numbers(foreign);
    kind = foreign_kind_of_name(kind_text);
    if (kind == SITE_KIND_COUNT || !runs_integers(effective, counts, executions))
        adapter_fault(&foreign->adapter, told, "told a site that is none");
    subject = arena_copy_text(foreign->arena, subject, strlen(subject));
    struct foreign_site *site = site_of(foreign, sites, kind, place_of(foreign, told, at), subject);
    for (int64_t i = 0; i < executions; i++) site->effective[from + i] += counts[i];
    site->bytes += bytes;
    site->is_known = true;
    if (!sum(site->reached, foreign->executions)) find_reached(foreign, site);
}

static void add_counted(struct foreign *foreign, struct foreign_sites *sites) {
    int64_t from = 0;
    for (size_t i = 0; i < json_array_size(foreign->observed); i++) {
        json_t *chunk = json_array_get(foreign->observed, i), *told;
        int64_t executions = json_integer_value(json_object_get(chunk, "executions"));
        size_t index;
        json_array_foreach(json_object_get(chunk, "sites"), index, told)
            add_told(foreign, sites, told, from, executions);
        if (!foreign->is_script && json_object_get(chunk, "bytes")) {
            sites->is_of_bytes = true;
            sites->is_estimate |= !foreign_add_bytes(foreign, sites, chunk, from, executions);
        }
        from += executions;
    }
    vec_each(struct foreign_site, site, sites) site->is_known |= site->kind == SITE_ALLOCATION;
}

/* --- what follows from decisions --- */

#define MADE (DECISION_BIT(not_inlined) | DECISION_BIT(virtual))

static unsigned decided_at(const foreign_decisions *decisions, const struct foreign_site *site) {
    unsigned kinds = 0;
    vec_each(struct decision, decision, decisions) {
        const struct code_place *at = &decision->origin.at;
        if (at->method && is_at(site, site->kind, at->method, at->bci))
            kinds |= 1u << decision->kind;
    }
    return kinds;
}

/* Is [class] that of the callee "A.bar()V" of a call that was inlined there? */
static bool is_inlined_for(const foreign_decisions *decisions, const struct foreign_site *site,
                           const char *class) {
    size_t length = class ? strlen(class) : 0;
    vec_each(struct decision, decision, decisions) {
        const struct code_place *at = &decision->origin.at;
        if (!at->method || !is_at(site, site->kind, at->method, at->bci)) continue;
        const char *callee = decision->callee ? decision->callee : decision->subject;
        bool is_taken_in = decision->kind == DECISION_guarded || decision->kind == DECISION_inlined;
        if (is_taken_in && callee && length && !strncmp(callee, class, length) &&
            callee[length] == '.' &&
            !memchr(callee + length + 1, '.', strcspn(callee + length + 1, "(")))
            return true;
    }
    return false;
}

/* Behind tests of the receiver's class: those of other classes are called. */
static void divide_calls(const struct foreign *foreign, const foreign_decisions *decisions,
                         struct foreign_site *site) {
    vec_each(const struct reference_site, seen, &foreign->reference.sites) {
        if (!is_at(site, seen->kind, seen->position->method, seen->position->bci)) continue;
        int64_t *counts =
            is_inlined_for(decisions, site, seen->receiver) ? site->inlined : site->effective;
        for (int64_t i = 0; i < foreign->executions; i++) counts[i] += seen->per_execution[i];
    }
}

static void decide_call(const struct foreign *foreign, const foreign_decisions *decisions,
                        struct foreign_site *site) {
    unsigned kinds = decided_at(decisions, site);
    bool is_taken_in = kinds & (DECISION_BIT(inlined) | DECISION_BIT(guarded));
    site->is_known = kinds != 0;
    size_t size = foreign->executions * sizeof(int64_t);
    if (is_taken_in && !(kinds & MADE))
        memcpy(site->inlined, site->reached, size);
    else if (!is_taken_in)
        memcpy(site->effective, site->reached, size);
    else if (kinds & DECISION_BIT(guarded))
        divide_calls(foreign, decisions, site);
    else
        site->is_known = false; /* inlined in one place, called in another */
}

/* --- decisions that follow --- */

static void decide(const struct foreign *foreign, foreign_decisions *decisions,
                   const struct foreign_site *site, enum event_kind kind, const char *text) {
    struct decision decision = {.kind = decided_by(kind),
                                .kind_text = text,
                                .reason = "",
                                .reason_text = "",
                                .root = foreign->method->name,
                                .method = site->at.method,
                                .bci = site->at.bci,
                                .line = site->at.line,
                                .subject = site->subject,
                                .origin = {.at = site->at},
                                .frequency = -1,
                                .execution = -1};
    arena_vec_push(foreign->arena, decisions, decision);
}

/* An adapter may tell what the compiler removed alone. */
static void decide_lock(const struct foreign *foreign, foreign_decisions *decisions,
                        struct foreign_site *site) {
    unsigned kinds = decided_at(decisions, site);
    bool is_removed = kinds & DECISION_BIT(lock_removed);
    site->is_known = !(is_removed && kinds & DECISION_BIT(lock_kept));
    if (!is_removed) memcpy(site->effective, site->reached, foreign->executions * sizeof(int64_t));
    if (!kinds) decide(foreign, decisions, site, EVENT_lock_kept, "lock not removed");
}

static void decide_allocation(const struct foreign *foreign, foreign_decisions *decisions,
                              const struct foreign_site *site) {
    int64_t reached = 0, effective = 0;
    for (int64_t i = 0; i < foreign->executions; i++) {
        reached += foreign->in_code[i] ? site->reached[i] : 0;
        effective += foreign->in_code[i] ? site->effective[i] : 0;
    }
    if (decided_at(decisions, site) || !reached) return;
    if (!effective)
        decide(foreign, decisions, site, EVENT_virtualized, "never allocated");
    else if (effective < reached)
        decide(foreign, decisions, site, EVENT_materialized, "allocated less often than reached");
    else
        decide(foreign, decisions, site, EVENT_allocation_kept, "allocated each time");
}

struct foreign_sites foreign_find_sites(struct foreign *foreign, foreign_decisions *decisions) {
    struct foreign_sites sites = {0};
    add_reached(foreign, &sites);
    add_counted(foreign, &sites);
    vec_each(struct foreign_site, site, &sites) {
        switch (site->kind) {
        case SITE_ALLOCATION: decide_allocation(foreign, decisions, site); break;
        case SITE_LOCK: decide_lock(foreign, decisions, site); break;
        case SITE_CALL: decide_call(foreign, decisions, site); break;
        case SITE_KIND_COUNT:
        case SITE_LOOP: break;
        }
    }
    return sites;
}

bool foreign_effective(const struct foreign_sites *sites, enum site_kind kind, const char *method,
                       int bci, int64_t *out, int64_t executions) {
    bool is_known = true;
    memset(out, 0, (size_t)executions * sizeof *out);
    vec_each(struct foreign_site, site, sites) {
        if (!is_at(site, kind, method, bci)) continue;
        is_known &= site->is_known;
        for (int64_t i = 0; i < executions; i++) out[i] += site->effective[i];
    }
    return is_known;
}
