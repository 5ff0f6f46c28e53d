/* Sites are found where executions were counted and where decisions were told; both carry the same
 * origin. Sites that neither ran nor were decided nor are in the code are left out: they were
 * folded away, or belong to a callee that was not inlined after all. */
#include "assertions/sites.h"

#include <stdlib.h>
#include <string.h>

#include "base/die.h"

int64_t site_reached(const struct site *site) {
    return site->observed ? site->observed->reached : 0;
}

int64_t site_effective(const struct site *site) {
    return site->observed ? site->observed->effective : 0;
}

const char *site_profile_text(enum site_kind kind) {
    switch (kind) {
    case SITE_ALLOCATION: return "allocations";
    case SITE_LOCK: return "locks";
    case SITE_CALL: return "calls";
    case SITE_KIND_COUNT:
    case SITE_LOOP: break;
    }
    UNREACHABLE();
}

const char *site_maker_text(const struct site_observation *observed, struct arena *arena) {
    if (!observed) return "";
    switch (observed->maker) {
    case MAKER_COMPILED_CODE: return "";
    case MAKER_INTERPRETER: return " by the interpreter";
    case MAKER_DEOPTIMIZATION: return " where compiled code was left";
    case MAKER_NATIVE: return arena_format(arena, " by the native %s", observed->native);
    case MAKER_VM: return " by the VM";
    }
    UNREACHABLE();
}

bool site_is_decided(const struct site_observation *observed) {
    return observed->maker != MAKER_INTERPRETER && observed->maker != MAKER_DEOPTIMIZATION;
}

/* Several operations of hidden classes may have the same origin. What was locked is not always
 * known when it is decided. */
static bool is_about(const struct decision *decision, const struct site *site) {
    bool is_same = !decision->subject || !site->subject ||
                   strcmp(decision->subject, site->subject) == 0 ||
                   (site->observed && site->observed->kind == SITE_LOCK);
    return is_same && (!site->observed || site_is_decided(site->observed)) &&
           origin_equal(&decision->origin, site->origin);
}

static void add_decision(site_list *sites, const struct decision *decision, struct arena *arena) {
    bool is_known = false;
    vec_each(struct site, site, sites) {
        if (!is_about(decision, site)) continue;
        arena_vec_push(arena, &site->decisions, decision);
        is_known = true;
    }
    if (is_known) return;
    struct site site = {.origin = &decision->origin, .subject = decision->subject};
    arena_vec_push(arena, &site.decisions, decision);
    arena_vec_push(arena, sites, site);
}

/* Is it where the expectation says? Without an expectation, always. */
static bool is_placed(const struct origin *origin, const struct site_expectation *expectation,
                      const struct observation *observation) {
    if (!origin->at.method) return false;
    if (!expectation) return true;
    const char *method = expectation->in_method ? expectation->in_method : observation->target;
    return name_matches(method, origin->at.method) &&
           (expectation->line == 0 || expectation->line == origin->at.line) &&
           origin_is_via(origin, expectation->via, expectation->via_count);
}

static site_list placed_sites(const struct site_expectation *expectation,
                              const struct observation *observation, enum site_kind kind,
                              unsigned decided, struct arena *arena) {
    site_list sites = {0};
    for (uint32_t i = 0; i < observation->site_count; i++) {
        const struct site_observation *observed = &observation->sites[i];
        if (observed->kind != kind) continue;
        if (expectation && !site_is_decided(observed)) continue;
        if (!is_placed(&observed->origin, expectation, observation)) continue;
        struct site site = {&observed->origin, observed->subject, observed, {0}};
        arena_vec_push(arena, &sites, site);
    }
    decision_list decisions = find_decisions(observation, decided, arena);
    for (uint32_t i = 0; i < decisions.count; i++)
        if (is_placed(&decisions.items[i]->origin, expectation, observation))
            add_decision(&sites, decisions.items[i], arena);
    return sites;
}

static bool is_of(const struct site *site, const char *subject) {
    if (name_matches(subject, site->subject)) return true;
    for (uint32_t i = 0; i < site->decisions.count; i++)
        if (name_matches(subject, site->decisions.items[i]->callee)) return true;
    return false;
}

static bool has_evidence(const struct site *site, const struct observation *observation) {
    (void)observation;
    return site->decisions.count > 0 ||
           (site->observed && (site->observed->reached > 0 || site->observed->is_compiled));
}

static bool is_in_code_that_ran(const struct site *site, const struct observation *observation) {
    return site_reached(site) > 0 || strcmp(origin_root(site->origin), observation->target) == 0;
}

static bool is_reached(const struct site *site, const struct observation *observation) {
    (void)observation;
    return !site->observed || site->observed->reached > 0;
}

/* Those of which [holds] says so; where there are none, all. */
static site_list rather(site_list sites, const struct observation *observation,
                        bool (*holds)(const struct site *, const struct observation *),
                        struct arena *arena) {
    site_list some = {0};
    vec_each(struct site, site, &sites) {
        if (holds(site, observation)) arena_vec_push(arena, &some, *site);
    }
    return some.count ? some : sites;
}

static int by_origin(const void *left, const void *right) {
    const struct site *a = left, *b = right;
    int order = origin_compare(a->origin, b->origin);
    return order || !a->subject || !b->subject ? order : strcmp(a->subject, b->subject);
}

static void sort(site_list *sites) {
    if (sites->count > 1) qsort(sites->items, sites->count, sizeof *sites->items, by_origin);
}

site_list all_sites(const struct observation *observation, enum site_kind kind, unsigned decided,
                    struct arena *arena) {
    site_list all = placed_sites(NULL, observation, kind, decided, arena), some = {0};
    vec_each(struct site, site, &all) {
        if (has_evidence(site, observation)) arena_vec_push(arena, &some, *site);
    }
    sort(&some);
    return some;
}

site_list find_sites(const struct site_expectation *expectation,
                     const struct observation *observation, enum site_kind kind, unsigned decided,
                     struct arena *arena) {
    bool is_one = expectation->nth > 0;
    site_list placed = placed_sites(expectation, observation, kind, decided, arena), named = {0};
    vec_each(struct site, site, &placed) {
        if (is_of(site, expectation->subject)) arena_vec_push(arena, &named, *site);
    }
    named = rather(named, observation, has_evidence, arena);
    named = rather(named, observation, is_in_code_that_ran, arena);
    if (!is_one) named = rather(named, observation, is_reached, arena);
    sort(&named);
    return named;
}
